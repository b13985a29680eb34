(* Counts of suspicious cells: how far can one replaced record move them together? *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* A column has a number of kinds that are counted; a record has one cell in each column, of one of its kinds or of none. *)
Definition cell_is (record : nat -> option nat) (column kind : nat) : R :=
  match record column with Some k => if Nat.eqb k kind then 1 else 0 | None => 0 end.

(* How far the counts of one column are apart, and those of all. *)
Definition apart_in (kinds : nat -> nat) (l l' : list (nat -> option nat)) (column : nat) : R :=
  total (fun kind => Rabs (total (fun r => cell_is r column kind) l - total (fun r => cell_is r column kind) l'))
    (seq 0 (kinds column)).

Lemma kinds_of_one_cell : forall r column n from, 0 <= total (cell_is r column) (seq from n) <= 1.
Proof.
  intros r column n from. split; [apply total_nonneg; intros; unfold cell_is; destruct (r column); [destruct (Nat.eqb _ _)|]; lra|].
  unfold cell_is. destruct (r column) as [k|]; [|rewrite total_const; lra].
  revert from. induction n as [|n IH]; intros from; [unfold total; cbn; lra|]. cbn [seq]. rewrite total_cons.
  destruct (Nat.eqb k from) eqn:E; [|specialize (IH (S from)); lra]. apply Nat.eqb_eq in E as ->.
  rewrite (total_ext _ (fun _ => 0)); [rewrite total_const; lra|]. intros j K. apply in_seq in K.
  destruct (Nat.eqb from j) eqn:E; [apply Nat.eqb_eq in E; lia|easy].
Qed.

Lemma one_column : forall kinds l l' column, neighbours l l' ->
  apart_in kinds l l' column <= 2 /\ (kinds column = 1%nat -> apart_in kinds l l' column <= 1).
Proof.
  intros kinds l l' column [before x x' after]. unfold apart_in.
  assert (D : forall n, total (fun kind => Rabs (total (fun r => cell_is r column kind) (before ++ x :: after) -
      total (fun r => cell_is r column kind) (before ++ x' :: after))) (seq 0 n) =
    total (fun kind => Rabs (cell_is x column kind - cell_is x' column kind)) (seq 0 n)).
  { intros; apply total_ext; intros; rewrite !total_split; f_equal; ring. }
  assert (B : forall r k, 0 <= cell_is r column k <= 1)
    by (intros r k; unfold cell_is; destruct (r column); [destruct (Nat.eqb _ _)|]; lra).
  rewrite D. split.
  - apply Rle_trans with (total (fun k => cell_is x column k + cell_is x' column k) (seq 0 (kinds column))).
    + apply total_le. intros k _. pose proof (B x k). pose proof (B x' k). apply Rabs_le. lra.
    + rewrite total_plus. pose proof (kinds_of_one_cell x column (kinds column) 0).
      pose proof (kinds_of_one_cell x' column (kinds column) 0). lra.
  - intros ->. cbn [seq]. unfold total; cbn [map sum]. pose proof (B x 0%nat). pose proof (B x' 0%nat).
    assert (Rabs (cell_is x column 0 - cell_is x' column 0) <= 1) by (apply Rabs_le; lra). lra.
Qed.

(** Of c columns one kind is counted, and of r columns any number of kinds: one replaced record moves all counts
    together by at most our number. *)
Theorem B_suspects : forall (kinds : nat -> nat) (single several : list nat) (l l' : list (nat -> option nat)),
  (forall column, In column single -> kinds column = 1%nat) -> neighbours l l' ->
  total (apart_in kinds l l') (single ++ several) <= B_suspects__ours (size single) (size several).
Proof.
  intros kinds single several l l' one near. rewrite total_app. unfold B_suspects__ours.
  assert (total (apart_in kinds l l') single <= 1 * size single).
  { rewrite <- total_const. apply total_le. intros c K. now apply one_column, one. }
  assert (total (apart_in kinds l l') several <= 2 * size several).
  { rewrite <- total_const. apply total_le. intros c _. now apply one_column. }
  lra.
Qed.

(** For all numbers of columns some record does: every cell of the one is of the first kind, and every cell of the
    other of no kind, or of the second where there is one. *)
Theorem B_suspects_attained : forall c r : nat, exists kinds (l l' : list (nat -> option nat)),
  let single := seq 0 c in let several := seq c r in
  (forall column, In column single -> kinds column = 1%nat) /\ (forall column, In column several -> kinds column = 2%nat) /\
  neighbours l l' /\ total (apart_in kinds l l') (single ++ several) = B_suspects__ours (INR c) (INR r).
Proof.
  intros c r. set (kinds := fun column => if Nat.ltb column c then 1%nat else 2%nat).
  set (x := fun _ : nat => Some 0%nat). set (x' := fun column => if Nat.ltb column c then @None nat else Some 1%nat).
  exists kinds, [x], [x']. cbv zeta.
  assert (low : forall j, In j (seq 0 c) -> Nat.ltb j c = true) by (intros j K; apply in_seq in K; apply Nat.ltb_lt; lia).
  assert (high : forall j, In j (seq c r) -> Nat.ltb j c = false) by (intros j K; apply in_seq in K; apply Nat.ltb_ge; lia).
  split; [intros j K; unfold kinds; now rewrite low|]. split; [intros j K; unfold kinds; now rewrite high|].
  split; [exact (replaced [] x x' [])|]. rewrite total_app.
  rewrite (total_ext (apart_in kinds [x] [x']) (fun _ => 1) (seq 0 c)).
  2: { intros j K. unfold apart_in, kinds, total, cell_is, x, x'. cbn [map sum]. rewrite !low by easy. cbn.
    replace (1 + 0 - (0 + 0)) with 1 by ring. rewrite Rabs_R1. ring. }
  rewrite (total_ext (apart_in kinds [x] [x']) (fun _ => 2) (seq c r)).
  2: { intros j K. unfold apart_in, kinds, total, cell_is, x, x'. cbn [map sum]. rewrite !high by easy. cbn.
    replace (1 + 0 - (0 + 0)) with 1 by ring. replace (0 + 0 - (1 + 0)) with (- (1)) by ring. rewrite Rabs_Ropp, Rabs_R1. ring. }
  rewrite !total_const. unfold size. rewrite !seq_length. unfold B_suspects__ours. field.
Qed.
