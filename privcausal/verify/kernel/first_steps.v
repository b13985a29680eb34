(* First steps, for the chapter on what a kernel checks: one noisy answer, and two of them. *)
From Coq Require Import Reals Lra.
Open Scope R_scope.

(* The density at t of Laplace noise of scale s around the value v. *)
Definition laplace (s v t : R) : R := exp (- Rabs (t - v) / s) / (2 * s).

(* If two values are at most Delta apart, the density around the first is at most exp(Delta / s) times the density
   around the second, at every output. *)
Lemma laplace_ratio : forall s Delta v v' t, 0 < s -> Rabs (v - v') <= Delta ->
  laplace s v t <= exp (Delta / s) * laplace s v' t.
Proof.
  (* Name what is given. *)
  intros s Delta v v' t positive close. unfold laplace.
  (* By the triangle inequality the output is at most Delta further from the second value. *)
  assert (further : Rabs (t - v') <= Rabs (t - v) + Rabs (v - v')).
  { replace (t - v') with (t - v + (v - v')) by ring. apply Rabs_triang. }
  (* Write the product of the two exponentials as one. *)
  replace (exp (Delta / s) * (exp (- Rabs (t - v') / s) / (2 * s)))
    with (exp ((Delta - Rabs (t - v')) / s) / (2 * s))
    by (replace ((Delta - Rabs (t - v')) / s) with (Delta / s + - Rabs (t - v') / s) by (field; lra); rewrite exp_plus; field; lra).
  (* Both sides are divided by the same positive number, and the exponential is increasing. *)
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  destruct (Req_dec (- Rabs (t - v)) (Delta - Rabs (t - v'))) as [same|differ]; [rewrite same; lra|].
  left. apply exp_increasing, Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|lra].
Qed.

(* The bound is reached: at every output below both values the quotient is exactly exp(Delta / s). *)
Lemma laplace_ratio_reached : forall s Delta v t, 0 < s -> 0 <= Delta -> t <= v ->
  laplace s v t = exp (Delta / s) * laplace s (v + Delta) t.
Proof.
  intros s Delta v t positive some below. unfold laplace.
  rewrite (Rabs_left1 (t - v)), (Rabs_left1 (t - (v + Delta))) by lra.
  replace (- - (t - v) / s) with (Delta / s + - - (t - (v + Delta)) / s) by (field; lra).
  rewrite exp_plus. field. lra.
Qed.

(* Two answers: the densities multiply, and therefore the exponents add. *)
Lemma two_answers : forall a b p p' q q', 0 <= p -> 0 <= q -> p <= exp a * p' -> q <= exp b * q' ->
  p * q <= exp (a + b) * (p' * q').
Proof.
  (* Name what is given. *)
  intros a b p p' q q' p_positive q_positive first second.
  (* The exponential of a sum is a product. *)
  rewrite exp_plus.
  (* Put each factor beside its density. *)
  replace (exp a * exp b * (p' * q')) with ((exp a * p') * (exp b * q')) by ring.
  (* Numbers that are not negative may be multiplied side by side. *)
  apply Rmult_le_compat; assumption.
Qed.
