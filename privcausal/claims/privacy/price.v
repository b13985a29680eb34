(* What a promise means: post-processing. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

(** Whatever random function is applied to the output, the delta that is needed is at most that multiple of the one
    before. Only: finitely many outputs. *)
Theorem B_post : forall (O O' : Type) (outputs : list O) (outputs' : list O') (K : O -> O' -> R) epsilon delta p p',
  (forall r, In r outputs -> law outputs' (K r)) -> hides outputs epsilon delta p p' ->
  hides outputs' epsilon (B_post__published * delta) (through outputs K p) (through outputs K p').
Proof.
  intros. replace (B_post__published * delta) with delta by (unfold B_post__published; field).
  now apply processed_hides.
Qed.

(** A function that changes nothing needs all of it. *)
Theorem B_post_attained : forall less, less < B_post__published -> exists p p' K : bool -> _,
  law [true; false] p /\ law [true; false] p' /\ (forall r, law [true; false] (K r)) /\
  hides [true; false] 0 1 p p' /\
  ~ hides [true; false] 0 (less * 1) (through [true; false] K p) (through [true; false] K p').
Proof.
  intros less H.
  exists (fun r : bool => if r then 1 else 0), (fun r : bool => if r then 0 else 1),
    (fun r s : bool => if Bool.eqb r s then 1 else 0).
  repeat split; try (intros [|] _; cbn; lra); try (cbn; lra).
  - intros [|] _; destruct r; cbn; lra.
  - destruct r; cbn; lra.
  - intros E. cbv [chance total sum map]. rewrite exp_0. destruct (E true), (E false); lra.
  - intros N. specialize (N (fun r => r)). cbv [chance total sum map through Bool.eqb] in N. rewrite exp_0 in N.
    assert (1 <= less) by lra. unfold B_post__published in H. lra.
Qed.
