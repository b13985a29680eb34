(* The share of records for which a predicate is true. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(** One replaced record moves it by at most that, and so does one that is taken away from several. *)
Theorem X_count : forall (A : Type) (phi : A -> bool) (l l' : list A), X_count__if_n (size l) ->
  (neighbours l l' -> Rabs (share phi l - share phi l') <= X_count__published (size l)) /\
  (2 <= size l -> (exists before x after, l = before ++ x :: after /\ l' = before ++ after) ->
    Rabs (share phi l - share phi l') <= X_count__published (size l)).
Proof.
  intros A phi l l' [one _].
  replace (X_count__published (size l)) with (1 / size l) by (unfold X_count__published; field; lra).
  split; [now apply share_moves|]. intros two [before [x [after [-> ->]]]]. unfold share.
  rewrite total_split, size_split in *. set (n := size (before ++ after)) in *.
  set (s := total (fun a => if phi a then 1 else 0) (before ++ after)).
  assert (B : 0 * n <= s <= 1 * n) by (apply total_bounds; intros a; destruct (phi a); lra).
  assert (i : 0 < / (n * (n + 1))) by (apply Rinv_0_lt_compat; nra).
  destruct (phi x).
  - replace ((1 + s) / (n + 1) - s / n) with ((n - s) * / (n * (n + 1))) by (field; lra).
    replace (1 / (n + 1)) with (n * / (n * (n + 1))) by (field; lra). apply Rabs_le; split; nra.
  - replace ((0 + s) / (n + 1) - s / n) with (- s * / (n * (n + 1))) by (field; lra).
    replace (1 / (n + 1)) with (n * / (n * (n + 1))) by (field; lra). apply Rabs_le; split; nra.
Qed.

Lemma size_repeat : forall {A} (x : A) n, size (repeat x n) = INR n.
Proof. intros; unfold size. now rewrite repeat_length. Qed.

(** For every number of records some replaced record moves it by exactly that. *)
Theorem X_count_attained : forall n : nat, (1 <= n)%nat -> exists l l' : list bool, size l = INR n /\ neighbours l l' /\
  Rabs (share (fun b => b) l - share (fun b => b) l') = X_count__published (INR n).
Proof.
  intros [|n] one; [lia|]. exists (true :: repeat false n), (false :: repeat false n).
  assert (Z : forall b, size (b :: repeat false n) = INR (S n)) by (intros; now rewrite size_cons, size_repeat, S_INR).
  repeat split; [apply Z|exact (replaced [] true false (repeat false n))|].
  unfold share. rewrite !Z, !total_cons, S_INR. pose proof (pos_INR n).
  set (s := total _ _). replace ((1 + s) / (INR n + 1) - (0 + s) / (INR n + 1)) with (1 / (INR n + 1)) by (field; lra).
  rewrite Rabs_pos_eq by (left; apply Rdiv_lt_0_compat; lra). unfold X_count__published. field; lra.
Qed.
