(* The exponential mechanism over a list of outputs. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

Lemma weight_moves : forall {O} (outputs : list O) epsilon Delta q q' mu, 0 < epsilon -> base outputs mu ->
  (forall r, In r outputs -> Rabs (q r - q' r) <= Delta) ->
  forall r, In r outputs -> weight epsilon q mu r <= exp (epsilon * Delta) * weight epsilon q' mu r.
Proof.
  intros O outputs epsilon Delta q q' mu e [P _] H r K. unfold weight. rewrite <- Rmult_assoc, <- exp_plus.
  apply Rmult_le_compat_r; [now apply P|]. apply exp_le. specialize (H r K). apply abs_bounds in H. nra.
Qed.

Lemma ratio_of_choices : forall {O} (outputs : list O) epsilon Delta q q' mu, 0 < epsilon -> base outputs mu ->
  (forall r, In r outputs -> Rabs (q r - q' r) <= Delta) ->
  forall r, In r outputs -> choose outputs epsilon q mu r <= exp (2 * epsilon * Delta) * choose outputs epsilon q' mu r.
Proof.
  intros O outputs epsilon Delta q q' mu e B H r K. unfold choose.
  pose proof (weights_positive outputs epsilon q mu B) as P.
  pose proof (weights_positive outputs epsilon q' mu B) as P'.
  assert (W : weight epsilon q mu r <= exp (epsilon * Delta) * weight epsilon q' mu r).
  { now apply (weight_moves outputs). }
  assert (T : total (weight epsilon q' mu) outputs <= exp (epsilon * Delta) * total (weight epsilon q mu) outputs).
  { rewrite <- total_scale. apply total_le. apply weight_moves; auto. intros; rewrite Rabs_minus_sym; auto. }
  replace (2 * epsilon * Delta) with (epsilon * Delta + epsilon * Delta) by ring. rewrite exp_plus.
  pose proof (exp_pos (epsilon * Delta)). pose proof (weights_nonneg outputs epsilon q' mu B r K).
  apply Rmult_le_reg_r with (total (weight epsilon q mu) outputs * total (weight epsilon q' mu) outputs).
  { now apply Rmult_lt_0_compat. }
  apply Rle_trans with (weight epsilon q mu r * total (weight epsilon q' mu) outputs); [right; field; lra|].
  apply Rle_trans with (exp (epsilon * Delta) * weight epsilon q' mu r
     * (exp (epsilon * Delta) * total (weight epsilon q mu) outputs)); [|right; field; lra].
  apply Rmult_le_compat; try easy; [now apply (weights_nonneg outputs)|lra].
Qed.

(** Where no score of a listed output moves by more than Delta, the choices keep the promise for all events.
    Only: finitely many outputs. *)
Theorem X_dp : forall (O : Type) (outputs : list O) (epsilon Delta : R) (q q' mu : O -> R),
  X_dp__if_epsilon epsilon -> X_dp__if_sensitivity Delta -> base outputs mu ->
  (forall r, In r outputs -> Rabs (q r - q' r) <= Delta) ->
  hides outputs (X_dp__published epsilon Delta) 0 (choose outputs epsilon q mu) (choose outputs epsilon q' mu).
Proof.
  intros O outputs epsilon Delta q q' mu e d B H. apply pointwise_hides. intros r K.
  replace (X_dp__published epsilon Delta) with (2 * epsilon * Delta) by (unfold X_dp__published; field).
  now apply ratio_of_choices.
Qed.

(** No smaller number will do: whatever lies below is broken by some choice between two outputs. *)
Theorem X_dp_attained : forall epsilon Delta less : R,
  X_dp__if_epsilon epsilon -> X_dp__if_sensitivity Delta -> less < X_dp__published epsilon Delta ->
  exists (q q' mu : bool -> R), base [true; false] mu /\ (forall r, Rabs (q r - q' r) <= Delta) /\
  ~ hides [true; false] less 0 (choose [true; false] epsilon q mu) (choose [true; false] epsilon q' mu).
Proof.
  intros epsilon Delta less e d H. unfold X_dp__if_epsilon, X_dp__if_sensitivity in *.
  replace (X_dp__published epsilon Delta) with (2 * epsilon * Delta) in H by (unfold X_dp__published; field).
  pose (x := epsilon * Delta).
  pose (a := (exp x - exp (less - x)) / (2 * exp (less + x))).
  assert (G : exp (less - x) < exp x) by (apply exp_increasing; unfold x; lra).
  pose proof (exp_pos (less + x)) as P1. pose proof (exp_pos x) as P2. pose proof (exp_pos (- x)) as P3.
  assert (A : 0 < a) by (apply Rdiv_lt_0_compat; lra).
  exists (fun r : bool => if r then Delta else - Delta), (fun _ => 0), (fun r : bool => if r then a else 1).
  repeat split.
  - intros [|] _; lra.
  - cbn; lra.
  - intros [|]; rewrite ?Rminus_0_r, ?Rabs_Ropp, Rabs_pos_eq; lra.
  - intros N. specialize (N (fun r => r)). cbv [chance choose weight total sum map] in N.
    rewrite !Rmult_0_r, exp_0 in N. fold x in N. replace (epsilon * - Delta) with (- x) in N by (unfold x; ring).
    assert (Z : exp less * (a * exp x + exp (- x)) < exp x).
    { replace (exp less * (a * exp x + exp (- x))) with (a * exp (less + x) + exp (less - x))
        by (unfold Rminus; rewrite !exp_plus; ring).
      unfold a. replace ((exp x - exp (less - x)) / (2 * exp (less + x)) * exp (less + x))
        with ((exp x - exp (less - x)) / 2) by (field; lra). lra. }
    pose proof (exp_pos less) as P4.
    assert (B : exp x * (a + 1) <= exp less * (exp x * a + exp (- x))).
    { apply Rmult_le_reg_r with (a / ((exp x * a + exp (- x)) * (a + 1))).
      { apply Rdiv_lt_0_compat; [easy|]. apply Rmult_lt_0_compat; nra. }
      assert (0 < exp x * a + exp (- x)) by nra.
      replace (exp x * (a + 1) * (a / ((exp x * a + exp (- x)) * (a + 1))))
        with (exp x * a / (exp x * a + (exp (- x) * 1 + 0)) + (0 + 0)) by (field; split; nra).
      replace (exp less * (exp x * a + exp (- x)) * (a / ((exp x * a + exp (- x)) * (a + 1))))
        with (exp less * (1 * a / (1 * a + (1 * 1 + 0)) + (0 + 0)) + 0) by (field; repeat split; nra).
      lra. }
    nra.
Qed.

(* ---- the spread of a change ---- *)

Lemma choose_moved : forall {O} (outputs : list O) epsilon q q' mu r, base outputs mu ->
  choose outputs epsilon q' mu r * total (fun s => choose outputs epsilon q mu s * exp (epsilon * (q' s - q s))) outputs
  = choose outputs epsilon q mu r * exp (epsilon * (q' r - q r)).
Proof.
  intros O outputs epsilon q q' mu r B.
  pose proof (weights_positive outputs epsilon q mu B) as T. pose proof (weights_positive outputs epsilon q' mu B) as T'.
  assert (W : forall s, weight epsilon q mu s * exp (epsilon * (q' s - q s)) = weight epsilon q' mu s).
  { intros s. unfold weight. replace (epsilon * q' s) with (epsilon * q s + epsilon * (q' s - q s)) by ring.
    rewrite exp_plus. ring. }
  unfold choose.
  rewrite (total_ext (fun s => weight epsilon q mu s / total (weight epsilon q mu) outputs * exp (epsilon * (q' s - q s)))
    (fun s => / total (weight epsilon q mu) outputs * weight epsilon q' mu s)).
  - rewrite (total_scale _ (weight epsilon q' mu)). replace (weight epsilon q mu r / total (weight epsilon q mu) outputs * exp (epsilon * (q' r - q r)))
      with (weight epsilon q' mu r / total (weight epsilon q mu) outputs) by (rewrite <- (W r); unfold Rdiv; ring). field. lra.
  - intros s _. rewrite <- W. field. lra.
Qed.

Lemma law_of_choice : forall {O} (outputs : list O) epsilon q mu, base outputs mu ->
  law outputs (choose outputs epsilon q mu).
Proof.
  intros O outputs epsilon q mu B. pose proof (weights_positive outputs epsilon q mu B) as T. split.
  - intros r K. unfold choose. apply Rmult_le_pos; [now apply (weights_nonneg outputs)|left; now apply Rinv_0_lt_compat].
  - unfold choose. rewrite (total_ext _ (fun r => / total (weight epsilon q mu) outputs * weight epsilon q mu r))
      by (intros; field; lra). rewrite (total_scale _ (weight epsilon q mu)). field. lra.
Qed.

Lemma ratio_by_spread : forall {O} (outputs : list O) epsilon low D q q' mu p r, 0 < epsilon -> 0 < D -> 0 < p < 1 ->
  base outputs mu -> (forall s, In s outputs -> low <= q' s - q s <= low + D) -> In r outputs ->
  p <= choose outputs epsilon q mu r ->
  choose outputs epsilon q' mu r * (1 + p * (exp (epsilon * D) - 1)) <= choose outputs epsilon q mu r * exp (epsilon * D).
Proof.
  intros O outputs epsilon low D q q' mu p r e d P B S K least.
  pose proof (choose_moved outputs epsilon q q' mu r B) as M.
  destruct (law_of_choice outputs epsilon q mu B) as [N T].
  destruct (law_of_choice outputs epsilon q' mu B) as [N' _].
  set (a := choose outputs epsilon q mu) in *. set (b := choose outputs epsilon q' mu) in *.
  set (z := exp (epsilon * (q' r - q r))) in *. set (y := exp (epsilon * low)). set (Z := exp (epsilon * D)).
  assert (Y : 0 < y) by apply exp_pos.
  assert (z1 : y <= z) by (apply exp_le; specialize (S r K); nra).
  assert (z2 : z <= y * Z).
  { unfold y, Z, z. rewrite <- exp_plus. apply exp_le. specialize (S r K). nra. }
  assert (G : a r * (z - y) + y <= total (fun s => a s * exp (epsilon * (q' s - q s))) outputs).
  { replace y with (y * total a outputs) at 2 by (rewrite T; ring).
    assert (I : a r * (z - y) <= total (fun s => a s * (exp (epsilon * (q' s - q s)) - y)) outputs).
    { apply (total_in (fun s => a s * (exp (epsilon * (q' s - q s)) - y))); [|easy]. intros s Ks.
      assert (y <= exp (epsilon * (q' s - q s))) by (apply exp_le; specialize (S s Ks); nra).
      apply Rmult_le_pos; [now apply N|lra]. }
    rewrite (total_ext _ (fun s => a s * exp (epsilon * (q' s - q s)) - y * a s)) in I by (intros; ring).
    rewrite total_minus, total_scale in I. lra. }
  specialize (N' r K). assert (A1 : a r <= 1) by (rewrite <- T; now apply total_in).
  assert (H : b r * (a r * (z - y) + y) <= a r * z) by (rewrite <- M; now apply Rmult_le_compat_l).
  assert (Z1 : 1 < Z) by (unfold Z; rewrite <- exp_0; apply exp_increasing; nra).
  (* b <= a z / (a (z - y) + y), which grows with z and falls with a / a *)
  assert (den : 0 < a r * (z - y) + y) by (assert (0 <= a r * (z - y)) by (apply Rmult_le_pos; lra); lra).
  apply Rmult_le_reg_r with (a r * (z - y) + y); [easy|].
  apply Rle_trans with (a r * z * (1 + p * (Z - 1))).
  { replace (b r * (1 + p * (Z - 1)) * (a r * (z - y) + y)) with (b r * (a r * (z - y) + y) * (1 + p * (Z - 1))) by ring.
    apply Rmult_le_compat_r; [nra|easy]. }
  rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|].
  apply Rle_trans with (z * (1 + a r * (Z - 1))).
  { apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_l, Rmult_le_compat_r; lra. }
  assert (0 <= (1 - a r) * (y * Z - z)) by (apply Rmult_le_pos; lra). nra.
Qed.

(** The log-ratio of the two probabilities of any output is at most that, in either direction.
    Only: finitely many outputs, as the claim assumes. *)
Theorem B_spread : forall (O : Type) (outputs : list O) (epsilon low D p : R) (q q' mu : O -> R) (r : O),
  B_spread__if_epsilon epsilon -> B_spread__if_spread D -> B_spread__if_p p -> base outputs mu ->
  (forall s, In s outputs -> low <= q' s - q s <= low + D) -> In r outputs ->
  p <= choose outputs epsilon q mu r -> p <= choose outputs epsilon q' mu r ->
  Rabs (ln (choose outputs epsilon q' mu r / choose outputs epsilon q mu r)) <= B_spread__ours epsilon D p.
Proof.
  intros O outputs epsilon low D p q q' mu r e d P B S K least least'.
  unfold B_spread__if_epsilon, B_spread__if_spread, B_spread__if_p in *.
  pose proof (ratio_by_spread outputs epsilon low D q q' mu p r e d P B S K least) as H.
  assert (S' : forall s, In s outputs -> - (low + D) <= q s - q' s <= - (low + D) + D).
  { intros s Ks. specialize (S s Ks). lra. }
  pose proof (ratio_by_spread outputs epsilon (- (low + D)) D q' q mu p r e d P B S' K least') as H'.
  set (a := choose outputs epsilon q mu r) in *. set (b := choose outputs epsilon q' mu r) in *.
  set (X := exp (epsilon * D)) in *.
  assert (X1 : 1 < X) by (unfold X; rewrite <- exp_0; apply exp_increasing; nra).
  set (V := 1 + p * (X - 1)) in *. assert (V1 : 0 < V) by (unfold V; nra).
  replace (B_spread__ours epsilon D p) with (epsilon * D - ln V) by (unfold B_spread__ours, V, X; field).
  assert (lX : ln X = epsilon * D) by apply ln_exp. rewrite <- lX, ln_div by lra.
  assert (G : forall u v, 0 < u -> 0 < v -> u * V <= v * X -> ln u - ln v <= ln X - ln V).
  { intros u v U W F. assert (ln (u * V) <= ln (v * X)).
    { assert (0 < u * V) by now apply Rmult_lt_0_compat. destruct F as [F|F]; [left; now apply ln_increasing|rewrite F; lra]. }
    rewrite !ln_mult in * by lra. lra. }
  apply Rabs_le. pose proof (G b a ltac:(lra) ltac:(lra) H). pose proof (G a b ltac:(lra) ltac:(lra) H'). lra.
Qed.

(** Two outputs reach it, wherever p is small enough for both to stay as likely as p. *)
Theorem B_spread_attained : forall epsilon D p : R, 0 < epsilon -> 0 < D -> 0 < p <= 1 / 2 ->
  p * (1 + p * (exp (epsilon * D) - 1)) <= 1 - p -> exists q q' mu : bool -> R, base [true; false] mu /\
  (forall s, 0 <= q' s - q s <= 0 + D) /\
  (forall s, p <= choose [true; false] epsilon q mu s /\ p <= choose [true; false] epsilon q' mu s) /\
  ln (choose [true; false] epsilon q' mu true / choose [true; false] epsilon q mu true) = B_spread__ours epsilon D p.
Proof.
  intros epsilon D p e d P small. set (X := exp (epsilon * D)) in *.
  assert (X1 : 1 < X) by (unfold X; rewrite <- exp_0; apply exp_increasing; nra).
  set (V := 1 + p * (X - 1)) in *. assert (V1 : 0 < V) by (unfold V; nra).
  exists (fun _ => 0), (fun r : bool => if r then D else 0), (fun r : bool => if r then p else 1 - p).
  assert (Q : forall s, choose [true; false] epsilon (fun _ => 0) (fun r : bool => if r then p else 1 - p) s =
    if s then p else 1 - p).
  { intros s. cbv [choose weight total sum map]. rewrite Rmult_0_r, exp_0. destruct s; field; lra. }
  assert (Q' : forall s, choose [true; false] epsilon (fun r : bool => if r then D else 0)
    (fun r : bool => if r then p else 1 - p) s = if s then X * p / V else (1 - p) / V).
  { intros [|]; cbv [choose weight total sum map]; fold X; rewrite Rmult_0_r, exp_0;
      replace (X * p + (1 * (1 - p) + 0)) with V by (unfold V; ring); field; lra. }
  split; [split; [intros [|] _; lra|cbv [total sum map]; lra]|]. split; [intros [|]; lra|]. split.
  - intros s. rewrite Q, Q'. destruct s; split; try lra.
    + apply Rmult_le_reg_r with V; [easy|]. replace (X * p / V * V) with (X * p) by (field; lra).
      assert (V <= X) by (unfold V; nra). rewrite (Rmult_comm X p). apply Rmult_le_compat_l; lra.
    + apply Rmult_le_reg_r with V; [easy|]. replace ((1 - p) / V * V) with (1 - p) by (field; lra). easy.
  - rewrite Q, Q'. replace (X * p / V / p) with (X / V) by (field; lra). rewrite ln_div by lra. unfold X at 1.
    rewrite ln_exp. unfold B_spread__ours. fold X. fold V. field.
Qed.
