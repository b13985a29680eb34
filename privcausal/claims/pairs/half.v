(* Half of the records protected: what the other half costs. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

(* Every deal is as likely as any other, and the release is drawn from the law that belongs to it. *)
Definition over_deals {T O : Type} (deals : list T) (p : T -> O -> R) (r : O) : R := mean (fun d => p d r) deals.

(* How often a record is unprotected. *)
Definition unprotected {T : Type} (deals : list T) (bare : T -> nat -> bool) (i : nat) : R :=
  mean (fun d => if bare d i then 1 else 0) deals.

Lemma unprotected_share : forall {T} (deals : list T) (bare : T -> nat -> bool) n u i, 0 < size deals -> (0 < n)%nat ->
  (forall d, In d deals -> total (fun j => if bare d j then 1 else 0) (seq 0 n) = u) ->
  (forall j, (j < n)%nat -> unprotected deals bare j = unprotected deals bare i) -> unprotected deals bare i = u / INR n.
Proof.
  intros T deals bare n u i N npos U E.
  assert (P : 0 < INR n) by (now apply lt_0_INR).
  assert (H : total (fun j => unprotected deals bare j) (seq 0 n) = u).
  { unfold unprotected, mean. rewrite (total_ext _ (fun j => / size deals * total (fun d => if bare d j then 1 else 0) deals))
      by (intros; field; lra). rewrite total_scale.
    rewrite (total_swap (fun j d => if bare d j then 1 else 0)).
    rewrite (total_ext _ (fun _ => u)) by (intros; now apply U). rewrite total_const. field. lra. }
  rewrite (total_ext _ (fun _ => unprotected deals bare i)) in H.
  - rewrite total_const in H. unfold size in H. rewrite seq_length in H. rewrite <- H. field. lra.
  - intros j K. apply in_seq in K. apply E. lia.
Qed.

(** Where each record is as often unprotected as any other, and u of n are in each deal, the promise holds for any
    record with that delta. Only: finitely many deals and outputs. *)
Theorem B_half : forall (T O : Type) (deals : list T) (outputs : list O) (bare : T -> nat -> bool) (n : nat) (u epsilon delta : R)
  (i : nat) (p p' : T -> O -> R), B_half__if_n (INR n) -> B_half__if_u u -> 0 <= epsilon -> B_half__if_delta delta ->
  0 < size deals -> (i < n)%nat ->
  (forall d, In d deals -> total (fun j => if bare d j then 1 else 0) (seq 0 n) = u) ->
  (forall j, (j < n)%nat -> unprotected deals bare j = unprotected deals bare i) ->
  (forall d, In d deals -> law outputs (p d) /\ law outputs (p' d)) ->
  (forall d, In d deals -> bare d i = false -> hides outputs epsilon delta (p d) (p' d)) ->
  hides outputs epsilon (B_half__ours u (INR n) delta) (over_deals deals p) (over_deals deals p').
Proof.
  intros T O deals outputs bare n u epsilon delta i p p' [n1 _] _ e [d0 d1] N I U E L H A.
  assert (S := unprotected_share deals bare n u i N ltac:(lia) U E).
  assert (M : forall f, chance outputs (over_deals deals f) A = / size deals * total (fun d => chance outputs (f d) A) deals).
  { intros f. unfold over_deals, mean. rewrite chance_as_function.
    rewrite (total_ext _ (fun r => / size deals * total (fun d => f d r * (if A r then 1 else 0)) deals)).
    - rewrite total_scale, total_swap. f_equal. apply total_ext. intros d _. now rewrite chance_as_function.
    - intros r _. rewrite (total_ext (fun d => f d r * (if A r then 1 else 0)) (fun d => (if A r then 1 else 0) * f d r))
        by (intros; ring). rewrite total_scale. unfold Rdiv. ring. }
  rewrite !M. assert (i0 : 0 < / size deals) by now apply Rinv_0_lt_compat.
  assert (G : total (fun d => chance outputs (p d) A) deals <=
    exp epsilon * total (fun d => chance outputs (p' d) A) deals
      + ((1 - delta) * total (fun d => if bare d i then 1 else 0) deals + delta * size deals)).
  { rewrite <- !total_scale, <- (total_const delta deals), <- !total_plus. apply total_le. intros d K.
    destruct (L d K) as [Lp Lp']. pose proof (chance_of_law outputs (p d) A Lp). pose proof (chance_of_law outputs (p' d) A Lp').
    pose proof (exp_pos epsilon). destruct (bare d i) eqn:F; [nra|]. specialize (H d K F A). lra. }
  apply Rmult_le_compat_l with (r := / size deals) in G; [|lra].
  eapply Rle_trans; [exact G|]. right.
  replace (total (fun d => if bare d i then 1 else 0) deals) with (size deals * (u / INR n)).
  - unfold B_half__ours. field. lra.
  - rewrite <- S. unfold unprotected, mean. field. lra.
Qed.

(** One record of n is dealt out bare and told, all of them equally often; the others keep a coin that fails with delta, and that
    is as private the other way. Only: attained at u = 1. *)
Theorem B_half_attained : forall (n : nat) (epsilon delta : R), (1 <= n)%nat -> 0 <= epsilon -> 0 <= delta < 1 ->
  exists (bare : nat -> nat -> bool) (p p' : nat -> bool -> R),
  (forall d, In d (seq 0 n) -> total (fun j => if bare d j then 1 else 0) (seq 0 n) = 1) /\
  (forall j, (j < n)%nat -> unprotected (seq 0 n) bare j = unprotected (seq 0 n) bare 0%nat) /\
  (forall d, law [true; false] (p d) /\ law [true; false] (p' d)) /\
  (forall d, bare d 0%nat = false -> hides [true; false] epsilon delta (p d) (p' d) /\ hides [true; false] epsilon delta (p' d) (p d)) /\
  chance [true; false] (over_deals (seq 0 n) p) (fun r => r) =
    exp epsilon * chance [true; false] (over_deals (seq 0 n) p') (fun r => r) + B_half__ours 1 (INR n) delta.
Proof.
  intros n epsilon delta npos e0 d. exists Nat.eqb,
    (fun k (r : bool) => if Nat.eqb k 0 then (if r then 1 else 0) else (if r then delta else 1 - delta)),
    (fun _ (r : bool) => if r then 0 else 1).
  assert (one : forall k m i, (k <= i < k + m)%nat -> total (fun j => if Nat.eqb i j then 1 else 0) (seq k m) = 1).
  { intros k m; revert k; induction m as [|m IH]; intros k i K; [lia|]. cbn [seq]. rewrite total_cons.
    destruct (Nat.eqb i k) eqn:F.
    - apply Nat.eqb_eq in F. subst. rewrite (total_ext _ (fun _ => 0)); [rewrite total_const; ring|].
      intros j Kj. apply in_seq in Kj. destruct (Nat.eqb k j) eqn:G; [apply Nat.eqb_eq in G; lia|easy].
    - apply Nat.eqb_neq in F. rewrite IH by lia. ring. }
  split; [|split; [|split; [|split]]].
  - intros k K. apply in_seq in K. apply one. lia.
  - assert (U : forall j, (j < n)%nat -> unprotected (seq 0 n) Nat.eqb j = 1 / size (seq 0 n)).
    { intros j K. unfold unprotected, mean. f_equal.
      rewrite (total_ext _ (fun i => if Nat.eqb j i then 1 else 0)) by (intros; now rewrite Nat.eqb_sym). apply one. lia. }
    intros j K. rewrite !U by lia. easy.
  - intros k. split; split; try (intros [|] _; destruct (Nat.eqb k 0); lra); cbv [total sum map]; destruct (Nat.eqb k 0); lra.
  - intros k F. assert (e1 : 1 <= exp epsilon) by (rewrite <- exp_0; now apply exp_le). assert (Nat.eqb k 0 = false) by easy.
    split; intros A; cbv [chance total sum map]; rewrite H; destruct (A true), (A false); nra.
  - assert (P : 0 < INR n) by (apply lt_0_INR; lia).
    assert (S : size (seq 0 n) = INR n) by (unfold size; now rewrite seq_length).
    unfold chance at 1 2. rewrite !total_cons. unfold over_deals, mean. rewrite S.
    rewrite (total_ext (fun d0 => if Nat.eqb d0 0 then 1 else delta) (fun d0 => delta + (1 - delta) * (if Nat.eqb 0 d0 then 1 else 0))).
    + rewrite total_plus, total_const, total_scale, one, total_const, S by lia.
      unfold total; cbn. unfold B_half__ours. field. lra.
    + intros k _. rewrite Nat.eqb_sym. destruct (Nat.eqb 0 k); ring.
Qed.
