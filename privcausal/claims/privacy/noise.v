(* Noise on a grid: a value is rounded, real Laplace noise is added, and only the cell of the sum is told. *)
From Coq Require Import Reals List Lra Lia ZArith.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* The probability that Laplace noise of scale s is below x. *)
Definition laplace_below (s x : R) : R := if Rlt_dec x 0 then exp (x / s) / 2 else 1 - exp (- x / s) / 2.

(* The probability that j steps and the noise lie in cell k, from k steps up to k + 1. *)
Definition cell (s step : R) (j k : Z) : R :=
  laplace_below s (IZR (k + 1) * step - IZR j * step) - laplace_below s (IZR k * step - IZR j * step).

(* The value rounded to a multiple of the step, any of the nearest. *)
Definition rounded (step v : R) (j : Z) : Prop := Rabs (v - IZR j * step) <= step / 2.

(* How many cells lie between the value and cell k. *)
Definition apart (j k : Z) : Z := if Z_le_dec j k then (k - j)%Z else (j - 1 - k)%Z.

Lemma cell_value : forall s step j k, 0 < s -> 0 < step ->
  cell s step j k = (1 - exp (- step / s)) / 2 * exp (- (IZR (apart j k) * step) / s).
Proof.
  intros s step j k S G. unfold cell, laplace_below, apart. rewrite plus_IZR.
  set (x := IZR k * step - IZR j * step).
  replace ((IZR k + 1) * step - IZR j * step) with (x + step) by (unfold x; ring).
  destruct (Z_le_dec j k) as [L|L].
  - assert (X : 0 <= x) by (unfold x; apply IZR_le in L; nra). rewrite minus_IZR.
    replace ((IZR k - IZR j) * step) with x by (unfold x; ring).
    destruct (Rlt_dec (x + step) 0), (Rlt_dec x 0); try lra.
    replace (- (x + step) / s) with (- step / s + - x / s) by (field; lra). rewrite exp_plus. field.
  - assert (K : (k + 1 <= j)%Z) by lia. apply IZR_le in K. rewrite plus_IZR in K.
    assert (X : x + step <= 0) by (unfold x; nra). rewrite !minus_IZR.
    replace (- ((IZR j - 1 - IZR k) * step) / s) with ((x + step) / s) by (unfold x; field; lra).
    assert (E : exp (x / s) = exp (- step / s) * exp ((x + step) / s)) by (rewrite <- exp_plus; f_equal; field; lra).
    destruct (Rlt_dec x 0) as [_|]; [|lra]. rewrite E. destruct (Rlt_dec (x + step) 0) as [|N]; [field|].
    replace (x + step) with 0 by lra. replace (- 0 / s) with 0 by (field; lra). replace (0 / s) with 0 by (field; lra).
    rewrite exp_0. field.
Qed.

Lemma log_cell : forall s step j k, 0 < s -> 0 < step ->
  0 < cell s step j k /\ ln (cell s step j k) = ln ((1 - exp (- step / s)) / 2) - IZR (apart j k) * step / s.
Proof.
  intros s step j k S G. rewrite cell_value by easy.
  assert (T : exp (- step / s) < 1).
  { rewrite <- exp_0. apply exp_increasing. assert (0 < step / s) by now apply Rdiv_lt_0_compat. unfold Rdiv in *. lra. }
  assert (P : 0 < (1 - exp (- step / s)) / 2) by lra. assert (X := exp_pos (- (IZR (apart j k) * step) / s)).
  split; [now apply Rmult_lt_0_compat|]. rewrite ln_mult, ln_exp by easy. field. lra.
Qed.

Lemma apart_moves : forall j j' k, (Z.abs (apart j k - apart j' k) <= Z.abs (j - j'))%Z.
Proof. intros; unfold apart. destruct (Z_le_dec j k), (Z_le_dec j' k); lia. Qed.

(** With Laplace noise that is wider by what rounding costs, one record moves the log-probability of every cell by at
    most that. Only: the last sentence, for one number. *)
Theorem B_grid : forall (Delta s step wider v v' : R) (j j' k : Z), 0 < Delta -> 0 < s -> 0 < step ->
  s * (1 + step / Delta) <= wider -> Rabs (v - v') <= Delta -> rounded step v j -> rounded step v' j' ->
  Rabs (ln (cell wider step j k) - ln (cell wider step j' k)) <= B_grid__ours Delta s.
Proof.
  intros Delta s step wider v v' j j' k D S G W near R R'. unfold rounded in *.
  assert (q : 0 < step / Delta) by now apply Rdiv_lt_0_compat. assert (W0 : 0 < wider) by nra.
  destruct (log_cell wider step j k W0 G) as [_ ->]. destruct (log_cell wider step j' k W0 G) as [_ ->].
  replace (B_grid__ours Delta s) with (Delta / s) by (unfold B_grid__ours; field; lra).
  set (c := ln _). replace (c - IZR (apart j k) * step / wider - (c - IZR (apart j' k) * step / wider))
    with (- (IZR (apart j k - apart j' k) * (step / wider))) by (rewrite minus_IZR; field; lra).
  assert (sw : 0 < step / wider) by now apply Rdiv_lt_0_compat.
  rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq (step / wider)) by lra. rewrite <- abs_IZR.
  pose proof (IZR_le _ _ (apart_moves j j' k)) as M. rewrite (abs_IZR (j - j')), minus_IZR in M.
  assert (J : Rabs (IZR j - IZR j') * step <= Delta + step).
  { rewrite <- (Rabs_pos_eq step) at 1 by lra. rewrite <- Rabs_mult. apply abs_bounds in near, R, R'. apply Rabs_le. lra. }
  apply Rle_trans with (Rabs (IZR j - IZR j') * (step / wider)); [now apply Rmult_le_compat_r; [lra|]|].
  apply Rle_trans with ((Delta + step) / wider).
  - replace (Rabs (IZR j - IZR j') * (step / wider)) with (Rabs (IZR j - IZR j') * step * / wider) by (field; lra).
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|easy].
  - apply Rmult_le_reg_r with (s * wider); [now apply Rmult_lt_0_compat|].
    replace ((Delta + step) / wider * (s * wider)) with (Delta * (s * (1 + step / Delta))) by (field; lra).
    replace (Delta / s * (s * wider)) with (Delta * wider) by (field; lra). now apply Rmult_le_compat_l; [lra|].
Qed.

(** Two values that are rounded away from each other reach it, whenever the sensitivity is so many whole steps.
    Only: attained for one number and such a step. *)
Theorem B_grid_attained : forall (s step : R) (n : nat), 0 < s -> 0 < step -> (1 <= n)%nat ->
  let Delta := INR n * step in let wider := s * (1 + step / Delta) in
  exists (v v' : R) (j j' k : Z), Rabs (v - v') <= Delta /\ rounded step v j /\ rounded step v' j' /\
  Rabs (ln (cell wider step j k) - ln (cell wider step j' k)) = B_grid__ours Delta s.
Proof.
  intros s step n S G N Delta wider. assert (P : 1 <= INR n) by (replace 1 with (INR 1) by reflexivity; now apply le_INR).
  assert (D : 0 < Delta) by (unfold Delta; nra).
  assert (q : 0 < step / Delta) by now apply Rdiv_lt_0_compat. assert (W0 : 0 < wider) by (unfold wider; nra).
  exists (step / 2), (step / 2 + Delta), 0%Z, (Z.of_nat n + 1)%Z, (Z.of_nat n + 1)%Z. unfold rounded.
  split; [replace (step / 2 - (step / 2 + Delta)) with (- Delta) by ring; rewrite Rabs_Ropp, Rabs_pos_eq; lra|].
  split; [rewrite Rabs_pos_eq; lra|]. rewrite plus_IZR, <- INR_IZR_INZ.
  split; [unfold Delta; replace (step / 2 + INR n * step - (INR n + 1) * step) with (- (step / 2)) by field;
    rewrite Rabs_Ropp, Rabs_pos_eq; lra|].
  destruct (log_cell wider step 0 (Z.of_nat n + 1) W0 G) as [_ ->].
  destruct (log_cell wider step (Z.of_nat n + 1) (Z.of_nat n + 1) W0 G) as [_ ->].
  assert (A : apart 0 (Z.of_nat n + 1) = (Z.of_nat n + 1)%Z) by (unfold apart; destruct (Z_le_dec _ _); lia).
  assert (A' : apart (Z.of_nat n + 1) (Z.of_nat n + 1) = 0%Z) by (unfold apart; destruct (Z_le_dec _ _); lia).
  rewrite A, A', plus_IZR, <- INR_IZR_INZ. set (c := ln _).
  replace (c - (INR n + 1) * step / wider - (c - 0 * step / wider)) with (- (Delta / s)).
  - rewrite Rabs_Ropp, Rabs_pos_eq by (left; now apply Rdiv_lt_0_compat). unfold B_grid__ours. field. lra.
  - unfold wider. unfold Delta in *. field. repeat split; nra.
Qed.

(* The same as a ratio, for the proofs of mechanisms that add such noise. *)
Lemma grid_ratio : forall Delta s step wider v v' j j' k, 0 < Delta -> 0 < s -> 0 < step -> s * (1 + step / Delta) <= wider ->
  Rabs (v - v') <= Delta -> rounded step v j -> rounded step v' j' ->
  cell wider step j k <= exp (Delta / s) * cell wider step j' k.
Proof.
  intros Delta s step wider v v' j j' k D S G W near R R'.
  assert (q : 0 < step / Delta) by now apply Rdiv_lt_0_compat. assert (W0 : 0 < wider) by nra.
  pose proof (B_grid Delta s step wider v v' j j' k D S G W near R R') as H. apply abs_bounds in H as [_ H].
  replace (B_grid__ours Delta s) with (Delta / s) in H by (unfold B_grid__ours; field; lra).
  destruct (log_cell wider step j k W0 G) as [P _]. destruct (log_cell wider step j' k W0 G) as [P' _].
  rewrite <- (exp_ln _ P), <- (exp_ln _ P'), <- exp_plus. apply exp_le. lra.
Qed.
