(* What is left of a covariance when functions of the strata are taken off. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* The mean under a law. *)
Definition mean_under {O : Type} (outcomes : list O) (p f : O -> R) : R := total (fun o => p o * f o) outcomes.

(* U is the mean of u within strata: no function of the stratum sees a difference. *)
Definition mean_within {O S : Type} (outcomes : list O) (p : O -> R) (stratum : O -> S) (u : O -> R) (U : S -> R) : Prop :=
  forall f : S -> R, mean_under outcomes p (fun o => u o * f (stratum o)) = mean_under outcomes p (fun o => U (stratum o) * f (stratum o)).

(** What is left is the mean covariance within strata plus the mean product of the two errors, whatever the functions.
    Only: finitely many outcomes, and the identity, not what follows from it. *)
Theorem B_once_test : forall (O S : Type) (outcomes : list O) (p u v : O -> R) (stratum : O -> S) (U V g h : S -> R),
  mean_within outcomes p stratum u U -> mean_within outcomes p stratum v V ->
  let E := mean_under outcomes p in
  B_once_test__left (E (fun o => u o * v o)) (E (fun o => u o * h (stratum o))) (E (fun o => g (stratum o) * v o))
    (E (fun o => g (stratum o) * h (stratum o))) =
  E (fun o => (u o - U (stratum o)) * (v o - V (stratum o)))
    + E (fun o => (U (stratum o) - g (stratum o)) * (V (stratum o) - h (stratum o))).
Proof.
  intros O S outcomes p u v stratum U V g h HU HV E. unfold B_once_test__left.
  pose proof (HU h) as A. pose proof (HV g) as B. pose proof (HU V) as C. pose proof (HV U) as D.
  assert (P : forall a b, E (fun o => a o + b o) = E a + E b).
  { intros. unfold E, mean_under. rewrite <- total_plus. apply total_ext. intros; ring. }
  assert (M : forall a, E (fun o => - a o) = - E a).
  { intros. unfold E, mean_under. replace (- total (fun o => p o * a o) outcomes) with (-1 * total (fun o => p o * a o) outcomes) by ring.
    rewrite <- total_scale. apply total_ext. intros; ring. }
  assert (X : forall a b, (forall o, a o = b o) -> E a = E b).
  { intros a b H. unfold E, mean_under. apply total_ext. intros; now rewrite H. }
  unfold mean_within in *. fold E in A, B, C, D.
  rewrite (X (fun o => (u o - U (stratum o)) * (v o - V (stratum o)))
    (fun o => u o * v o + (- (u o * V (stratum o)) + (- (v o * U (stratum o)) + U (stratum o) * V (stratum o))))) by (intros; ring).
  rewrite (X (fun o => (U (stratum o) - g (stratum o)) * (V (stratum o) - h (stratum o)))
    (fun o => U (stratum o) * V (stratum o) + (- (U (stratum o) * h (stratum o)) + (- (V (stratum o) * g (stratum o))
      + g (stratum o) * h (stratum o))))) by (intros; ring).
  rewrite !P, !M, A, C, D. rewrite (X (fun o => g (stratum o) * v o) (fun o => v o * g (stratum o))) by (intros; ring). rewrite B.
  rewrite (X (fun o => V (stratum o) * U (stratum o)) (fun o => U (stratum o) * V (stratum o))) by (intros; ring).
  field.
Qed.

(** It speaks about something: two strata of two outcomes each, in which u and v agree, and functions that are wrong by 1
    and by 2. The covariances within strata are 1, and the mean product of the errors is 2. *)
Theorem B_once_test_instance : let outcomes := [(true, true); (true, false); (false, true); (false, false)] in
  let p (_ : bool * bool) := 1 / 4 in
  let u (o : bool * bool) := (if fst o then 1 else -1) + (if snd o then 1 else 0) in let U (s : bool) := if s then 1 else 0 in
  let g (s : bool) := U s + 1 in let h (s : bool) := U s + 2 in let E := mean_under outcomes p in
  mean_within outcomes p snd u U /\ g true <> U true /\
  B_once_test__left (E (fun o => u o * u o)) (E (fun o => u o * h (snd o))) (E (fun o => g (snd o) * u o))
    (E (fun o => g (snd o) * h (snd o))) = 1 + 1 * 2.
Proof.
  intros outcomes p u U g h E. split; [|split].
  - intros f. unfold mean_under, total, outcomes, p, u, U; cbn. field.
  - unfold g, U. lra.
  - unfold E, mean_under, total, outcomes, p, u, g, h, U, B_once_test__left; cbn. field.
Qed.
