(* Two noisy scores, of which the direction is a function. *)
From Coq Require Import Reals Lra.
From privcausal Require Import definitions first_steps.
Open Scope R_scope.

(* The density of two scores with independent Laplace noise of one scale. *)
Definition two_scores (scale x y s t : R) : R := laplace scale x s * laplace scale y t.

Lemma laplace_positive : forall scale v t, 0 < scale -> 0 < laplace scale v t.
Proof. intros scale v t S. unfold laplace. apply Rdiv_lt_0_compat; [apply exp_pos|lra]. Qed.

(** Two scores that each move by at most Delta, with noise of scale Delta / epsilon: at every pair of outputs the density
    is at most so many times the one on the neighbour. Only: the density at each pair, of which a probability is the
    integral, and not functions of the pair. *)
Theorem K_laplace : forall Delta epsilon x x' y y' s t, 0 < Delta -> 0 < epsilon -> Rabs (x - x') <= Delta -> Rabs (y - y') <= Delta ->
  two_scores (Delta / epsilon) x y s t <= exp (K_laplace__published epsilon) * two_scores (Delta / epsilon) x' y' s t.
Proof.
  intros Delta epsilon x x' y y' s t D E X Y. assert (S : 0 < Delta / epsilon) by now apply Rdiv_lt_0_compat.
  replace (K_laplace__published epsilon) with (epsilon + epsilon) by (unfold K_laplace__published; field).
  (* Each score alone costs epsilon. *)
  assert (one : forall v v' r, Rabs (v - v') <= Delta -> laplace (Delta / epsilon) v r <= exp epsilon * laplace (Delta / epsilon) v' r).
  { intros v v' r V. pose proof (laplace_ratio (Delta / epsilon) Delta v v' r S V) as H.
    now replace (Delta / (Delta / epsilon)) with epsilon in H by (field; lra). }
  unfold two_scores. apply two_answers; try (left; now apply laplace_positive); now apply one.
Qed.

(** Below all four scores it is exactly so many times, if both scores move up by Delta. Only: attained by the density. *)
Theorem K_laplace_attained : forall Delta epsilon x y s t, 0 < Delta -> 0 < epsilon -> s <= x -> t <= y ->
  two_scores (Delta / epsilon) x y s t = exp (K_laplace__published epsilon) * two_scores (Delta / epsilon) (x + Delta) (y + Delta) s t.
Proof.
  intros Delta epsilon x y s t D E X Y. assert (S : 0 < Delta / epsilon) by now apply Rdiv_lt_0_compat.
  replace (K_laplace__published epsilon) with (epsilon + epsilon) by (unfold K_laplace__published; field).
  unfold two_scores. rewrite (laplace_ratio_reached (Delta / epsilon) Delta x s), (laplace_ratio_reached (Delta / epsilon) Delta y t) by lra.
  replace (Delta / (Delta / epsilon)) with epsilon by (field; lra). rewrite exp_plus. ring.
Qed.
