(* AboveThreshold with noise on a grid: the values of the queries, minus the threshold, are whole numbers of steps. *)
From Coq Require Import Reals List Lra Lia ZArith.
From privcausal Require Import definitions sums laws.
From privcausal.claims.privacy Require Import noise propose_test_release_stability.
Import ListNotations.
Open Scope R_scope.

(* The whole numbers from -n to n. *)
Definition window (n : nat) : list Z := map (fun i => (Z.of_nat i - Z.of_nat n)%Z) (seq 0 (2 * n + 1)).

(* The sum of f over all whole numbers is v. *)
Definition over_all (f : Z -> R) (v : R) : Prop := Un_cv (fun n => total f (window n)) v.

(* Noise of that scale, in steps: j steps further up it is at most exp(j/scale) times rarer. So is Laplace noise, as
   real noise in cells or on whole numbers, and one-sided exponential noise. *)
Definition noise_of (scale : R) (nu : Z -> R) : Prop :=
  (forall k, 0 <= nu k) /\ over_all nu 1 /\ forall k j, (0 <= j)%Z -> nu k <= exp (IZR j / scale) * nu (k + j)%Z.

(* G k is the probability that the noise is k or more. *)
Definition at_least (nu : Z -> R) (G : Z -> R) : Prop := forall k, over_all (fun i => if Z.leb k i then nu i else 0) (G k).

(* The probability of these answers (true: yes, the value with noise has reached t) to queries, each of which
   may depend on the answers before; t is the noise of the threshold. *)
Fixpoint answered (G : Z -> R) (query : list bool -> Z) (t : Z) (before after : list bool) : R :=
  match after with
  | [] => 1
  | yes :: rest => (if yes then G (t - query before)%Z else 1 - G (t - query before)%Z) * answered G query t (before ++ [yes]) rest
  end.

(* The same, with noise on the threshold. *)
Definition reports (nu G : Z -> R) (query : list bool -> Z) (run : list bool) (p : R) : Prop :=
  over_all (fun t => nu t * answered G query t [] run) p.

Definition passes_of (run : list bool) : nat := length (filter (fun yes => yes) run).

(* ---- sums over all whole numbers ---- *)

Lemma total_incl : forall {A} (F : A -> R) (l l' : list A), NoDup l -> incl l l' -> (forall x, 0 <= F x) -> total F l <= total F l'.
Proof.
  intros A F l; induction l as [|x l IH]; intros l' N I P.
  - unfold total at 1; cbn. apply total_nonneg. auto.
  - assert (K : In x l') by (apply I; now left). apply in_split in K as [b [c ->]]. rewrite total_split, total_cons.
    apply Rplus_le_compat_l. inversion N as [|? ? M N']; subst. apply IH; auto. intros y Y.
    assert (In y (b ++ x :: c)) by (apply I; now right). apply in_app_or in H. apply in_or_app. destruct H as [H|[->|H]]; auto. easy.
Qed.

Lemma in_window : forall n z, In z (window n) <-> (- Z.of_nat n <= z <= Z.of_nat n)%Z.
Proof.
  intros n z. unfold window. rewrite in_map_iff. split.
  - intros [i [<- K]]. apply in_seq in K. lia.
  - intros K. exists (Z.to_nat (z + Z.of_nat n)). split; [lia|]. apply in_seq. lia.
Qed.

Lemma window_distinct : forall n, NoDup (window n).
Proof.
  intros n. unfold window. generalize (seq_NoDup (2 * n + 1) 0). generalize (seq 0 (2 * n + 1)).
  induction l as [|i l IH]; intros N; [constructor|]. inversion N; subst. cbn [map]. constructor; [|now apply IH].
  intros K. apply in_map_iff in K as [j [E K]]. assert (i = j) by lia. now subst.
Qed.

Lemma windows_grow : forall f, (forall k, 0 <= f k) -> Un_growing (fun n => total f (window n)).
Proof.
  intros f P n. apply total_incl; auto; [apply window_distinct|]. intros z K. apply in_window. apply in_window in K. lia.
Qed.

Lemma window_below : forall f v n, (forall k, 0 <= f k) -> over_all f v -> total f (window n) <= v.
Proof. intros f v n P H. exact (growing_ineq _ _ (windows_grow f P) H n). Qed.

Lemma over_all_nonneg : forall f v, (forall k, 0 <= f k) -> over_all f v -> 0 <= v.
Proof.
  intros f v P H. apply Rle_trans with (total f (window 0)); [|now apply window_below]. apply total_nonneg. auto.
Qed.

Lemma limit_below : forall u v c, Un_cv u v -> (forall n, u n <= c) -> v <= c.
Proof.
  intros u v c H B. destruct (Rle_dec v c) as [|N]; [easy|]. destruct (H (v - c)) as [n0 K]; [lra|].
  specialize (K n0 (Nat.le_refl n0)). specialize (B n0). unfold R_dist, Rabs in K. destruct (Rcase_abs _); lra.
Qed.

(* What is at most c times as large z steps further up has at most c times the sum. *)
Lemma over_all_shifted : forall f f' v v' c z, 0 <= c -> (forall k, 0 <= f' k) -> (forall k, f k <= c * f' (k + z)%Z) ->
  over_all f v -> over_all f' v' -> v <= c * v'.
Proof.
  intros f f' v v' c z c0 P H V V'. apply (limit_below _ v (c * v') V). intros n.
  apply Rle_trans with (c * total (fun k => f' (k + z)%Z) (window n)).
  - rewrite <- total_scale. apply total_le. auto.
  - apply Rmult_le_compat_l; [easy|]. rewrite <- (total_map (fun k => (k + z)%Z) f').
    apply Rle_trans with (total f' (window (n + Z.to_nat (Z.abs z)))); [|now apply window_below]. apply total_incl; auto.
    + generalize (window_distinct n). generalize (window n). induction l as [|i l IH]; intros N; [constructor|].
      inversion N; subst. cbn [map]. constructor; [|now apply IH]. intros K. apply in_map_iff in K as [j [E K]].
      assert (i = j) by lia. now subst.
    + intros y K. apply in_map_iff in K as [k [<- K]]. apply in_window in K. apply in_window. lia.
Qed.

(* A sum exists wherever the terms are at most those of one that exists. *)
Lemma over_all_exists : forall f g v, (forall k, 0 <= f k <= g k) -> over_all g v -> exists w, over_all f w.
Proof.
  intros f g v H V. assert (G : Un_growing (fun n => total f (window n))) by (apply windows_grow; intros; apply H).
  destruct (growing_cv _ G) as [w W]; [|now exists w]. exists v. intros x [n ->].
  apply Rle_trans with (total g (window n)); [apply total_le; intros; apply H|].
  apply window_below; [|easy]. intros k. destruct (H k). lra.
Qed.

(* ---- the noise of the queries ---- *)

Lemma at_least_bounds : forall scale nu G k, noise_of scale nu -> at_least nu G -> 0 <= G k <= 1.
Proof.
  intros scale nu G k [P [S _]] H. split.
  - apply (over_all_nonneg (fun i => if Z.leb k i then nu i else 0)); [|apply H]. intros i. destruct (Z.leb k i); auto; lra.
  - replace 1 with (1 * 1) by ring.
    apply (over_all_shifted (fun i => if Z.leb k i then nu i else 0) nu _ _ 1 0); auto; [lra|].
    intros i. rewrite Z.add_0_r. specialize (P i). destruct (Z.leb k i); lra.
Qed.

Lemma at_least_falls : forall scale nu G k j, 0 < scale -> (0 <= j)%Z -> noise_of scale nu -> at_least nu G ->
  G (k + j)%Z <= G k <= exp (IZR j / scale) * G (k + j)%Z.
Proof.
  intros scale nu G k j s J [P [_ M]] H. split.
  - replace (G k) with (1 * G k) by ring.
    apply (over_all_shifted (fun i => if Z.leb (k + j) i then nu i else 0) (fun i => if Z.leb k i then nu i else 0) _ _ 1 0); auto; [lra| |].
    + intros i. destruct (Z.leb k i); auto; lra.
    + intros i. rewrite Z.add_0_r. specialize (P i). destruct (Z.leb_spec (k + j) i), (Z.leb_spec k i); try lra; lia.
  - apply (over_all_shifted (fun i => if Z.leb k i then nu i else 0) (fun i => if Z.leb (k + j) i then nu i else 0) _ _ _ j); auto.
    + left; apply exp_pos.
    + intros i. destruct (Z.leb (k + j) i); auto; lra.
    + intros i. specialize (M i j J). destruct (Z.leb_spec k i), (Z.leb_spec (k + j) (i + j)); try lia; try lra.
Qed.

Lemma answered_nonneg : forall G query t after before, (forall k, 0 <= G k <= 1) -> 0 <= answered G query t before after <= 1.
Proof.
  intros G query t after; induction after as [|yes rest IH]; intros before H; cbn; [lra|].
  pose proof (H (t - query before)%Z). pose proof (IH (before ++ [yes]) H). destruct yes; split; nra.
Qed.

(* A threshold that moves up by the sensitivity outruns every query that says no, and each yes costs twice as much. *)
Lemma answered_moved : forall scale nu G query query' Delta t after before, 0 < scale -> (0 <= Delta)%Z ->
  noise_of scale nu -> at_least nu G -> (forall w, Z.abs (query w - query' w) <= Delta)%Z ->
  answered G query t before after <= exp (INR (passes_of after) * (2 * IZR Delta / scale)) * answered G query' (t + Delta) before after.
Proof.
  intros scale nu G query query' Delta t after; induction after as [|yes rest IH]; intros before s D N H Q.
  - cbn. rewrite Rmult_0_l, exp_0. lra.
  - cbn [answered]. specialize (IH (before ++ [yes]) s D N H Q). pose proof (Q before) as Qb.
    pose proof (at_least_bounds scale nu G) as B.
    pose proof (answered_nonneg G query t rest (before ++ [yes]) (fun k => B k N H)) as A.
    pose proof (answered_nonneg G query' (t + Delta) rest (before ++ [yes]) (fun k => B k N H)) as A'.
    set (a := answered G query t (before ++ [yes]) rest) in *. set (a' := answered G query' (t + Delta) (before ++ [yes]) rest) in *.
    set (j := (Delta + query before - query' before)%Z).
    assert (J : (0 <= j <= 2 * Delta)%Z) by (unfold j; lia).
    assert (K : (t + Delta - query' before = t - query before + j)%Z) by (unfold j; lia). rewrite K.
    destruct (at_least_falls scale nu G (t - query before) j s ltac:(lia) N H) as [F F'].
    pose proof (B (t - query before)%Z N H) as B1. pose proof (B (t - query before + j)%Z N H) as B2.
    set (g := G (t - query before)%Z) in *. set (g' := G (t - query before + j)%Z) in *. destruct yes.
    + replace (passes_of (true :: rest)) with (S (passes_of rest)) by reflexivity. rewrite S_INR.
      replace ((INR (passes_of rest) + 1) * (2 * IZR Delta / scale)) with (2 * IZR Delta / scale + INR (passes_of rest) * (2 * IZR Delta / scale)) by ring.
      rewrite exp_plus. set (x := exp (INR (passes_of rest) * (2 * IZR Delta / scale))) in *.
      assert (L : exp (IZR j / scale) <= exp (2 * IZR Delta / scale)).
      { apply exp_le. destruct J as [_ J]. apply IZR_le in J. rewrite mult_IZR in J. unfold Rdiv. apply Rmult_le_compat_r; [|easy].
        left. now apply Rinv_0_lt_compat. }
      assert (g <= exp (2 * IZR Delta / scale) * g') by nra. pose proof (exp_pos (2 * IZR Delta / scale)).
      apply Rle_trans with (exp (2 * IZR Delta / scale) * g' * (x * a')); [apply Rmult_le_compat; lra|right; ring].
    + replace (passes_of (false :: rest)) with (passes_of rest) by reflexivity.
      set (x := exp (INR (passes_of rest) * (2 * IZR Delta / scale))) in *.
      apply Rle_trans with ((1 - g') * (x * a')); [apply Rmult_le_compat; lra|right; ring].
Qed.

Lemma reports_moved : forall a b nu eta G query query' Delta run p p', 0 < a -> 0 < b -> (0 < Delta)%Z ->
  noise_of (a * IZR Delta) nu -> noise_of (b * IZR Delta) eta -> at_least eta G ->
  (forall w, Z.abs (query w - query' w) <= Delta)%Z -> reports nu G query run p -> reports nu G query' run p' ->
  p <= exp (1 / a + 2 * INR (passes_of run) / b) * p'.
Proof.
  intros a b nu eta G query query' Delta run p p' a0 b0 D N M H Q V V'. apply IZR_lt in D.
  pose proof (fun k => at_least_bounds _ eta G k M H) as B.
  apply (over_all_shifted (fun t => nu t * answered G query t [] run) (fun t => nu t * answered G query' t [] run) _ _ _ Delta); auto.
  - left; apply exp_pos.
  - intros t. apply Rmult_le_pos; [apply N|now apply answered_nonneg].
  - intros t. destruct N as [P [_ N]]. specialize (N t Delta ltac:(apply le_IZR; lra)).
    pose proof (answered_moved (b * IZR Delta) eta G query query' Delta t run [] ltac:(now apply Rmult_lt_0_compat)
      ltac:(apply le_IZR; lra) M H Q) as A. pose proof (answered_nonneg G query t run [] B) as A0.
    replace (IZR Delta / (a * IZR Delta)) with (1 / a) in N by (field; lra).
    replace (INR (passes_of run) * (2 * IZR Delta / (b * IZR Delta))) with (2 * INR (passes_of run) / b) in A by (field; lra).
    rewrite exp_plus. set (x := exp (1 / a)) in *. set (y := exp (2 * INR (passes_of run) / b)) in *.
    replace (x * y * (nu (t + Delta)%Z * answered G query' (t + Delta) [] run)) with
      (x * nu (t + Delta)%Z * (y * answered G query' (t + Delta) [] run)) by ring.
    apply Rmult_le_compat; auto; lra.
Qed.

Lemma reports_hide : forall a b c nu eta G query query' Delta runs p p', 0 < a -> 0 < b -> (0 < Delta)%Z ->
  noise_of (a * IZR Delta) nu -> noise_of (b * IZR Delta) eta -> at_least eta G ->
  (forall w, Z.abs (query w - query' w) <= Delta)%Z -> (forall run, In run runs -> (passes_of run <= c)%nat) ->
  (forall run, In run runs -> reports nu G query run (p run) /\ reports nu G query' run (p' run)) ->
  hides runs (1 / a + 2 * INR c / b) 0 p p'.
Proof.
  intros a b c nu eta G query query' Delta runs p p' a0 b0 D N M H Q C V. apply pointwise_hides. intros run K.
  destruct (V run K) as [V1 V2].
  eapply Rle_trans; [exact (reports_moved a b nu eta G query query' Delta run _ _ a0 b0 D N M H Q V1 V2)|].
  assert (0 <= p' run).
  { apply (over_all_nonneg (fun t => nu t * answered G query' t [] run)); [|easy]. intros t. apply Rmult_le_pos; [apply N|].
    apply answered_nonneg. intros k. exact (at_least_bounds _ eta G k M H). }
  apply Rmult_le_compat_r; [easy|]. apply exp_le. apply Rplus_le_compat_l. unfold Rdiv. apply Rmult_le_compat_r.
  - left. now apply Rinv_0_lt_compat.
  - apply Rmult_le_compat_l; [lra|]. now apply le_INR, C.
Qed.

(** All answers up to the last yes keep that promise, however many they are; one record moves each query by at most
    Delta steps. Only: queries, thresholds and noise on a grid, any finite set of sequences of answers, and not that
    no smaller price will do. *)
Theorem B_svt_noise : forall (a b : R) (passes : nat) (nu eta G : Z -> R) (query query' : list bool -> Z) (Delta : Z)
  (runs : list (list bool)) (p p' : list bool -> R), 0 < a -> 0 < b -> B_svt_noise__if_passes (INR passes) -> (0 < Delta)%Z ->
  noise_of (a * IZR Delta) nu -> noise_of (b * IZR Delta) eta -> at_least eta G ->
  (forall w, Z.abs (query w - query' w) <= Delta)%Z -> (forall run, In run runs -> (passes_of run <= passes)%nat) ->
  (forall run, In run runs -> reports nu G query run (p run) /\ reports nu G query' run (p' run)) ->
  hides runs (B_svt_noise__ours a (INR passes) b) 0 p p'.
Proof.
  intros a b passes nu eta G query query' Delta runs p p' a0 b0 _ D N M H Q C V.
  replace (B_svt_noise__ours a (INR passes) b) with (1 / a + 2 * INR passes / b) by (unfold B_svt_noise__ours; field; lra).
  now apply (reports_hide a b passes nu eta G query query' Delta).
Qed.

(** The textbook's noise: all answers up to the first yes cost epsilon, however many they are. Only: queries,
    thresholds and noise on a grid, and any finite set of sequences of answers. *)
Theorem P_svt : forall (epsilon : R) (nu eta G : Z -> R) (query query' : list bool -> Z) (Delta : Z)
  (runs : list (list bool)) (p p' : list bool -> R), P_svt__if_epsilon epsilon -> (0 < Delta)%Z ->
  noise_of (2 * IZR Delta / epsilon) nu -> noise_of (4 * IZR Delta / epsilon) eta -> at_least eta G ->
  (forall w, Z.abs (query w - query' w) <= Delta)%Z -> (forall run, In run runs -> (passes_of run <= 1)%nat) ->
  (forall run, In run runs -> reports nu G query run (p run) /\ reports nu G query' run (p' run)) ->
  hides runs (P_svt__published epsilon) 0 p p'.
Proof.
  intros epsilon nu eta G query query' Delta runs p p' e D N M H Q C V. unfold P_svt__if_epsilon in e.
  replace (P_svt__published epsilon) with (1 / (2 / epsilon) + 2 * INR 1 / (4 / epsilon)) by (unfold P_svt__published; cbn; field; lra).
  apply (reports_hide (2 / epsilon) (4 / epsilon) 1 nu eta G query query' Delta); auto; try (apply Rdiv_lt_0_compat; lra).
  - replace (2 / epsilon * IZR Delta) with (2 * IZR Delta / epsilon) by (field; lra). easy.
  - replace (4 / epsilon * IZR Delta) with (4 * IZR Delta / epsilon) by (field; lra). easy.
Qed.

(* ---- the cells of real Laplace noise are such noise ---- *)

Lemma cells_sum : forall s step, 0 < s -> 0 < step -> over_all (cell s step 0) 1.
Proof.
  intros s step S G. set (x := exp (- step / s)).
  assert (q : 0 < step / s) by now apply Rdiv_lt_0_compat.
  assert (X : 0 < x < 1). { split; [apply exp_pos|]. unfold x. rewrite <- exp_0. apply exp_increasing. unfold Rdiv in *. lra. }
  assert (T : forall a n, total (cell s step 0) (map (fun i => (Z.of_nat i + a)%Z) (seq 0 n)) =
    laplace_below s (IZR (Z.of_nat n + a) * step) - laplace_below s (IZR a * step)).
  { intros a n. rewrite total_map. induction n as [|n IH].
    - cbn [seq]. unfold total; cbn [map sum]. replace (Z.of_nat 0 + a)%Z with a by lia. ring.
    - rewrite seq_S, total_app, IH. unfold total; cbn [map sum]. rewrite Nat.add_0_l. unfold cell.
      replace (Z.of_nat (Datatypes.S n) + a)%Z with (Z.of_nat n + a + 1)%Z by lia. rewrite !Rmult_0_l, !Rminus_0_r. ring. }
  assert (P : forall n, exp (- (INR n * step) / s) = x ^ n).
  { induction n as [|n IH]; [cbn; replace (- (0 * step) / s) with 0 by (field; lra); apply exp_0|].
    rewrite S_INR. cbn [pow]. rewrite <- IH. unfold x. rewrite <- exp_plus. f_equal. field. lra. }
  assert (W : forall n, 1 - x ^ n <= total (cell s step 0) (window n) <= 1).
  { intros n. unfold window.
    rewrite (map_ext (fun i => (Z.of_nat i - Z.of_nat n)%Z) (fun i => (Z.of_nat i + - Z.of_nat n)%Z)) by (intros; lia).
    rewrite T. replace (Z.of_nat (2 * n + 1) + - Z.of_nat n)%Z with (Z.of_nat (Datatypes.S n)) by lia.
    rewrite opp_IZR, <- !INR_IZR_INZ.
    replace (- INR n * step) with (- (INR n * step)) by ring. rewrite laplace_symmetric by easy.
    pose proof (laplace_between s (INR n * step) S). pose proof (laplace_between s (INR (Datatypes.S n) * step) S).
    assert (V : forall k, laplace_below s (INR k * step) = 1 - x ^ k / 2).
    { intros k. unfold laplace_below. pose proof (pos_INR k). destruct (Rlt_dec (INR k * step) 0) as [L|L].
      - exfalso. assert (0 <= INR k * step) by (apply Rmult_le_pos; lra). lra.
      - now rewrite P. }
    rewrite !V in *. cbn [pow] in *. pose proof (pow_lt x n (proj1 X)). split; nra. }
  intros eps e. destruct (pow_lt_1_zero x ltac:(rewrite Rabs_pos_eq; lra) eps e) as [n0 H]. exists n0. intros n K.
  specialize (H n K). specialize (W n). unfold R_dist. pose proof (pow_lt x n (proj1 X)). rewrite Rabs_pos_eq in H by lra.
  apply Rabs_def1; lra.
Qed.

Lemma cells_slow : forall s step k k', 0 < s -> 0 < step ->
  cell s step 0 k <= exp (IZR (Z.abs (k - k')) / (s / step)) * cell s step 0 k'.
Proof.
  intros s step k k' S G. rewrite !cell_value by easy.
  assert (q : 0 < step / s) by now apply Rdiv_lt_0_compat.
  assert (T : exp (- step / s) < 1).
  { rewrite <- exp_0. apply exp_increasing. unfold Rdiv in *. lra. }
  replace (exp (IZR (Z.abs (k - k')) / (s / step)) * ((1 - exp (- step / s)) / 2 * exp (- (IZR (apart 0 k') * step) / s))) with
    ((1 - exp (- step / s)) / 2 * (exp (IZR (Z.abs (k - k')) / (s / step)) * exp (- (IZR (apart 0 k') * step) / s))) by ring.
  apply Rmult_le_compat_l; [lra|]. rewrite <- exp_plus. apply exp_le.
  replace (IZR (Z.abs (k - k')) / (s / step) + - (IZR (apart 0 k') * step) / s) with ((IZR (Z.abs (k - k')) - IZR (apart 0 k')) * (step / s)) by (field; lra).
  replace (- (IZR (apart 0 k) * step) / s) with (- IZR (apart 0 k) * (step / s)) by (field; lra).
  apply Rmult_le_compat_r; [lra|]. rewrite <- opp_IZR, <- minus_IZR. apply IZR_le.
  unfold apart. destruct (Z_le_dec 0 k), (Z_le_dec 0 k'); lia.
Qed.

Lemma cells_are_noise : forall s step, 0 < s -> 0 < step -> noise_of (s / step) (cell s step 0).
Proof.
  intros s step S G. split; [|split].
  - intros k. left. now apply log_cell.
  - now apply cells_sum.
  - intros k j J. pose proof (cells_slow s step k (k + j) S G) as H. replace (Z.abs (k - (k + j))) with j in H by lia. exact H.
Qed.

Lemma cells_report : forall s step s' step' query run, 0 < s -> 0 < step -> 0 < s' -> 0 < step' ->
  exists G, at_least (cell s' step' 0) G /\ exists p, reports (cell s step 0) G query run p.
Proof.
  intros s step s' step' query run S T S' T'.
  assert (Gx : exists G, at_least (cell s' step' 0) G).
  { destruct (cells_are_noise s' step' S' T') as [P [V _]].
    assert (X : forall k, exists v, over_all (fun i => if Z.leb k i then cell s' step' 0 i else 0) v).
    { intros k. apply (over_all_exists _ (cell s' step' 0) 1); [|easy]. intros i. specialize (P i). destruct (Z.leb k i); lra. }
    assert (C : forall k, { v | over_all (fun i => if Z.leb k i then cell s' step' 0 i else 0) v }).
    { intros k. apply (growing_cv (fun n => total (fun i => if Z.leb k i then cell s' step' 0 i else 0) (window n))).
      - apply windows_grow. intros i. specialize (P i). destruct (Z.leb k i); lra.
      - exists 1. intros x [n ->]. destruct (X k) as [v _]. apply Rle_trans with (total (cell s' step' 0) (window n)).
        + apply total_le. intros i _. specialize (P i). destruct (Z.leb k i); lra.
        + now apply window_below. }
    exists (fun k => proj1_sig (C k)). intros k. exact (proj2_sig (C k)). }
  destruct Gx as [G H]. exists G. split; [easy|]. destruct (cells_are_noise s step S T) as [P [V _]].
  apply (over_all_exists _ (cell s step 0) 1); [|easy]. intros t. specialize (P t).
  pose proof (answered_nonneg G query t run [] (fun k => at_least_bounds _ _ G k (cells_are_noise s' step' S' T') H)). split; nra.
Qed.

(** The cells of real Laplace noise are such noise, and with them each sequence of answers has a probability. *)
Theorem B_svt_noise_instance : forall (a b step : R) (Delta : Z) (query : list bool -> Z) (run : list bool),
  0 < a -> 0 < b -> 0 < step -> (0 < Delta)%Z -> exists nu eta G p, noise_of (a * IZR Delta) nu /\ noise_of (b * IZR Delta) eta /\
  at_least eta G /\ reports nu G query run p /\ nu = cell (a * IZR Delta * step) step 0 /\ eta = cell (b * IZR Delta * step) step 0.
Proof.
  intros a b step Delta query run a0 b0 S D. apply IZR_lt in D.
  assert (A : 0 < a * IZR Delta * step) by (repeat apply Rmult_lt_0_compat; lra).
  assert (B : 0 < b * IZR Delta * step) by (repeat apply Rmult_lt_0_compat; lra).
  destruct (cells_report (a * IZR Delta * step) step (b * IZR Delta * step) step query run A S B S) as [G [H [p P]]].
  exists (cell (a * IZR Delta * step) step 0), (cell (b * IZR Delta * step) step 0), G, p.
  pose proof (cells_are_noise _ step A S) as N. pose proof (cells_are_noise _ step B S) as M.
  replace (a * IZR Delta * step / step) with (a * IZR Delta) in N by (field; lra).
  replace (b * IZR Delta * step / step) with (b * IZR Delta) in M by (field; lra). repeat split; auto; try apply N; try apply M.
Qed.

(** The cells of real Laplace noise are such noise, and with them each sequence of answers has a probability. *)
Theorem P_svt_instance : forall (epsilon step : R) (Delta : Z) (query : list bool -> Z) (run : list bool),
  0 < epsilon -> 0 < step -> (0 < Delta)%Z -> exists nu eta G p, noise_of (2 * IZR Delta / epsilon) nu /\
  noise_of (4 * IZR Delta / epsilon) eta /\ at_least eta G /\ reports nu G query run p /\
  nu = cell (2 * IZR Delta / epsilon * step) step 0 /\ eta = cell (4 * IZR Delta / epsilon * step) step 0.
Proof.
  intros epsilon step Delta query run e S D. apply IZR_lt in D.
  assert (A : 0 < 2 * IZR Delta / epsilon * step) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra).
  assert (B : 0 < 4 * IZR Delta / epsilon * step) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra).
  destruct (cells_report _ step _ step query run A S B S) as [G [H [p P]]].
  pose proof (cells_are_noise _ step A S) as N. pose proof (cells_are_noise _ step B S) as M.
  replace (2 * IZR Delta / epsilon * step / step) with (2 * IZR Delta / epsilon) in N by (field; lra).
  replace (4 * IZR Delta / epsilon * step / step) with (4 * IZR Delta / epsilon) in M by (field; lra).
  exists (cell (2 * IZR Delta / epsilon * step) step 0), (cell (4 * IZR Delta / epsilon * step) step 0), G, p.
  exact (conj N (conj M (conj H (conj P (conj eq_refl eq_refl))))).
Qed.
