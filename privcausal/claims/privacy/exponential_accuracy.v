(* How good is what the exponential mechanism chooses? Over a list of outputs, with a law as base weights. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

(* The mean of a score under a law. *)
Definition expected {O : Type} (outputs : list O) (p f : O -> R) : R := total (fun r => p r * f r) outputs.

(* The outputs whose score is higher than a mark, or not lower than it, or not higher. *)
Definition above {O : Type} (q : O -> R) (mark : R) (r : O) : bool := if Rlt_dec mark (q r) then true else false.
Definition at_least {O : Type} (q : O -> R) (mark : R) (r : O) : bool := if Rle_dec mark (q r) then true else false.
Definition at_most {O : Type} (q : O -> R) (mark : R) (r : O) : bool := if Rle_dec (q r) mark then true else false.

(* The mark opt is at least every score, and not more is asked of it. *)
Definition highest {O : Type} (outputs : list O) (q : O -> R) (opt : R) : Prop := forall r, In r outputs -> q r <= opt.

(* Lambert's W, where it is not negative. *)
Definition lambert (W : R -> R) : Prop := forall x, 0 <= x -> 0 <= W x /\ W x * exp (W x) = x.

Lemma base_of_law : forall {O} (outputs : list O) mu, law outputs mu -> base outputs mu.
Proof. intros O outputs mu [P T]. split; [easy|lra]. Qed.

Lemma weight_split : forall epsilon a b m : R, exp (epsilon * a) * m = exp (epsilon * b) * (exp (- epsilon * (b - a)) * m).
Proof. intros. rewrite <- Rmult_assoc, <- exp_plus. do 2 f_equal. ring. Qed.

(* Weights measured by how far the score stays below opt. *)
Definition lag_weight {O : Type} (epsilon opt : R) (q mu : O -> R) (r : O) : R := exp (- epsilon * (opt - q r)) * mu r.

Lemma choose_by_lag : forall {O} (outputs : list O) epsilon opt q mu r, base outputs mu ->
  0 < total (lag_weight epsilon opt q mu) outputs /\
  choose outputs epsilon q mu r = lag_weight epsilon opt q mu r / total (lag_weight epsilon opt q mu) outputs.
Proof.
  intros O outputs epsilon opt q mu r B. unfold choose.
  pose proof (weights_positive outputs epsilon q mu B) as T.
  assert (E : total (weight epsilon q mu) outputs = exp (epsilon * opt) * total (lag_weight epsilon opt q mu) outputs).
  { rewrite <- total_scale. apply total_ext. intros; unfold weight, lag_weight. apply weight_split. }
  pose proof (exp_pos (epsilon * opt)) as X. rewrite E in *.
  assert (P : 0 < total (lag_weight epsilon opt q mu) outputs) by nra. split; [easy|].
  unfold weight, lag_weight at 2. rewrite (weight_split epsilon (q r) opt). field. lra.
Qed.

(* A mean shortfall is at most c if the shortfalls beyond c weigh no more than those below. *)
Lemma shortfall_at_most : forall {O} (outputs : list O) epsilon opt c q mu, law outputs mu ->
  total (fun r => (opt - q r - c) * lag_weight epsilon opt q mu r) outputs <= 0 ->
  opt - expected outputs (choose outputs epsilon q mu) q <= c.
Proof.
  intros O outputs epsilon opt c q mu L H.
  assert (B := base_of_law outputs mu L).
  destruct outputs as [|o outputs']; [destruct L as [_ T]; unfold total in T; cbn in T; lra|].
  set (outputs := o :: outputs') in *.
  destruct (choose_by_lag outputs epsilon opt q mu o B) as [P _].
  set (T := total (lag_weight epsilon opt q mu) outputs) in *.
  unfold expected. rewrite (total_ext _ (fun r => / T * (lag_weight epsilon opt q mu r * q r))).
  2: { intros r _. destruct (choose_by_lag outputs epsilon opt q mu r B) as [_ ->]. fold T. field. lra. }
  rewrite total_scale. apply Rmult_le_reg_l with T; [easy|].
  assert (E : total (fun r => (opt - q r - c) * lag_weight epsilon opt q mu r) outputs =
    (opt - c) * T - total (fun r => lag_weight epsilon opt q mu r * q r) outputs).
  { unfold T. rewrite <- total_scale, <- total_minus. apply total_ext. intros; ring. }
  rewrite Rmult_minus_distr_l, <- Rmult_assoc, Rinv_r by lra. lra.
Qed.

Lemma mass_split : forall {O} (outputs : list O) mu (E : O -> bool) a b, law outputs mu ->
  total (fun r => mu r * (if E r then a else b)) outputs = a * chance outputs mu E + b * (1 - chance outputs mu E).
Proof.
  intros O outputs mu E a b [_ T]. rewrite <- T, chance_as_function, <- total_minus, <- !total_scale, <- total_plus.
  apply total_ext. intros r _. destruct (E r); ring.
Qed.

(** The choice is bad with probability at most that. Only: finitely many outputs. *)
Theorem X_lemma : forall (O : Type) (outputs : list O) (epsilon t opt : R) (q mu : O -> R),
  X_lemma__if_epsilon epsilon -> X_lemma__if_t t -> law outputs mu -> highest outputs q opt ->
  let mass := chance outputs mu (above q (opt - t)) in X_lemma__if_mass mass ->
  chance outputs (choose outputs epsilon q mu) (at_most q (opt - 2 * t)) <= X_lemma__published epsilon t mass.
Proof.
  intros O outputs epsilon t opt q mu e tpos L H mass m. unfold X_lemma__if_epsilon, X_lemma__if_t, X_lemma__if_mass in *.
  replace (X_lemma__published epsilon t mass) with (exp (- epsilon * t) / mass) by
    (unfold X_lemma__published; field; lra).
  assert (B := base_of_law outputs mu L).
  set (T := total (lag_weight epsilon opt q mu) outputs).
  assert (P : 0 < T).
  { destruct outputs as [|o k]; [destruct L as [_ Z]; unfold total in Z; cbn in Z; lra|].
    now destruct (choose_by_lag (o :: k) epsilon opt q mu o B). }
  assert (low : exp (- epsilon * t) * mass <= T).
  { unfold mass, T, chance. rewrite <- total_scale. apply total_le. intros r K. unfold above, lag_weight.
    destruct L as [M _]. specialize (M r K). pose proof (exp_pos (- epsilon * (opt - q r))).
    destruct (Rlt_dec _ _) as [S|]; [|nra]. apply Rmult_le_compat_r; [easy|]. apply exp_le. nra. }
  assert (high : T * chance outputs (choose outputs epsilon q mu) (at_most q (opt - 2 * t)) <= exp (- epsilon * (2 * t))).
  { destruct L as [M S]. replace (exp (- epsilon * (2 * t))) with (exp (- epsilon * (2 * t)) * total mu outputs)
      by (rewrite S; ring).
    unfold chance. rewrite <- !total_scale. apply total_le. intros r K. specialize (M r K). unfold at_most.
    pose proof (exp_pos (- epsilon * (2 * t))). destruct (Rle_dec _ _) as [D|]; [|nra].
    destruct (choose_by_lag outputs epsilon opt q mu r B) as [_ ->]. fold T. unfold lag_weight.
    replace (T * (exp (- epsilon * (opt - q r)) * mu r / T)) with (exp (- epsilon * (opt - q r)) * mu r) by (field; lra).
    apply Rmult_le_compat_r; [easy|]. apply exp_le. nra. }
  pose proof (exp_pos (- epsilon * t)) as X. set (C := chance outputs (choose outputs epsilon q mu) (at_most q (opt - 2 * t))) in *.
  replace (- epsilon * (2 * t)) with (- epsilon * t + - epsilon * t) in high by ring. rewrite exp_plus in high.
  apply Rmult_le_reg_r with mass; [easy|].
  replace (exp (- epsilon * t) / mass * mass) with (exp (- epsilon * t)) by (field; lra).
  assert (0 <= C).
  { unfold C, chance. apply total_nonneg. intros r K. cbv beta. destruct (at_most q (opt - 2 * t) r); [|apply Rle_refl].
    destruct (choose_by_lag outputs epsilon opt q mu r B) as [_ ->]. fold T. unfold lag_weight.
    apply Rmult_le_pos; [|left; now apply Rinv_0_lt_compat]. apply Rmult_le_pos; [left; apply exp_pos|now apply L]. }
  apply Rmult_le_reg_l with (exp (- epsilon * t)); [easy|]. nra.
Qed.

(** It speaks about something: two outputs of which one lags by 2. *)
Theorem X_lemma_instance : exists (q mu : bool -> R), law [true; false] mu /\ highest [true; false] q 2 /\
  X_lemma__if_mass (chance [true; false] mu (above q (2 - 1))) /\
  0 < chance [true; false] (choose [true; false] 1 q mu) (at_most q (2 - 2 * 1)) <
  X_lemma__published 1 1 (chance [true; false] mu (above q (2 - 1))).
Proof.
  exists (fun r : bool => if r then 2 else 0), (fun _ => 1 / 2).
  assert (A : above (fun r : bool => if r then 2 else 0) (2 - 1) true = true) by (unfold above; destruct (Rlt_dec _ _); [easy|lra]).
  assert (A' : above (fun r : bool => if r then 2 else 0) (2 - 1) false = false) by (unfold above; destruct (Rlt_dec _ _); [lra|easy]).
  assert (D : at_most (fun r : bool => if r then 2 else 0) (2 - 2 * 1) true = false) by (unfold at_most; destruct (Rle_dec _ _); [lra|easy]).
  assert (D' : at_most (fun r : bool => if r then 2 else 0) (2 - 2 * 1) false = true) by (unfold at_most; destruct (Rle_dec _ _); [easy|lra]).
  cbv [chance total sum map choose weight]. rewrite A, A', D, D'. rewrite Rmult_0_r, exp_0.
  split; [|split; [|split]].
  - split; [intros [|] _; lra|cbv [total sum map]; lra].
  - intros [|] _; lra.
  - unfold X_lemma__if_mass. lra.
  - pose proof (exp_pos (1 * 2)). assert (E : exp (1 * 2) = exp 1 * exp 1) by (rewrite <- exp_plus; f_equal; ring).
    assert (F : exp (- (1)) * exp 1 = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
    pose proof (exp_pos (-(1))). pose proof (exp_ineq1 1 ltac:(lra)).
    replace (0 + (1 * (1 / 2) / (exp (1 * 2) * (1 / 2) + (1 * (1 / 2) + 0)) + 0)) with (/ (exp 1 * exp 1 + 1)) by (rewrite E; field; nra).
    replace (X_lemma__published 1 1 (1 / 2 + (0 + 0))) with (2 * exp (-(1))) by
      (unfold X_lemma__published; replace (- (1) * 1) with (- (1)) by ring; field).
    split; [apply Rinv_0_lt_compat; nra|]. apply Rmult_lt_reg_r with (exp 1 * exp 1 + 1); [nra|]. rewrite Rinv_l by nra. nra.
Qed.

(** Where scores are never negative and t is as large as the page asks, the mean shortfall is at most our number.
    Only: finitely many outputs. *)
Theorem X_accuracy : forall (O : Type) (outputs : list O) (epsilon t opt : R) (q mu : O -> R),
  0 < epsilon -> X_accuracy__if_t t -> 0 < opt -> law outputs mu -> highest outputs q opt ->
  (forall r, In r outputs -> 0 <= q r) ->
  let mass := chance outputs mu (above q (opt - t)) in 0 < mass -> 1 / epsilon * ln (opt / (t * mass)) <= t ->
  opt - expected outputs (choose outputs epsilon q mu) q <= X_accuracy__ours t.
Proof.
  intros O outputs epsilon t opt q mu e tpos opos L H Q mass m far. unfold X_accuracy__if_t in tpos.
  replace (X_accuracy__ours t) with (2 * t) by (unfold X_accuracy__ours; field).
  apply shortfall_at_most; [easy|].
  set (y := exp (- epsilon * t)). assert (Y : 0 < y) by apply exp_pos.
  assert (far' : opt * y <= t * mass).
  { assert (D : 0 < opt / (t * mass)) by (apply Rdiv_lt_0_compat; nra).
    assert (G : opt / (t * mass) <= exp (epsilon * t)).
    { rewrite <- (exp_ln _ D). apply exp_le. apply Rmult_le_reg_l with (1 / epsilon); [apply Rdiv_lt_0_compat; lra|].
      replace (1 / epsilon * (epsilon * t)) with t by (field; lra). lra. }
    assert (Z : exp (epsilon * t) * y = 1) by (unfold y; rewrite <- exp_plus, <- exp_0; f_equal; ring).
    assert (tm : 0 < t * mass) by now apply Rmult_lt_0_compat.
    apply Rmult_le_compat_r with (r := y * (t * mass)) in G; [|left; now apply Rmult_lt_0_compat].
    replace (opt / (t * mass) * (y * (t * mass))) with (opt * y) in G by (field; lra).
    replace (exp (epsilon * t) * (y * (t * mass))) with (exp (epsilon * t) * y * (t * mass)) in G by ring.
    rewrite Z in G. lra. }
  apply Rle_trans with (total (fun r => mu r * (if above q (opt - t) r then - t * y else opt * (y * y))) outputs).
  - apply total_le. intros r K. unfold lag_weight, above.
    replace ((opt - q r - 2 * t) * (exp (- epsilon * (opt - q r)) * mu r))
      with (mu r * ((opt - q r - 2 * t) * exp (- epsilon * (opt - q r)))) by ring.
    apply Rmult_le_compat_l; [now apply L|]. specialize (H r K). specialize (Q r K).
    set (x := opt - q r) in *. pose proof (exp_pos (- epsilon * x)).
    destruct (Rlt_dec (opt - t) (q r)) as [S|S].
    + assert (y <= exp (- epsilon * x)) by (apply exp_le; unfold x in *; nra). unfold x in *; nra.
    + destruct (Rle_dec x (2 * t)) as [G|G]; [nra|].
      assert (exp (- epsilon * x) <= y * y) by (unfold y; rewrite <- exp_plus; apply exp_le; nra).
      assert (x - 2 * t <= opt) by (unfold x in *; lra). nra.
  - rewrite mass_split by easy. fold mass. pose proof (chance_of_law outputs mu (above q (opt - t)) L) as C. fold mass in C.
    assert (y * (opt * y) <= y * (t * mass)) by (apply Rmult_le_compat_l; lra).
    assert (0 < opt * (y * y)) by (apply Rmult_lt_0_compat; [easy|now apply Rmult_lt_0_compat]).
    assert (opt * (y * y) * (1 - mass) <= opt * (y * y)) by nra. lra.
Qed.

(** It speaks about something: one output, chosen for sure. *)
Theorem X_accuracy_instance : law [tt] (fun _ => 1) /\ highest [tt] (fun _ => 1) 1 /\
  chance [tt] (fun _ => 1) (above (fun _ => 1) (1 - 1)) = 1 /\ 1 / 1 * ln (1 / (1 * 1)) <= 1 /\
  1 - expected [tt] (choose [tt] 1 (fun _ => 1) (fun _ => 1)) (fun _ => 1) < X_accuracy__ours 1.
Proof.
  split; [split; [intros; lra|cbv [total sum map]; ring]|]. split; [intros r _; lra|]. split.
  - cbv [chance total sum map above]. destruct (Rlt_dec _ _); lra.
  - replace (1 / (1 * 1)) with 1 by field. rewrite ln_1. split; [lra|].
    cbv [expected choose weight total sum map]. pose proof (exp_pos (1 * 1)). unfold X_accuracy__ours.
    replace (1 - (exp (1 * 1) * 1 / (exp (1 * 1) * 1 + 0) * 1 + 0)) with 0 by (field; lra). lra.
Qed.

Lemma below_tangent : forall v, v * exp (- v) <= exp (- (1)).
Proof.
  intros v. pose proof (exp_ineq1_le (v - 1)) as H. pose proof (exp_pos (- v)) as P.
  assert (E : exp (v - 1) * exp (- v) = exp (- (1))) by (rewrite <- exp_plus; f_equal; ring). nra.
Qed.

Lemma lambert_shortfall : forall {O} (outputs : list O) (W : R -> R) (epsilon t opt : R) (q mu : O -> R),
  lambert W -> 0 < epsilon -> 0 <= t -> law outputs mu -> highest outputs q opt ->
  let mass := chance outputs mu (at_least q (opt - t)) in 0 < mass ->
  opt - expected outputs (choose outputs epsilon q mu) q <= t + W ((1 - mass) / (exp 1 * mass)) / epsilon.
Proof.
  intros O outputs W epsilon t opt q mu L e tpos M H mass m.
  pose proof (chance_of_law outputs mu (at_least q (opt - t)) M) as C. fold mass in C.
  assert (E1 := exp_pos 1). set (x := (1 - mass) / (exp 1 * mass)).
  assert (X : 0 <= x) by (unfold x; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; nra]).
  destruct (L x X) as [w E]. set (c := W x) in *.
  apply shortfall_at_most; [easy|].
  set (y := exp (- epsilon * t)). assert (Y : 0 < y) by apply exp_pos.
  set (z := exp (- c)). assert (Z : 0 < z) by apply exp_pos.
  apply Rle_trans with (total (fun r => mu r * (if at_least q (opt - t) r then - (c / epsilon) * y else exp (- (1)) * z * y / epsilon)) outputs).
  - apply total_le. intros r K. unfold lag_weight, at_least.
    replace ((opt - q r - (t + c / epsilon)) * (exp (- epsilon * (opt - q r)) * mu r))
      with (mu r * ((opt - q r - t - c / epsilon) * exp (- epsilon * (opt - q r)))) by ring.
    apply Rmult_le_compat_l; [now apply M|]. specialize (H r K).
    assert (S : exp (- epsilon * (opt - q r)) = y * exp (- epsilon * (opt - q r - t)))
      by (unfold y; rewrite <- exp_plus; f_equal; ring).
    set (u := opt - q r - t) in *. rewrite S. assert (U := exp_pos (- epsilon * u)).
    assert (cpos : 0 <= c / epsilon) by (apply Rmult_le_pos; [easy|left; now apply Rinv_0_lt_compat]).
    destruct (Rle_dec (opt - t) (q r)) as [G|G].
    + assert (1 <= exp (- epsilon * u)) by (rewrite <- exp_0; apply exp_le; unfold u; nra).
      assert (u - c / epsilon <= - (c / epsilon)) by (unfold u; lra).
      apply Rle_trans with (- (c / epsilon) * (y * exp (- epsilon * u))); [apply Rmult_le_compat_r; nra|].
      assert (y <= y * exp (- epsilon * u)) by nra. nra.
    + pose proof (below_tangent (epsilon * (u - c / epsilon))) as B.
      replace (- (epsilon * (u - c / epsilon))) with (- epsilon * u + c) in B by (field; lra).
      rewrite exp_plus in B.
      assert (ZC : exp c * z = 1) by (unfold z; rewrite <- exp_plus, <- exp_0; f_equal; ring).
      assert (B' : epsilon * (u - c / epsilon) * exp (- epsilon * u) <= exp (- (1)) * z).
      { apply Rmult_le_compat_r with (r := z) in B; [|lra].
        replace (epsilon * (u - c / epsilon) * (exp (- epsilon * u) * exp c) * z)
          with (epsilon * (u - c / epsilon) * exp (- epsilon * u) * (exp c * z)) in B by ring. rewrite ZC in B. lra. }
      apply Rmult_le_reg_l with epsilon; [easy|].
      replace (epsilon * (exp (- (1)) * z * y / epsilon)) with (exp (- (1)) * z * y) by (field; lra).
      replace (epsilon * ((u - c / epsilon) * (y * exp (- epsilon * u)))) with
        (epsilon * (u - c / epsilon) * exp (- epsilon * u) * y) by ring.
      apply Rmult_le_compat_r; lra.
  - rewrite mass_split by easy. fold mass. right.
    assert (E' : c * mass = exp (- (1)) * z * (1 - mass)).
    { assert (e1 : exp 1 * exp (- (1)) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
      assert (ZC : exp c * z = 1) by (unfold z; rewrite <- exp_plus, <- exp_0; f_equal; ring).
      assert (F : c * exp c * (exp 1 * mass) = 1 - mass) by (rewrite E; unfold x; field; lra).
      rewrite <- F. replace (exp (- (1)) * z * (c * exp c * (exp 1 * mass))) with
        (exp 1 * exp (- (1)) * (exp c * z) * (c * mass)) by ring. rewrite e1, ZC. ring. }
    replace (- (c / epsilon) * y * mass + exp (- (1)) * z * y / epsilon * (1 - mass)) with
      (y / epsilon * (exp (- (1)) * z * (1 - mass) - c * mass)) by (field; lra).
    rewrite E'. ring.
Qed.

(** The mean shortfall is at most our number, with Lambert's function, and that at most the simple one.
    Only: finitely many outputs. *)
Theorem B_accuracy : forall (O : Type) (outputs : list O) (W : R -> R) (epsilon t opt : R) (q mu : O -> R),
  lambert W -> B_accuracy__if_epsilon epsilon -> B_accuracy__if_t t -> law outputs mu -> highest outputs q opt ->
  let mass := chance outputs mu (at_least q (opt - t)) in B_accuracy__if_mass mass ->
  opt - expected outputs (choose outputs epsilon q mu) q <= B_accuracy__ours W t mass epsilon
    <= B_accuracy__simple t mass epsilon.
Proof.
  intros O outputs W epsilon t opt q mu L e tpos M H mass m.
  unfold B_accuracy__if_epsilon, B_accuracy__if_t, B_accuracy__if_mass in *.
  replace (B_accuracy__ours W t mass epsilon) with (t + W ((1 - mass) / (exp 1 * mass)) / epsilon)
    by (unfold B_accuracy__ours; field; lra).
  replace (B_accuracy__simple t mass epsilon) with (t + ln (1 / mass) / epsilon)
    by (unfold B_accuracy__simple; field; lra).
  split; [now apply lambert_shortfall|]. apply Rplus_le_compat_l.
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|].
  pose proof (chance_of_law outputs mu (at_least q (opt - t)) M) as C. fold mass in C.
  assert (E1 := exp_pos 1). set (x := (1 - mass) / (exp 1 * mass)).
  assert (X : 0 <= x) by (unfold x; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; nra]).
  destruct (L x X) as [w E]. destruct (Rle_dec (W x) (ln (1 / mass))) as [|G]; [easy|exfalso].
  apply Rnot_le_lt in G.
  assert (I : 0 < 1 / mass) by (apply Rdiv_lt_0_compat; lra).
  assert (l : 1 - mass <= ln (1 / mass)).
  { replace (1 / mass) with (/ mass) by (field; lra). rewrite ln_Rinv by easy.
    pose proof (exp_ineq1_le (ln mass)) as Q. rewrite exp_ln in Q by easy. lra. }
  assert (exp (ln (1 / mass)) < exp (W x)) by now apply exp_increasing. rewrite exp_ln in H0 by easy.
  assert (F : x * mass = (1 - mass) / exp 1) by (unfold x; field; lra).
  assert (S : (1 - mass) / exp 1 <= 1 - mass).
  { pose proof (exp_ineq1_le 1). apply Rmult_le_reg_r with (exp 1); [easy|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. nra. }
  assert (J : 1 / mass * mass = 1) by (field; lra).
  assert (K : W x * (1 / mass) < x).
  { rewrite <- E at 2. apply Rmult_lt_compat_l; lra. }
  apply Rmult_lt_compat_r with (r := mass) in K; [|easy]. rewrite Rmult_assoc, J in K. lra.
Qed.

(** Three outputs reach it: the best has no weight, one lags by t, and the third as far as makes the mean largest. *)
Theorem B_accuracy_attained : forall (W : R -> R) (epsilon t mass : R), lambert W -> 0 < epsilon -> 0 <= t ->
  0 < mass < 1 -> exists q mu : option bool -> R, let outputs := [None; Some true; Some false] in
  law outputs mu /\ highest outputs q 0 /\ (exists r, In r outputs /\ q r = 0) /\
  chance outputs mu (at_least q (0 - t)) = mass /\
  0 - expected outputs (choose outputs epsilon q mu) q = B_accuracy__ours W t mass epsilon.
Proof.
  intros W epsilon t mass L e tpos m. assert (E1 := exp_pos 1).
  set (x := (1 - mass) / (exp 1 * mass)).
  assert (X : 0 <= x) by (unfold x; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; nra]).
  destruct (L x X) as [w E]. set (c := W x) in *. set (far := t + c / epsilon + 1 / epsilon).
  assert (cpos : 0 <= c / epsilon) by (apply Rmult_le_pos; [easy|left; now apply Rinv_0_lt_compat]).
  assert (i : 0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra).
  exists (fun r => match r with None => 0 | Some true => - t | Some false => - far end),
    (fun r => match r with None => 0 | Some true => mass | Some false => 1 - mass end).
  intros outputs. unfold outputs. split; [split; [intros [[|]|] _; lra|cbv [total sum map]; ring]|].
  split; [intros [[|]|] _; unfold far; lra|]. split; [exists None; split; [now left|easy]|]. split.
  - cbv [chance total sum map at_least].
    destruct (Rle_dec (0 - t) 0), (Rle_dec (0 - t) (- t)), (Rle_dec (0 - t) (- far)); unfold far in *; lra.
  - cbv [expected choose weight total sum map]. rewrite !Rmult_0_r, !Rplus_0_l.
    set (y := exp (epsilon * - t)). assert (Y : 0 < y) by apply exp_pos.
    assert (F : exp (epsilon * - far) * (1 - mass) = y * (mass * c)).
    { replace (epsilon * - far) with (epsilon * - t + (- c + - (1))) by (unfold far; field; lra).
      rewrite !exp_plus. fold y.
      assert (e1 : exp 1 * exp (- (1)) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
      assert (ZC : exp c * exp (- c) = 1) by (rewrite <- exp_plus, <- exp_0; f_equal; ring).
      assert (G : c * exp c * (exp 1 * mass) = 1 - mass) by (rewrite E; unfold x; field; lra).
      rewrite <- G. replace (y * (exp (- c) * exp (- (1))) * (c * exp c * (exp 1 * mass))) with
        (y * (mass * c) * ((exp 1 * exp (- (1))) * (exp c * exp (- c)))) by ring. rewrite e1, ZC. ring. }
    rewrite F. replace (B_accuracy__ours W t mass epsilon) with (t + c / epsilon)
      by (unfold B_accuracy__ours; fold x; fold c; field; lra).
    assert (0 < y * mass) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= y * (mass * c)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
    unfold far. field. split; lra.
Qed.
