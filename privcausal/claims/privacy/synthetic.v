(* Synthetic data: a whole table chosen by its worst error on a class of predicates. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
From privcausal.claims.privacy Require Import exponential exponential_accuracy.
Import ListNotations.
Open Scope R_scope.

(* The worst error of a table that is offered, over a list of predicates. *)
Definition worst_error {A : Type} (queries : list (A -> bool)) (l offered : list A) : R :=
  largest (fun phi => Rabs (share phi l - share phi offered)) queries.

Lemma worst_error_moves : forall {A} (queries : list (A -> bool)) l l' offered, neighbours l l' -> 0 < size l ->
  Rabs (worst_error queries l offered - worst_error queries l' offered) <= 1 / size l.
Proof.
  intros A queries l l' offered near n. apply largest_moves; [left; apply Rdiv_lt_0_compat; lra|].
  intros phi _. eapply Rle_trans; [apply Rabs_triang_inv2|].
  replace (share phi l - share phi offered - (share phi l' - share phi offered)) with (share phi l - share phi l') by ring.
  now apply share_moves.
Qed.

(** Choosing among any list of tables by the worst error costs epsilon. Only: finitely many predicates. *)
Theorem X_blr : forall (A : Type) (queries : list (A -> bool)) (offers : list (list A)) (epsilon : R) (l l' : list A),
  X_blr__if_epsilon epsilon -> 0 < size l -> base offers (fun _ => 1) -> neighbours l l' ->
  let rate := epsilon * size l / 2 in
  hides offers (X_blr__published epsilon) 0
    (choose offers rate (fun offered => - worst_error queries l offered) (fun _ => 1))
    (choose offers rate (fun offered => - worst_error queries l' offered) (fun _ => 1)).
Proof.
  intros A queries offers epsilon l l' e n B near rate. unfold X_blr__if_epsilon in e. apply pointwise_hides. intros r K.
  replace (X_blr__published epsilon) with (2 * rate * (1 / size l)) by (unfold X_blr__published, rate; field; lra).
  apply ratio_of_choices; auto; [unfold rate; apply Rmult_lt_0_compat; nra|]. intros offered _.
  replace (- worst_error queries l offered - - worst_error queries l' offered)
    with (- (worst_error queries l offered - worst_error queries l' offered)) by ring.
  rewrite Rabs_Ropp. now apply worst_error_moves.
Qed.

(** It speaks about something: two tables of one record, of which each is offered, at an epsilon of 1. *)
Theorem X_blr_instance : X_blr__if_epsilon 1 /\ exists l l' : list bool, neighbours l l' /\ 0 < size l /\
  base [[true]; [false]] (fun _ : list bool => 1) /\
  worst_error [fun b => b] l [true] = 0 /\ worst_error [fun b => b] l' [true] = 1.
Proof.
  split; [unfold X_blr__if_epsilon; lra|].
  exists [true], [false]. split; [exact (replaced [] true false [])|]. unfold size; cbn [length INR].
  split; [lra|]. split; [split; [intros; lra|cbv [total sum map]; lra]|].
  cbv [worst_error largest share total sum map fold_right size length INR].
  split; unfold Rmax, Rabs; repeat destruct (Rle_dec _ _); repeat destruct (Rcase_abs _); lra.
Qed.

(* The event that some answer is wrong by alpha or more. *)
Definition bad {O : Type} (error : O -> R) (alpha : R) (r : O) : bool := if Rle_dec alpha (error r) then true else false.

Lemma chance_of_bad : forall {O} (outputs : list O) (error : O -> R) epsilon n alpha delta good, 0 < epsilon -> 0 < alpha ->
  0 < delta < 1 -> In good outputs -> error good <= alpha / 2 ->
  4 / (epsilon * alpha) * (ln (size outputs) + ln (1 / delta)) <= n ->
  chance outputs (choose outputs (epsilon * n / 2) (fun r => - error r) (fun _ => 1)) (bad error alpha) <= delta.
Proof.
  intros O outputs error epsilon n alpha delta good e a [d d1] K G enough.
  assert (N : 1 <= size outputs).
  { destruct outputs as [|o k]; [destruct K|]. rewrite size_cons. pose proof (size_nonneg k). lra. }
  assert (lN : 0 <= ln (size outputs)).
  { rewrite <- ln_1. destruct N as [N|N]; [left; apply ln_increasing; lra|rewrite <- N; lra]. }
  assert (ld : 0 < ln (1 / delta)).
  { rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with delta; [easy|].
    replace (1 / delta * delta) with 1 by (field; lra). lra. }
  assert (npos : 0 < n).
  { eapply Rlt_le_trans; [|exact enough]. apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; nra|lra]. }
  set (rate := epsilon * n / 2). assert (rpos : 0 < rate) by (unfold rate; nra). set (y := exp (- rate * (alpha / 2))).
  assert (ea : 0 < epsilon * alpha) by nra.
  assert (E : ln (size outputs) + ln (1 / delta) <= rate * (alpha / 2)).
  { unfold rate. apply Rmult_le_reg_l with (4 / (epsilon * alpha)); [apply Rdiv_lt_0_compat; lra|].
    replace (4 / (epsilon * alpha) * (epsilon * n / 2 * (alpha / 2))) with n by (field; lra). easy. }
  assert (Y : size outputs * y <= delta).
  { assert (H : exp (ln (size outputs) + ln (1 / delta)) <= exp (rate * (alpha / 2))) by now apply exp_le.
    rewrite exp_plus, !exp_ln in H by (try apply Rdiv_lt_0_compat; lra).
    assert (Z : exp (rate * (alpha / 2)) * y = 1) by (unfold y; rewrite <- exp_plus, <- exp_0; f_equal; ring).
    assert (P : 0 < y) by apply exp_pos. apply Rmult_le_compat_r with (r := y * delta) in H; [|nra].
    replace (size outputs * (1 / delta) * (y * delta)) with (size outputs * y) in H by (field; lra).
    rewrite <- Rmult_assoc, Z in H. lra. }
  assert (B : base outputs (fun _ => 1)) by (split; [intros; lra|rewrite total_const; lra]).
  pose proof (weights_positive outputs rate (fun r => - error r) _ B) as T.
  apply Rle_trans with (total (fun _ => y) outputs); [|rewrite total_const; lra].
  unfold chance. apply total_le. intros r Kr. unfold bad. assert (P : 0 < y) by apply exp_pos.
  destruct (Rle_dec alpha (error r)) as [W|]; [|lra]. unfold choose.
  apply Rmult_le_reg_r with (total (weight rate (fun r => - error r) (fun _ => 1)) outputs); [easy|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert (low : y <= total (weight rate (fun r => - error r) (fun _ => 1)) outputs).
  { apply Rle_trans with (weight rate (fun r => - error r) (fun _ => 1) good);
      [|apply total_in; [now apply weights_nonneg|easy]].
    unfold weight, y. rewrite Rmult_1_r. apply exp_le. nra. }
  assert (high : weight rate (fun r => - error r) (fun _ => 1) r <= y * y).
  { unfold weight, y. rewrite Rmult_1_r, <- exp_plus. apply exp_le. nra. }
  apply Rle_trans with (y * y); [easy|]. now apply Rmult_le_compat_l; [lra|].
Qed.

Lemma ln_of_power : forall k : nat, ln (2 ^ k) = INR k * ln 2.
Proof.
  induction k as [|k IH]; [cbn [pow INR]; rewrite ln_1; ring|]. cbn [pow].
  rewrite ln_mult, IH, S_INR; [ring|lra|apply pow_lt; lra].
Qed.

(** From so many records on, the chosen table is bad with probability at most delta. *)
Theorem X_useful : forall (O : Type) (tables : list O) (error : O -> R) (bits size_ : nat) (epsilon n alpha delta : R) good,
  X_useful__if_epsilon epsilon -> X_useful__if_alpha alpha -> X_useful__if_delta delta ->
  size tables = 2 ^ (bits * size_) -> In good tables -> error good <= alpha / 2 ->
  X_useful__ours epsilon alpha (INR bits) (INR size_) delta <= n ->
  chance tables (choose tables (epsilon * n / 2) (fun r => - error r) (fun _ => 1)) (bad error alpha) <= delta.
Proof.
  intros O tables error bits size_ epsilon n alpha delta good e a [d d1] N K G enough.
  unfold X_useful__if_epsilon, X_useful__if_alpha in *. 
  assert (E : 4 / (epsilon * alpha) * (ln (size tables) + ln (1 / delta)) <= n).
  { rewrite N, ln_of_power, mult_INR. eapply Rle_trans; [|exact enough]. right. unfold X_useful__ours. field. lra. }
  now apply chance_of_bad with good.
Qed.

(** From so many records on, with outputs of any kind. *)
Theorem B_useful_once : forall (O : Type) (outputs : list O) (error : O -> R) (epsilon n alpha delta : R) good,
  B_useful_once__if_epsilon epsilon -> B_useful_once__if_alpha alpha -> B_useful_once__if_delta delta ->
  In good outputs -> error good <= alpha / 2 -> B_useful_once__ours epsilon alpha (size outputs) delta <= n ->
  chance outputs (choose outputs (epsilon * n / 2) (fun r => - error r) (fun _ => 1)) (bad error alpha) <= delta.
Proof.
  intros O outputs error epsilon n alpha delta good e a [d d1] K G enough.
  unfold B_useful_once__if_epsilon, B_useful_once__if_alpha in *. 
  assert (E : 4 / (epsilon * alpha) * (ln (size outputs) + ln (1 / delta)) <= n).
  { eapply Rle_trans; [|exact enough]. right. unfold B_useful_once__ours. field. lra. }
  now apply chance_of_bad with good.
Qed.

(** It speaks about something: two tables, one of them bad and the other without an error, eight records, which are enough
    for a delta of 1/2, and a chance of bad that is more than nothing. *)
Theorem X_useful_instance : X_useful__ours 1 1 1 1 (1 / 2) <= 8 /\ size [true; false] = 2 ^ (1 * 1) /\ bad (fun r : bool => if r then 0 else 1) 1 false = true /\ 0 < chance [true; false] (choose [true; false] (1 * 8 / 2) (fun r : bool => - (if r then 0 else 1)) (fun _ => 1))
    (bad (fun r : bool => if r then 0 else 1) 1).
Proof.
  assert (F : bad (fun r : bool => if r then 0 else 1) 1 false = true) by (unfold bad; destruct (Rle_dec _ _); [easy|lra]).
  assert (T : bad (fun r : bool => if r then 0 else 1) 1 true = false) by (unfold bad; destruct (Rle_dec _ _); [lra|easy]).
  split.
  { assert (L : ln 2 <= 1). { rewrite <- (ln_exp 1). left. apply ln_increasing; [lra|]. pose proof (exp_ineq1 1 ltac:(lra)). lra. }
    unfold X_useful__ours. replace (1 / (1 / 2)) with 2 by field. lra. }
  split; [unfold size; cbn; lra|]. split; [easy|].
  cbv [chance total sum map choose weight]. rewrite F, T.
  set (a := exp _). set (b := exp _). assert (0 < a) by apply exp_pos. assert (0 < b) by apply exp_pos.
  rewrite Rplus_0_l, Rplus_0_r. apply Rdiv_lt_0_compat; lra.
Qed.

(** The same two tables, of which one is good, and eight records, which are enough again. *)
Theorem B_useful_once_instance : B_useful_once__ours 1 1 (size [true; false]) (1 / 2) <= 8 /\
  B_useful_once__if_epsilon 1 /\ B_useful_once__if_alpha 1 /\ B_useful_once__if_delta (1 / 2) /\
  In true [true; false] /\ (fun r : bool => if r then 0 else 1) true <= 1 / 2 /\ 0 < chance [true; false] (choose [true; false] (1 * 8 / 2) (fun r : bool => - (if r then 0 else 1)) (fun _ => 1))
    (bad (fun r : bool => if r then 0 else 1) 1).
Proof.
  destruct X_useful_instance as [_ [_ [_ H]]]. split.
  { assert (L : ln 2 <= 1). { rewrite <- (ln_exp 1). left. apply ln_increasing; [lra|]. pose proof (exp_ineq1 1 ltac:(lra)). lra. }
    unfold B_useful_once__ours, size; cbn [length INR]. replace (1 / (1 / 2)) with 2 by field. replace (1 + 1) with 2 by ring. lra. }
  unfold B_useful_once__if_epsilon, B_useful_once__if_alpha, B_useful_once__if_delta.
  repeat split; try lra. now left.
Qed.
