(* Gradients of single records, shortened or clipped, and averaged. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.pairs Require Import ridge.
Import ListNotations.
Open Scope R_scope.

(* The Euclidean length of a vector whose places are listed. *)
Definition norm {I : Type} (places : list I) (v : I -> R) : R := sqrt (total (fun i => v i ^ 2) places).

Definition clip (s x : R) : R := Rmax (- s) (Rmin s x).

(* The gradient of a record x for the weights W. Places are pairs of columns, with or without the diagonal. *)
Definition residual (d : nat) (W : nat * nat -> R) (x : nat -> R) (j : nat) : R :=
  x j - total (fun i => x i * W (i, j)) (seq 0 d).

Definition steepest (d : nat) (W : nat * nat -> R) (x : nat -> R) (ij : nat * nat) : R :=
  - (x (fst ij) * residual d W x (snd ij)).

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

Lemma mean_of_one : forall {A} (f : A -> R) a z n, f z = 0 -> mean f (a :: repeat z n) = f a / INR (S n).
Proof.
  intros A f a z n Z. unfold mean. rewrite total_cons, size_cons, S_INR.
  assert (E : total f (repeat z n) = 0).
  { induction n as [|n IH]; [easy|]. cbn [repeat]. rewrite total_cons, IH, Z. ring. }
  rewrite E. unfold size. rewrite repeat_length. f_equal. ring.
Qed.

Lemma clip_within : forall s x, - s <= x <= s -> clip s x = x.
Proof. intros s x H. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Lemma clip_low : forall s x, 0 <= s -> x <= - s -> clip s x = - s.
Proof. intros s x pos L. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Lemma clip_high : forall s x, 0 <= s -> s <= x -> clip s x = s.
Proof. intros s x pos L. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

(* For some weights two records have gradients that point opposite ways in all places. With two columns the second has
   its signs apart; with more, two other columns, which differ in the second record only, turn each residual round. *)
Lemma opposite_gradients : forall d : nat, (2 <= d)%nat -> exists (W : nat * nat -> R) (x x' : nat -> R), (forall i, W (i, i) = 0) /\
  forall ij, In ij (off_diagonal d) -> steepest d W x ij <= -1 /\ 1 <= steepest d W x' ij.
Proof.
  intros d two. destruct (Nat.eq_dec d 2) as [->|more].
  - exists (fun _ => 0), (fun _ => 1), (fun i => if Nat.eqb i 0 then 1 else -1). split; [easy|].
    intros ij K. cbn in K. destruct K as [<-|[<-|[]]]; unfold steepest, residual, total; cbn; lra.
  - set (low := fun j => if Nat.eqb j 0 then 1%nat else 0%nat). set (high := fun j => if Nat.leb j 1 then 2%nat else 1%nat).
    set (x' := fun i : nat => match i with 1%nat => 2 | 2%nat => 3 | _ => 1 end).
    set (W := fun ij : nat * nat => 6 * (unit_matrix (high (snd ij)) (fst ij) - unit_matrix (low (snd ij)) (fst ij))).
    assert (R : forall x j, residual d W x j = x j - 6 * (x (high j) - x (low j))).
    { intros x j. unfold residual. f_equal. rewrite <- (unit_applied d x (high j)), <- (unit_applied d x (low j));
        try (unfold high, low; destruct (Nat.leb j 1), (Nat.eqb j 0); lia).
      rewrite <- total_minus, <- total_scale. apply total_ext. intros i _. unfold W. cbn [fst snd]. ring. }
    exists W, (fun _ => 1), x'. split.
    + intros i. unfold W, unit_matrix, high, low. cbn [fst snd]. destruct i as [|[|[|i]]]; cbn; ring.
    + intros [i j] _. unfold steepest. rewrite !R. cbn [fst snd]. split; [lra|].
      assert (P : 1 <= x' i <= 3) by (unfold x'; destruct i as [|[|[|i]]]; lra).
      assert (Q : x' j - 6 * (x' (high j) - x' (low j)) <= -3) by (unfold x', high, low; destruct j as [|[|[|j]]]; cbn; lra). nra.
Qed.

Lemma steepest_scaled : forall d W c x ij, steepest d W (fun i => c * x i) ij = c ^ 2 * steepest d W x ij.
Proof.
  intros. unfold steepest, residual. rewrite (total_ext (fun i => c * x i * W (i, snd ij)) (fun i => c * (x i * W (i, snd ij)))) by (intros; ring).
  rewrite total_scale. ring.
Qed.

(* As long as one likes. *)
Lemma long_gradients : forall (d : nat) (T : R), (2 <= d)%nat -> 0 <= T -> exists (W : nat * nat -> R) (x x' : nat -> R), (forall i, W (i, i) = 0) /\
  forall ij, In ij (off_diagonal d) -> steepest d W x ij <= - T /\ T <= steepest d W x' ij.
Proof.
  intros d T two pos. destruct (opposite_gradients d two) as [W [x [x' [Z H]]]].
  exists W, (fun i => (1 + T) * x i), (fun i => (1 + T) * x' i). split; [exact Z|]. intros ij K. destruct (H ij K) as [A B].
  rewrite !steepest_scaled. assert (T <= (1 + T) ^ 2) by nra. split; nra.
Qed.

Lemma no_gradient : forall d W ij, steepest d W (fun _ => 0) ij = 0.
Proof. intros. unfold steepest. ring. Qed.

(** For all sizes some records do, with weights between different variables. *)
Theorem C_noleaks_attained : forall (d n : nat) (s : R), (2 <= d)%nat -> (1 <= n)%nat -> 0 <= s ->
  exists (W : nat * nat -> R) (l l' : list (nat -> R)), (forall i, W (i, i) = 0) /\ neighbours l l' /\ size l = INR n /\
  norm (off_diagonal d) (fun ij => mean (fun x => clip s (steepest d W x ij)) l - mean (fun x => clip s (steepest d W x ij)) l')
    = C_noleaks__published s (INR d) (INR n).
Proof.
  intros d [|n] s D N pos; [lia|]. destruct (long_gradients d s D pos) as [W [x [x' [Z H]]]].
  exists W, (x' :: repeat (fun _ => 0) n), (x :: repeat (fun _ => 0) n).
  assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia). assert (i : 0 < / INR (S n)) by now apply Rinv_0_lt_compat.
  split; [exact Z|]. split; [exact (replaced [] x' x (repeat (fun _ => 0) n))|].
  split; [rewrite size_cons, S_INR; unfold size; now rewrite repeat_length|].
  rewrite (norm_if_all _ _ (2 * s / INR (S n))).
  - rewrite off_diagonal_size by lia. unfold C_noleaks__published. field. lra.
  - unfold Rdiv. apply Rmult_le_pos; lra.
  - intros ij K. destruct (H ij K) as [A B]. rewrite !(mean_of_one (fun x => clip s (steepest d W x ij)));
      try (rewrite no_gradient; apply clip_within; lra).
    rewrite (clip_low s _ pos A), (clip_high s _ pos B). f_equal. field. lra.
Qed.

(** Not the sentence, which is refuted: averaged first and clipped then, it moves by at most our number. *)
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

(** And does so however many records there are, with weights between different variables. *)
Theorem C_noleaks_mean_attained : forall (d n : nat) (s : R), (2 <= d)%nat -> (1 <= n)%nat -> 0 <= s ->
  exists (W : nat * nat -> R) (l l' : list (nat -> R)), (forall i, W (i, i) = 0) /\ neighbours l l' /\ size l = INR n /\
  norm (off_diagonal d) (fun ij => clip s (mean (fun x => steepest d W x ij) l) - clip s (mean (fun x => steepest d W x ij) l'))
    = C_noleaks_mean__ours s (INR d).
Proof.
  intros d [|n] s D N pos; [lia|]. assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia).
  destruct (long_gradients d (s * INR (S n)) D) as [W [x [x' [Z H]]]]; [apply Rmult_le_pos; lra|].
  exists W, (x' :: repeat (fun _ => 0) n), (x :: repeat (fun _ => 0) n).
  split; [exact Z|]. split; [exact (replaced [] x' x (repeat (fun _ => 0) n))|].
  split; [rewrite size_cons, S_INR; unfold size; now rewrite repeat_length|].
  rewrite (norm_if_all _ _ (2 * s)); [rewrite off_diagonal_size by lia; unfold C_noleaks_mean__ours; field|lra|].
  intros ij K. destruct (H ij K) as [A B]. rewrite !(mean_of_one (fun x => steepest d W x ij)) by apply no_gradient.
  rewrite (clip_low s (steepest d W x ij / INR (S n))), (clip_high s (steepest d W x' ij / INR (S n))); try lra.
  - apply (Rmult_le_reg_r (INR (S n))); [easy|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - apply (Rmult_le_reg_r (INR (S n))); [easy|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* ---- shortened by length ---- *)

(* What is averaged of it: the gradient, shortened by the factor min(1, c / (|x| |x - xW|)). *)
Definition shortened (d : nat) (W : nat * nat -> R) (c : R) (x : nat -> R) (ij : nat * nat) : R :=
  Rmin 1 (c / (norm (seq 0 d) x * norm (seq 0 d) (residual d W x))) * steepest d W x ij.

Lemma norm_nonneg : forall {I} (places : list I) v, 0 <= norm places v.
Proof. intros. apply sqrt_pos. Qed.

Lemma norm_square : forall {I} (places : list I) v, norm places v ^ 2 = total (fun i => v i ^ 2) places.
Proof. intros. unfold norm. rewrite <- Rsqr_pow2. apply Rsqr_sqrt, squares_nonneg. Qed.

(* Over all pairs of columns the squares of a product add up to the product of two sums. *)
Lemma squares_of_products : forall (x r : nat -> R) rows columns,
  total (fun ij => (- (x (fst ij) * r (snd ij))) ^ 2) (list_prod rows columns) =
  total (fun i => x i ^ 2) rows * total (fun j => r j ^ 2) columns.
Proof.
  intros x r rows columns. induction rows as [|i rows IH]; [unfold total; cbn; ring|].
  cbn [list_prod]. rewrite total_app, total_map, IH, total_cons.
  rewrite (total_ext _ (fun j => x i ^ 2 * r j ^ 2)) by (intros; cbn [fst snd]; ring). rewrite total_scale. ring.
Qed.

(* Leaving places out makes nothing longer. *)
Lemma fewer_places : forall {I} (keep : I -> bool) places v, total (fun i => v i ^ 2) (filter keep places) <= total (fun i => v i ^ 2) places.
Proof.
  intros I keep places v. induction places as [|i places IH]; [cbn; lra|]. cbn [filter]. pose proof (pow2_ge_0 (v i)).
  destruct (keep i); rewrite !total_cons; lra.
Qed.

Lemma shortened_norm : forall d W c x, 0 <= c -> total (fun ij => shortened d W c x ij ^ 2) (off_diagonal d) <= c ^ 2.
Proof.
  intros d W c x pos. set (a := norm (seq 0 d) x). set (b := norm (seq 0 d) (residual d W x)).
  assert (A : 0 <= a) by apply norm_nonneg. assert (B : 0 <= b) by apply norm_nonneg.
  set (f := Rmin 1 (c / (a * b))).
  rewrite (total_ext _ (fun ij => f ^ 2 * steepest d W x ij ^ 2)) by (intros; unfold shortened; fold a b f; ring).
  rewrite total_scale.
  assert (T : total (fun ij => steepest d W x ij ^ 2) (off_diagonal d) <= a ^ 2 * b ^ 2).
  { unfold a, b. rewrite !norm_square, <- squares_of_products. apply fewer_places. }
  apply Rle_trans with (f ^ 2 * (a ^ 2 * b ^ 2)); [apply Rmult_le_compat_l; [apply pow2_ge_0|easy]|].
  replace (f ^ 2 * (a ^ 2 * b ^ 2)) with ((f * (a * b)) ^ 2) by ring. apply pow_incr.
  destruct (Req_dec (a * b) 0) as [Z|N]; [rewrite Z; lra|]. assert (P : 0 < a * b) by nra. split.
  - apply Rmult_le_pos; [|lra]. apply Rmin_glb; [lra|]. apply Rmult_le_pos; [lra|]. left. now apply Rinv_0_lt_compat.
  - apply Rle_trans with (c / (a * b) * (a * b)); [apply Rmult_le_compat_r; [lra|apply Rmin_r]|]. right. field. split; intros Z; rewrite Z in P; lra.
Qed.

(** Shortened by length and averaged, one record moves the average by at most our number, whatever the number of
    variables. *)
Theorem B_clip : forall (d : nat) (W : nat * nat -> R) (c : R) (l l' : list (nat -> R)), 0 <= c -> neighbours l l' ->
  norm (off_diagonal d) (fun ij => mean (fun x => shortened d W c x ij) l - mean (fun x => shortened d W c x ij) l') <= B_clip__ours c (size l).
Proof.
  intros d W c l l' pos near. destruct near as [before x x' after].
  assert (N : 0 < size (before ++ x :: after)) by (rewrite size_split; pose proof (size_nonneg (before ++ after)); lra).
  set (n := size (before ++ x :: after)) in *. assert (i : 0 < / n) by now apply Rinv_0_lt_compat.
  replace (B_clip__ours c n) with (2 * c / n) by (unfold B_clip__ours; field; lra).
  unfold norm. rewrite <- (sqrt_pow2 (2 * c / n)) by (apply Rmult_le_pos; lra). apply sqrt_le_1; [apply squares_nonneg|apply pow2_ge_0|].
  (* (a - b)^2 is at most 2 a^2 + 2 b^2 *)
  apply Rle_trans with (total (fun ij => / n ^ 2 * (2 * shortened d W c x ij ^ 2 + 2 * shortened d W c x' ij ^ 2)) (off_diagonal d)).
  - apply total_le. intros ij _. rewrite mean_difference. fold n. unfold Rdiv. rewrite Rpow_mult_distr, pow_inv, Rmult_comm.
    apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; nra|].
    pose proof (pow2_ge_0 (shortened d W c x ij + shortened d W c x' ij)). nra.
  - rewrite total_scale, total_plus, !total_scale. pose proof (shortened_norm d W c x pos). pose proof (shortened_norm d W c x' pos).
    replace ((2 * c / n) ^ 2) with (/ n ^ 2 * (2 * c ^ 2 + 2 * c ^ 2)) by (field; lra).
    apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; nra|lra].
Qed.

(** A record whose gradient is as long as that, instead of one without any, moves the average by half of it. *)
Theorem B_clip_instance : exists (W : nat * nat -> R) (l l' : list (nat -> R)), neighbours l l' /\ size l = 1 /\
  norm (off_diagonal 2) (fun ij => mean (fun x => shortened 2 W 1 x ij) l - mean (fun x => shortened 2 W 1 x ij) l') = B_clip__ours 1 1 / 2.
Proof.
  set (W := fun ij : nat * nat => match ij with (0%nat, 0%nat) => 1 | (0%nat, 1%nat) => -1 | _ => 0 end).
  set (x := fun i : nat => if Nat.eqb i 0 then 1 else 0). set (z := fun i : nat => 0 : R).
  exists W, [x], [z]. split; [exact (replaced [] x z [])|]. split; [unfold size; cbn; lra|].
  assert (r0 : residual 2 W x 0 = 0) by (unfold residual, total, W, x; cbn; ring).
  assert (r1 : residual 2 W x 1 = 1) by (unfold residual, total, W, x; cbn; ring).
  assert (nx : norm (seq 0 2) x = 1) by (unfold norm, total, x; cbn; transitivity (sqrt 1); [f_equal; ring|apply sqrt_1]).
  assert (nr : norm (seq 0 2) (residual 2 W x) = 1) by (unfold norm, total; cbn [seq map sum]; rewrite r0, r1; transitivity (sqrt 1); [f_equal; ring|apply sqrt_1]).
  assert (g : shortened 2 W 1 x (0, 1)%nat = -1).
  { unfold shortened, steepest. rewrite nx, nr. cbn [fst snd]. rewrite r1. unfold x; cbn [Nat.eqb].
    rewrite Rmin_left by lra. ring. }
  assert (h : shortened 2 W 1 x (1, 0)%nat = 0) by (unfold shortened, steepest; cbn [fst snd]; rewrite r0; ring).
  assert (s0 : forall ij, shortened 2 W 1 z ij = 0) by (intros [i j]; unfold shortened, steepest, z; cbn [fst snd]; ring).
  unfold norm, mean, size. cbn [length]. change (off_diagonal 2) with [(0, 1); (1, 0)]%nat. unfold total. cbn [map sum].
  rewrite g, h, !s0. unfold B_clip__ours. replace (INR 1) with 1 by reflexivity.
  replace (((-1 + 0) / 1 - (0 + 0) / 1) ^ 2 + (((0 + 0) / 1 - (0 + 0) / 1) ^ 2 + 0)) with 1 by field. rewrite sqrt_1. field.
Qed.
