(* Propose, test, release: how often a column whose range could leave its cell is refused. *)
From Coq Require Import Reals List Lra Lia ZArith.
From privcausal Require Import definitions sums.
From privcausal.claims.privacy Require Import noise.
Open Scope R_scope.

(* A cell is refused if its distance with Laplace noise of scale 1 / epsilon is at most the threshold. *)
Definition threshold (epsilon delta : R) : R := 1 + ln (1 / delta) / epsilon.

Definition cell_refused (epsilon delta distance : R) : R := laplace_below (1 / epsilon) (threshold epsilon delta - distance).

(* Two cells are tried, each with noise of its own, and both have to be refused. *)
Definition both_refused (epsilon delta distance distance' : R) : R :=
  cell_refused epsilon delta distance * cell_refused epsilon delta distance'.

Lemma refused_at_one : forall epsilon delta, 0 < epsilon -> 0 < delta <= 1 -> cell_refused epsilon delta 1 = 1 - delta / 2.
Proof.
  intros epsilon delta E D. unfold cell_refused, threshold, laplace_below.
  assert (L : 0 <= ln (1 / delta)).
  { rewrite <- ln_1. destruct (Req_dec delta 1) as [->|N]; [right; f_equal; field|]. left. apply ln_increasing; [lra|].
    apply Rmult_lt_reg_r with delta; [lra|]. replace (1 / delta * delta) with 1 by (field; lra). lra. }
  assert (P : 0 <= ln (1 / delta) / epsilon) by (apply Rmult_le_pos; [easy|left; now apply Rinv_0_lt_compat]).
  destruct (Rlt_dec _ 0); [lra|].
  replace (- (1 + ln (1 / delta) / epsilon - 1) / (1 / epsilon)) with (- ln (1 / delta)) by (field; lra).
  rewrite exp_Ropp, exp_ln by (apply Rdiv_lt_0_compat; lra). field. lra.
Qed.

Lemma below_increases : forall s x y, 0 < s -> x <= y -> 0 <= laplace_below s x <= laplace_below s y.
Proof.
  intros s x y S L. assert (i : 0 < / s) by now apply Rinv_0_lt_compat.
  assert (M : forall u v, u <= v -> exp (u / s) <= exp (v / s)) by (intros; apply exp_le; apply Rmult_le_compat_r; lra).
  assert (Z : exp (0 / s) = 1) by (replace (0 / s) with 0 by (field; lra); apply exp_0).
  unfold laplace_below. pose proof (exp_pos (x / s)). pose proof (exp_pos (- x / s)). destruct (Rlt_dec x 0), (Rlt_dec y 0); try lra.
  - pose proof (M x y L). lra.
  - pose proof (M x 0 ltac:(lra)). pose proof (M (- y) 0 ltac:(lra)). lra.
  - pose proof (M (- y) (- x) ltac:(lra)). pose proof (M (- x) 0 ltac:(lra)). lra.
Qed.

(** Both cells are refused with at most the probability printed, since a range that lies in a cell is at least one record
    away from its end. Only: given both distances, and not that columns on seven levels have the distance 1. *)
Theorem B_null_coarse : forall epsilon delta distance distance', 0 < epsilon -> 0 < delta <= 1 -> 1 <= distance -> 1 <= distance' ->
  both_refused epsilon delta distance distance' <= B_null_coarse__ours delta.
Proof.
  intros epsilon delta x y E D X Y. replace (B_null_coarse__ours delta) with ((1 - delta / 2) * (1 - delta / 2)) by (unfold B_null_coarse__ours; field).
  rewrite <- (refused_at_one epsilon delta E D). assert (S : 0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra).
  unfold both_refused, cell_refused.
  pose proof (below_increases (1 / epsilon) (threshold epsilon delta - x) (threshold epsilon delta - 1) S ltac:(lra)).
  pose proof (below_increases (1 / epsilon) (threshold epsilon delta - y) (threshold epsilon delta - 1) S ltac:(lra)).
  apply Rmult_le_compat; lra.
Qed.

(** At distance 1 from both ends it is reached, whatever epsilon is. Only: attained given both distances, and not by columns. *)
Theorem B_null_coarse_attained : forall epsilon delta, 0 < epsilon -> 0 < delta <= 1 ->
  both_refused epsilon delta 1 1 = B_null_coarse__ours delta.
Proof.
  intros epsilon delta E D. unfold both_refused. rewrite !(refused_at_one epsilon delta E D). unfold B_null_coarse__ours. field.
Qed.
