(* How noisy a mechanism is on a part of the records, where the sensitivity grows as the part shrinks. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Open Scope R_scope.

(* The noise of a sieve on one in `ratio` records: its sensitivity is so many times that of all records, and its price is what
   spends epsilon / 2 after sampling. *)
Definition noise_on_a_part (epsilon ratio Delta : R) : R := ratio * Delta / ln (ratio * (exp (epsilon / 2) - 1) + 1).

Lemma log_below_line : forall x, 0 < x -> ln x <= x - 1.
Proof.
  intros x P. rewrite <- (ln_exp (x - 1)). destruct (Req_dec x 1) as [->|N]; [rewrite Rminus_eq_0, exp_0; lra|].
  left. apply ln_increasing; [easy|]. pose proof (exp_ineq1 (x - 1) ltac:(lra)). lra.
Qed.

Lemma log_of_part : forall x r, 0 < x -> 1 <= r -> ln (1 + r * x) <= r * ln (1 + x).
Proof.
  intros x r x0 r1. set (v := 1 + x). assert (v1 : 1 < v) by (unfold v; lra).
  assert (rx : 0 < 1 + r * x) by nra.
  pose proof (log_below_line ((1 + r * x) / v) ltac:(now apply Rdiv_lt_0_compat; lra)) as A.
  pose proof (log_below_line (1 / v) ltac:(apply Rdiv_lt_0_compat; lra)) as B.
  rewrite ln_div in A by lra. rewrite ln_div, ln_1 in B by lra.
  assert (E : (1 + r * x) / v - 1 + (r - 1) * (1 / v - 1) = 0) by (unfold v; field; lra).
  assert ((r - 1) * (0 - ln v) <= (r - 1) * (1 / v - 1)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** The noise for all records, divided by that for a part, is at most that. *)
Theorem B_subsize : forall epsilon ratio Delta : R, 0 < epsilon -> 1 <= ratio -> 0 < Delta ->
  noise_on_a_part epsilon 1 Delta / noise_on_a_part epsilon ratio Delta <= B_subsize__ours.
Proof.
  intros epsilon ratio Delta e r D. replace B_subsize__ours with 1 by (unfold B_subsize__ours; field). unfold noise_on_a_part.
  set (x := exp (epsilon / 2) - 1). assert (x0 : 0 < x).
  { unfold x. assert (exp 0 < exp (epsilon / 2)) by (apply exp_increasing; lra). rewrite exp_0 in *. lra. }
  assert (l1 : 0 < ln (1 + x)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (l2 : 0 < ln (ratio * x + 1)) by (rewrite <- ln_1; apply ln_increasing; nra).
  pose proof (log_of_part x ratio x0 r) as L. replace (1 + ratio * x) with (ratio * x + 1) in L by ring.
  replace (1 * x + 1) with (1 + x) by ring.
  replace (1 * Delta / ln (1 + x) / (ratio * Delta / ln (ratio * x + 1))) with (ln (ratio * x + 1) / (ratio * ln (1 + x))) by (field; repeat split; lra).
  assert (P : 0 < ratio * ln (1 + x)) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_le_reg_r with (ratio * ln (1 + x)); [easy|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** It speaks about something: the part may be all of the records, and then the two are one. *)
Theorem B_subsize_instance : forall epsilon Delta : R, 0 < epsilon -> 0 < Delta ->
  noise_on_a_part epsilon 1 Delta / noise_on_a_part epsilon 1 Delta = B_subsize__ours.
Proof.
  intros epsilon Delta e D. unfold B_subsize__ours, noise_on_a_part.
  assert (exp 0 < exp (epsilon / 2)) by (apply exp_increasing; lra). rewrite exp_0 in *.
  assert (l1 : 0 < ln (1 * (exp (epsilon / 2) - 1) + 1)) by (rewrite <- ln_1; apply ln_increasing; lra). field. repeat split; lra.
Qed.
