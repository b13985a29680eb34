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

(** No event gains more than our number on the neighbour, and the outcomes that are more than lamda times as likely gain all
    of it; so it is the smallest delta for this pair. `stick` is the sum over the outputs. Only: finitely many outputs, and
    one pair of data sets in one direction. *)
Theorem B_hockey : forall (O : Type) (outputs : list O) (stick : R -> R -> R -> R) (p q lamda : R) (P P' : O -> R),
  stick p q lamda = total (fun x => Rmax 0 (P x - lamda * P' x)) outputs -> B_hockey__if_lamda lamda ->
  (forall E, chance outputs P E - lamda * chance outputs P' E <= B_hockey__ours stick p q lamda) /\
  (forall delta, hides outputs (ln lamda) delta P P' <-> B_hockey__ours stick p q lamda <= delta).
Proof.
  intros O outputs stick p q lamda P P' S L. unfold B_hockey__if_lamda in L.
  replace (B_hockey__ours stick p q lamda) with (total (fun x => Rmax 0 (P x - lamda * P' x)) outputs)
    by (unfold B_hockey__ours; rewrite S; field).
  assert (G : forall E, chance outputs P E - lamda * chance outputs P' E = total (fun x => if E x then P x - lamda * P' x else 0) outputs).
  { intros E. unfold chance. rewrite <- total_scale, <- total_minus. apply total_ext. intros x _. destruct (E x); ring. }
  assert (A : forall E, chance outputs P E - lamda * chance outputs P' E <= total (fun x => Rmax 0 (P x - lamda * P' x)) outputs).
  { intros E. rewrite G. apply total_le. intros x _. destruct (E x); [apply Rmax_r|apply Rmax_l]. }
  split; [exact A|]. intros delta. unfold hides. rewrite exp_ln by lra. split.
  - intros H. specialize (H (fun x => if Rlt_dec (lamda * P' x) (P x) then true else false)).
    apply Rle_trans with (total (fun x => if (if Rlt_dec (lamda * P' x) (P x) then true else false) then P x - lamda * P' x else 0) outputs).
    + apply total_le. intros x _. unfold Rmax. destruct (Rlt_dec _ _), (Rle_dec _ _); lra.
    + rewrite <- (G (fun x => if Rlt_dec (lamda * P' x) (P x) then true else false)). lra.
  - intros H E. specialize (A E). lra.
Qed.

(** Those outcomes gain all of it. *)
Theorem B_hockey_attained : forall (O : Type) (outputs : list O) (stick : R -> R -> R -> R) (p q lamda : R) (P P' : O -> R),
  stick p q lamda = total (fun x => Rmax 0 (P x - lamda * P' x)) outputs ->
  let best x := if Rlt_dec (lamda * P' x) (P x) then true else false in
  chance outputs P best - lamda * chance outputs P' best = B_hockey__ours stick p q lamda.
Proof.
  intros O outputs stick p q lamda P P' S best.
  replace (B_hockey__ours stick p q lamda) with (total (fun x => Rmax 0 (P x - lamda * P' x)) outputs)
    by (unfold B_hockey__ours; rewrite S; field). unfold chance.
  rewrite <- total_scale, <- total_minus. apply total_ext. intros x _. unfold best, Rmax.
  destruct (Rlt_dec _ _), (Rle_dec _ _); lra.
Qed.
