(* The score of half of the records. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.pairs Require Import rank.
Import ListNotations.
Open Scope R_scope.

(** Of n records the tested half moves Kendall's score by at most our number, twice what the program takes. *)
Theorem K_code : forall (n : R) (l l' : list (R * R)), neighbours l l' -> size l = n / 2 -> 2 <= size l ->
  Rabs (Rabs (kendall concordance l) - Rabs (kendall concordance l')) <= K_code__ours n.
Proof.
  intros n l l' near half two.
  replace (K_code__ours n) with (4 / size l) by (unfold K_code__ours; rewrite half; field; lra).
  eapply Rle_trans; [apply Rabs_triang_inv2|].
  apply kendall_moves; auto using concordance_symmetric, concordance_range.
Qed.

Lemma four_pairs : forall top, top = 0 \/ top = 4 ->
  kendall concordance [(0, top); (1, 1); (2, 2); (3, 3)] = if Req_EM_T top 0 then 1 else 0.
Proof.
  intros top [-> | ->]; destruct (Req_EM_T _ 0); try lra; cbv [kendall pairs total sum map concordance size length INR fst snd];
    rewrite ?(sgn_neg (0 - 1)), ?(sgn_neg (0 - 2)), ?(sgn_neg (0 - 3)), ?(sgn_neg (1 - 2)), ?(sgn_neg (1 - 3)), ?(sgn_neg (2 - 3)),
      ?(sgn_pos (4 - 1)), ?(sgn_pos (4 - 2)), ?(sgn_pos (4 - 3)) by lra; field.
Qed.

(** Eight records of which four are tested reach it. *)
Theorem K_code_attained : exists l l' : list (R * R), neighbours l l' /\ size l = 8 / 2 /\
  Rabs (Rabs (kendall concordance l) - Rabs (kendall concordance l')) = K_code__ours 8.
Proof.
  exists [(0, 0); (1, 1); (2, 2); (3, 3)], [(0, 4); (1, 1); (2, 2); (3, 3)].
  split; [exact (replaced [] (0, 0) (0, 4) [(1, 1); (2, 2); (3, 3)])|]. split; [unfold size; cbn; lra|].
  rewrite !four_pairs by auto. destruct (Req_EM_T 0 0), (Req_EM_T 4 0); try lra.
  rewrite Rabs_R0, Rminus_0_r, Rabs_Rabsolu, Rabs_R1. unfold K_code__ours. field.
Qed.
