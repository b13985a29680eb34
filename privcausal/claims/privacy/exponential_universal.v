(* Every private mechanism is an exponential mechanism. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

(* How much likelier one data set makes an output than another, as a logarithm. *)
Definition log_ratio {D O : Type} (M : D -> O -> R) (base_set d : D) (r : O) : R := ln (M d r / M base_set r).

Lemma chance_of_one : forall {O} (same : O -> O -> bool) (outputs : list O) p r,
  (forall a b, same a b = true <-> a = b) -> NoDup outputs -> In r outputs -> chance outputs p (same r) = p r.
Proof.
  intros O same outputs p r S D K. unfold chance. induction outputs as [|a l IH]; [destruct K|].
  rewrite total_cons. inversion D as [|? ? F D']; subst. destruct K as [->|K].
  - assert (same r r = true) by now apply S. rewrite H.
    rewrite (total_ext _ (fun _ => 0)); [rewrite total_const; ring|]. intros b Kb.
    destruct (same r b) eqn:Z; [|easy]. apply S in Z. now subst.
  - destruct (same r a) eqn:Z; [apply S in Z; now subst|]. rewrite IH by easy. ring.
Qed.

(** Choosing at rate 1 by the log ratio is the mechanism itself, and between neighbours each score moves by at most
    that. Only: finitely many outputs, each of them possible. *)
Theorem X_universal : forall (D O : Type) (near : D -> D -> Prop) (same : O -> O -> bool) (outputs : list O)
  (epsilon : R) (M : D -> O -> R) (base_set : D),
  (forall a b, same a b = true <-> a = b) -> NoDup outputs -> (forall d d', near d d' -> near d' d) ->
  X_universal__if_epsilon epsilon -> (forall d, law outputs (M d)) -> (forall d r, In r outputs -> 0 < M d r) ->
  private near outputs epsilon 0 M ->
  (forall d r, In r outputs -> choose outputs 1 (log_ratio M base_set d) (M base_set) r = M d r) /\
  (forall d d' r, near d d' -> In r outputs ->
    Rabs (log_ratio M base_set d r - log_ratio M base_set d' r) <= X_universal__published epsilon).
Proof.
  intros D O near same outputs epsilon M base_set S N sym e L P H.
  assert (W : forall d r, In r outputs -> weight 1 (log_ratio M base_set d) (M base_set) r = M d r).
  { intros d r K. unfold weight, log_ratio. pose proof (P d r K). pose proof (P base_set r K).
    rewrite Rmult_1_l, exp_ln by (now apply Rdiv_lt_0_compat). field. lra. }
  split.
  - intros d r K. unfold choose. rewrite W by easy. rewrite (total_ext _ (M d)) by (intros; now apply W).
    destruct (L d) as [_ ->]. field.
  - assert (G : forall d d' r, near d d' -> In r outputs -> log_ratio M base_set d r - log_ratio M base_set d' r <= epsilon).
    { intros d d' r near_ K. unfold log_ratio. pose proof (P d r K). pose proof (P d' r K). pose proof (P base_set r K).
      rewrite !ln_div by easy. specialize (H d d' near_ (same r)). rewrite !(chance_of_one same) in H by easy.
      assert (ln (M d r) <= ln (exp epsilon * M d' r)).
      { destruct H as [H|H]; [left; apply ln_increasing; lra|right; f_equal; lra]. }
      rewrite ln_mult, ln_exp in H3 by (try apply exp_pos; easy). lra. }
    intros d d' r near_ K. replace (X_universal__published epsilon) with epsilon by (unfold X_universal__published; field).
    apply Rabs_le. pose proof (G d d' r near_ K). pose proof (G d' d r (sym d d' near_) K). lra.
Qed.

(* A coin that shows the truth exp(epsilon) times as often as not. *)
Definition response (epsilon : R) (truth r : bool) : R :=
  if Bool.eqb truth r then exp epsilon / (1 + exp epsilon) else 1 / (1 + exp epsilon).

(** Randomised response reaches it. *)
Theorem X_universal_attained : forall epsilon : R, X_universal__if_epsilon epsilon ->
  (forall d, law [true; false] (response epsilon d)) /\
  private (fun d d' => d <> d') [true; false] epsilon 0 (response epsilon) /\
  Rabs (log_ratio (response epsilon) true true true - log_ratio (response epsilon) true false true)
    = X_universal__published epsilon.
Proof.
  intros epsilon e. unfold X_universal__if_epsilon in e. pose proof (exp_pos epsilon) as X.
  assert (X1 : 1 < exp epsilon) by (rewrite <- exp_0; now apply exp_increasing).
  assert (i : 0 < / (1 + exp epsilon)) by (apply Rinv_0_lt_compat; lra).
  assert (xi : / (1 + exp epsilon) < exp epsilon * / (1 + exp epsilon)) by nra.
  assert (xxi : exp epsilon * / (1 + exp epsilon) < exp epsilon * (exp epsilon * / (1 + exp epsilon))) by nra. split; [|split].
  - intros d. split; [intros r _; unfold response, Rdiv; destruct (Bool.eqb d r); lra|].
    destruct d; cbv [total sum map response Bool.eqb]; field; lra.
  - intros d d' _. apply pointwise_hides. intros r _. unfold response, Rdiv. destruct (Bool.eqb d r), (Bool.eqb d' r); lra.
  - unfold log_ratio, response. cbn [Bool.eqb]. rewrite <- ln_div.
    + replace (exp epsilon / (1 + exp epsilon) / (exp epsilon / (1 + exp epsilon)) /
        (1 / (1 + exp epsilon) / (exp epsilon / (1 + exp epsilon)))) with (exp epsilon) by (field; lra).
      rewrite ln_exp, Rabs_pos_eq by lra. unfold X_universal__published. field.
    + unfold Rdiv. repeat apply Rmult_lt_0_compat; try lra. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
    + unfold Rdiv. repeat apply Rmult_lt_0_compat; try lra. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
Qed.
