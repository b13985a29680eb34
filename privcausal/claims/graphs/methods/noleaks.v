(* Gradients of single records, shortened or clipped, and averaged. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* The Euclidean length of a vector whose places are listed. *)
Definition norm {I : Type} (places : list I) (v : I -> R) : R := sqrt (total (fun i => v i ^ 2) places).

Definition clip (s x : R) : R := Rmax (- s) (Rmin s x).

Lemma clip_range : forall s x, 0 <= s -> - s <= clip s x <= s.
Proof. intros s x pos. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Lemma squares_nonneg : forall {I} (places : list I) v, 0 <= total (fun i => v i ^ 2) places.
Proof. intros; apply total_nonneg; intros; apply pow2_ge_0. Qed.

Lemma norm_by_places : forall {I} (places : list I) v c, 0 <= c -> (forall i, In i places -> v i ^ 2 <= c ^ 2) ->
  norm places v <= c * sqrt (size places).
Proof.
  intros I places v c pos H. unfold norm. rewrite <- (sqrt_pow2 c) by easy. rewrite <- sqrt_mult; [|apply pow2_ge_0|apply size_nonneg].
  apply sqrt_le_1; [apply squares_nonneg| |rewrite <- total_const; now apply total_le].
  apply Rmult_le_pos; [apply pow2_ge_0|apply size_nonneg].
Qed.

Lemma norm_if_all : forall {I} (places : list I) v c, 0 <= c -> (forall i, In i places -> v i ^ 2 = c ^ 2) ->
  norm places v = c * sqrt (size places).
Proof.
  intros I places v c pos H. unfold norm. rewrite (total_ext _ (fun _ => c ^ 2)) by easy. rewrite total_const.
  rewrite sqrt_mult, sqrt_pow2; auto; [apply pow2_ge_0|apply size_nonneg].
Qed.

Lemma mean_difference : forall {A} (f : A -> R) before x x' after,
  mean f (before ++ x :: after) - mean f (before ++ x' :: after) = (f x - f x') / size (before ++ x :: after).
Proof.
  intros. unfold mean. rewrite !total_split, !size_split. pose proof (size_nonneg (before ++ after)). field. lra.
Qed.

(* All places but the diagonal of a square of d times d. *)
Definition off_diagonal (d : nat) : list (nat * nat) :=
  filter (fun ij => negb (Nat.eqb (fst ij) (snd ij))) (list_prod (seq 0 d) (seq 0 d)).

Lemma diagonal_once : forall k m a, (k <= a < k + m)%nat ->
  length (filter (fun b => negb (Nat.eqb a b)) (seq k m)) = (m - 1)%nat.
Proof.
  intros k m; revert k; induction m as [|m IH]; intros k a H; [lia|]. cbn [seq filter].
  destruct (Nat.eqb a k) eqn:F; cbn [negb].
  - apply Nat.eqb_eq in F. subst. assert (G : forall n j, (k < j)%nat -> length (filter (fun b => negb (Nat.eqb k b)) (seq j n)) = n).
    { induction n as [|n IHn]; intros j J; [easy|]. cbn [seq filter]. replace (Nat.eqb k j) with false by (symmetry; apply Nat.eqb_neq; lia).
      cbn. now rewrite IHn by lia. }
    rewrite G by lia. lia.
  - apply Nat.eqb_neq in F. cbn [length]. rewrite IH by lia. lia.
Qed.

Lemma off_diagonal_size : forall d : nat, (1 <= d)%nat -> size (off_diagonal d) = INR d * (INR d - 1).
Proof.
  intros d one. unfold size, off_diagonal.
  assert (G : forall l, (forall a, In a l -> (a < d)%nat) ->
    length (filter (fun ij => negb (Nat.eqb (fst ij) (snd ij))) (list_prod l (seq 0 d))) = (length l * (d - 1))%nat).
  { induction l as [|a l IH]; intros H; [easy|]. cbn [list_prod]. rewrite filter_app, app_length, IH by (intros; apply H; now right).
    assert (E : forall s, length (filter (fun ij => negb (Nat.eqb (fst ij) (snd ij))) (map (fun y => (a, y)) s))
      = length (filter (fun b => negb (Nat.eqb a b)) s)).
    { induction s as [|b s IHs]; [easy|]. cbn. destruct (Nat.eqb a b); cbn; now rewrite IHs. }
    rewrite E, diagonal_once by (pose proof (H a (or_introl eq_refl)); lia). cbn [length]. lia. }
  rewrite G, seq_length, mult_INR, minus_INR by (try (intros a K; apply in_seq in K); lia). easy.
Qed.

(** Every entry clipped, and then the average: that is how far one record moves it, whatever the gradients. *)
Theorem C_noleaks : forall (A : Type) (gradient : A -> nat * nat -> R) (d : nat) (s : R) (l l' : list A),
  C_noleaks__if_d (INR d) -> C_noleaks__if_n (size l) -> 0 <= s -> neighbours l l' ->
  norm (off_diagonal d) (fun ij => mean (fun a => clip s (gradient a ij)) l - mean (fun a => clip s (gradient a ij)) l')
    <= C_noleaks__published s (INR d) (size l).
Proof.
  intros A gradient d s l l' [two _] [one _] pos near.
  assert (D : (1 <= d)%nat) by (apply INR_le; cbn [INR]; lra).
  replace (C_noleaks__published s (INR d) (size l)) with (2 * s / size l * sqrt (size (off_diagonal d))).
  2: { rewrite off_diagonal_size by easy. unfold C_noleaks__published. field. lra. }
  assert (i : 0 < / size l) by (apply Rinv_0_lt_compat; lra).
  apply norm_by_places; [unfold Rdiv; apply Rmult_le_pos; lra|]. intros ij _.
  destruct near as [before x x' after]. rewrite mean_difference.
  pose proof (clip_range s (gradient x ij) pos). pose proof (clip_range s (gradient x' ij) pos).
  unfold Rdiv. rewrite (Rpow_mult_distr (2 * s)), (Rpow_mult_distr (clip _ _ - clip _ _)). apply Rmult_le_compat_r; [apply pow2_ge_0|]. apply pow_maj_Rabs. apply Rabs_le. lra.
Qed.

Lemma mean_of_one : forall (f : R -> R) a n, f 0 = 0 -> mean f (a :: repeat 0 n) = f a / INR (S n).
Proof.
  intros f a n Z. unfold mean. rewrite total_cons, size_cons, S_INR.
  assert (E : total f (repeat 0 n) = 0).
  { induction n as [|n IH]; [easy|]. cbn [repeat]. rewrite total_cons, IH, Z. ring. }
  rewrite E. unfold size. rewrite repeat_length. f_equal. ring.
Qed.

Lemma clip_within : forall s x, - s <= x <= s -> clip s x = x.
Proof. intros s x H. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

(** For all sizes some gradients reach it. *)
Theorem C_noleaks_attained : forall (d n : nat) (s : R), (1 <= d)%nat -> (1 <= n)%nat -> 0 <= s ->
  exists l l' : list R, neighbours l l' /\ size l = INR n /\
  norm (off_diagonal d) (fun ij => mean (fun a => clip s a) l - mean (fun a => clip s a) l')
    = C_noleaks__published s (INR d) (INR n).
Proof.
  intros d [|n] s D N pos; [lia|]. exists (s :: repeat 0 n), (- s :: repeat 0 n).
  assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia). assert (i : 0 < / INR (S n)) by now apply Rinv_0_lt_compat.
  split; [exact (replaced [] s (- s) (repeat 0 n))|]. split; [rewrite size_cons, S_INR; unfold size; now rewrite repeat_length|].
  rewrite (norm_if_all _ _ (2 * s / INR (S n))).
  - rewrite off_diagonal_size by easy. unfold C_noleaks__published. field. lra.
  - unfold Rdiv. apply Rmult_le_pos; lra.
  - intros _ _. rewrite !(mean_of_one (fun a => clip s a)), !clip_within by (try apply clip_within; lra). f_equal. field. lra.
Qed.

(** Averaged first and clipped then, it can move by that, as long as there are records. *)
Theorem C_noleaks_mean : forall (A : Type) (gradient : A -> nat * nat -> R) (d : nat) (s : R) (l l' : list A),
  (1 <= d)%nat -> 0 <= s -> neighbours l l' ->
  norm (off_diagonal d) (fun ij => clip s (mean (fun a => gradient a ij) l) - clip s (mean (fun a => gradient a ij) l'))
    <= C_noleaks_mean__ours s (INR d).
Proof.
  intros A gradient d s l l' D pos near.
  replace (C_noleaks_mean__ours s (INR d)) with (2 * s * sqrt (size (off_diagonal d)))
    by (rewrite off_diagonal_size by easy; unfold C_noleaks_mean__ours; field).
  apply norm_by_places; [lra|]. intros ij _.
  pose proof (clip_range s (mean (fun a => gradient a ij) l) pos). pose proof (clip_range s (mean (fun a => gradient a ij) l') pos).
  apply pow_maj_Rabs, Rabs_le. lra.
Qed.

(** And does so however many records there are. *)
Theorem C_noleaks_mean_attained : forall (d n : nat) (s : R), (1 <= d)%nat -> (1 <= n)%nat -> 0 <= s ->
  exists l l' : list R, neighbours l l' /\ size l = INR n /\
  norm (off_diagonal d) (fun ij => clip s (mean (fun a => a) l) - clip s (mean (fun a => a) l')) = C_noleaks_mean__ours s (INR d).
Proof.
  intros d [|n] s D N pos; [lia|]. exists (s * INR (S n) :: repeat 0 n), (- (s * INR (S n)) :: repeat 0 n).
  assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia).
  split; [exact (replaced [] (s * INR (S n)) (- (s * INR (S n))) (repeat 0 n))|].
  split; [rewrite size_cons, S_INR; unfold size; now rewrite repeat_length|].
  rewrite (norm_if_all _ _ (2 * s)) by (try lra; intros _ _; rewrite !(mean_of_one (fun a => a)) by easy;
    replace (s * INR (S n) / INR (S n)) with s by (field; lra);
    replace (- (s * INR (S n)) / INR (S n)) with (- s) by (field; lra); rewrite !clip_within by lra; ring).
  rewrite off_diagonal_size by easy. unfold C_noleaks_mean__ours. field.
Qed.
