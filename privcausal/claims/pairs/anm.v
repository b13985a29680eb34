(* The score of half of the records. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.pairs Require Import rank.
Import ListNotations.
Open Scope R_scope.

(** Of n records the tested half moves Kendall's score by at most our number, twice what the program takes, which is
    too little. *)
Theorem K_code : forall (n : R) (l l' : list (R * R)), neighbours l l' -> size l = n / 2 -> 2 <= size l ->
  Rabs (Rabs (kendall concordance l) - Rabs (kendall concordance l')) <= K_code__ours n.
Proof.
  intros n l l' near half two.
  replace (K_code__ours n) with (4 / size l) by (unfold K_code__ours; rewrite half; field; lra).
  eapply Rle_trans; [apply Rabs_triang_inv2|].
  apply kendall_moves; auto using concordance_symmetric, concordance_range.
Qed.

Lemma all_concordant : forall n, pairs concordance (others n) = INR n * (INR n - 1) / 2.
Proof.
  intros n. unfold others. generalize 1%nat as start. induction n as [|n IH]; intros start; [cbn; lra|].
  cbn [seq map]. rewrite pairs_cons, IH, S_INR. rewrite total_map, (total_ext _ (fun _ => 1)).
  - rewrite total_const. unfold size. rewrite seq_length. lra.
  - intros i K. apply in_seq in K. destruct K as [K _]. apply le_INR in K. rewrite S_INR in K.
    unfold concordance; cbn [fst snd]. rewrite sgn_neg by lra. ring.
Qed.

(** However many records are tested, from four on, some pair of neighbours reaches it. Only: attained from eight records
    on, of which four are tested. *)
Theorem K_code_attained : forall m : nat, (4 <= m)%nat -> exists l l' : list (R * R), neighbours l l' /\
  size l = 2 * INR m / 2 /\
  Rabs (Rabs (kendall concordance l) - Rabs (kendall concordance l')) = K_code__ours (2 * INR m).
Proof.
  intros m four. destruct m as [|n]; [lia|].
  assert (N : 3 <= INR n) by (replace 3 with (INR 3) by (cbn; ring); apply le_INR; lia).
  exists ((0, 0) :: others n), ((0, INR (S n)) :: others n).
  split; [exact (replaced [] (0, 0) (0, INR (S n)) (others n))|]. split; [rewrite size_cons, others_size, S_INR; lra|].
  unfold kendall. rewrite !pairs_cons, !size_cons, others_size, S_INR, all_concordant.
  rewrite (others_total n (concordance (0, 0)) 1), (others_total n (concordance (0, INR n + 1)) (-1)).
  - replace ((1 * INR n + INR n * (INR n - 1) / 2) / ((INR n + 1) * (INR n + 1 - 1) / 2)) with 1 by (field; lra).
    replace ((-1 * INR n + INR n * (INR n - 1) / 2) / ((INR n + 1) * (INR n + 1 - 1) / 2)) with (1 - 4 / (INR n + 1)) by (field; lra).
    assert (0 < 4 / (INR n + 1) <= 1).
    { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with (INR n + 1); [lra|].
      replace (4 / (INR n + 1) * (INR n + 1)) with 4 by (field; lra). lra. }
    rewrite Rabs_R1, (Rabs_pos_eq (1 - 4 / (INR n + 1))) by lra.
    replace (1 - (1 - 4 / (INR n + 1))) with (4 / (INR n + 1)) by ring. rewrite Rabs_pos_eq by lra.
    unfold K_code__ours. field. lra.
  - intros i [low high]. apply le_INR in low, high. cbn in low. unfold concordance; cbn [fst snd].
    rewrite (sgn_neg (0 - INR i)), (sgn_pos (INR n + 1 - INR i)) by lra. ring.
  - intros i [low high]. apply le_INR in low, high. cbn in low. unfold concordance; cbn [fst snd].
    rewrite (sgn_neg (0 - INR i)) by lra. ring.
Qed.

(* ---- an additive noise model, on finitely many values ---- *)

(* A world is a value of X with a value of the noise N, and has the probability p(x) q(n). *)
Definition probability (xs ns : list R) (p q : R -> R) (E : R * R -> bool) : R :=
  total (fun w => if E w then p (fst w) * q (snd w) else 0) (list_prod xs ns).

(* Two variables are independent if every event of the one is independent of every event of the other. *)
Definition independent (xs ns : list R) (p q : R -> R) (U V : R * R -> R) : Prop := forall E F : R -> bool,
  probability xs ns p q (fun w => andb (E (U w)) (F (V w))) =
  probability xs ns p q (fun w => E (U w)) * probability xs ns p q (fun w => F (V w)).

(* What is left of Y = f(X) + N once its mean given X is taken away. *)
Definition leftover (ns : list R) (q : R -> R) (f : R -> R) (w : R * R) : R :=
  f (fst w) + snd w - total (fun n => q n * (f (fst w) + n)) ns.

Lemma leftover_is_noise : forall ns q f w, total q ns = 1 -> leftover ns q f w = snd w - total (fun n => q n * n) ns.
Proof.
  intros ns q f w T. unfold leftover. rewrite (total_ext _ (fun n => f (fst w) * q n + q n * n)) by (intros; ring).
  rewrite total_plus, total_scale, T. ring.
Qed.

Lemma of_product : forall xs ns p q (E F : R -> bool),
  probability xs ns p q (fun w => andb (E (fst w)) (F (snd w))) =
  total (fun x => if E x then p x else 0) xs * total (fun n => if F n then q n else 0) ns.
Proof.
  intros xs ns p q E F. unfold probability. induction xs as [|x xs IH]; [unfold total; cbn; ring|].
  cbn [list_prod]. rewrite total_app, total_map, IH, total_cons. cbn [fst snd].
  destruct (E x); cbn [andb].
  - rewrite (total_ext _ (fun n => p x * (if F n then q n else 0))) by (intros n _; destruct (F n); ring). rewrite total_scale. ring.
  - rewrite total_const. ring.
Qed.

Lemma noise_independent : forall xs ns p q (g : R -> R), total p xs = 1 -> total q ns = 1 ->
  independent xs ns p q fst (fun w => g (snd w)).
Proof.
  intros xs ns p q g P Q E F.
  pose proof (of_product xs ns p q E (fun n => F (g n))) as H1. pose proof (of_product xs ns p q E (fun _ => true)) as H2.
  pose proof (of_product xs ns p q (fun _ => true) (fun n => F (g n))) as H3. cbn [andb] in H3.
  rewrite (total_ext (fun x => if true then p x else 0) p) in H3 by easy. rewrite (total_ext (fun n => if true then q n else 0) q) in H2 by easy.
  rewrite P in H3. rewrite Q in H2.
  assert (H2' : probability xs ns p q (fun w => E (fst w)) = total (fun x => if E x then p x else 0) xs).
  { rewrite <- (Rmult_1_r (total _ xs)), <- H2. unfold probability. apply total_ext. intros w _. now rewrite Bool.andb_true_r. }
  rewrite H1, H2', H3. ring.
Qed.

(** The true direction scores 0, and so the wrong one leads by at most our number: with any score that is at least 0, and
    0 exactly for independent variables, and whatever stands for the residuals of the wrong direction. Only: finitely
    many values of X and of the noise. *)
Theorem K_anm : forall (xs ns : list R) (p q f : R -> R) (score : (R * R -> R) -> (R * R -> R) -> R) (backward : R * R -> R),
  law xs p -> law ns q -> (forall U V, 0 <= score U V) ->
  (forall U V, score U V = 0 <-> independent xs ns p q U V) ->
  let Y w := f (fst w) + snd w in
  score fst (leftover ns q f) - score Y backward <= K_anm__ours /\ (~ independent xs ns p q Y backward -> score fst (leftover ns q f) - score Y backward < 0).
Proof.
  intros xs ns p q f score backward [_ P] [_ Q] pos zero Y. unfold K_anm__ours.
  (* The residual of the true direction is the noise, up to its mean. *)
  assert (I : independent xs ns p q fst (leftover ns q f)).
  { intros E F. pose proof (noise_independent xs ns p q (fun n => n - total (fun k => q k * k) ns) P Q E F) as N.
    assert (same : forall w, leftover ns q f w = snd w - total (fun k => q k * k) ns) by (intros; now apply leftover_is_noise).
    unfold probability in *. etransitivity; [|etransitivity; [exact N|]].
    - apply total_ext. intros w _. now rewrite same.
    - f_equal. apply total_ext. intros w _. now rewrite same. }
  apply zero in I. rewrite I. split; [specialize (pos Y backward); lra|].
  intros D. destruct (Rle_lt_or_eq_dec 0 _ (pos Y backward)) as [L|Z]; [lra|]. exfalso. now apply D, zero.
Qed.

(** Without an effect the mean of X given Y is the mean of X, and both directions score 0: the lead is exactly our number. *)
Theorem K_anm_attained : forall (xs ns : list R) (p q : R -> R) (score : (R * R -> R) -> (R * R -> R) -> R),
  law xs p -> law ns q -> (forall U V, score U V = 0 <-> independent xs ns p q U V) ->
  let backward (w : R * R) := fst w - total (fun x => p x * x) xs in
  score fst (leftover ns q (fun _ => 0)) - score (fun w => 0 + snd w) backward = K_anm__ours.
Proof.
  intros xs ns p q score [_ P] [_ Q] zero backward. unfold K_anm__ours.
  assert (B : independent xs ns p q snd backward).
  { intros E F. pose proof (noise_independent xs ns p q (fun n => n) P Q (fun x => F (x - total (fun x => p x * x) xs)) E) as N.
    unfold probability in *. rewrite (Rmult_comm (total _ _)). etransitivity; [|exact N]. apply total_ext. intros w _.
    unfold backward. now rewrite Bool.andb_comm. }
  assert (score fst (leftover ns q (fun _ => 0)) = 0).
  { apply zero. intros E F. pose proof (noise_independent xs ns p q (fun n => n - total (fun k => q k * k) ns) P Q E F) as N.
    assert (same : forall w, leftover ns q (fun _ => 0) w = snd w - total (fun k => q k * k) ns) by (intros; now apply leftover_is_noise).
    unfold probability in *. etransitivity; [|etransitivity; [exact N|]].
    - apply total_ext. intros w _. now rewrite same.
    - f_equal. apply total_ext. intros w _. now rewrite same. }
  assert (score (fun w => 0 + snd w) backward = 0).
  { apply zero. intros E F. specialize (B E F). unfold probability in *. etransitivity; [|etransitivity; [exact B|]].
    - apply total_ext. intros w _. now rewrite Rplus_0_l.
    - f_equal. apply total_ext. intros w _. now rewrite Rplus_0_l. }
  lra.
Qed.
