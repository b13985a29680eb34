(* AboveThreshold on a part of the records, and an examination on all of them. *)
From Coq Require Import Reals List Lra Lia ZArith Permutation.
From privcausal Require Import definitions sums laws.
From privcausal.claims.privacy Require Import noise propose_test_release_stability above_threshold subsampling.
Import ListNotations.
Open Scope R_scope.

(* What the sieve answers: each choice of m records is as likely as any other; `chance_on` says how likely these answers are
   on the records that it sees. *)
Definition sieved {A : Type} (m : nat) (chance_on : list A -> list bool -> R) (l : list A) (run : list bool) : R :=
  mean (fun s => chance_on s run) (samples m l).

Lemma samples_length : forall {A} m (l s : list A), In s (samples m l) -> length s = m.
Proof.
  intros A m l; revert m; induction l as [|x l IH]; intros [|m] s I; cbn in I; try (destruct I as [<-|[]]; easy); try easy.
  apply in_app_iff in I as [I|I]; [|now apply IH]. apply in_map_iff in I as [k [<- I]]. cbn. f_equal. now apply IH.
Qed.

Lemma sieved_moved : forall {A} (a b : R) (c m : nat) (nu eta G : Z -> R) (query : list A -> list bool -> Z) (Delta : Z)
  (run : list bool) (chance_on : list A -> list bool -> R) (l l' : list A), 0 < a -> 0 < b -> (0 < Delta)%Z -> (1 <= m <= length l)%nat ->
  noise_of (a * IZR Delta) nu -> noise_of (b * IZR Delta) eta -> at_least eta G -> orderless query ->
  (forall s s', length s = m -> neighbours s s' -> forall w, Z.abs (query s w - query s' w) <= Delta)%Z ->
  (passes_of run <= c)%nat -> (forall s, reports nu G (query s) run (chance_on s run)) -> neighbours l l' ->
  0 <= sieved m chance_on l' run /\
  sieved m chance_on l run <= (1 + INR m / size l * (exp (1 / a + 2 * INR c / b) - 1)) * sieved m chance_on l' run.
Proof.
  intros A a b c m nu eta G query Delta run chance_on l l' a0 b0 D K N M H F Q C V near.
  assert (P : forall s, 0 <= chance_on s run).
  { intros s. apply (over_all_nonneg (fun t => nu t * answered G (query s) t [] run)); [|apply V]. intros t. apply Rmult_le_pos; [apply N|].
    apply answered_nonneg. intros k. exact (at_least_bounds _ eta G k M H). }
  split.
  - unfold sieved, mean. destruct (Req_dec (size (samples m l')) 0) as [Z|Z].
    + unfold Rdiv. rewrite Z, Rinv_0. lra.
    + pose proof (size_nonneg (samples m l')). unfold Rdiv. apply Rmult_le_pos; [apply total_nonneg; intros; apply P|].
      left. apply Rinv_0_lt_compat. lra.
  - (* Only data sets of m records count; the others may as well never answer so. *)
    set (f := fun s => if Nat.eqb (length s) m then chance_on s run else 0).
    assert (W : forall k, mean (fun s => chance_on s run) (samples m k) = mean f (samples m k)).
    { intros k. unfold mean. f_equal. apply total_ext. intros s I. unfold f. now rewrite (samples_length m k s I), Nat.eqb_refl. }
    unfold sieved. rewrite !W. apply amplified; auto; unfold f.
    + rewrite <- exp_0 at 1. apply exp_le. pose proof (pos_INR c). assert (0 < 1 / a) by (apply Rdiv_lt_0_compat; lra).
      assert (0 <= 2 * INR c / b) by (unfold Rdiv; apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]). lra.
    + intros s s' S. rewrite (Permutation_length S). destruct (Nat.eqb _ m); [|easy].
      pose proof (V s) as V1. pose proof (V s') as V2. rewrite (F s s' S) in V1. now apply (UL_sequence _ _ _ V1).
    + intros s. destruct (Nat.eqb _ m); [apply P|lra].
    + intros s s' S. assert (same : length s' = length s) by (destruct S; now rewrite !app_length).
      rewrite same. destruct (Nat.eqb_spec (length s) m) as [size_m|]; [|lra].
      eapply Rle_trans; [exact (reports_moved a b nu eta G (query s) (query s') Delta run _ _ a0 b0 D N M H (Q s s' size_m S) (V s) (V s'))|].
      apply Rmult_le_compat_r; [apply P|]. apply exp_le. apply Rplus_le_compat_l. unfold Rdiv. apply Rmult_le_compat_r.
      * left. now apply Rinv_0_lt_compat.
      * apply Rmult_le_compat_l; [lra|]. now apply le_INR.
Qed.

(** The answers up to the last of so many passes cost at most that; `part` is the price that is spent on the part of
    the records. Only: queries that do not look at the order of the records, queries, thresholds and noise on a grid,
    any finite set of sequences of answers, and not that it is reached. *)
Theorem P_refresh : forall (A : Type) (part : R -> R -> R) (epsilon : R) (m passes : nat) (nu eta G : Z -> R)
  (query : list A -> list bool -> Z) (Delta : Z) (runs : list (list bool)) (chance_on : list A -> list bool -> R) (l l' : list A),
  (forall e r, part e r = ln (r * (exp (e / 2) - 1) + 1)) -> P_refresh__if_epsilon epsilon -> P_refresh__if_passes (INR passes) ->
  (1 <= m <= length l)%nat -> (0 < Delta)%Z -> let ratio := size l / INR m in
  noise_of (2 / part epsilon ratio * IZR Delta) nu -> noise_of (4 / part epsilon ratio * IZR Delta) eta -> at_least eta G ->
  orderless query -> (forall s s', length s = m -> neighbours s s' -> forall w, Z.abs (query s w - query s' w) <= Delta)%Z ->
  (forall run, In run runs -> (passes_of run <= passes)%nat) ->
  (forall s run, In run runs -> reports nu G (query s) run (chance_on s run)) -> neighbours l l' ->
  hides runs (P_refresh__ours part (INR passes) epsilon ratio) 0 (sieved m chance_on l) (sieved m chance_on l').
Proof.
  intros A part epsilon m passes nu eta G query Delta runs chance_on l l' Pa e [c1 _] K D ratio N M H F Q C V near.
  unfold P_refresh__if_epsilon in e. assert (m0 : 0 < INR m) by (apply lt_0_INR; lia).
  assert (n0 : 0 < size l) by (unfold size; apply lt_0_INR; lia). assert (r0 : 0 < ratio) by (now apply Rdiv_lt_0_compat).
  assert (E1 : 1 < exp (epsilon / 2)) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (x1 : 1 < ratio * (exp (epsilon / 2) - 1) + 1) by (assert (0 < ratio * (exp (epsilon / 2) - 1)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (s0 : 0 < part epsilon ratio) by (rewrite Pa, <- ln_1; apply ln_increasing; lra).
  set (spent := part epsilon ratio) in *.
  apply pointwise_hides. intros run R.
  destruct (sieved_moved (2 / spent) (4 / spent) passes m nu eta G query Delta run chance_on l l') as [Z B]; auto;
    try (apply Rdiv_lt_0_compat; lra).
  eapply Rle_trans; [exact B|]. apply Rmult_le_compat_r; [easy|]. right.
  replace (1 / (2 / spent) + 2 * INR passes / (4 / spent)) with ((INR passes + 1) * spent / 2) by (field; lra).
  assert (y1 : 1 < exp ((INR passes + 1) * spent / 2)).
  { rewrite <- exp_0 at 1. apply exp_increasing. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
  replace (P_refresh__ours part (INR passes) epsilon ratio) with (ln (1 + (exp ((INR passes + 1) * spent / 2) - 1) / ratio))
    by (unfold P_refresh__ours, spent; field; lra).
  assert (0 < (exp ((INR passes + 1) * spent / 2) - 1) / ratio) by (apply Rdiv_lt_0_compat; lra).
  rewrite exp_ln by lra. unfold ratio. field. lra.
Qed.

(** The cells of real Laplace noise of the two scales are such noise. *)
Theorem P_refresh_instance : forall (spent step : R) (Delta : Z) (query : list bool -> Z) (run : list bool), 0 < spent -> 0 < step ->
  (0 < Delta)%Z -> exists nu eta G p, noise_of (2 / spent * IZR Delta) nu /\ noise_of (4 / spent * IZR Delta) eta /\
  at_least eta G /\ reports nu G query run p /\
  nu = cell (2 / spent * IZR Delta * step) step 0 /\ eta = cell (4 / spent * IZR Delta * step) step 0.
Proof.
  intros spent step Delta query run s0 S D. apply IZR_lt in D.
  assert (a0 : 0 < 2 / spent) by (apply Rdiv_lt_0_compat; lra). assert (b0 : 0 < 4 / spent) by (apply Rdiv_lt_0_compat; lra).
  assert (A : 0 < 2 / spent * IZR Delta * step) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  assert (B : 0 < 4 / spent * IZR Delta * step) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  destruct (cells_report _ step _ step query run A S B S) as [G [H [p P]]].
  pose proof (cells_are_noise _ step A S) as N. pose proof (cells_are_noise _ step B S) as M.
  replace (2 / spent * IZR Delta * step / step) with (2 / spent * IZR Delta) in N by (field; lra).
  replace (4 / spent * IZR Delta * step / step) with (4 / spent * IZR Delta) in M by (field; lra).
  exists (cell (2 / spent * IZR Delta * step) step 0), (cell (4 / spent * IZR Delta * step) step 0), G, p.
  exact (conj N (conj M (conj H (conj P (conj eq_refl eq_refl))))).
Qed.

(* ---- and examine ---- *)

(* Noise of that scale in both directions. *)
Definition noise_both_ways (scale : R) (nu : Z -> R) : Prop :=
  noise_of scale nu /\ noise_of scale (fun k => nu (- k)%Z).

(* The sieve's answers, and then that of the examination: a value on all records with noise reaches the threshold. *)
Definition examined {A : Type} (m : nat) (chance_on : list A -> list bool -> R) (Q : Z -> R) (value : list A -> list bool -> Z)
  (l : list A) (outcome : list bool * bool) : R :=
  sieved m chance_on l (fst outcome) * (if snd outcome then Q (- value l (fst outcome))%Z else 1 - Q (- value l (fst outcome))%Z).

Lemma at_least_rises : forall scale nu G k j, 0 < scale -> (0 <= j)%Z -> noise_both_ways scale nu -> at_least nu G ->
  1 - G (k + j)%Z <= exp (IZR j / scale) * (1 - G k).
Proof.
  intros scale nu G k j s J [[P [S _]] [_ [_ M]]] H.
  assert (L : forall i, over_all (fun z => if Z.leb i z then 0 else nu z) (1 - G i)).
  { intros i. pose proof (CV_minus _ _ _ _ S (H i)) as V. unfold over_all. intros eps e. destruct (V eps e) as [n0 W]. exists n0.
    intros n K. specialize (W n K). rewrite <- total_minus in W. 
    rewrite (total_ext _ (fun z => nu z - (if Z.leb i z then nu z else 0))); [exact W|]. intros z _. destruct (Z.leb i z); ring. }
  apply (over_all_shifted (fun z => if Z.leb (k + j) z then 0 else nu z) (fun z => if Z.leb k z then 0 else nu z) _ _ _ (- j)); auto.
  - left; apply exp_pos.
  - intros z. destruct (Z.leb k z); auto; lra.
  - intros z. specialize (M (- z)%Z j J). replace (- (- z))%Z with z in M by lia. replace (- (- z + j))%Z with (z + - j)%Z in M by lia.
    specialize (P z). destruct (Z.leb_spec (k + j) z), (Z.leb_spec k (z + - j)); try lia; try lra.
Qed.

(** The sieve's answers up to its first pass and the examination of what passed, together, keep the promise; one
    record moves each query by at most Delta steps on a part and by at most Delta' steps on all records. Only: queries
    that do not look at the order of the records, queries, thresholds and noise on a grid, and any finite set of
    outcomes. *)
Theorem B_sieve : forall (A : Type) (epsilon : R) (m : nat) (nu eta xi G Q : Z -> R) (query value : list A -> list bool -> Z)
  (Delta Delta' : Z) (outcomes : list (list bool * bool)) (chance_on : list A -> list bool -> R) (l l' : list A),
  B_sieve__if_epsilon epsilon -> (1 <= m <= length l)%nat -> (0 < Delta)%Z -> (0 < Delta')%Z ->
  let spent := B_sieve__spent (size l / INR m) epsilon in
  noise_of (B_sieve__threshold spent * IZR Delta) nu -> noise_of (B_sieve__query spent * IZR Delta) eta ->
  noise_both_ways (B_sieve__examined epsilon * IZR Delta') xi -> at_least eta G -> at_least xi Q -> orderless query ->
  (forall s s', length s = m -> neighbours s s' -> forall w, Z.abs (query s w - query s' w) <= Delta)%Z ->
  (forall w, Z.abs (value l w - value l' w) <= Delta')%Z ->
  (forall outcome, In outcome outcomes -> (passes_of (fst outcome) <= 1)%nat) ->
  (forall s outcome, In outcome outcomes -> reports nu G (query s) (fst outcome) (chance_on s (fst outcome))) -> neighbours l l' ->
  hides outcomes (B_sieve__ours epsilon) 0 (examined m chance_on Q value l) (examined m chance_on Q value l').
Proof.
  intros A epsilon m nu eta xi G Q query value Delta Delta' outcomes chance_on l l' e K D D' spent N M X H HQ F q v C V near.
  unfold B_sieve__if_epsilon in e. assert (m0 : 0 < INR m) by (apply lt_0_INR; lia).
  assert (n0 : 0 < size l) by (unfold size; apply lt_0_INR; lia). set (ratio := size l / INR m) in *.
  assert (r0 : 0 < ratio) by (now apply Rdiv_lt_0_compat).
  assert (E1 : 1 < exp (epsilon / 2)) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (x1 : 1 < ratio * (exp (epsilon / 2) - 1) + 1) by (assert (0 < ratio * (exp (epsilon / 2) - 1)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (Sp : spent = ln (ratio * (exp (epsilon / 2) - 1) + 1)) by (unfold spent, B_sieve__spent; field; lra).
  assert (s0 : 0 < spent) by (rewrite Sp, <- ln_1; apply ln_increasing; lra).
  replace (B_sieve__threshold spent) with (2 / spent) in N by (unfold B_sieve__threshold; field; lra).
  replace (B_sieve__query spent) with (4 / spent) in M by (unfold B_sieve__query; field; lra).
  replace (B_sieve__examined epsilon) with (2 / epsilon) in X by (unfold B_sieve__examined; field; lra).
  replace (B_sieve__ours epsilon) with (epsilon / 2 + epsilon / 2) by (unfold B_sieve__ours; field).
  apply pointwise_hides. intros outcome T.
  destruct (sieved_moved (2 / spent) (4 / spent) 1 m nu eta G query Delta (fst outcome) chance_on l l') as [Z B]; auto;
    try (apply Rdiv_lt_0_compat; lra).
  replace (1 / (2 / spent) + 2 * INR 1 / (4 / spent)) with spent in B by (cbn; field; lra).
  rewrite Sp, exp_ln in B by lra.
  replace (1 + INR m / size l * (ratio * (exp (epsilon / 2) - 1) + 1 - 1)) with (exp (epsilon / 2)) in B by (unfold ratio; field; lra).
  apply IZR_lt in D'. assert (sc : 0 < 2 / epsilon * IZR Delta') by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra).
  specialize (v (fst outcome)). pose proof (at_least_bounds (2 / epsilon * IZR Delta') xi Q) as QB.
  set (k := (- value l (fst outcome))%Z) in *. set (k' := (- value l' (fst outcome))%Z) in *.
  assert (E2 : forall j, (0 <= j <= Delta')%Z -> exp (IZR j / (2 / epsilon * IZR Delta')) <= exp (epsilon / 2)).
  { intros j [_ J]. apply IZR_le in J. apply exp_le. replace (epsilon / 2) with (IZR Delta' / (2 / epsilon * IZR Delta')) by (field; lra).
    unfold Rdiv at 1 3. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|easy]. }
  assert (Y : Q k <= exp (epsilon / 2) * Q k' /\ 1 - Q k <= exp (epsilon / 2) * (1 - Q k')).
  { pose proof (QB k (proj1 X) HQ). pose proof (QB k' (proj1 X) HQ). destruct (Z.le_gt_cases k k') as [O|O].
    - pose proof (at_least_falls _ xi Q k (k' - k) sc ltac:(lia) (proj1 X) HQ) as [U U'].
      replace (k + (k' - k))%Z with k' in * by lia. specialize (E2 (k' - k)%Z ltac:(unfold k, k'; lia)). split; nra.
    - pose proof (at_least_falls _ xi Q k' (k - k') sc ltac:(lia) (proj1 X) HQ) as [U _].
      pose proof (at_least_rises _ xi Q k' (k - k') sc ltac:(lia) X HQ) as U'.
      replace (k' + (k - k'))%Z with k in * by lia. specialize (E2 (k - k')%Z ltac:(unfold k, k'; lia)). split; nra. }
  pose proof (QB k (proj1 X) HQ). pose proof (QB k' (proj1 X) HQ).
  assert (Z' : 0 <= sieved m chance_on l (fst outcome)).
  { apply (sieved_moved (2 / spent) (4 / spent) 1 m nu eta G query Delta (fst outcome) chance_on l' l); auto; try (apply Rdiv_lt_0_compat; lra).
    - replace (length l') with (length l); [easy|]. destruct near. now rewrite !app_length.
    - destruct near. constructor. }
  unfold examined. rewrite exp_plus. fold k k'. set (a := sieved m chance_on l (fst outcome)) in *. set (a' := sieved m chance_on l' (fst outcome)) in *.
  set (x := exp (epsilon / 2)) in *. destruct Y as [Y1 Y2]. destruct (snd outcome).
  - apply Rle_trans with ((x * a') * (x * Q k')); [apply Rmult_le_compat; lra|right; ring].
  - apply Rle_trans with ((x * a') * (x * (1 - Q k'))); [apply Rmult_le_compat; lra|right; ring].
Qed.

Lemma cells_both_ways : forall s step, 0 < s -> 0 < step -> noise_both_ways (s / step) (cell s step 0).
Proof.
  intros s step S T. pose proof (cells_are_noise s step S T) as N. split; [easy|]. destruct N as [P [V _]]. split; [|split].
  - intros k. apply P.
  - intros eps e. destruct (V eps e) as [n0 W]. exists n0. intros n K. specialize (W n K).
    replace (total (fun k => cell s step 0 (- k)) (window n)) with (total (cell s step 0) (window n)); [exact W|].
    rewrite <- (total_map (fun k => (- k)%Z) (cell s step 0)).
    assert (O : forall z, In z (map (fun k => (- k)%Z) (window n)) <-> In z (window n)).
    { intros z. rewrite in_map_iff. split.
      - intros [k [<- I]]. apply in_window in I. apply in_window. lia.
      - intros I. exists (- z)%Z. split; [lia|]. apply in_window in I. apply in_window. lia. }
    apply Rle_antisym; apply total_incl; auto.
    + apply window_distinct.
    + intros z I. now apply O.
    + generalize (window_distinct n). generalize (window n). induction l as [|i l IH]; intros D; [constructor|].
      inversion D; subst. cbn [map]. constructor; [|now apply IH]. intros I. apply in_map_iff in I as [j [Ej I]]. assert (i = j) by lia. now subst.
    + intros z I. now apply O.
  - intros k j J. pose proof (cells_slow s step (- k) (- (k + j)) S T) as C. replace (Z.abs (- k - - (k + j))) with j in C by lia. exact C.
Qed.

(** The cells of real Laplace noise of the three scales are such noise, and with them each sequence of answers, to whatever
    queries, has a probability. A count is a query of such sensitivity, and is not shown here. *)
Theorem B_sieve_instance : forall (epsilon ratio step : R) (Delta : Z) (query : list bool -> Z) (run : list bool), 0 < epsilon -> 0 < ratio ->
  0 < step -> (0 < Delta)%Z -> let spent := B_sieve__spent ratio epsilon in exists nu eta xi G Q p,
  noise_of (B_sieve__threshold spent * IZR Delta) nu /\ noise_of (B_sieve__query spent * IZR Delta) eta /\
  noise_both_ways (B_sieve__examined epsilon * IZR Delta) xi /\ at_least eta G /\ at_least xi Q /\ reports nu G query run p /\
  nu = cell (B_sieve__threshold spent * IZR Delta * step) step 0 /\ eta = cell (B_sieve__query spent * IZR Delta * step) step 0 /\
  xi = cell (B_sieve__examined epsilon * IZR Delta * step) step 0.
Proof.
  intros epsilon ratio step Delta query run e r S D spent. apply IZR_lt in D.
  assert (E1 : 1 < exp (epsilon / 2)) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (x1 : 1 < ratio * (exp (epsilon / 2) - 1) + 1) by (assert (0 < ratio * (exp (epsilon / 2) - 1)) by (apply Rmult_lt_0_compat; lra); lra).
  assert (Sp : spent = ln (ratio * (exp (epsilon / 2) - 1) + 1)) by (unfold spent, B_sieve__spent; field; lra).
  assert (s0 : 0 < spent) by (rewrite Sp, <- ln_1; apply ln_increasing; lra).
  replace (B_sieve__threshold spent) with (2 / spent) by (unfold B_sieve__threshold; field; lra).
  replace (B_sieve__query spent) with (4 / spent) by (unfold B_sieve__query; field; lra).
  replace (B_sieve__examined epsilon) with (2 / epsilon) by (unfold B_sieve__examined; field; lra).
  assert (U : forall x, 0 < x -> 0 < x * IZR Delta * step) by (intros; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  assert (W : forall x, x * IZR Delta * step / step = x * IZR Delta) by (intros; field; lra).
  assert (x0 : forall x y, 0 < x -> 0 < y -> 0 < x / y) by (intros; now apply Rdiv_lt_0_compat).
  pose proof (cells_are_noise (2 / spent * IZR Delta * step) step (U _ (x0 2 spent ltac:(lra) s0)) S) as N1.
  pose proof (cells_are_noise (4 / spent * IZR Delta * step) step (U _ (x0 4 spent ltac:(lra) s0)) S) as N2.
  pose proof (cells_both_ways (2 / epsilon * IZR Delta * step) step (U _ (x0 2 epsilon ltac:(lra) e)) S) as N3.
  destruct (cells_report _ step _ step query run (U _ (x0 2 spent ltac:(lra) s0)) S (U _ (x0 4 spent ltac:(lra) s0)) S) as [G [L [p P]]].
  destruct (cells_report _ step _ step query run (U _ (x0 2 spent ltac:(lra) s0)) S (U _ (x0 2 epsilon ltac:(lra) e)) S) as [Q [M _]].
  rewrite W in N1, N2, N3. exists (cell (2 / spent * IZR Delta * step) step 0), (cell (4 / spent * IZR Delta * step) step 0),
    (cell (2 / epsilon * IZR Delta * step) step 0), G, Q, p.
  exact (conj N1 (conj N2 (conj N3 (conj L (conj M (conj P (conj eq_refl (conj eq_refl eq_refl)))))))).
Qed.
