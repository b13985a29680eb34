(* A test with a margin and a coin: how often it errs. Distances are counted in units of the scale of the noise. *)
From Coq Require Import Reals List Lra Lia ZArith.
From privcausal Require Import definitions sums.
From privcausal.claims.privacy Require Import noise.
Open Scope R_scope.

(* The statistic lies so far above the threshold, or below it if the number is negative. It is kept if the sum with
   the noise is below the lower margin, deleted if it exceeds the upper one, and in between kept with a probability. *)
Definition kept (coin below above distance : R) : R :=
  laplace_below 1 (- below - distance) + coin * (laplace_below 1 (above - distance) - laplace_below 1 (- below - distance)).

Definition deleted (coin below above distance : R) : R := 1 - kept coin below above distance.

(* The probability of what lies in between, and the same if the statistic is the threshold. *)
Definition between (distance below above : R) : R := laplace_below 1 (above - distance) - laplace_below 1 (- below - distance).
Definition middle (below above : R) : R := laplace_below 1 above - laplace_below 1 (- below).

Lemma below_value : forall x, laplace_below 1 x = if Rlt_dec x 0 then exp x / 2 else 1 - exp (- x) / 2.
Proof. intros x. unfold laplace_below. destruct (Rlt_dec x 0); repeat f_equal; field. Qed.

(* The noise is symmetric. *)
Lemma below_opp : forall x, 1 - laplace_below 1 x = laplace_below 1 (- x).
Proof.
  intros x. rewrite !below_value. destruct (Rlt_dec x 0), (Rlt_dec (- x) 0); rewrite ?Ropp_involutive; try lra.
  replace x with 0 by lra. rewrite Ropp_0, exp_0. lra.
Qed.

Lemma below_grows : forall x y, x <= y -> laplace_below 1 x <= laplace_below 1 y.
Proof.
  intros x y L. rewrite !below_value. destruct (Rlt_dec x 0), (Rlt_dec y 0); try lra.
  - pose proof (exp_le x y L). lra.
  - pose proof (exp_le x 0 ltac:(lra)). pose proof (exp_le (- y) 0 ltac:(lra)). rewrite exp_0 in *. lra.
  - pose proof (exp_le (- y) (- x) ltac:(lra)). lra.
Qed.

Lemma middle_value : forall below above, 0 < below -> 0 < above -> middle below above = 1 - exp (- above) / 2 - exp (- below) / 2.
Proof.
  intros below above B A. unfold middle. rewrite !below_value. destruct (Rlt_dec above 0), (Rlt_dec (- below) 0); lra.
Qed.

(** With a fair coin in between, a statistic above the threshold is kept, and one below it deleted, with at most the
    probability printed: with c taken where the statistic is, and with c taken at the threshold. Only: margins above 0,
    and distances in units of the scale of the noise. *)
Theorem C_lemma1 : forall below above distance, 0 < below -> 0 < above -> 0 <= distance ->
  kept C_lemma1__coin below above distance <= C_lemma1__published (between distance) below above /\
  deleted C_lemma1__coin below above (- distance) <= C_lemma1__deleted (between (- distance)) below above /\
  kept C_lemma1__coin below above distance <= C_lemma1__published middle below above /\
  deleted C_lemma1__coin below above (- distance) <= C_lemma1__deleted middle below above.
Proof.
  intros below above distance B A D.
  (* The error is largest at the threshold. *)
  pose proof (below_grows (- below - distance) (- below) ltac:(lra)). pose proof (below_grows (above - distance) above ltac:(lra)).
  pose proof (below_grows (- below) (- below - - distance) ltac:(lra)). pose proof (below_grows above (above - - distance) ltac:(lra)).
  assert (U : laplace_below 1 above = 1 - exp (- above) / 2) by (rewrite below_value; destruct (Rlt_dec above 0); lra).
  assert (L : laplace_below 1 (- below) = exp (- below) / 2) by (rewrite below_value; destruct (Rlt_dec (- below) 0); lra).
  unfold C_lemma1__published, C_lemma1__deleted, C_lemma1__coin, deleted, kept, between. rewrite middle_value by easy.
  repeat split; lra.
Qed.

(** At the threshold both are reached, and there c is the same in both readings. Only: reached as f tends to T. *)
Theorem C_lemma1_attained : forall below above, 0 < below -> 0 < above ->
  kept C_lemma1__coin below above 0 = C_lemma1__published middle below above /\
  deleted C_lemma1__coin below above 0 = C_lemma1__deleted middle below above.
Proof.
  intros below above B A.
  assert (U : laplace_below 1 above = 1 - exp (- above) / 2) by (rewrite below_value; destruct (Rlt_dec above 0); lra).
  assert (L : laplace_below 1 (- below) = exp (- below) / 2) by (rewrite below_value; destruct (Rlt_dec (- below) 0); lra).
  unfold C_lemma1__published, C_lemma1__deleted, C_lemma1__coin, deleted, kept. rewrite middle_value by easy. rewrite !Rminus_0_r. lra.
Qed.

(* ---- without margin and coin ---- *)

(* The plain test keeps if the sum is below the threshold. *)
Definition plainly_kept (distance : R) : R := laplace_below 1 (- distance).
Definition plainly_deleted (distance : R) : R := 1 - plainly_kept distance.

Lemma errs_alike : forall a g, deleted (1 / 2) a a (- g) = kept (1 / 2) a a g /\ plainly_deleted (- g) = plainly_kept g.
Proof.
  intros a g. unfold deleted, kept, plainly_deleted, plainly_kept. pose proof (below_opp (- a - - g)) as H1. pose proof (below_opp (a - - g)) as H2.
  pose proof (below_opp (- - g)) as H3.
  replace (- (- a - - g)) with (a - g) in H1 by ring. replace (- (a - - g)) with (- a - g) in H2 by ring.
  replace (- - - g) with (- g) in H3 by ring. lra.
Qed.

Lemma beyond : forall a g, 0 < a -> a <= g -> kept (1 / 2) a a g = cosh a * plainly_kept g.
Proof.
  intros a g A G. unfold kept, plainly_kept, cosh. rewrite !below_value.
  destruct (Rlt_dec (- a - g) 0), (Rlt_dec (- g) 0); try lra.
  replace (- a - g) with (- a + - g) by ring. rewrite exp_plus. destruct (Rlt_dec (a - g) 0).
  - replace (a - g) with (a + - g) by ring. rewrite exp_plus. lra.
  - replace (a - g) with 0 by lra. replace (- g) with (- a) by lra. rewrite Ropp_0, exp_0.
    assert (exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0). nra.
Qed.

Lemma within : forall a g, 0 < g -> g < a -> plainly_kept g <= kept (1 / 2) a a g /\
  kept (1 / 2) a a g = / 2 - exp (- a) * (exp g - exp (- g)) / 4.
Proof.
  intros a g G A. unfold kept, plainly_kept. rewrite !below_value.
  destruct (Rlt_dec (- a - g) 0), (Rlt_dec (- g) 0), (Rlt_dec (a - g) 0); try lra.
  replace (- a - g) with (- a + - g) by ring. replace (- (a - g)) with (- a + g) by ring. rewrite !exp_plus.
  set (x := exp (- g)). set (z := exp g). set (y := exp (- a)).
  assert (E : z * x = 1) by (unfold z, x; rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (X : 0 < x < 1) by (unfold x; split; [apply exp_pos|rewrite <- exp_0; apply exp_increasing; lra]).
  assert (Y : 0 < y < x) by (unfold x, y; split; [apply exp_pos|apply exp_increasing; lra]).
  assert (Z : 1 < z) by (unfold z; rewrite <- exp_0; apply exp_increasing; lra).
  split; [|lra].
  (* multiplied by x, the difference is (1 - x) (x - y (1 + x) / 2) / 2 *)
  assert (0 <= (1 - x) * (x - y * (1 + x) / 2)) by (apply Rmult_le_pos; nra).
  assert (x * (y * z) = y) by (replace (x * (y * z)) with (y * (z * x)) by ring; rewrite E; ring).
  apply Rmult_le_reg_l with x; [lra|]. nra.
Qed.

(** Wherever the statistic is, except for the threshold, the plain test errs at most as often, and beyond the margins
    less often by exactly the factor printed. As the statistic approaches the threshold from either side, both errors
    approach the limit printed. Only: margins above 0, and distances in units of the scale of the noise. *)
Theorem B_coin : forall a, 0 < a ->
  (forall g, 0 < g -> plainly_kept g <= kept (1 / 2) a a g /\ plainly_deleted (- g) <= deleted (1 / 2) a a (- g)) /\
  (forall g, a <= g -> kept (1 / 2) a a g = B_coin__factor cosh a * plainly_kept g /\
    deleted (1 / 2) a a (- g) = B_coin__factor cosh a * plainly_deleted (- g)) /\
  (forall eta, 0 < eta -> exists near, 0 < near /\ forall g, 0 < g < near ->
    Rabs (plainly_kept g - B_coin__limit) < eta /\ Rabs (kept (1 / 2) a a g - B_coin__limit) < eta /\
    Rabs (plainly_deleted (- g) - B_coin__limit) < eta /\ Rabs (deleted (1 / 2) a a (- g) - B_coin__limit) < eta).
Proof.
  intros a A.
  assert (F : forall g, a <= g -> kept (1 / 2) a a g = B_coin__factor cosh a * plainly_kept g).
  { intros g G. rewrite beyond by easy. unfold B_coin__factor. field. }
  assert (one : 1 <= cosh a).
  { unfold cosh. set (x := exp a). assert (0 < x) by apply exp_pos. assert (exp (- a) = / x) by apply exp_Ropp.
    rewrite H0. assert (x * / x = 1) by (field; lra). assert (0 <= (x - 1) ^ 2) by apply pow2_ge_0.
    apply Rmult_le_reg_r with x; [lra|]. nra. }
  assert (P : forall g, 0 < g -> plainly_kept g <= kept (1 / 2) a a g).
  { intros g G. destruct (Rlt_le_dec g a) as [L|L]; [now apply within|]. rewrite beyond by easy.
    assert (0 <= plainly_kept g) by (unfold plainly_kept; rewrite below_value; destruct (Rlt_dec (- g) 0); [|lra]; pose proof (exp_pos (- g)); lra).
    nra. }
  split; [|split].
  - intros g G. destruct (errs_alike a g) as [-> ->]. split; now apply P.
  - intros g G. destruct (errs_alike a g) as [-> ->]. split; now apply F.
  - intros eta pos. exists (Rmin a (Rmin eta 1)). split; [apply Rmin_pos; [easy|apply Rmin_pos; lra]|]. intros g [G N].
    pose proof (Rmin_l a (Rmin eta 1)). pose proof (Rmin_r a (Rmin eta 1)). pose proof (Rmin_l eta 1). pose proof (Rmin_r eta 1).
    (* 1 - x is at most exp (-x) *)
    assert (low : forall x, 1 - x <= exp (- x)) by (intros x; pose proof (exp_ineq1_le (- x)); lra).
    assert (U : exp (- g) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
    destruct (errs_alike a g) as [-> ->].
    enough (Rabs (plainly_kept g - B_coin__limit) < eta /\ Rabs (kept (1 / 2) a a g - B_coin__limit) < eta) by tauto.
    unfold B_coin__limit. split.
    + unfold plainly_kept. rewrite below_value. destruct (Rlt_dec (- g) 0); [|lra]. pose proof (low g). apply Rabs_def1; lra.
    + destruct (within a g G ltac:(lra)) as [_ ->].
      assert (S : 0 <= exp (- a) * (exp g - exp (- g)) <= 2 * g).
      { replace (exp (- a) * (exp g - exp (- g))) with (exp (g - a) * (1 - exp (- (2 * g)))).
        2: { replace (g - a) with (- a + g) by ring. replace (- (2 * g)) with (- g + - g) by ring. rewrite !exp_plus.
          assert (one' : exp g * exp (- g) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
          replace (exp (- a) * exp g * (1 - exp (- g) * exp (- g))) with (exp (- a) * (exp g - exp g * exp (- g) * exp (- g))) by ring.
          rewrite one'. ring. }
        pose proof (low (2 * g)). assert (exp (- (2 * g)) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
        assert (0 < exp (g - a) < 1) by (split; [apply exp_pos|rewrite <- exp_0; apply exp_increasing; lra]). nra. }
      apply Rabs_def1; lra.
Qed.

(** Two units above the threshold, with a margin of one. *)
Theorem B_coin_instance : kept (1 / 2) 1 1 2 = B_coin__factor cosh 1 * plainly_kept 2 /\ plainly_kept 0 = B_coin__limit.
Proof.
  split; [rewrite beyond by lra; unfold B_coin__factor; field|].
  unfold plainly_kept, B_coin__limit. rewrite below_value, Ropp_0. destruct (Rlt_dec 0 0); [lra|]. rewrite Ropp_0, exp_0. lra.
Qed.
