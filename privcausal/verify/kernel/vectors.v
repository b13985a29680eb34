(* Inner products of vectors whose coordinates are listed. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

Definition dot {I : Type} (places : list I) (v w : I -> R) : R := total (fun i => v i * w i) places.

Lemma dot_self : forall {I} (places : list I) v, 0 <= dot places v v.
Proof. intros. apply total_nonneg. intros. nra. Qed.

(* The inequality of Cauchy and Schwarz. *)
Lemma cauchy : forall {I} (places : list I) v w, dot places v w ^ 2 <= dot places v v * dot places w w.
Proof.
  intros I places v w. set (F := dot places v v). set (S := dot places v w). set (G := dot places w w).
  (* No square of a combination is negative. *)
  assert (H : forall t s, 0 <= t ^ 2 * F - 2 * (t * s) * S + s ^ 2 * G).
  { intros t s. replace (t ^ 2 * F - 2 * (t * s) * S + s ^ 2 * G) with (total (fun i => (t * v i - s * w i) ^ 2) places).
    - apply total_nonneg. intros; apply pow2_ge_0.
    - unfold F, S, G, dot. rewrite <- !total_scale, <- total_minus, <- total_plus. apply total_ext. intros; ring. }
  assert (G0 : 0 <= G) by apply dot_self. assert (F0 : 0 <= F) by apply dot_self.
  destruct (Req_dec G 0) as [Z|N].
  - destruct (Req_dec S 0) as [->|D]; [rewrite Z; lra|]. exfalso. specialize (H 1 ((F + 1) / (2 * S))). rewrite Z in H.
    replace (1 ^ 2 * F - 2 * (1 * ((F + 1) / (2 * S))) * S + ((F + 1) / (2 * S)) ^ 2 * 0) with (-1) in H by (field; easy). lra.
  - specialize (H G S). assert (0 < G) by lra. assert (0 <= G * (F * G - S ^ 2)) by nra.
    apply Rmult_le_reg_l with G; [easy|]. lra.
Qed.
