(* Two noisy scores, and the direction that is read off them. *)
From Coq Require Import Reals List Lra Lia ZArith.
From privcausal Require Import definitions sums laws.
From privcausal.claims.privacy Require Import noise.
Import ListNotations.
Open Scope R_scope.

(* Two values, rounded to i and j steps, with independent noise; what is told is a pair of cells. *)
Definition two_scores (wider step : R) (i j : Z) (told : Z * Z) : R := cell wider step i (fst told) * cell wider step j (snd told).

(** The pair of noisy scores, and whatever random function K is applied to it, keep that promise. Only: noise on a grid, and
    finitely many of its cells. *)
Theorem K_laplace : forall (O : Type) (outputs : list O) (K : Z * Z -> O -> R) (cells : list (Z * Z)) (Delta epsilon step wider : R)
  (x y x' y' : R) (i j i' j' : Z), 0 < Delta -> 0 < epsilon -> 0 < step -> Delta / epsilon * (1 + step / Delta) <= wider ->
  Rabs (x - x') <= Delta -> Rabs (y - y') <= Delta -> rounded step x i -> rounded step y j -> rounded step x' i' -> rounded step y' j' ->
  (forall r, In r cells -> law outputs (K r)) ->
  hides cells (K_laplace__published epsilon) 0 (two_scores wider step i j) (two_scores wider step i' j') /\
  hides outputs (K_laplace__published epsilon) 0 (through cells K (two_scores wider step i j)) (through cells K (two_scores wider step i' j')).
Proof.
  intros O outputs K cells Delta epsilon step wider x y x' y' i j i' j' D e S W X Y Ri Rj Ri' Rj' L.
  assert (s0 : 0 < Delta / epsilon) by now apply Rdiv_lt_0_compat.
  assert (W0 : 0 < wider). { eapply Rlt_le_trans; [|exact W]. apply Rmult_lt_0_compat; [easy|].
    assert (0 < step / Delta) by now apply Rdiv_lt_0_compat. lra. }
  assert (H : hides cells (K_laplace__published epsilon) 0 (two_scores wider step i j) (two_scores wider step i' j')).
  { apply pointwise_hides. intros [k l] _. unfold two_scores; cbn [fst snd].
    replace (K_laplace__published epsilon) with (epsilon + epsilon) by (unfold K_laplace__published; field). rewrite exp_plus.
    pose proof (grid_ratio Delta (Delta / epsilon) step wider x x' i i' k D s0 S W X Ri Ri') as A.
    pose proof (grid_ratio Delta (Delta / epsilon) step wider y y' j j' l D s0 S W Y Rj Rj') as B.
    replace (Delta / (Delta / epsilon)) with epsilon in A, B by (field; lra).
    destruct (log_cell wider step i k W0 S) as [P1 _]. destruct (log_cell wider step j l W0 S) as [P2 _].
    apply Rle_trans with ((exp epsilon * cell wider step i' k) * (exp epsilon * cell wider step j' l)); [apply Rmult_le_compat; lra|right; ring]. }
  split; [exact H|]. now apply processed_hides.
Qed.

(** Two scores that move together reach it, whenever the sensitivity is so many whole steps. *)
Theorem K_laplace_attained : forall (epsilon step : R) (n : nat), 0 < epsilon -> 0 < step -> (1 <= n)%nat ->
  let Delta := INR n * step in let wider := Delta / epsilon * (1 + step / Delta) in
  exists (x x' : R) (i i' k : Z), Rabs (x - x') <= Delta /\ rounded step x i /\ rounded step x' i' /\
  0 < two_scores wider step i i (k, k) /\
  two_scores wider step i' i' (k, k) = exp (K_laplace__published epsilon) * two_scores wider step i i (k, k).
Proof.
  intros epsilon step n e S N Delta wider. assert (P : 1 <= INR n) by (replace 1 with (INR 1) by reflexivity; now apply le_INR).
  assert (D : 0 < Delta) by (unfold Delta; nra). assert (s0 : 0 < Delta / epsilon) by now apply Rdiv_lt_0_compat.
  assert (q : 0 < step / Delta) by now apply Rdiv_lt_0_compat. assert (W0 : 0 < wider) by (unfold wider; nra).
  exists (step / 2), (step / 2 + Delta), 0%Z, (Z.of_nat n + 1)%Z, (Z.of_nat n + 1)%Z. unfold rounded.
  split; [replace (step / 2 - (step / 2 + Delta)) with (- Delta) by ring; rewrite Rabs_Ropp, Rabs_pos_eq; lra|].
  split; [rewrite Rabs_pos_eq; lra|]. rewrite plus_IZR, <- INR_IZR_INZ.
  split; [unfold Delta; replace (step / 2 + INR n * step - (INR n + 1) * step) with (- (step / 2)) by field;
    rewrite Rabs_Ropp, Rabs_pos_eq; lra|].
  unfold two_scores; cbn [fst snd]. destruct (log_cell wider step 0 (Z.of_nat n + 1) W0 S) as [C _].
  split; [now apply Rmult_lt_0_compat|].
  assert (A : apart 0 (Z.of_nat n + 1) = (Z.of_nat n + 1)%Z) by (unfold apart; destruct (Z_le_dec _ _); lia).
  assert (A' : apart (Z.of_nat n + 1) (Z.of_nat n + 1) = 0%Z) by (unfold apart; destruct (Z_le_dec _ _); lia).
  assert (E : cell wider step (Z.of_nat n + 1) (Z.of_nat n + 1) = exp epsilon * cell wider step 0 (Z.of_nat n + 1)).
  { rewrite !cell_value, A, A' by easy. replace (exp epsilon * ((1 - exp (- step / wider)) / 2 * exp (- (IZR (Z.of_nat n + 1) * step) / wider)))
      with ((1 - exp (- step / wider)) / 2 * (exp epsilon * exp (- (IZR (Z.of_nat n + 1) * step) / wider))) by ring.
    f_equal. rewrite <- exp_plus. f_equal. rewrite plus_IZR, <- INR_IZR_INZ. unfold wider. unfold Delta in *. field. repeat split; nra. }
  rewrite E. replace (K_laplace__published epsilon) with (epsilon + epsilon) by (unfold K_laplace__published; field).
  rewrite exp_plus. ring.
Qed.
