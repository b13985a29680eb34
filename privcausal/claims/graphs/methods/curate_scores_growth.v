(* An iteration in which each step's noise fades: how precise its last iterate can be. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums vectors.
Import ListNotations.
Open Scope R_scope.

(* What is left in the last of so many iterates of the noise of step t. *)
Definition survives (q : R) (steps t : nat) : R := q ^ (steps - 1 - t).

(* Noise of precision p enters at each step; one over the variance of what is left of all of it. *)
Definition last_precision (q : R) (steps : nat) (p : nat -> R) : R :=
  / total (fun t => survives q steps t ^ 2 / p t) (seq 0 steps).

(* The function that the formula calls `powers`: 1 + q + ... with so many terms. *)
Definition sum_of_powers (powers : R -> R -> R) (q : R) (steps : nat) : Prop :=
  powers q (INR steps) = total (survives q steps) (seq 0 steps).

Lemma survives_positive : forall q steps t, 0 < q -> 0 < survives q steps t.
Proof. intros. now apply pow_lt. Qed.

Lemma sum_positive : forall q steps, 0 < q -> (1 <= steps)%nat -> 0 < total (survives q steps) (seq 0 steps).
Proof.
  intros q [|n] Q one; [lia|]. apply Rlt_le_trans with (survives q (S n) 0); [now apply survives_positive|].
  apply total_in; [intros; left; now apply survives_positive|now left].
Qed.

(** Whatever precisions the budget of 1 is divided into, that of the last iterate is at most the number printed.
    Only: the bound, and not that no other precisions attain it. *)
Theorem B_best_growth : forall (powers : R -> R -> R) (q : R) (steps : nat) (p : nat -> R),
  B_best_growth__if_q q -> (1 <= steps)%nat -> sum_of_powers powers q steps ->
  (forall t, (t < steps)%nat -> 0 < p t) -> total p (seq 0 steps) = 1 ->
  last_precision q steps p <= B_best_growth__ours powers q (INR steps).
Proof.
  intros powers q steps p [Q _] one F P T. unfold sum_of_powers in F.
  replace (B_best_growth__ours powers q (INR steps)) with (/ (powers q (INR steps)) ^ 2)
    by (unfold B_best_growth__ours; field; pose proof (sum_positive q steps Q one); lra).
  pose proof (sum_positive q steps Q one) as pos. rewrite <- F in pos.
  (* By the inequality of Cauchy and Schwarz, for what survives divided by the root of its precision, and this root. *)
  pose proof (cauchy (seq 0 steps) (fun t => survives q steps t / sqrt (p t)) (fun t => sqrt (p t))) as C. unfold dot in C.
  assert (R0 : forall t, In t (seq 0 steps) -> 0 < sqrt (p t) /\ sqrt (p t) * sqrt (p t) = p t).
  { intros t K. apply in_seq in K. specialize (P t ltac:(lia)). split; [now apply sqrt_lt_R0|apply sqrt_sqrt; lra]. }
  rewrite (total_ext _ (survives q steps)) in C by (intros t K; destruct (R0 t K); field; lra).
  rewrite (total_ext (fun t => survives q steps t / sqrt (p t) * (survives q steps t / sqrt (p t))) (fun t => survives q steps t ^ 2 / p t)) in C.
  2: { intros t K. destruct (R0 t K) as [r s]. rewrite <- s at 3. field. lra. }
  rewrite (total_ext (fun t => sqrt (p t) * sqrt (p t)) p) in C by (intros t K; now apply R0). rewrite T, <- F in C.
  unfold last_precision. apply Rinv_le_contravar; [nra|lra].
Qed.

(** It is attained by the shares printed, which use up the budget. *)
Theorem B_best_growth_attained : forall (powers : R -> R -> R) (q : R) (steps : nat), 0 < q -> (1 <= steps)%nat ->
  sum_of_powers powers q steps -> exists p : nat -> R, total p (seq 0 steps) = 1 /\
  (forall t, (t < steps)%nat -> p t = B_best_growth__share powers q (INR steps) (INR t)) /\
  last_precision q steps p = B_best_growth__ours powers q (INR steps).
Proof.
  intros powers q steps Q one F. unfold sum_of_powers in F. pose proof (sum_positive q steps Q one) as pos. rewrite <- F in pos.
  set (z := powers q (INR steps)) in *. exists (fun t => survives q steps t / z). split; [|split].
  - rewrite (total_ext _ (fun t => / z * survives q steps t)) by (intros; field; lra). rewrite total_scale, <- F. field. lra.
  - intros t L. unfold B_best_growth__share, survives. rewrite <- Rpower_pow, !minus_INR by (easy || lia). reflexivity.
  - unfold last_precision. rewrite (total_ext _ (fun t => z * survives q steps t)).
    2: { intros t _. pose proof (survives_positive q steps t Q). field. lra. }
    rewrite total_scale, <- F. unfold B_best_growth__ours. fold z. field. lra.
Qed.
