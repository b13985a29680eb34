(* Quotients of counts, and a mean from which noise is removed. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* The bound, and the function by which a noisy count is multiplied instead of divided. *)
Definition e (s N : R) : R := exp (- N ^ 2 / (2 * s ^ 2)).
Definition H (s N : R) : R := (1 - e s N) / N.

(** The quotient is U H(N) and the printed gap more, which is between 0 and our number. *)
Theorem B_effect_bounds : forall s N U, B_effect_bounds__if_s s -> B_effect_bounds__if_N N -> 0 <= U <= N ->
  U / N = U * H s N + B_effect_bounds__gap U N s /\ 0 <= B_effect_bounds__gap U N s /\
  U / N - U * H s N <= B_effect_bounds__ours N s.
Proof.
  intros s N U S [one _] [low high]. unfold B_effect_bounds__if_s in S.
  assert (G : B_effect_bounds__gap U N s = U / N * e s N) by (unfold B_effect_bounds__gap, e; field; lra).
  assert (O : B_effect_bounds__ours N s = e s N) by (unfold B_effect_bounds__ours, e; field; lra).
  rewrite G, O. assert (P : 0 < e s N) by apply exp_pos.
  assert (Q : 0 <= U / N <= 1).
  { split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with N; [lra|]. replace (U / N * N) with U by (field; lra). lra. }
  assert (D : U / N - U * H s N = U / N * e s N) by (unfold H; field; lra).
  repeat split; [lra|nra|rewrite D; nra].
Qed.

(** If all have the event, it is reached. *)
Theorem B_effect_bounds_attained : forall s N, 0 < s -> 1 <= N ->
  N / N - N * H s N = B_effect_bounds__ours N s /\ B_effect_bounds__gap N N s = B_effect_bounds__ours N s.
Proof.
  intros s N S one. assert (O : B_effect_bounds__ours N s = e s N) by (unfold B_effect_bounds__ours, e; field; lra).
  assert (G : B_effect_bounds__gap N N s = e s N) by (unfold B_effect_bounds__gap, e; field; lra).
  rewrite G, O. split; [unfold H; field; lra|easy].
Qed.

(* The k-th moment of Laplace noise of scale b: k! b^k for even k, and 0 for odd k. *)
Definition moment (b : R) (k : nat) : R := if Nat.even k then INR (fact k) * b ^ k else 0.

(* A polynomial by its coefficients, the mean of its values at noise, and its second derivative. *)
Definition mean_at_noise (b : R) (from : nat) (coefficients : list R) : R :=
  total (fun kc => snd kc * moment b (fst kc)) (combine (seq from (length coefficients)) coefficients).

Fixpoint derived (k : nat) (coefficients : list R) : list R :=
  match coefficients with nil => nil | c :: rest => INR k * c :: derived (S k) rest end.

Definition derivative (coefficients : list R) : list R := derived 1 (tl coefficients).

Lemma mean_cons : forall b k c rest, mean_at_noise b k (c :: rest) = c * moment b k + mean_at_noise b (S k) rest.
Proof. intros. unfold mean_at_noise. cbn [length seq combine]. now rewrite total_cons. Qed.

Lemma moment_step : forall b k, moment b (S (S k)) = b ^ 2 * (INR (S (S k)) * INR (S k)) * moment b k.
Proof.
  intros. unfold moment. cbn [Nat.even]. destruct (Nat.even k); [|ring].
  rewrite !fact_simpl, !mult_INR. cbn [pow]. ring.
Qed.

Lemma twice_derived : forall b coefficients k,
  mean_at_noise b (S (S k)) coefficients = b ^ 2 * mean_at_noise b k (derived (S k) (derived (S (S k)) coefficients)).
Proof.
  intros b coefficients. induction coefficients as [|c rest IH]; intros k; [unfold mean_at_noise, total; cbn; ring|].
  cbn [derived]. rewrite !mean_cons, IH, moment_step. ring.
Qed.

(** For every polynomial the mean of f - kappa f'' at noise is the value at 0, if kappa is our number; a value
    elsewhere is that of a shifted polynomial. Only: polynomials at 0, with the moments of Laplace noise as its
    definition. *)
Theorem B_effect_unbiased : forall b c0 c1 rest, B_effect_unbiased__if_b b ->
  let f := c0 :: c1 :: rest in
  mean_at_noise b 0 f - B_effect_unbiased__ours b * mean_at_noise b 0 (derivative (derivative f)) = c0.
Proof.
  intros b c0 c1 rest B f. replace (B_effect_unbiased__ours b) with (b ^ 2) by (unfold B_effect_unbiased__ours; field).
  unfold f, derivative. cbn [tl derived]. rewrite !mean_cons, (twice_derived b rest 0).
  unfold moment at 1 2. cbn [Nat.even fact pow]. change (INR 1) with 1. ring.
Qed.

(** For the square no other kappa will do. *)
Theorem B_effect_unbiased_attained : forall b kappa, 0 < b ->
  mean_at_noise b 0 [0; 0; 1] - kappa * mean_at_noise b 0 (derivative (derivative [0; 0; 1])) = 0 ->
  kappa = B_effect_unbiased__ours b.
Proof.
  intros b kappa B E. unfold derivative, mean_at_noise, moment, total in E. cbn in E.
  unfold B_effect_unbiased__ours. lra.
Qed.
