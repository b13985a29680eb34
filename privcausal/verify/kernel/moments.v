(* Moments of the privacy loss: a choice, any pure release, and many releases, one after the other. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

(* A law under which every output of the list is possible. *)
Definition full_law {O : Type} (outputs : list O) (p : O -> R) : Prop :=
  (forall r, In r outputs -> 0 < p r) /\ total p outputs = 1.

(* The moment of order alpha: the mean, under the second law, of the ratio of the two to that power. *)
Definition power_mean {O : Type} (outputs : list O) (alpha : R) (p p' : O -> R) : R :=
  total (fun r => p' r * Rpower (p r / p' r) alpha) outputs.

(* Zero-concentrated at rho: the Renyi divergence of each order alpha > 1 is at most rho * alpha. *)
Definition concentrated {O : Type} (outputs : list O) (rho : R) (p p' : O -> R) : Prop :=
  forall alpha, 1 < alpha -> ln (power_mean outputs alpha p p') / (alpha - 1) <= rho * alpha.

(* ---- a logarithm of a mean of exponentials ---- *)

Definition two_point (q t : R) : R := 1 - q + q * exp t.

Lemma two_point_pos : forall q t, 0 <= q <= 1 -> 0 < two_point q t.
Proof. intros q t Q. unfold two_point. pose proof (exp_pos t). destruct (Req_dec q 0) as [->|]; nra. Qed.

Definition slope (q t : R) : R := q * exp t / two_point q t.

Lemma two_point_derivative : forall q t, derivable_pt_lim (two_point q) t (q * exp t).
Proof.
  intros q t. replace (q * exp t) with (0 + q * exp t) by ring. unfold two_point.
  apply (derivable_pt_lim_plus (fct_cte (1 - q)) (mult_real_fct q exp)).
  - apply derivable_pt_lim_const.
  - apply derivable_pt_lim_scal, derivable_pt_lim_exp.
Qed.

Lemma log_derivative : forall q t, 0 <= q <= 1 -> derivable_pt_lim (fun t => ln (two_point q t)) t (slope q t).
Proof.
  intros q t Q. pose proof (two_point_pos q t Q). replace (slope q t) with (/ two_point q t * (q * exp t)) by (unfold slope; field; lra).
  apply (derivable_pt_lim_comp (two_point q) ln); [apply two_point_derivative|now apply derivable_pt_lim_ln].
Qed.

Lemma slope_derivative : forall q t, 0 <= q <= 1 ->
  derivable_pt_lim (slope q) t (q * exp t * (1 - q) / Rsqr (two_point q t)).
Proof.
  intros q t Q. pose proof (two_point_pos q t Q).
  replace (q * exp t * (1 - q) / Rsqr (two_point q t)) with
    ((q * exp t * two_point q t - q * exp t * (q * exp t)) / Rsqr (two_point q t)).
  - apply (derivable_pt_lim_div (mult_real_fct q exp) (two_point q)); [|apply two_point_derivative|lra].
    apply derivable_pt_lim_scal, derivable_pt_lim_exp.
  - f_equal. unfold two_point. ring.
Qed.

Lemma slope_grows_slowly : forall q a b, 0 <= q <= 1 -> a < b -> slope q b - slope q a <= (b - a) / 4.
Proof.
  intros q a b Q H.
  destruct (MVT_cor2 (slope q) (fun t => q * exp t * (1 - q) / Rsqr (two_point q t)) a b H) as [c [-> _]].
  { intros; now apply slope_derivative. }
  assert (K : q * exp c * (1 - q) / Rsqr (two_point q c) <= 1 / 4); [|nra].
  pose proof (two_point_pos q c Q) as P. apply Rmult_le_reg_r with (Rsqr (two_point q c)).
  { unfold Rsqr. now apply Rmult_lt_0_compat. }
  replace (q * exp c * (1 - q) / Rsqr (two_point q c) * Rsqr (two_point q c)) with (q * exp c * (1 - q)) by (unfold Rsqr; field; lra).
  unfold Rsqr, two_point. assert (0 <= (q * exp c - (1 - q)) * (q * exp c - (1 - q))) by apply Rle_0_sqr. nra.
Qed.

Definition bent (q t : R) : R := ln (two_point q t) - t * t / 8.

Lemma bent_derivative : forall q t, 0 <= q <= 1 -> derivable_pt_lim (bent q) t (slope q t - t / 4).
Proof.
  intros q t Q. apply (derivable_pt_lim_minus (fun t => ln (two_point q t)) (fun t => t * t / 8)); [now apply log_derivative|].
  replace (t / 4) with (1 / 8 * (1 * t + t * 1)) by field.
  assert (G : derivable_pt_lim (mult_real_fct (1 / 8) (mult_fct id id)) t (1 / 8 * (1 * t + t * 1))).
  { apply derivable_pt_lim_scal. apply (derivable_pt_lim_mult id id); apply derivable_pt_lim_id. }
  intros eps e. destruct (G eps e) as [d D]. exists d. intros h h0 hd. specialize (D h h0 hd).
  unfold mult_real_fct, mult_fct, id in D. replace ((t + h) * (t + h) / 8) with (1 / 8 * ((t + h) * (t + h))) by field.
  replace (t * t / 8) with (1 / 8 * (t * t)) by field. exact D.
Qed.

Lemma bent_at_0 : forall q, bent q 0 = 0.
Proof. intros; unfold bent, two_point. rewrite exp_0. replace (1 - q + q * 1) with 1 by ring. rewrite ln_1. field. Qed.

(* Hoeffding's lemma for two points. *)
Lemma log_of_mean : forall q t, 0 <= q <= 1 -> 0 <= t -> ln (two_point q t) <= q * t + t * t / 8.
Proof.
  intros q t Q [T| <-].
  2: { pose proof (bent_at_0 q) as B. unfold bent in B. lra. }
  destruct (MVT_cor2 (bent q) (fun t => slope q t - t / 4) 0 t T) as [c [E [C _]]].
  { intros; now apply bent_derivative. }
  rewrite bent_at_0 in E. pose proof (slope_grows_slowly q 0 c Q C) as S.
  assert (slope q 0 = q) by (unfold slope, two_point; rewrite exp_0; field; lra).
  unfold bent in E. assert (0 <= (q - (slope q c - c / 4)) * t) by (apply Rmult_le_pos; lra). lra.
Qed.

(* And the same between two values of t. *)
Lemma log_of_power : forall q t alpha, 0 <= q <= 1 -> 0 <= t -> 1 <= alpha ->
  ln (two_point q (alpha * t)) <= alpha * ln (two_point q t) + alpha * (alpha - 1) * (t * t) / 8.
Proof.
  intros q t alpha Q [T| <-] [A| <-]; try (rewrite ?Rmult_0_r, ?Rmult_1_l; pose proof (bent_at_0 q) as B; unfold bent in B; try nra; lra).
  destruct (MVT_cor2 (bent q) (fun t => slope q t - t / 4) 0 t T) as [c [E [C0 C1]]].
  { intros; now apply bent_derivative. }
  assert (T' : t < alpha * t) by nra.
  destruct (MVT_cor2 (bent q) (fun t => slope q t - t / 4) t (alpha * t) T') as [c' [E' [C2 C3]]].
  { intros; now apply bent_derivative. }
  rewrite bent_at_0 in E. pose proof (slope_grows_slowly q c c' Q ltac:(lra)) as S.
  assert (G : bent q (alpha * t) <= alpha * bent q t).
  { replace (bent q (alpha * t)) with (bent q t + (bent q (alpha * t) - bent q t)) by ring. rewrite E'.
    replace (alpha * t - t) with ((alpha - 1) * t) by ring.
    assert (0 <= ((slope q c - c / 4) - (slope q c' - c' / 4)) * ((alpha - 1) * t)).
    { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. }
    assert (bent q t = (slope q c - c / 4) * t) by lra. nra. }
  unfold bent in G. nra.
Qed.

(* ---- the power lies below its chord ---- *)

Lemma power_below_chord : forall alpha E x, 1 <= alpha -> 1 < E -> 1 <= x <= E ->
  Rpower x alpha <= 1 + (x - 1) / (E - 1) * (Rpower E alpha - 1).
Proof.
  intros alpha E x A E1 [X1 X2].
  assert (one : Rpower 1 alpha = 1) by (unfold Rpower; rewrite ln_1, Rmult_0_r; apply exp_0).
  destruct X1 as [X1| <-]; [|rewrite one; unfold Rdiv; rewrite Rminus_eq_0; lra].
  destruct X2 as [X2| ->]; [|replace ((E - 1) / (E - 1)) with 1 by (field; lra); lra].
  assert (D : forall c, 1 <= c -> derivable_pt_lim (fun x => Rpower x alpha) c (alpha * Rpower c (alpha - 1))).
  { intros c C. apply derivable_pt_lim_power. lra. }
  destruct (MVT_cor2 (fun x => Rpower x alpha) (fun c => alpha * Rpower c (alpha - 1)) 1 x X1) as [c [F [C1 C2]]].
  { intros; apply D; lra. }
  destruct (MVT_cor2 (fun x => Rpower x alpha) (fun c => alpha * Rpower c (alpha - 1)) x E X2) as [c' [F' [C3 C4]]].
  { intros; apply D; lra. }
  assert (M : alpha * Rpower c (alpha - 1) <= alpha * Rpower c' (alpha - 1)).
  { apply Rmult_le_compat_l; [lra|]. unfold Rpower. apply exp_le. apply Rmult_le_compat_l; [lra|]. left. apply ln_increasing; lra. }
  rewrite one in F. set (a := alpha * Rpower c (alpha - 1)) in *. set (b := alpha * Rpower c' (alpha - 1)) in *.
  replace (Rpower E alpha - 1) with (a * (x - 1) + b * (E - x)) by lra.
  apply Rmult_le_reg_r with (E - 1); [lra|].
  replace ((1 + (x - 1) / (E - 1) * (a * (x - 1) + b * (E - x))) * (E - 1)) with
    (E - 1 + (x - 1) * (a * (x - 1) + b * (E - x))) by (field; lra).
  assert (0 <= (b - a) * ((x - 1) * (E - x))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
  replace (Rpower x alpha) with (1 + a * (x - 1)) by lra. nra.
Qed.

Lemma power_mean_pos : forall {O} (outputs : list O) alpha p p', full_law outputs p' -> 0 < power_mean outputs alpha p p'.
Proof.
  intros O outputs alpha p p' [P T]. unfold power_mean. destruct outputs as [|r l]; [unfold total in T; cbn in T; lra|].
  rewrite total_cons. assert (0 < p' r * Rpower (p r / p' r) alpha).
  { apply Rmult_lt_0_compat; [apply P; now left|apply exp_pos]. }
  assert (0 <= total (fun r => p' r * Rpower (p r / p' r) alpha) l); [|lra].
  apply total_nonneg. intros s K. apply Rmult_le_pos; [left; apply P; now right|left; apply exp_pos].
Qed.

(* If the ratio keeps between a and a * exp(width), a moment is at most that of two points. *)
Lemma power_mean_of_two : forall {O} (outputs : list O) a width alpha p p', 0 < a -> 0 < width -> 1 <= alpha ->
  full_law outputs p -> full_law outputs p' ->
  (forall r, In r outputs -> a * p' r <= p r <= a * exp width * p' r) ->
  let q := (1 / a - 1) / (exp width - 1) in
  0 <= q <= 1 /\ two_point q width = 1 / a /\ power_mean outputs alpha p p' <= Rpower a alpha * two_point q (alpha * width).
Proof.
  intros O outputs a width alpha p p' a0 w A [P T] [P' T'] H q.
  assert (E1 : 1 < exp width) by (rewrite <- exp_0; now apply exp_increasing).
  assert (i : 0 < / (exp width - 1)) by (apply Rinv_0_lt_compat; lra). assert (ia : 0 < / a) by now apply Rinv_0_lt_compat.
  assert (L : a <= 1 <= a * exp width).
  { rewrite <- T. replace a with (a * total p' outputs) at 1 by (rewrite T'; ring).
    replace (a * exp width) with (a * exp width * total p' outputs) by (rewrite T'; ring).
    rewrite <- !total_scale. split; apply total_le; intros r K; now apply H. }
  assert (L1 : 1 <= / a <= exp width).
  { split; apply Rmult_le_reg_r with a; try easy; rewrite Rinv_l by lra; lra. }
  assert (two : two_point q width = 1 / a) by (unfold two_point, q; field; split; lra).
  split; [|split; [exact two|]].
  - unfold q, Rdiv. rewrite Rmult_1_l. split; [apply Rmult_le_pos; lra|].
    apply Rmult_le_reg_r with (exp width - 1); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - unfold power_mean.
    apply Rle_trans with (total (fun r => Rpower a alpha * (p' r + (p r / a - p' r) * ((Rpower (exp width) alpha - 1) / (exp width - 1)))) outputs).
    + apply total_le. intros r K. specialize (P' r K). specialize (P r K). specialize (H r K).
      assert (x0 : 0 < p r / p' r / a) by (repeat apply Rdiv_lt_0_compat; lra).
      assert (X : 1 <= p r / p' r / a <= exp width).
      { split; apply Rmult_le_reg_r with (a * p' r); try (now apply Rmult_lt_0_compat);
          replace (p r / p' r / a * (a * p' r)) with (p r) by (field; lra); lra. }
      pose proof (power_below_chord alpha (exp width) _ A E1 X) as C.
      replace (Rpower (p r / p' r) alpha) with (Rpower a alpha * Rpower (p r / p' r / a) alpha).
      2: { rewrite Rpower_mult_distr by easy. f_equal. field. lra. }
      apply Rmult_le_compat_l with (r := Rpower a alpha * p' r) in C.
      2: { apply Rmult_le_pos; [left; apply exp_pos|lra]. }
      replace (p' r * (Rpower a alpha * Rpower (p r / p' r / a) alpha)) with (Rpower a alpha * p' r * Rpower (p r / p' r / a) alpha) by ring.
      eapply Rle_trans; [exact C|]. right. field. repeat split; lra.
    + rewrite (total_scale (Rpower a alpha)), total_plus.
      rewrite (total_ext (fun r => (p r / a - p' r) * ((Rpower (exp width) alpha - 1) / (exp width - 1)))
        (fun r => ((Rpower (exp width) alpha - 1) / (exp width - 1)) * (/ a * p r - p' r))) by (intros; unfold Rdiv; ring).
      rewrite (total_scale _ (fun r => / a * p r - p' r)), total_minus, (total_scale (/ a) p), T, T'.
      right. f_equal. unfold two_point, q. unfold Rpower at 1. rewrite ln_exp. field. split; lra.
Qed.

(* Bounded range: a ratio that keeps within an interval of that length is concentrated at an eighth of its square. *)
Lemma bounded_range : forall {O} (outputs : list O) a width p p', 0 < a -> 0 < width -> full_law outputs p -> full_law outputs p' ->
  (forall r, In r outputs -> a * p' r <= p r <= a * exp width * p' r) -> concentrated outputs (width ^ 2 / 8) p p'.
Proof.
  intros O outputs a width p p' a0 w P P' H alpha A.
  destruct (power_mean_of_two outputs a width alpha p p' a0 w ltac:(lra) P P' H) as [Q [two M]].
  set (q := (1 / a - 1) / (exp width - 1)) in *. pose proof (power_mean_pos outputs alpha p p' P') as M0.
  pose proof (log_of_power q width alpha Q ltac:(lra) ltac:(lra)) as L. pose proof (two_point_pos q (alpha * width) Q) as B.
  assert (K : ln (power_mean outputs alpha p p') <= alpha * ln a + ln (two_point q (alpha * width))).
  { assert (Z : ln (power_mean outputs alpha p p') <= ln (Rpower a alpha * two_point q (alpha * width))).
    { destruct M as [M|M]; [left; now apply ln_increasing|rewrite M; lra]. }
    rewrite ln_mult in Z by (try apply exp_pos; easy). unfold Rpower in Z. rewrite ln_exp in Z. exact Z. }
  rewrite two in L. unfold Rdiv in L at 1. rewrite Rmult_1_l, ln_Rinv in L by easy.
  apply Rmult_le_reg_r with (alpha - 1); [lra|].
  replace (ln (power_mean outputs alpha p p') / (alpha - 1) * (alpha - 1)) with (ln (power_mean outputs alpha p p')) by (field; lra). nra.
Qed.

(* What is pure at epsilon is concentrated at half its square. *)
Lemma pure_concentrated : forall {O} (outputs : list O) epsilon p p', 0 < epsilon -> full_law outputs p -> full_law outputs p' ->
  (forall r, In r outputs -> p r <= exp epsilon * p' r /\ p' r <= exp epsilon * p r) -> concentrated outputs (epsilon ^ 2 / 2) p p'.
Proof.
  intros O outputs epsilon p p' e P P' H. replace (epsilon ^ 2 / 2) with ((2 * epsilon) ^ 2 / 8) by field.
  apply bounded_range with (exp (- epsilon)); auto; try lra; [apply exp_pos|]. intros r K. destruct (H r K) as [H1 H2].
  rewrite <- exp_plus. replace (- epsilon + 2 * epsilon) with epsilon by ring. split; [|easy].
  apply Rmult_le_reg_l with (exp epsilon); [apply exp_pos|]. rewrite <- Rmult_assoc, <- exp_plus.
  replace (epsilon + - epsilon) with 0 by ring. rewrite exp_0. lra.
Qed.

(* ---- releases one after the other ---- *)

(* The moment of all that is released. *)
Fixpoint moment {O : Type} (alpha : R) (t : @releases O) : R :=
  match t with
  | stop => 1
  | ask outputs p p' next => total (fun r => p' r * Rpower (p r / p' r) alpha * moment alpha (next r)) outputs
  end.

(* No release is made with which the sum of the prices rho would exceed the budget. *)
Fixpoint within_rho {O : Type} (budget : R) (t : @releases O) : Prop :=
  match t with
  | stop => 0 <= budget
  | ask outputs p p' next => exists price, 0 <= price <= budget /\ full_law outputs p /\ full_law outputs p' /\
      concentrated outputs price p p' /\ forall r, In r outputs -> within_rho (budget - price) (next r)
  end.

(* All outputs of all releases are possible on both sides. *)
Fixpoint full {O : Type} (t : @releases O) : Prop :=
  match t with
  | stop => True
  | ask outputs p p' next => full_law outputs p /\ full_law outputs p' /\ forall r, In r outputs -> full (next r)
  end.

Lemma within_full : forall {O} (t : @releases O) rho, within_rho rho t -> full t.
Proof.
  intros O t; induction t as [|outputs p p' next IH]; intros rho W; [easy|]. destruct W as [price [_ [P [P' [_ W]]]]].
  cbn [full]. split; [easy|]. split; [easy|]. intros r K. now apply (IH r (rho - price)), W.
Qed.

Lemma released_full : forall {O} (t : @releases O) here E, full t -> 0 <= released here t E.
Proof.
  intros O t; induction t as [|outputs p p' next IH]; intros here E F.
  - cbn. destruct (E nil); lra.
  - destruct F as [[P _] [[P' _] F]]. cbn [released]. apply total_nonneg. intros r K. apply Rmult_le_pos.
    + destruct here; left; auto.
    + now apply IH, F.
Qed.

Lemma moment_pos : forall {O} (t : @releases O) alpha, full t -> 0 < moment alpha t.
Proof.
  intros O t; induction t as [|outputs p p' next IH]; intros alpha F; [cbn; lra|].
  destruct F as [P [[P' T'] F]]. cbn [moment].
  assert (Z : forall r, In r outputs -> 0 < p' r * Rpower (p r / p' r) alpha * moment alpha (next r)).
  { intros r K. repeat apply Rmult_lt_0_compat; [now apply P'|apply exp_pos|now apply IH, F]. }
  destruct outputs as [|r l]; [unfold total in T'; cbn in T'; lra|]. rewrite total_cons.
  pose proof (Z r (or_introl eq_refl)). assert (0 <= total (fun r => p' r * Rpower (p r / p' r) alpha * moment alpha (next r)) l); [|lra].
  apply total_nonneg. intros s K. left. apply Z. now right.
Qed.

Lemma concentrated_power : forall {O} (outputs : list O) rho alpha p p', 1 < alpha -> full_law outputs p' ->
  concentrated outputs rho p p' -> power_mean outputs alpha p p' <= exp (alpha * (alpha - 1) * rho).
Proof.
  intros O outputs rho alpha p p' A P' C. specialize (C alpha A). pose proof (power_mean_pos outputs alpha p p' P') as Z.
  rewrite <- (exp_ln _ Z). apply exp_le. apply Rmult_le_compat_r with (r := alpha - 1) in C; [|lra].
  replace (ln (power_mean outputs alpha p p') / (alpha - 1) * (alpha - 1)) with (ln (power_mean outputs alpha p p')) in C by (field; lra). lra.
Qed.

Lemma moment_within : forall {O} (t : @releases O) rho alpha, 1 < alpha -> within_rho rho t ->
  moment alpha t <= exp (alpha * (alpha - 1) * rho).
Proof.
  intros O t; induction t as [|outputs p p' next IH]; intros rho alpha A W.
  - cbn in *. rewrite <- exp_0 at 1. apply exp_le. apply Rmult_le_pos; [|easy]. apply Rmult_le_pos; lra.
  - destruct W as [price [[p0 p1] [P [P' [C W]]]]]. cbn [moment].
    apply Rle_trans with (total (fun r => exp (alpha * (alpha - 1) * (rho - price)) * (p' r * Rpower (p r / p' r) alpha)) outputs).
    + apply total_le. intros r K. rewrite Rmult_comm. apply Rmult_le_compat_r; [|now apply IH, W].
      apply Rmult_le_pos; [left; now apply P'|left; apply exp_pos].
    + rewrite total_scale. fold (power_mean outputs alpha p p'). pose proof (concentrated_power outputs price alpha p p' A P' C) as M.
      apply Rmult_le_compat_l with (r := exp (alpha * (alpha - 1) * (rho - price))) in M; [|left; apply exp_pos].
      rewrite <- exp_plus in M. eapply Rle_trans; [exact M|]. right. f_equal. ring.
Qed.

(* Markov's inequality for the ratio: what is likelier than exp(epsilon) times is rare. *)
Lemma tail_of_moment : forall {O} (t : @releases O) a b epsilon alpha E, 0 < a -> 0 < b -> 1 < alpha -> full t ->
  a * released true t E <= exp epsilon * b * released false t E
    + exp (- (alpha - 1) * epsilon) * (b * Rpower (a / b) alpha * moment alpha t).
Proof.
  intros O t; induction t as [|outputs p p' next IH]; intros a b epsilon alpha E a0 b0 A F.
  - cbn. assert (X : 0 < a / b) by now apply Rdiv_lt_0_compat.
    assert (G : a <= exp epsilon * b + exp (- (alpha - 1) * epsilon) * (b * Rpower (a / b) alpha * 1)).
    { assert (ab : a = b * exp (ln (a / b))) by (rewrite exp_ln by easy; field; lra).
      destruct (Rle_dec (ln (a / b)) epsilon) as [L|L].
      - apply exp_le in L. rewrite ab at 1. pose proof (exp_pos (- (alpha - 1) * epsilon)).
        assert (0 <= exp (- (alpha - 1) * epsilon) * (b * Rpower (a / b) alpha * 1)).
        { repeat apply Rmult_le_pos; try lra; left; apply exp_pos. } nra.
      - assert (exp (ln (a / b)) <= exp (- (alpha - 1) * epsilon) * Rpower (a / b) alpha).
        { unfold Rpower. rewrite <- exp_plus. apply exp_le. assert (0 <= (alpha - 1) * (ln (a / b) - epsilon)) by (apply Rmult_le_pos; lra). lra. }
        rewrite ab at 1. pose proof (exp_pos epsilon). assert (0 <= exp epsilon * b) by nra. nra. }
    destruct (E nil); [lra|]. assert (0 <= exp (- (alpha - 1) * epsilon) * (b * Rpower (a / b) alpha * 1)).
    { repeat apply Rmult_le_pos; try lra; left; apply exp_pos. } lra.
  - destruct F as [[P _] [[P' _] F]]. cbn [released moment]. rewrite <- total_scale.
    rewrite <- (total_scale (exp epsilon * b)), <- (total_scale (b * Rpower (a / b) alpha)), <- (total_scale (exp (- (alpha - 1) * epsilon))), <- total_plus.
    apply total_le. intros r K. specialize (P r K). specialize (P' r K).
    specialize (IH r (a * p r) (b * p' r) epsilon alpha (fun rest => E (r :: rest)) ltac:(now apply Rmult_lt_0_compat)
      ltac:(now apply Rmult_lt_0_compat) A (F r K)).
    replace (Rpower (a * p r / (b * p' r)) alpha) with (Rpower (a / b) alpha * Rpower (p r / p' r) alpha) in IH.
    2: { rewrite Rpower_mult_distr by (now apply Rdiv_lt_0_compat). f_equal. field. lra. }
    lra.
Qed.

(* From a moment to a promise with a delta. *)
Lemma promise_of_moment : forall {O} (t : @releases O) epsilon delta alpha E, 1 < alpha -> full t ->
  exp (- (alpha - 1) * epsilon) * moment alpha t <= delta -> released true t E <= exp epsilon * released false t E + delta.
Proof.
  intros O t epsilon delta alpha E A F D. pose proof (tail_of_moment t 1 1 epsilon alpha E ltac:(lra) ltac:(lra) A F) as G.
  replace (Rpower (1 / 1) alpha) with 1 in G.
  2: { unfold Rpower. replace (1 / 1) with 1 by field. now rewrite ln_1, Rmult_0_r, exp_0. }
  lra.
Qed.
