(* Kendall's correlation within strata, damped by a root: how far one record moves it. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.pairs Require Import rank.
Import ListNotations.
Open Scope R_scope.

(* A record has a stratum and two values. *)
Definition part_of (stratum : nat) (l : list (nat * (R * R))) : list (R * R) :=
  map snd (filter (fun r => Nat.eqb (fst r) stratum) l).

(* What m records with this excess of concordant over discordant pairs add. *)
Definition damped (m excess : R) : R := sgn excess * (sqrt (m ^ 2 + 2 * Rabs excess) - m).

Definition adds (l : list (nat * (R * R))) (stratum : nat) : R :=
  damped (size (part_of stratum l)) (pairs concordance (part_of stratum l)).

Definition stratified (strata : list nat) (l : list (nat * (R * R))) : R := 3 / sqrt (size l) * total (adds l) strata.

Lemma damped_opp : forall m excess, damped m (- excess) = - damped m excess.
Proof. intros. unfold damped. rewrite sgn_opp, Rabs_Ropp. ring. Qed.

Lemma damped_pos : forall m excess, 0 <= m -> 0 <= excess -> damped m excess = sqrt (m ^ 2 + 2 * excess) - m.
Proof.
  intros m excess M [pos|<-]; unfold damped.
  - rewrite sgn_pos, Rabs_pos_eq by lra. ring.
  - rewrite Rabs_R0, Rmult_0_r, Rplus_0_r, sqrt_pow2 by easy. ring.
Qed.

(* The root of a sum, by its square. *)
Lemma root_of : forall m s, 0 <= m -> 0 <= s -> exists a, a = sqrt (m ^ 2 + 2 * s) /\ m <= a /\ a ^ 2 = m ^ 2 + 2 * s.
Proof.
  intros m s M S. assert (P : 0 <= m ^ 2 + 2 * s) by (pose proof (pow2_ge_0 m); lra).
  exists (sqrt (m ^ 2 + 2 * s)). split; [easy|]. split; [|now apply pow2_sqrt].
  rewrite <- (sqrt_pow2 m) at 1 by easy. apply sqrt_le_1; [apply pow2_ge_0|easy|lra].
Qed.

Lemma entering_positive : forall m excess d, 0 <= m -> - m <= d <= m -> 0 <= excess ->
  Rabs (damped (m + 1) (excess + d) - damped m excess) < 1.
Proof.
  intros m s d M D S. rewrite (damped_pos m s) by easy. destruct (root_of m s M S) as [a [<- [A A2]]].
  destruct (Rle_dec 0 (s + d)) as [up|down].
  - rewrite (damped_pos (m + 1)) by lra. destruct (root_of (m + 1) (s + d)) as [b [<- [B B2]]]; try lra.
    assert (E : b ^ 2 = a ^ 2 + (2 * m + 1 + 2 * d)) by (rewrite A2, B2; ring).
    assert (a < b) by nra. assert (b < a + 2) by nra. apply Rabs_def1; lra.
  - replace (s + d) with (- (- (s + d))) by ring. rewrite damped_opp, (damped_pos (m + 1)) by lra.
    destruct (root_of (m + 1) (- (s + d))) as [b [<- [B B2]]]; try lra.
    (* two roots together are largest when both are the same *)
    assert (E : a ^ 2 + b ^ 2 = 2 * m ^ 2 + 2 * m + 1 - 2 * d) by (rewrite A2, B2; ring).
    assert (T : (a + b) ^ 2 <= 2 * (a ^ 2 + b ^ 2)) by (pose proof (pow2_ge_0 (a - b)); lra).
    assert (a + b < 2 * m + 2) by nra. apply Rabs_def1; lra.
Qed.

Lemma entering : forall m excess d, 0 <= m -> - m <= d <= m -> Rabs (damped (m + 1) (excess + d) - damped m excess) < 1.
Proof.
  intros m s d M D. destruct (Rle_dec 0 s) as [S|S]; [now apply entering_positive|].
  pose proof (entering_positive m (- s) (- d) M ltac:(lra) ltac:(lra)) as H.
  replace (- s + - d) with (- (s + d)) in H by ring. rewrite !damped_opp in H.
  replace (- damped (m + 1) (s + d) - - damped m s) with (- (damped (m + 1) (s + d) - damped m s)) in H by ring.
  now rewrite Rabs_Ropp in H.
Qed.

Lemma part_split : forall k before x after, part_of k (before ++ x :: after) =
  if Nat.eqb (fst x) k then part_of k before ++ snd x :: part_of k after else part_of k (before ++ after).
Proof.
  intros. unfold part_of. rewrite !filter_app. cbn [filter]. destruct (Nat.eqb (fst x) k); now rewrite !map_app.
Qed.

(* The record that enters changes its own stratum, and by less than 1. *)
Lemma one_stratum : forall before x after k, (fst x <> k -> adds (before ++ x :: after) k = adds (before ++ after) k) /\
  Rabs (adds (before ++ x :: after) (fst x) - adds (before ++ after) (fst x)) < 1.
Proof.
  intros. split; unfold adds.
  - intros N. rewrite part_split. apply Nat.eqb_neq in N. now rewrite N.
  - rewrite part_split, Nat.eqb_refl.
    assert (J : part_of (fst x) (before ++ after) = part_of (fst x) before ++ part_of (fst x) after) by (unfold part_of; now rewrite filter_app, map_app).
    rewrite J, size_split, (pairs_split concordance) by apply concordance_symmetric. rewrite Rplus_comm, (Rplus_comm (total _ _)).
    rewrite (Rplus_comm 1). apply entering; [apply size_nonneg|].
    pose proof (total_bounds (concordance (snd x)) (-1) 1 (part_of (fst x) before ++ part_of (fst x) after) (concordance_range (snd x))). lra.
Qed.

Lemma only_one : forall (f : nat -> R) k l, NoDup l -> (forall j, j <> k -> f j = 0) -> Rabs (f k) < 1 -> Rabs (total f l) < 1.
Proof.
  intros f k l once Z K. assert (N : forall l, ~ In k l -> total f l = 0).
  { intros l0; induction l0 as [|j l0 IH]; intros I; [reflexivity|]. rewrite total_cons, IH, Z; [ring|intros ->; apply I; now left|intros J; apply I; now right]. }
  induction once as [|j l new once IH]; [unfold total; cbn; rewrite Rabs_R0; lra|]. rewrite total_cons.
  destruct (Nat.eq_dec j k) as [->|D]; [now rewrite N, Rplus_0_r|now rewrite Z, Rplus_0_l].
Qed.

Lemma entering_all : forall strata before x after, NoDup strata ->
  Rabs (total (adds (before ++ x :: after)) strata - total (adds (before ++ after)) strata) < 1.
Proof.
  intros. rewrite <- total_minus. apply (only_one _ (fst x)); [easy| |exact (proj2 (one_stratum before x after 0))].
  intros j D. rewrite (proj1 (one_stratum before x after j)) by auto. ring.
Qed.

(** One replaced record moves it, with its sign or without, by less than our number, whatever the strata and the ties. Only: the statistic, and not the tail that is computed from it. *)
Theorem B_stratified : forall (strata : list nat) (l l' : list (nat * (R * R))), NoDup strata -> neighbours l l' ->
  Rabs (stratified strata l - stratified strata l') < B_stratified__ours (size l) /\
  Rabs (Rabs (stratified strata l) - Rabs (stratified strata l')) < B_stratified__ours (size l).
Proof.
  intros strata l l' once near. assert (H : Rabs (stratified strata l - stratified strata l') < B_stratified__ours (size l)).
  { unfold stratified. rewrite <- (neighbours_size l l' near). destruct near as [before x x' after].
    set (n := size (before ++ x :: after)). assert (P : 0 < n) by (unfold n; rewrite size_split; pose proof (size_nonneg (before ++ after)); lra).
    assert (i : 0 < / sqrt n) by (apply Rinv_0_lt_compat; now apply sqrt_lt_R0).
    pose proof (entering_all strata before x after once) as E. pose proof (entering_all strata before x' after once) as E'.
    apply Rabs_def2 in E, E'. set (t := total (adds (before ++ x :: after)) strata) in *. set (t' := total (adds (before ++ x' :: after)) strata) in *.
    set (r := total (adds (before ++ after)) strata) in *. clearbody t t' r. clearbody n.
    replace (3 / sqrt n * t - 3 / sqrt n * t') with (3 * / sqrt n * (t - t')) by (unfold Rdiv; ring).
    replace (B_stratified__ours n) with (3 * / sqrt n * 2) by (unfold B_stratified__ours; field; apply Rgt_not_eq; now apply sqrt_lt_R0).
    rewrite Rabs_mult, (Rabs_pos_eq (3 * / sqrt n)) by lra. apply Rmult_lt_compat_l; [lra|]. apply Rabs_def1; lra. }
  split; [exact H|]. eapply Rle_lt_trans; [apply Rabs_triang_inv2|exact H].
Qed.

(** Two records in one stratum are concordant, and after one is replaced discordant: the statistic changes its sign, which is not half of what may happen. *)
Theorem B_stratified_instance : exists l l' : list (nat * (R * R)), neighbours l l' /\ size l = 2 /\
  stratified [0%nat] l = 3 / sqrt 2 * (sqrt 6 - 2) /\ stratified [0%nat] l' = - (3 / sqrt 2 * (sqrt 6 - 2)) /\
  6 / sqrt 2 * (sqrt 6 - 2) < B_stratified__ours 2 / 2.
Proof.
  exists [(0%nat, (1, 1)); (0%nat, (0, 0))], [(0%nat, (1, -1)); (0%nat, (0, 0))].
  assert (two : INR 2 = 2) by (cbn; lra).
  assert (six : sqrt (2 ^ 2 + 2 * 1) = sqrt 6) by (f_equal; ring).
  split; [exact (replaced [] (0%nat, (1, 1)) (0%nat, (1, -1)) [(0%nat, (0, 0))])|]. split; [exact two|].
  assert (up : concordance (1, 1) (0, 0) = 1) by (unfold concordance; cbn [fst snd]; rewrite !sgn_pos; lra).
  assert (down : concordance (1, -1) (0, 0) = -1) by (unfold concordance; cbn [fst snd]; rewrite sgn_pos, sgn_neg; lra).
  assert (one : damped 2 1 = sqrt 6 - 2) by (rewrite damped_pos, six; lra).
  repeat split.
  - unfold stratified, adds, part_of, size, total. cbn [length map filter fst snd Nat.eqb]. rewrite two. unfold pairs, total. cbn [map sum].
    rewrite up. replace (1 + 0 + (0 + 0)) with 1 by ring. rewrite one. ring.
  - unfold stratified, adds, part_of, size, total. cbn [length map filter fst snd Nat.eqb]. rewrite two. unfold pairs, total. cbn [map sum].
    rewrite down. replace (-1 + 0 + (0 + 0)) with (- (1)) by ring. rewrite damped_opp, one. ring.
  - unfold B_stratified__ours. assert (i : 0 < / sqrt 2) by (apply Rinv_0_lt_compat, sqrt_lt_R0; lra).
    assert (S : sqrt 6 < 5 / 2) by (apply Rsqr_incrst_0; [rewrite Rsqr_sqrt; unfold Rsqr; lra|apply sqrt_pos|lra]). unfold Rdiv. nra.
Qed.
