(* Rank correlations of test residuals, when a training record changes: nothing but the range bounds them. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.pairs Require Import rank.
Import ListNotations.
Open Scope R_scope.

Lemma kendall_range : forall l : list (R * R), 2 <= size l -> -1 <= kendall concordance l <= 1.
Proof.
  intros l two. pose proof (pairs_bounds concordance (-1) 1 l concordance_range) as [low high]. unfold kendall.
  assert (P : 0 < size l * (size l - 1) / 2) by nra. set (k := size l * (size l - 1) / 2) in *.
  split; apply Rmult_le_reg_r with k; try easy.
  - replace (pairs concordance l / k * k) with (pairs concordance l) by (field; lra). lra.
  - replace (pairs concordance l / k * k) with (pairs concordance l) by (field; lra). lra.
Qed.

(** Whatever a training record does to the residuals, the score moves by at most the size of its range, without its
    sign or with it. Only: Kendall's correlation, and not that residuals can be moved so far however many records train. *)
Theorem K_rank_train : forall l l' : list (R * R), 2 <= size l -> 2 <= size l' ->
  Rabs (Rabs (kendall concordance l) - Rabs (kendall concordance l')) <= K_rank_train__published /\
  Rabs (kendall concordance l - kendall concordance l') <= K_rank_train__signed.
Proof.
  intros l l' two two'. pose proof (kendall_range l two) as A. pose proof (kendall_range l' two') as B.
  assert (P : K_rank_train__published = 1) by (unfold K_rank_train__published; field).
  assert (S : K_rank_train__signed = 2) by (unfold K_rank_train__signed; field). rewrite P, S.
  pose proof (Rabs_pos (kendall concordance l)). pose proof (Rabs_pos (kendall concordance l')).
  assert (Rabs (kendall concordance l) <= 1) by (apply Rabs_le; lra).
  assert (Rabs (kendall concordance l') <= 1) by (apply Rabs_le; lra).
  split; apply Rabs_le; lra.
Qed.

Lemma of_two : forall a b c d, kendall concordance [(a, b); (c, d)] = sgn (a - c) * sgn (b - d).
Proof. intros; cbv [kendall pairs total sum map concordance size length INR fst snd]. field. Qed.

(** Two inputs whose residuals are in order, tied, or turned round reach both. *)
Theorem K_rank_train_attained :
  Rabs (Rabs (kendall concordance [(0, 0); (1, 1)]) - Rabs (kendall concordance [(0, 0); (1, 0)])) = K_rank_train__published /\
  Rabs (kendall concordance [(0, 0); (1, 1)] - kendall concordance [(0, 1); (1, 0)]) = K_rank_train__signed.
Proof.
  rewrite !of_two. assert (Z : sgn (0 - 0) = 0) by (unfold sgn; repeat destruct (Rlt_dec _ _); lra).
  rewrite Z, (sgn_neg (0 - 1)), (sgn_pos (1 - 0)) by lra. unfold K_rank_train__published, K_rank_train__signed.
  replace (-1 * -1) with 1 by ring. replace (-1 * 0) with 0 by ring. replace (1 - -1 * 1) with 2 by ring.
  rewrite Rabs_R0, Rabs_R1, (Rabs_pos_eq 2) by lra. rewrite Rminus_0_r, Rabs_R1. split; field.
Qed.
