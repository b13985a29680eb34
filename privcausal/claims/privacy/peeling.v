(* Choices one after the other, each by score and among those that the earlier choices left. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws moments.
Import ListNotations.
Open Scope R_scope.

(* A choice at rate epsilon / 2 Delta from a list of outputs, with scores q here and q' on the neighbour. *)
Definition choices_by_score {O : Type} (epsilon Delta : R) (outputs : list O) (p p' : O -> R) : Prop :=
  exists q q' mu : O -> R, outputs <> [] /\ (forall r, In r outputs -> 0 < mu r) /\
    (forall r, In r outputs -> Rabs (q r - q' r) <= Delta) /\
    (forall r, In r outputs -> p r = choose outputs (epsilon / (2 * Delta)) q mu r) /\
    (forall r, In r outputs -> p' r = choose outputs (epsilon / (2 * Delta)) q' mu r).

Lemma choice_full : forall {O} (outputs : list O) e q mu p, outputs <> [] -> (forall r, In r outputs -> 0 < mu r) ->
  (forall r, In r outputs -> p r = choose outputs e q mu r) -> full_law outputs p.
Proof.
  intros O outputs e q mu p N M P. assert (B : base outputs mu).
  { split; [intros r K; left; now apply M|]. destruct outputs as [|r l]; [easy|]. rewrite total_cons.
    pose proof (M r (or_introl eq_refl)). assert (0 <= total mu l); [|lra]. apply total_nonneg. intros s K. left. apply M. now right. }
  pose proof (weights_positive outputs e q mu B) as W. split.
  - intros r K. rewrite (P r K). unfold choose. apply Rdiv_lt_0_compat; [|easy]. unfold weight. apply Rmult_lt_0_compat; [apply exp_pos|now apply M].
  - rewrite (total_ext p (fun r => / total (weight e q mu) outputs * weight e q mu r)).
    + rewrite (total_scale _ (weight e q mu)). field. lra.
    + intros r K. rewrite (P r K). unfold choose. field. lra.
Qed.

Lemma choice_concentrated : forall {O} (outputs : list O) epsilon Delta p p', 0 < epsilon -> 0 < Delta ->
  choices_by_score epsilon Delta outputs p p' ->
  full_law outputs p /\ full_law outputs p' /\ concentrated outputs (epsilon ^ 2 / 8) p p'.
Proof.
  intros O outputs epsilon Delta p p' e D [q [q' [mu [N [M [S [P P']]]]]]].
  assert (F : full_law outputs p) by now apply (choice_full outputs (epsilon / (2 * Delta)) q mu).
  assert (F' : full_law outputs p') by now apply (choice_full outputs (epsilon / (2 * Delta)) q' mu).
  split; [easy|]. split; [easy|].
  assert (B : base outputs mu).
  { split; [intros r K; left; now apply M|]. destruct outputs as [|r l]; [easy|]. rewrite total_cons.
    pose proof (M r (or_introl eq_refl)). assert (0 <= total mu l); [|lra]. apply total_nonneg. intros s K. left. apply M. now right. }
  set (c := epsilon / (2 * Delta)) in *.
  pose proof (weights_positive outputs c q mu B) as W. pose proof (weights_positive outputs c q' mu B) as W'.
  set (Z := total (weight c q mu) outputs) in *. set (Z' := total (weight c q' mu) outputs) in *.
  apply bounded_range with (exp (- epsilon / 2) * (Z' / Z)); auto.
  { apply Rmult_lt_0_compat; [apply exp_pos|now apply Rdiv_lt_0_compat]. }
  intros r K. rewrite (P r K), (P' r K). unfold choose. fold Z Z'. unfold weight. specialize (M r K).
  assert (X : c * q' r - epsilon / 2 <= c * q r <= c * q' r + epsilon / 2).
  { pose proof (abs_bounds _ _ (S r K)) as A. assert (c0 : 0 < c) by (apply Rdiv_lt_0_compat; lra).
    assert (cd : c * Delta = epsilon / 2) by (unfold c; field; lra). nra. }
  assert (i : 0 < mu r / Z) by now apply Rdiv_lt_0_compat.
  replace (exp (- epsilon / 2) * (Z' / Z) * (exp (c * q' r) * mu r / Z')) with (exp (- epsilon / 2) * exp (c * q' r) * (mu r / Z)) by (field; lra).
  replace (exp (- epsilon / 2) * (Z' / Z) * exp epsilon * (exp (c * q' r) * mu r / Z')) with
    (exp (- epsilon / 2) * exp epsilon * exp (c * q' r) * (mu r / Z)) by (field; lra).
  replace (exp (c * q r) * mu r / Z) with (exp (c * q r) * (mu r / Z)) by (field; lra).
  rewrite <- !exp_plus. split; apply Rmult_le_compat_r; try lra; apply exp_le; lra.
Qed.

(* At most so many choices, whichever the outcomes before. *)
Fixpoint peels {O : Type} (epsilon Delta : R) (count : nat) (t : @releases O) : Prop :=
  match t with
  | stop => True
  | ask outputs p p' next => match count with
      | 0%nat => False
      | S rest => choices_by_score epsilon Delta outputs p p' /\ forall r, In r outputs -> peels epsilon Delta rest (next r)
      end
  end.

Lemma peels_within : forall {O} epsilon Delta (t : @releases O) count, 0 < epsilon -> 0 < Delta -> peels epsilon Delta count t ->
  within_rho (INR count * epsilon ^ 2 / 8) t.
Proof.
  intros O epsilon Delta t; induction t as [|outputs p p' next IH]; intros count e D H.
  - cbn. pose proof (pos_INR count). unfold Rdiv. repeat apply Rmult_le_pos; nra.
  - destruct count as [|count]; [destruct H|]. destruct H as [C N]. cbn [within_rho]. exists (epsilon ^ 2 / 8). rewrite S_INR.
    pose proof (pos_INR count). destruct (choice_concentrated outputs epsilon Delta p p' e D C) as [F [F' G]].
    split; [nra|]. split; [easy|]. split; [easy|]. split; [easy|]. intros r K.
    replace ((INR count + 1) * epsilon ^ 2 / 8 - epsilon ^ 2 / 8) with (INR count * epsilon ^ 2 / 8) by field. now apply IH, N.
Qed.

(** All choices together are zero-concentrated: the Renyi divergence of each order alpha of all that is chosen is at
    most our number times alpha. Only: finitely many outputs. *)
Theorem B_peel : forall (O : Type) (epsilon Delta : R) (count : nat) (t : @releases O), B_peel__if_epsilon epsilon -> 0 < Delta ->
  B_peel__if_count (INR count) -> peels epsilon Delta count t ->
  forall alpha, 1 < alpha -> ln (moment alpha t) / (alpha - 1) <= B_peel__ours (INR count) epsilon * alpha.
Proof.
  intros O epsilon Delta count t e D _ H alpha A. unfold B_peel__if_epsilon in e.
  pose proof (peels_within epsilon Delta t count e D H) as W.
  pose proof (moment_within t _ alpha A W) as M. pose proof (moment_pos t alpha (within_full t _ W)) as P.
  replace (B_peel__ours (INR count) epsilon) with (INR count * epsilon ^ 2 / 8) by (unfold B_peel__ours; field).
  assert (L : ln (moment alpha t) <= alpha * (alpha - 1) * (INR count * epsilon ^ 2 / 8)).
  { rewrite <- (ln_exp (alpha * (alpha - 1) * (INR count * epsilon ^ 2 / 8))).
    destruct M as [M|M]; [left; now apply ln_increasing|rewrite M; lra]. }
  apply Rmult_le_reg_r with (alpha - 1); [lra|].
  replace (ln (moment alpha t) / (alpha - 1) * (alpha - 1)) with (ln (moment alpha t)) by (field; lra). lra.
Qed.

(** Two choices out of three, of which the scores move in opposite directions. *)
Theorem B_peel_instance : forall epsilon Delta : R, 0 < epsilon -> 0 < Delta ->
  let q (r : nat) := match r with 0%nat => Delta | _ => 0 end in let q' (r : nat) := match r with 1%nat => Delta | _ => 0 end in
  let left r := filter (fun s => negb (Nat.eqb r s)) [0; 1; 2]%nat in
  let among l := choose l (epsilon / (2 * Delta)) q (fun _ => 1) in let among' l := choose l (epsilon / (2 * Delta)) q' (fun _ => 1) in
  peels epsilon Delta 2 (ask [0; 1; 2]%nat (among [0; 1; 2]%nat) (among' [0; 1; 2]%nat)
    (fun r => ask (left r) (among (left r)) (among' (left r)) (fun _ => stop))).
Proof.
  intros epsilon Delta e D q q' left among among'.
  assert (S : forall r, Rabs (q r - q' r) <= Delta).
  { intros [|[|r]]; unfold q, q', Rabs; destruct (Rcase_abs _); lra. }
  assert (C : forall l, l <> [] -> choices_by_score epsilon Delta l (among l) (among' l)).
  { intros l N. exists q, q', (fun _ => 1). repeat split; auto. intros; lra. }
  cbn [peels]. split; [apply C; easy|]. intros r K. split; [|easy]. apply C.
  destruct K as [<-|[<-|[<-|[]]]]; unfold left; cbn; easy.
Qed.
