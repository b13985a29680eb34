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

(** Whatever the residuals are before and after, the score moves by at most the size of its range, without its sign or
    with it. Only: Kendall's correlation of any residuals, because training does not occur in the theorem, and not
    that residuals can be moved so far however many records train. *)
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

Lemma of_four : forall a b c d, let k := kendall concordance [(0, a); (1, b); (2, c); (3, d)] in
  k = - (sgn (a - b) + sgn (a - c) + sgn (a - d) + sgn (b - c) + sgn (b - d) + sgn (c - d)) / 6.
Proof.
  intros; unfold k; cbv [kendall pairs total sum map concordance size length INR fst snd].
  rewrite ?(sgn_neg (0 - 1)), ?(sgn_neg (0 - 2)), ?(sgn_neg (0 - 3)), ?(sgn_neg (1 - 2)), ?(sgn_neg (1 - 3)), ?(sgn_neg (2 - 3)) by lra. field.
Qed.

(** Four tested inputs whose residuals are in order, tied, or turned round reach both. Only: attained at
    m = 4, by residuals that are given, and not by those of a fit to data of which a record is replaced. *)
Theorem K_rank_train_attained : let k (a b c d : R) := kendall concordance [(0, a); (1, b); (2, c); (3, d)] in
  Rabs (Rabs (k 0 1 2 3) - Rabs (k 0 0 0 0)) = K_rank_train__published /\
  Rabs (k 0 1 2 3 - k 3 2 1 0) = K_rank_train__signed.
Proof.
  intros k. unfold k. rewrite !of_four. assert (Z : sgn (0 - 0) = 0) by (unfold sgn; repeat destruct (Rlt_dec _ _); lra).
  assert (N : forall x y, x < y -> sgn (x - y) = -1) by (intros; apply sgn_neg; lra).
  assert (P : forall x y, y < x -> sgn (x - y) = 1) by (intros; apply sgn_pos; lra).
  rewrite Z, (N 0 1), (N 0 2), (N 0 3), (N 1 2), (N 1 3), (N 2 3), (P 3 2), (P 3 1), (P 3 0), (P 2 1), (P 2 0), (P 1 0) by lra.
  unfold K_rank_train__published, K_rank_train__signed. replace (- (-1 + -1 + -1 + -1 + -1 + -1) / 6) with 1 by field.
  replace (- (0 + 0 + 0 + 0 + 0 + 0) / 6) with 0 by field. replace (1 - - (1 + 1 + 1 + 1 + 1 + 1) / 6) with 2 by field.
  rewrite Rabs_R0, Rabs_R1, (Rabs_pos_eq 2), Rminus_0_r, Rabs_R1 by lra. split; field.
Qed.
