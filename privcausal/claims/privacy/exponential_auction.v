(* An auction: one price for all, chosen by what it earns. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
From privcausal.claims.privacy Require Import exponential exponential_accuracy.
Import ListNotations.
Open Scope R_scope.

(* What a price earns from these bids. *)
Definition revenue (bids : list R) (price : R) : R := price * total (fun bid => if Rle_dec price bid then 1 else 0) bids.

(* The gain of somebody to whom it is worth `value`, and who bids `bid`. *)
Definition gain (value bid price : R) : R := if Rle_dec price bid then value - price else 0.

Lemma one_direction : forall {O} (outputs : list O) epsilon q q' mu r, 0 < epsilon -> base outputs mu -> In r outputs ->
  (forall s, In s outputs -> q s <= q' s <= q s + 1) ->
  choose outputs epsilon q' mu r <= exp epsilon * choose outputs epsilon q mu r /\
  choose outputs epsilon q mu r <= exp epsilon * choose outputs epsilon q' mu r.
Proof.
  intros O outputs epsilon q q' mu r e B K S. unfold choose.
  pose proof (weights_positive outputs epsilon q mu B) as T. pose proof (weights_positive outputs epsilon q' mu B) as T'.
  assert (L : forall s, In s outputs -> weight epsilon q mu s <= weight epsilon q' mu s <= exp epsilon * weight epsilon q mu s).
  { intros s Ks. specialize (S s Ks). destruct B as [M _]. specialize (M s Ks). unfold weight. split.
    - apply Rmult_le_compat_r; [easy|]. apply exp_le. nra.
    - rewrite <- Rmult_assoc, <- exp_plus. apply Rmult_le_compat_r; [easy|]. apply exp_le. nra. }
  assert (T1 : total (weight epsilon q mu) outputs <= total (weight epsilon q' mu) outputs)
    by (apply total_le; intros s Ks; now apply L).
  assert (T2 : total (weight epsilon q' mu) outputs <= exp epsilon * total (weight epsilon q mu) outputs)
    by (rewrite <- total_scale; apply total_le; intros s Ks; now apply L).
  destruct (L r K) as [L1 L2]. pose proof (weights_nonneg outputs epsilon q mu B r K) as N. pose proof (exp_pos epsilon).
  set (w := weight epsilon q mu r) in *. set (w' := weight epsilon q' mu r) in *.
  set (t := total (weight epsilon q mu) outputs) in *. set (t' := total (weight epsilon q' mu) outputs) in *.
  split; apply Rmult_le_reg_r with (t * t'); try now apply Rmult_lt_0_compat.
  - replace (w' / t' * (t * t')) with (w' * t) by (field; lra).
    replace (exp epsilon * (w / t) * (t * t')) with (exp epsilon * w * t') by (field; lra).
    apply Rmult_le_compat; lra.
  - replace (w / t * (t * t')) with (w * t') by (field; lra).
    replace (exp epsilon * (w' / t') * (t * t')) with (w' * (exp epsilon * t)) by (field; lra).
    apply Rmult_le_compat; lra.
Qed.

Lemma one_bid : forall before b b' after price, 0 <= price <= 1 -> b <= b' ->
  revenue (before ++ b :: after) price <= revenue (before ++ b' :: after) price <= revenue (before ++ b :: after) price + 1.
Proof.
  intros before b b' after price P L. unfold revenue. rewrite !total_split.
  destruct (Rle_dec price b), (Rle_dec price b'); nra.
Qed.

Lemma prices_move : forall prices epsilon bids bids' r, 0 < epsilon -> (forall s, In s prices -> 0 <= s <= 1) ->
  base prices (fun _ => 1) -> In r prices -> neighbours bids bids' ->
  choose prices epsilon (revenue bids') (fun _ => 1) r <= exp epsilon * choose prices epsilon (revenue bids) (fun _ => 1) r.
Proof.
  intros prices epsilon bids bids' r e P B K [before b b' after].
  destruct (Rle_dec b b') as [L|L].
  - apply (one_direction prices epsilon (revenue (before ++ b :: after)) (revenue (before ++ b' :: after))); auto.
    intros s Ks. now apply one_bid; [apply P|].
  - apply (one_direction prices epsilon (revenue (before ++ b' :: after)) (revenue (before ++ b :: after))); auto.
    intros s Ks. apply one_bid; [now apply P|lra].
Qed.

(** One bid changes the logarithm of each price's probability by at most that; and whoever bids something else than
    it is worth to them raises their expected gain by no more. Only: a list of prices. *)
Theorem X_auction : forall (prices : list R) (epsilon : R), X_auction__if_epsilon epsilon ->
  (forall s, In s prices -> 0 <= s <= 1) -> base prices (fun _ => 1) ->
  (forall bids bids' r, neighbours bids bids' -> In r prices ->
    Rabs (ln (choose prices epsilon (revenue bids') (fun _ => 1) r) - ln (choose prices epsilon (revenue bids) (fun _ => 1) r))
      <= X_auction__ours epsilon) /\
  (forall before value lie after,
    expected prices (choose prices epsilon (revenue (before ++ lie :: after)) (fun _ => 1)) (gain value lie) <=
    exp (X_auction__ours epsilon) *
    expected prices (choose prices epsilon (revenue (before ++ value :: after)) (fun _ => 1)) (gain value value)).
Proof.
  intros prices epsilon e P B. unfold X_auction__if_epsilon in e.
  replace (X_auction__ours epsilon) with epsilon by (unfold X_auction__ours; field). split.
  - assert (G : forall bids bids' r, neighbours bids bids' -> In r prices ->
      ln (choose prices epsilon (revenue bids') (fun _ => 1) r) - ln (choose prices epsilon (revenue bids) (fun _ => 1) r) <= epsilon).
    { intros bids bids' r near K. pose proof (prices_move prices epsilon bids bids' r e P B K near) as H.
      assert (Q : forall q, 0 < choose prices epsilon q (fun _ => 1) r).
      { intros q. unfold choose. apply Rdiv_lt_0_compat; [|now apply weights_positive].
        unfold weight. rewrite Rmult_1_r. apply exp_pos. }
      pose proof (Q (revenue bids)) as Q1. pose proof (Q (revenue bids')) as Q2.
      set (u := choose prices epsilon (revenue bids') (fun _ => 1) r) in *.
      set (v := choose prices epsilon (revenue bids) (fun _ => 1) r) in *.
      assert (ln u <= ln (exp epsilon * v)) by (destruct H as [H|H]; [left; now apply ln_increasing|rewrite H; lra]).
      rewrite ln_mult, ln_exp in H0 by (try apply exp_pos; easy). lra. }
    intros bids bids' r near K. apply Rabs_le. pose proof (G bids bids' r near K).
    assert (near' : neighbours bids' bids) by (destruct near; constructor). pose proof (G bids' bids r near' K). lra.
  - intros before value lie after. unfold expected. rewrite <- total_scale. apply total_le. intros r K.
    pose proof (prices_move prices epsilon _ _ r e P B K (replaced before value lie after)) as H.
    destruct (law_of_choice prices epsilon (revenue (before ++ lie :: after)) (fun _ => 1) B) as [N _]. specialize (N r K).
    set (u := choose prices epsilon (revenue (before ++ lie :: after)) (fun _ => 1) r) in *.
    set (v := choose prices epsilon (revenue (before ++ value :: after)) (fun _ => 1) r) in *.
    assert (V : 0 <= exp epsilon * v) by lra.
    unfold gain. destruct (Rle_dec r lie), (Rle_dec r value); nra.
Qed.

(** It speaks about something: two prices and one bid that is raised. *)
Theorem X_auction_instance : base [1; 1 / 2] (fun _ => 1) /\ neighbours [1 / 2] [1] /\
  revenue [1 / 2] 1 = 0 /\ revenue [1] 1 = 1 /\ gain 1 1 (1 / 2) = 1 / 2.
Proof.
  split; [split; [intros; lra|cbv [total sum map]; lra]|]. split; [exact (replaced [] (1 / 2) 1 [])|].
  unfold revenue, gain, total; cbn. repeat destruct (Rle_dec _ _); lra.
Qed.
