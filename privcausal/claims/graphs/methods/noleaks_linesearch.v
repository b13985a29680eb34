(* An objective that is evaluated without noise on the first of the records. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* What is computed without noise from the first m records: whether one of them is marked. *)
Definition told_of_first (m : nat) (l : list bool) (r : bool) : R := if Bool.eqb r (existsb (fun b => b) (firstn m l)) then 1 else 0.

(** No release at all needs more than a delta of 1, at any epsilon. Only: finitely many outputs; that nothing less
    will do is the next theorem. *)
Theorem C_linesearch : forall (O : Type) (outputs : list O) (epsilon : R) (p p' : O -> R), law outputs p -> law outputs p' ->
  hides outputs epsilon C_linesearch__ours p p'.
Proof.
  intros O outputs epsilon p p' L L' E. replace C_linesearch__ours with 1 by (unfold C_linesearch__ours; field).
  assert (B : forall q, law outputs q -> 0 <= chance outputs q E <= 1).
  { intros q [P T]. unfold chance. split.
    - apply total_nonneg. intros r K. destruct (E r); [now apply P|lra].
    - rewrite <- T. apply total_le. intros r K. specialize (P r K). destruct (E r); lra. }
  pose proof (B p L). pose proof (B p' L'). pose proof (exp_pos epsilon). nra.
Qed.

(** What is told of the first of n records without noise needs all of it at the epsilon that is booked. Only: told is
    whether one of them has a property, in place of an objective. *)
Theorem C_linesearch_attained : forall m n : nat, (1 <= m <= n)%nat -> exists l l' : list bool, neighbours l l' /\ length l = n /\
  (forall d, law [true; false] (told_of_first m d)) /\
  chance [true; false] (told_of_first m l) (fun r => r) =
    exp (C_linesearch__booked (INR n) (INR m)) * chance [true; false] (told_of_first m l') (fun r => r) + C_linesearch__ours.
Proof.
  intros m n [m1 mn]. destruct n as [|n]; [lia|]. destruct m as [|m]; [lia|].
  exists (true :: repeat false n), (false :: repeat false n). split; [exact (replaced [] true false (repeat false n))|].
  split; [cbn; now rewrite repeat_length|].
  assert (Z : forall k j, existsb (fun b => b) (firstn j (repeat false k)) = false).
  { induction k as [|k IH]; intros [|j]; cbn; auto. }
  split.
  - intros d. unfold told_of_first. split; [intros [|] _; destruct (Bool.eqb _ _); lra|].
    cbv [total sum map]. destruct (existsb _ _); cbn; ring.
  - unfold told_of_first. cbn [firstn existsb orb]. rewrite Z. cbv [chance total sum map Bool.eqb]. unfold C_linesearch__ours. field.
Qed.
