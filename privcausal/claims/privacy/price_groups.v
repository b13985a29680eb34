(* Groups: data sets several steps apart, and one relation expressed by another. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

Definition powers_up_to (lamda : R) (k : nat) : R := total (fun i => lamda ^ i) (seq 0 k).

Lemma powers_step : forall lamda k, powers_up_to lamda (S k) = powers_up_to lamda k + lamda ^ k.
Proof. intros; unfold powers_up_to. rewrite seq_S, total_app. cbn. unfold total; cbn. ring. Qed.

Lemma powers_nonneg : forall lamda k, 0 <= lamda -> 0 <= powers_up_to lamda k.
Proof. intros; unfold powers_up_to; apply total_nonneg. intros; now apply pow_le. Qed.

Lemma exp_times : forall k epsilon, exp (INR k * epsilon) = exp epsilon ^ k.
Proof.
  intros k epsilon; induction k as [|k IH]; [cbn; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l. cbn; ring.
Qed.

Lemma many_steps : forall {D O} (near : D -> D -> Prop) (outputs : list O) epsilon delta M,
  private near outputs epsilon delta M -> 0 <= delta -> forall k d d', steps near k d d' ->
  hides outputs (INR k * epsilon) (delta * powers_up_to (exp epsilon) k) (M d) (M d').
Proof.
  intros D O near outputs epsilon delta M H pos k d d' S. induction S as [d|k d d' d'' S IH N]; intros E.
  - unfold powers_up_to, total; cbn. rewrite Rmult_0_l, exp_0. lra.
  - specialize (IH E). specialize (H d' d'' N E). rewrite powers_step, exp_times in *. cbn [pow].
    pose proof (pow_le (exp epsilon) k (Rlt_le _ _ (exp_pos epsilon))). nra.
Qed.

(** k steps apart, the promise holds with k times epsilon and that delta; `powers` is the sum of the powers below k.
    Only: finitely many outputs. *)
Theorem B_group : forall (D O : Type) (near : D -> D -> Prop) (outputs : list O) (powers : R -> R -> R)
  (lamda delta : R) (k : nat) (M : D -> O -> R),
  (forall x i, powers x (INR i) = total (fun j => x ^ j) (seq 0 i)) ->
  B_group__if_lamda lamda -> B_group__if_k (INR k) -> B_group__if_delta delta ->
  private near outputs (ln lamda) delta M -> forall d d', steps near k d d' ->
  hides outputs (INR k * ln lamda) (B_group__ours powers delta lamda (INR k)) (M d) (M d').
Proof.
  intros D O near outputs powers lamda delta k M P one [kpos _] [dpos _] H d d' S. unfold B_group__if_lamda in one.
  replace (B_group__ours powers delta lamda (INR k)) with (delta * powers_up_to (exp (ln lamda)) k).
  - apply many_steps with near; auto; lra.
  - unfold B_group__ours. rewrite P, exp_ln by lra. unfold powers_up_to. field.
Qed.

(* Biased coins in a row: the i-th shows heads with probability i * delta, as long as that is a probability. *)
Definition coin (delta : R) (i : nat) (heads : bool) : R :=
  if heads then Rmin 1 (INR i * delta) else 1 - Rmin 1 (INR i * delta).

Lemma coins_in_a_row : forall delta n, 0 < delta -> steps (fun i j => i = S j) n n 0%nat.
Proof.
  intros delta n pos. assert (G : forall k d, steps (fun i j => i = S j) k (k + d)%nat d).
  { induction k as [|k IH]; intros d; [constructor|]. apply one_more with (S d); [|easy].
    replace (S k + d)%nat with (k + S d)%nat by lia. apply IH. }
  specialize (G n 0%nat). now rewrite Nat.add_0_r in G.
Qed.

(** For lamda = 1, k coins in a row, each more biased than the last by delta, need all of it. Only: attained for
    lamda = 1, and for k delta up to 1. *)
Theorem B_group_attained : forall (powers : R -> R -> R) (delta : R) (k : nat),
  (forall x i, powers x (INR i) = total (fun j => x ^ j) (seq 0 i)) -> 0 < delta -> INR k * delta <= 1 ->
  exists M : nat -> bool -> R, (forall i, law [true; false] (M i)) /\ private (fun i j => i = S j) [true; false] 0 delta M /\
    steps (fun i j => i = S j) k k 0%nat /\
    chance [true; false] (M k) (fun heads => heads) = exp (INR k * 0) * chance [true; false] (M 0%nat) (fun heads => heads)
      + B_group__ours powers delta 1 (INR k).
Proof.
  intros powers delta k P pos one. exists (coin delta).
  assert (B : forall i, 0 <= Rmin 1 (INR i * delta) <= 1).
  { intros i. split; [|apply Rmin_l]. apply Rmin_glb; [lra|]. apply Rmult_le_pos; [apply pos_INR|lra]. }
  split; [|split; [|split]].
  - intros i. specialize (B i). split; [intros [|] _; cbn; lra|cbv [total sum map coin]; ring].
  - intros i j -> E. cbv [chance total sum map coin]. rewrite S_INR, exp_0.
    assert (Rmin 1 (INR j * delta) <= Rmin 1 ((INR j + 1) * delta) <= Rmin 1 (INR j * delta) + delta).
    { unfold Rmin. destruct (Rle_dec 1 _), (Rle_dec 1 _); lra. }
    destruct (E true), (E false); lra.
  - now apply coins_in_a_row with delta.
  - unfold B_group__ours. rewrite P, Rmult_0_r, exp_0.
    rewrite (total_ext _ (fun _ => 1)) by (intros; apply pow1). rewrite total_const. unfold size. rewrite seq_length.
    cbv [chance total sum map coin]. cbn [INR]. rewrite Rmult_0_l, !Rmin_right by lra. field.
Qed.

(* ---- substitution as two steps of adding and removing ---- *)

Lemma two_steps : forall {A} (l l' : list A), neighbours l l' ->
  exists m, one_more_or_less l m /\ one_more_or_less m l'.
Proof. intros A l l' [before x x' after]. exists (before ++ after). split; constructor. Qed.

(** Under substitution it costs twice as much, and a statistic moves twice as far. Only: finitely many outputs. *)
Theorem B_relations : forall (A O : Type) (outputs : list O) (epsilon Delta : R) (M : list A -> O -> R) (f : list A -> R),
  B_relations__if_epsilon epsilon ->
  (private one_more_or_less outputs epsilon 0 M -> private neighbours outputs (B_relations__ours epsilon) 0 M) /\
  ((forall l l', one_more_or_less l l' -> Rabs (f l - f l') <= Delta) ->
    forall l l', neighbours l l' -> Rabs (f l - f l') <= B_relations__moved Delta).
Proof.
  intros A O outputs epsilon Delta M f pos. split.
  - intros H l l' N E. destruct (two_steps l l' N) as [m [F S]]. pose proof (H l m F E). pose proof (H m l' S E).
    replace (B_relations__ours epsilon) with (epsilon + epsilon) by (unfold B_relations__ours; field).
    rewrite exp_plus. pose proof (exp_pos epsilon). nra.
  - intros H l l' N. destruct (two_steps l l' N) as [m [F S]].
    pose proof (abs_bounds _ _ (H l m F)). pose proof (abs_bounds _ _ (H m l' S)).
    replace (B_relations__moved Delta) with (2 * Delta) by (unfold B_relations__moved; field). apply Rabs_le. lra.
Qed.

(* A number of one record that pulls one way or the other; longer lists and the empty one pull no way. *)
Definition pull (l : list bool) : R := match l with [true] => 1 | [false] => -1 | _ => 0 end.

Lemma pull_moves : forall l l', one_more_or_less l l' -> Rabs (pull l - pull l') <= 1.
Proof.
  assert (G : forall before x after, Rabs (pull (before ++ after) - pull (before ++ x :: after)) <= 1).
  { intros [|a [|b before]] x after.
    - cbn. destruct after as [|c [|d after]], x; try destruct c; cbn; unfold Rabs; destruct (Rcase_abs _); lra.
    - cbn. destruct after as [|c after], a; cbn; unfold Rabs; destruct (Rcase_abs _); lra.
    - cbn. destruct a, b, before; cbn; try destruct after; cbn; unfold Rabs; destruct (Rcase_abs _); lra. }
  intros l l' [before x after|before x after]; [apply G|rewrite Rabs_minus_sym; apply G].
Qed.

(** No smaller factor will do for the statistic: one record added moves it by Delta and no farther, one replaced by
    all of twice that. *)
Theorem B_relations_attained : forall Delta : R, 0 < Delta -> exists f : list bool -> R,
  (forall l l', one_more_or_less l l' -> Rabs (f l - f l') <= Delta) /\
  exists l l', neighbours l l' /\ Rabs (f l - f l') = B_relations__moved Delta.
Proof.
  intros Delta pos. exists (fun l => Delta * pull l). split.
  - intros l l' N. rewrite <- Rmult_minus_distr_l, Rabs_mult, Rabs_pos_eq by lra.
    pose proof (pull_moves l l' N). nra.
  - exists [true], [false]. split; [exact (replaced [] true false [])|]. cbn.
    rewrite Rabs_pos_eq by lra. unfold B_relations__moved. field.
Qed.

(** And none for the price: a coin that is private at epsilon under adding and removing is no more private under
    substitution than at twice that. *)
Theorem B_relations_attained_price : forall epsilon less : R, B_relations__if_epsilon epsilon ->
  less < B_relations__ours epsilon -> exists M : list bool -> bool -> R,
  (forall l, law [true; false] (M l)) /\ private one_more_or_less [true; false] epsilon 0 M /\
  ~ private neighbours [true; false] less 0 M.
Proof.
  intros epsilon less pos H. unfold B_relations__if_epsilon in pos.
  replace (B_relations__ours epsilon) with (2 * epsilon) in H by (unfold B_relations__ours; field).
  set (y := exp (- epsilon)). set (x := exp epsilon).
  assert (XY : x * y = 1) by (unfold x, y; rewrite <- exp_plus; replace (epsilon + - epsilon) with 0 by ring; apply exp_0).
  assert (Y : 0 < y) by apply exp_pos. assert (X : 1 < x) by (unfold x; rewrite <- exp_0; now apply exp_increasing).
  assert (Y1 : y < 1) by nra.
  (* heads with probability t * exp(epsilon * pull) *)
  set (t := y / 2). set (w := fun l => match l with [true] => x | [false] => y | _ => 1 end).
  assert (W : forall l, y <= w l <= x).
  { intros [|[|] [|b l]]; cbn; lra. }
  assert (N : forall l l', one_more_or_less l l' -> w l <= x * w l' /\ w l' <= x * w l).
  { assert (G : forall before z after, w (before ++ after) <= x * w (before ++ z :: after) /\
        w (before ++ z :: after) <= x * w (before ++ after)).
    { intros [|a [|b before]] z after.
      - cbn. destruct after as [|c [|d after]], z; try destruct c; cbn; nra.
      - cbn. destruct after as [|c after], a; cbn; nra.
      - cbn. destruct a, b, before; cbn; try destruct after; cbn; nra. }
    intros l l' [before z after|before z after]; [apply G|]. destruct (G before z after); now split. }
  exists (fun l (heads : bool) => if heads then t * w l else 1 - t * w l). repeat split.
  - intros [|] _; pose proof (W l); unfold t; nra.
  - cbv [total sum map]; ring.
  - intros l l' S. apply pointwise_hides. fold x. destruct (N l l' S) as [A B]. pose proof (W l). pose proof (W l').
    intros [|] _; unfold t; [nra|].
    (* 1 - t w <= x (1 - t w'): the worst is w = y-fold w' *)
    assert (w l' - y * w l <= x - 1 -> 1 - y / 2 * w l <= x * (1 - y / 2 * w l')) by nra.
    assert (w l' <= x * w l) by easy. nra.
  - intros P. specialize (P [true] [false] (replaced [] true false []) (fun r => r)).
    cbv [chance total sum map] in P. unfold w in P.
    assert (x <= exp less * y) by (unfold t in P; nra).
    assert (exp less < x * x) by (unfold x; rewrite <- exp_plus; apply exp_increasing; lra). nra.
Qed.
