(* What is true of every promise: single outputs, functions of outputs, several releases. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* The event that gains most. *)
Definition gains {O} epsilon (p p' : O -> R) (r : O) : bool := if Rlt_dec (exp epsilon * p' r) (p r) then true else false.

(* What holds for all events holds for all functions between 0 and 1. *)
Lemma hides_functions : forall {O} (outputs : list O) epsilon delta p p' (f : O -> R),
  hides outputs epsilon delta p p' -> (forall r, In r outputs -> 0 <= f r <= 1) ->
  total (fun r => p r * f r) outputs <= exp epsilon * total (fun r => p' r * f r) outputs + delta.
Proof.
  intros O outputs epsilon delta p p' f H F. specialize (H (gains epsilon p p')). unfold chance in H.
  rewrite <- total_scale in *.
  assert (G : total (fun r => p r * f r) outputs - total (fun r => exp epsilon * (p' r * f r)) outputs <=
    total (fun r => if gains epsilon p p' r then p r else 0) outputs
    - total (fun r => exp epsilon * (if gains epsilon p p' r then p' r else 0)) outputs).
  { rewrite <- !total_minus. apply total_le. intros r K. specialize (F r K). unfold gains.
    destruct (Rlt_dec _ _); nra. }
  lra.
Qed.

Lemma chance_as_function : forall {O} (outputs : list O) p E,
  chance outputs p E = total (fun r => p r * (if E r then 1 else 0)) outputs.
Proof. intros; unfold chance; apply total_ext; intros r _; destruct (E r); ring. Qed.

Lemma chance_of_law : forall {O} (outputs : list O) p E, law outputs p -> 0 <= chance outputs p E <= 1.
Proof.
  intros O outputs p E [P T]. unfold chance. split.
  - apply total_nonneg. intros r K. destruct (E r); [now apply P|lra].
  - rewrite <- T. apply total_le. intros r K. specialize (P r K). destruct (E r); lra.
Qed.

Lemma chance_through : forall {O O'} (outputs : list O) (outputs' : list O') K p E,
  chance outputs' (through outputs K p) E = total (fun r => p r * chance outputs' (K r) E) outputs.
Proof.
  intros. unfold through. rewrite chance_as_function.
  rewrite (total_ext _ (fun s => total (fun r => p r * (K r s * (if E s then 1 else 0))) outputs)).
  - rewrite total_swap. apply total_ext. intros r _. rewrite chance_as_function, <- total_scale.
    now apply total_ext.
  - intros s _. rewrite Rmult_comm, <- total_scale. apply total_ext. intros; ring.
Qed.

Lemma processed_hides : forall {O O'} (outputs : list O) (outputs' : list O') K epsilon delta p p',
  (forall r, In r outputs -> law outputs' (K r)) -> hides outputs epsilon delta p p' ->
  hides outputs' epsilon delta (through outputs K p) (through outputs K p').
Proof.
  intros O O' outputs outputs' K epsilon delta p p' L H E. rewrite !chance_through.
  apply hides_functions; [easy|]. intros; now apply chance_of_law, L.
Qed.

Lemma total_product : forall {A B} (f : A * B -> R) l l',
  total f (list_prod l l') = total (fun a => total (fun b => f (a, b)) l') l.
Proof.
  intros; induction l as [|a l IH]; [reflexivity|]. cbn [list_prod]. rewrite total_app, total_map, IH.
  now rewrite total_cons.
Qed.

Lemma chance_product : forall {O O'} (outputs : list O) (outputs' : list O') p q E,
  chance (list_prod outputs outputs') (and_then p q) E =
  total (fun r => p r * chance outputs' (q r) (fun s => E (r, s))) outputs.
Proof.
  intros. unfold chance. rewrite total_product. apply total_ext. intros r _.
  rewrite <- total_scale. apply total_ext. intros s _. unfold and_then; cbn. destruct (E (r, s)); ring.
Qed.

Lemma law_product : forall {O O'} (outputs : list O) (outputs' : list O') p q, law outputs p ->
  (forall r, In r outputs -> law outputs' (q r)) -> law (list_prod outputs outputs') (and_then p q).
Proof.
  intros O O' outputs outputs' p q [P T] Q. split.
  - intros [r s] K. apply in_prod_iff in K as [Kr Ks]. unfold and_then; cbn.
    apply Rmult_le_pos; [now apply P|now apply Q].
  - rewrite total_product, <- T. apply total_ext. intros r K. unfold and_then; cbn.
    rewrite total_scale. destruct (Q r K) as [_ ->]. ring.
Qed.

(* Basic composition; the second release may depend on the first. *)
Lemma composed : forall {O O'} (outputs : list O) (outputs' : list O') e d e' d' p p' q q',
  law outputs p -> law outputs p' -> (forall r, In r outputs -> law outputs' (q r) /\ law outputs' (q' r)) -> 0 <= e' -> 0 <= d' ->
  hides outputs e d p p' -> (forall r, In r outputs -> hides outputs' e' d' (q r) (q' r)) ->
  hides (list_prod outputs outputs') (e + e') (d + d') (and_then p q) (and_then p' q').
Proof.
  intros O O' outputs outputs' e d e' d' p p' q q' [P T] [P' _] Q epos dpos H H' E. rewrite !chance_product.
  set (a := fun r => chance outputs' (q r) (fun s => E (r, s))).
  set (b := fun r => chance outputs' (q' r) (fun s => E (r, s))).
  assert (first : total (fun r => p r * a r) outputs <= total (fun r => p r * Rmin 1 (exp e' * b r)) outputs + d').
  { replace d' with (d' * total p outputs) by (rewrite T; ring). rewrite <- total_scale, <- total_plus.
    apply total_le. intros r K. pose proof (H' r K (fun s => E (r, s))) as S. fold (a r) (b r) in S.
    pose proof (chance_of_law outputs' (q r) (fun s => E (r, s)) (proj1 (Q r K))) as C. fold (a r) in C.
    specialize (P r K). unfold Rmin. destruct (Rle_dec _ _); nra. }
  assert (second : total (fun r => p r * Rmin 1 (exp e' * b r)) outputs <=
    exp e * total (fun r => p' r * Rmin 1 (exp e' * b r)) outputs + d).
  { apply hides_functions; [easy|]. intros r K.
    pose proof (chance_of_law outputs' (q' r) (fun s => E (r, s)) (proj2 (Q r K))) as C. fold (b r) in C.
    pose proof (exp_pos e'). split; [apply Rmin_glb; nra|apply Rmin_l]. }
  apply Rle_trans with (total (fun r => p r * Rmin 1 (exp e' * b r)) outputs + d'); [exact first|].
  fold a b. rewrite exp_plus, Rmult_assoc, <- (total_scale (exp e')).
  apply Rle_trans with (exp e * total (fun r => p' r * Rmin 1 (exp e' * b r)) outputs + d + d'); [lra|].
  assert (total (fun r => p' r * Rmin 1 (exp e' * b r)) outputs <= total (fun r => exp e' * (p' r * b r)) outputs).
  { apply total_le. intros r K. replace (exp e' * (p' r * b r)) with (p' r * (exp e' * b r)) by ring.
    apply Rmult_le_compat_l; [now apply P'|apply Rmin_r]. }
  fold b in H0. unfold b in H0 at 2. apply (Rmult_le_compat_l (exp e)) in H0; [|left; apply exp_pos]. lra.
Qed.
