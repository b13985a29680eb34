(* Releases one after the other, each chosen in the light of all earlier ones, within a budget. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws moments.
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

(** One release that spends everything, in both directions, reaches it. *)
Theorem B_filter_pure_attained : forall epsilon : R, B_filter_pure__if_epsilon epsilon ->
  exists (p p' : bool -> R) (E : list bool -> bool), let t := ask [true; false] p p' (fun _ => stop) in
  within epsilon t /\ within epsilon (ask [true; false] p' p (fun _ => stop)) /\ 0 < released false t E /\
  released true t E = exp (B_filter_pure__ours epsilon) * released false t E.
Proof.
  intros epsilon e. unfold B_filter_pure__if_epsilon in e. pose proof (exp_pos epsilon) as X.
  assert (X1 : 1 < exp epsilon) by (rewrite <- exp_0; now apply exp_increasing).
  assert (i : 0 < / (1 + exp epsilon)) by (apply Rinv_0_lt_compat; lra).
  assert (xi : / (1 + exp epsilon) < exp epsilon * / (1 + exp epsilon)) by nra.
  assert (xxi : exp epsilon * / (1 + exp epsilon) < exp epsilon * (exp epsilon * / (1 + exp epsilon))) by nra.
  exists (fun r : bool => if r then exp epsilon / (1 + exp epsilon) else 1 / (1 + exp epsilon)),
    (fun r : bool => if r then 1 / (1 + exp epsilon) else exp epsilon / (1 + exp epsilon)),
    (fun w => match w with [true] => true | _ => false end).
  intros t; subst t. split; [|split; [|split]].
  1, 2: cbn [within]; exists epsilon; split; [lra|]; split; [|split; [|split]];
    [split; [intros [|] _; unfold Rdiv; lra|cbv [total sum map]; field; lra]
    |split; [intros [|] _; unfold Rdiv; lra|cbv [total sum map]; field; lra]
    |apply pointwise_hides; intros [|] _; unfold Rdiv; lra
    |intros; lra].
  - cbv [released total sum map]. unfold Rdiv. lra.
  - replace (B_filter_pure__ours epsilon) with epsilon by (unfold B_filter_pure__ours; field).
    cbv [released total sum map]. field. lra.
Qed.

(** However the releases and their prices in rho are chosen, all together keep the promise for all events, as long as
    none is made that would exceed the budget; and that is the price of a pure release. Only: releases with finitely
    many outputs, each of them possible; a pure release is so in both directions; the price of Gaussian noise is not
    derived. *)
Theorem B_filter : forall (O : Type) (rho delta : R) (t : @releases O), B_filter__if_rho rho -> B_filter__if_delta delta ->
  (within_rho rho t -> forall E, released true t E <= exp (B_filter__ours rho delta) * released false t E + delta) /\
  (forall outputs epsilon p p', 0 < epsilon -> full_law outputs p -> full_law outputs p' ->
    (forall r : O, In r outputs -> p r <= exp epsilon * p' r /\ p' r <= exp epsilon * p r) ->
    concentrated outputs (B_filter__pure epsilon) p p').
Proof.
  intros O rho delta t r0 [d0 d1]. unfold B_filter__if_rho in r0. split.
  - intros W E. assert (l0 : 0 < ln (1 / delta)).
    { rewrite ln_div, ln_1 by lra. pose proof (ln_increasing delta 1 d0 d1) as G. rewrite ln_1 in G. lra. }
    set (l := ln (1 / delta)) in *. set (k := sqrt (rho * l)). assert (k0 : 0 < k) by (apply sqrt_lt_R0; nra).
    assert (K : k * k = rho * l) by (apply sqrt_sqrt; nra). assert (s0 : 0 < k / rho) by now apply Rdiv_lt_0_compat.
    replace (B_filter__ours rho delta) with (rho + 2 * k) by (unfold B_filter__ours, k, l; field).
    apply promise_of_moment with (k / rho + 1); [lra|now apply (within_full t rho)|].
    pose proof (moment_within t rho (k / rho + 1) ltac:(lra) W) as M.
    apply Rmult_le_compat_l with (r := exp (- (k / rho + 1 - 1) * (rho + 2 * k))) in M; [|left; apply exp_pos].
    eapply Rle_trans; [exact M|]. rewrite <- exp_plus. rewrite <- (exp_ln delta) by easy. apply exp_le.
    replace (ln delta) with (- l) by (unfold l; rewrite ln_div, ln_1 by lra; ring).
    replace (- (k / rho + 1 - 1) * (rho + 2 * k) + (k / rho + 1) * (k / rho + 1 - 1) * rho) with (- (k * k / rho)) by (field; lra).
    rewrite K. right. field. lra.
  - intros outputs epsilon p p' e P P' H. replace (B_filter__pure epsilon) with (epsilon ^ 2 / 2) by (unfold B_filter__pure; field).
    now apply pure_concentrated.
Qed.

(** A coin that shows the truth exp(epsilon) times as often as not is within the price of a pure release. *)
Theorem B_filter_instance : forall epsilon : R, 0 < epsilon -> exists t : @releases bool, within_rho (B_filter__pure epsilon) t /\
  exists E, released true t E = exp epsilon * released false t E /\ 0 < released false t E.
Proof.
  intros epsilon e. set (x := exp epsilon). assert (x1 : 1 < x) by (unfold x; rewrite <- exp_0; now apply exp_increasing).
  assert (i : 0 < / (1 + x)) by (apply Rinv_0_lt_compat; lra).
  assert (xi : / (1 + x) < x * / (1 + x)) by nra. assert (xxi : x * / (1 + x) < x * (x * / (1 + x))) by nra.
  set (p := fun r : bool => if r then x / (1 + x) else 1 / (1 + x)). set (p' := fun r : bool => if r then 1 / (1 + x) else x / (1 + x)).
  assert (L : full_law [true; false] p /\ full_law [true; false] p').
  { split; split; try (intros [|] _; unfold p, p', Rdiv; lra); unfold p, p'; cbv [total sum map]; field; lra. }
  replace (B_filter__pure epsilon) with (epsilon ^ 2 / 2) by (unfold B_filter__pure; field).
  exists (ask [true; false] p p' (fun _ => stop)). split.
  - cbn [within_rho]. exists (epsilon ^ 2 / 2). split; [nra|]. split; [apply L|]. split; [apply L|]. split; [|intros; lra].
    apply pure_concentrated; [easy|apply L|apply L|]. fold x. intros [|] _; unfold p, p', Rdiv; lra.
  - exists (fun w => match w with true :: _ => true | _ => false end). cbv [released total sum map p p']. unfold Rdiv. split; lra.
Qed.
