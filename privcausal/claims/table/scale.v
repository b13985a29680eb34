(* The mean of logarithms: how far can one replaced record move it? *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* A cell that is no number counts as the number `other`, and every other cell is clipped. *)
Definition stored (a b other : R) (cell : option R) : R :=
  match cell with Some x => ln (Rmax a (Rmin b x)) | None => ln other end.

Lemma stored_range : forall a b other cell, 0 < a -> a < b -> a <= other <= b -> ln a <= stored a b other cell <= ln b.
Proof.
  (* The logarithm is increasing, and what it is taken of lies between a and b. *)
  assert (increasing : forall x y, 0 < x -> x <= y -> ln x <= ln y).
  { intros x y X [L| <-]; [left; now apply ln_increasing|lra]. }
  intros a b other cell A B O. destruct cell as [x|]; cbn.
  - assert (a <= Rmax a (Rmin b x) <= b) by (unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); lra).
    split; apply increasing; lra.
  - split; apply increasing; lra.
Qed.

(** One replaced record moves the mean of what is stored by at most our number, whatever the cells hold. *)
Theorem B_log : forall (a b other : R) (l l' : list (option R)), B_log__if_a a -> B_log__if_b b -> B_log__if_n (size l) ->
  a < b -> a <= other <= b -> neighbours l l' ->
  Rabs (mean (stored a b other) l - mean (stored a b other) l') <= B_log__ours b a (size l).
Proof.
  intros a b other l l' A _ [N _] B O near. unfold B_log__if_a in A.
  replace (B_log__ours b a (size l)) with ((ln b - ln a) / size l)
    by (unfold B_log__ours; rewrite <- ln_div by lra; field; lra).
  unfold mean. rewrite <- (neighbours_size _ _ near). destruct near as [before x x' after].
  (* All records but one are the same. *)
  rewrite !total_split. pose proof (stored_range a b other x A B O). pose proof (stored_range a b other x' A B O).
  set (n := size (before ++ x :: after)) in *. assert (i : 0 < / n) by (apply Rinv_0_lt_compat; lra).
  unfold Rdiv. rewrite <- Rmult_minus_distr_r, Rabs_mult, (Rabs_pos_eq (/ n)) by lra.
  apply Rmult_le_compat_r; [lra|]. apply Rabs_le. lra.
Qed.

(** For every number of records some record does: its cell jumps from the lowest number to the highest. *)
Theorem B_log_attained : forall (a b : R) (n : nat), 0 < a -> a < b -> (1 <= n)%nat -> exists l l' : list (option R),
  neighbours l l' /\ size l = INR n /\
  Rabs (mean (stored a b a) l - mean (stored a b a) l') = B_log__ours b a (INR n).
Proof.
  intros a b [|n] A B N; [lia|]. exists (Some b :: repeat None n), (Some a :: repeat None n).
  assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia).
  assert (Z : forall c, size (c :: repeat (@None R) n) = INR (S n))
    by (intros; rewrite size_cons, S_INR; unfold size; now rewrite repeat_length).
  split; [exact (replaced [] (Some b) (Some a) (repeat None n))|]. split; [apply Z|].
  unfold mean. rewrite !Z, !total_cons. cbn [stored].
  replace (Rmax a (Rmin b b)) with b by (unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); lra).
  replace (Rmax a (Rmin b a)) with a by (unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); lra).
  set (t := total _ _). assert (ln a < ln b) by now apply ln_increasing.
  replace ((ln b + t) / INR (S n) - (ln a + t) / INR (S n)) with ((ln b - ln a) / INR (S n)) by (field; lra).
  rewrite Rabs_pos_eq; [unfold B_log__ours; rewrite <- ln_div by lra; field; lra|].
  apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat.
Qed.
