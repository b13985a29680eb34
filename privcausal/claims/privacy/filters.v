(* Releases one after the other, each chosen in the light of all earlier ones, within a budget. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

Lemma released_nonneg : forall {O} (t : @releases O) budget here E, within budget t -> 0 <= released here t E <= 1.
Proof.
  intros O t; induction t as [|outputs p p' next IH]; intros budget here E W.
  - cbn. destruct (E nil); lra.
  - cbn in W. destruct W as [price [_ [[P T] [[P' T'] [_ W]]]]]. cbn [released]. split.
    + apply total_nonneg. intros r K. apply Rmult_le_pos; [destruct here; auto|].
      now apply (IH r (budget - price)), W.
    + apply Rle_trans with (total (if here then p else p') outputs); [|destruct here; lra].
      apply total_le. intros r K. pose proof (IH r (budget - price) here (fun rest => E (r :: rest)) (W r K)).
      specialize (P r K). specialize (P' r K). destruct here; nra.
Qed.

Lemma released_within : forall {O} (t : @releases O) budget E, within budget t ->
  released true t E <= exp budget * released false t E.
Proof.
  intros O t; induction t as [|outputs p p' next IH]; intros budget E W.
  - cbn in *. pose proof (exp_le 0 budget W) as H. rewrite exp_0 in H. destruct (E nil); lra.
  - cbn in W. destruct W as [price [[p0 p1] [[P T] [[P' T'] [H W]]]]]. cbn [released].
    set (a := fun r => released true (next r) (fun rest => E (r :: rest))).
    set (b := fun r => released false (next r) (fun rest => E (r :: rest))).
    assert (A : forall r, In r outputs -> a r <= Rmin 1 (exp (budget - price) * b r)).
    { intros r K. apply Rmin_glb; [now apply (released_nonneg (next r) (budget - price)), W|]. now apply IH, W. }
    assert (B : forall r, In r outputs -> 0 <= Rmin 1 (exp (budget - price) * b r) <= 1).
    { intros r K. split; [|apply Rmin_l]. apply Rmin_glb; [lra|]. apply Rmult_le_pos; [left; apply exp_pos|].
      now apply (released_nonneg (next r) (budget - price)), W. }
    pose proof (hides_functions outputs price 0 p p' _ H B) as F. rewrite Rplus_0_r in F.
    apply Rle_trans with (total (fun r => p r * Rmin 1 (exp (budget - price) * b r)) outputs).
    { apply total_le. intros r K. apply Rmult_le_compat_l; [now apply P|now apply A]. }
    eapply Rle_trans; [exact F|].
    assert (S : exp budget = exp price * exp (budget - price)) by (rewrite <- exp_plus; f_equal; ring).
    rewrite S, Rmult_assoc.
    apply Rmult_le_compat_l; [left; apply exp_pos|]. rewrite <- total_scale. apply total_le. intros r K. fold (b r).
    pose proof (Rmin_r 1 (exp (budget - price) * b r)) as G. specialize (P' r K).
    replace (exp (budget - price) * (p' r * b r)) with (p' r * (exp (budget - price) * b r)) by ring.
    now apply Rmult_le_compat_l.
Qed.

(** However the releases and their prices are chosen, all together keep the promise for all events, as long as none is
    made that would exceed the budget. Only: releases with finitely many outputs. *)
Theorem B_filter_pure : forall (O : Type) (epsilon : R) (t : @releases O), B_filter_pure__if_epsilon epsilon ->
  within epsilon t -> forall E, released true t E <= exp (B_filter_pure__ours epsilon) * released false t E.
Proof.
  intros O epsilon t _ W E. replace (B_filter_pure__ours epsilon) with epsilon by (unfold B_filter_pure__ours; field).
  now apply released_within.
Qed.

(** One release that spends everything reaches it. *)
Theorem B_filter_pure_attained : forall epsilon : R, B_filter_pure__if_epsilon epsilon ->
  exists (t : @releases bool) (E : list bool -> bool), within epsilon t /\ 0 < released false t E /\
  released true t E = exp (B_filter_pure__ours epsilon) * released false t E.
Proof.
  intros epsilon e. unfold B_filter_pure__if_epsilon in e. pose proof (exp_pos epsilon) as X.
  assert (X1 : 1 < exp epsilon) by (rewrite <- exp_0; now apply exp_increasing).
  assert (i : 0 < / (1 + exp epsilon)) by (apply Rinv_0_lt_compat; lra).
  assert (xi : / (1 + exp epsilon) < exp epsilon * / (1 + exp epsilon)) by nra.
  assert (xxi : exp epsilon * / (1 + exp epsilon) < exp epsilon * (exp epsilon * / (1 + exp epsilon))) by nra.
  exists (ask [true; false] (fun r : bool => if r then exp epsilon / (1 + exp epsilon) else 1 / (1 + exp epsilon))
    (fun r : bool => if r then 1 / (1 + exp epsilon) else exp epsilon / (1 + exp epsilon)) (fun _ => stop)),
    (fun w => match w with [true] => true | _ => false end).
  split; [|split].
  - cbn [within]. exists epsilon. split; [lra|]. split; [|split; [|split]].
    + split; [intros [|] _; unfold Rdiv; lra|cbv [total sum map]; field; lra].
    + split; [intros [|] _; unfold Rdiv; lra|cbv [total sum map]; field; lra].
    + apply pointwise_hides. intros [|] _; unfold Rdiv; lra.
    + intros; lra.
  - cbv [released total sum map]. unfold Rdiv. lra.
  - replace (B_filter_pure__ours epsilon) with epsilon by (unfold B_filter_pure__ours; field).
    cbv [released total sum map]. field. lra.
Qed.
