(* Ridge regression: how far one training record moves the residuals, by strong convexity. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums vectors.
From privcausal.claims.pairs Require Import training_sensitivity_order.
Import ListNotations.
Open Scope R_scope.

(* A record has features phi and an answer y, and w are the weights of a fit. *)
Definition miss {A I : Type} (places : list I) (phi : A -> I -> R) (y : A -> R) (w : I -> R) (a : A) : R := (dot places w (phi a) - y a) ^ 2.

Definition objective {A I : Type} (places : list I) (phi : A -> I -> R) (y : A -> R) (lamda : R) (l : list A) (w : I -> R) : R :=
  lamda / 2 * dot places w w + mean (miss places phi y w) l.

Definition minimises {I : Type} (f : (I -> R) -> R) (w : I -> R) : Prop := forall v, f w <= f v.

Definition bounded {A I : Type} (places : list I) (phi : A -> I -> R) (y : A -> R) : Prop :=
  forall a, dot places (phi a) (phi a) <= 1 /\ -1 <= y a <= 1.

Definition between {I : Type} (t : R) (w v : I -> R) (i : I) : R := (1 - t) * w i + t * v i.

Lemma dot_between : forall {I} (places : list I) t w v u, dot places (between t w v) u = (1 - t) * dot places w u + t * dot places v u.
Proof.
  intros. unfold dot, between. rewrite <- !total_scale, <- total_plus. apply total_ext. intros; ring.
Qed.

Lemma dot_minus : forall {I} (places : list I) w v u, dot places (minus w v) u = dot places w u - dot places v u.
Proof. intros. unfold dot, minus. rewrite <- total_minus. apply total_ext. intros; ring. Qed.

Lemma square_between : forall {I} (places : list I) t w v, dot places (between t w v) (between t w v) =
  (1 - t) * dot places w w + t * dot places v v - t * (1 - t) * dot places (minus w v) (minus w v).
Proof.
  intros. unfold dot, between, minus. rewrite <- !total_scale, <- total_plus, <- total_minus. apply total_ext. intros; ring.
Qed.

(* On the way from w to v the objective lies below its chord, by a square at least. *)
Lemma below_the_chord : forall {A I} (places : list I) phi y lamda (l : list A) t w v, 0 < size l -> 0 <= t <= 1 ->
  objective places phi y lamda l (between t w v) <= (1 - t) * objective places phi y lamda l w + t * objective places phi y lamda l v
    - t * (1 - t) * (lamda / 2 * dot places (minus w v) (minus w v)).
Proof.
  intros A I places phi y lamda l t w v N T. unfold objective. rewrite square_between.
  assert (M : mean (miss places phi y (between t w v)) l <= (1 - t) * mean (miss places phi y w) l + t * mean (miss places phi y v) l).
  { unfold mean. replace ((1 - t) * (total (miss places phi y w) l / size l) + t * (total (miss places phi y v) l / size l))
      with (((1 - t) * total (miss places phi y w) l + t * total (miss places phi y v) l) / size l) by (field; lra).
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. rewrite <- !total_scale, <- total_plus. apply total_le. intros a _.
    unfold miss. rewrite dot_between. set (p := dot places w (phi a)). set (q := dot places v (phi a)).
    assert (0 <= t * (1 - t) * (p - q) ^ 2) by (apply Rmult_le_pos; [nra|apply pow2_ge_0]). nra. }
  nra.
Qed.

(* So a minimum is lower than any other value, by a square of the distance. *)
Lemma strongly_lower : forall {A I} (places : list I) phi y lamda (l : list A) w v, 0 < size l -> 0 < lamda ->
  minimises (objective places phi y lamda l) w ->
  lamda / 2 * dot places (minus w v) (minus w v) <= objective places phi y lamda l v - objective places phi y lamda l w.
Proof.
  intros A I places phi y lamda l w v N pos least. set (q := lamda / 2 * dot places (minus w v) (minus w v)).
  set (x := objective places phi y lamda l v - objective places phi y lamda l w).
  assert (X : 0 <= x) by (unfold x; specialize (least v); lra).
  assert (S : forall t, 0 < t <= 1 -> (1 - t) * q <= x).
  { intros t T. pose proof (below_the_chord places phi y lamda l t w v N ltac:(lra)) as B. pose proof (least (between t w v)) as L.
    fold q in B. apply (Rmult_le_reg_l t); [lra|]. unfold x. lra. }
  destruct (Rle_dec q x) as [H|H]; [exact H|]. exfalso. apply Rnot_le_lt in H.
  specialize (S ((q - x) / (2 * q))). assert (i : 0 < / (2 * q)) by (apply Rinv_0_lt_compat; lra).
  assert (T : 0 < (q - x) / (2 * q) <= 1).
  { split; [apply Rmult_lt_0_compat; lra|]. apply (Rmult_le_reg_r (2 * q)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  specialize (S T). replace ((1 - (q - x) / (2 * q)) * q) with ((q + x) / 2) in S by (field; lra). lra.
Qed.

(* A prediction is no longer than the weights. *)
Lemma prediction : forall {I} (places : list I) v u b, 0 <= b -> dot places v v <= b ^ 2 -> dot places u u <= 1 -> - b <= dot places v u <= b.
Proof.
  intros I places v u b B V U. apply abs_bounds. rewrite <- (Rabs_pos_eq b B). apply Rsqr_le_abs_0.
  pose proof (cauchy places v u). pose proof (dot_self places v). pose proof (dot_self places u). unfold Rsqr. nra.
Qed.

(* Comparing the minimum with no weights at all. *)
Lemma minimum_short : forall {A I} (places : list I) phi y lamda (l : list A) w, 0 < size l -> 0 < lamda -> bounded places phi y ->
  minimises (objective places phi y lamda l) w -> lamda * dot places w w <= 1.
Proof.
  intros A I places phi y lamda l w N pos B least. pose proof (strongly_lower places phi y lamda l w (fun _ => 0) N pos least) as S.
  replace (dot places (minus w (fun _ => 0)) (minus w (fun _ => 0))) with (dot places w w) in S by (apply total_ext; intros; unfold minus; ring).
  assert (Z : objective places phi y lamda l (fun _ => 0) <= 1).
  { unfold objective, mean. replace (dot places (fun _ => 0) (fun _ => 0)) with 0.
    - assert (total (miss places phi y (fun _ => 0)) l <= 1 * size l).
      { rewrite <- total_const. apply total_le. intros a _. destruct (B a) as [_ Y]. unfold miss.
        replace (dot places (fun _ => 0) (phi a)) with 0; [nra|]. unfold dot. rewrite (total_ext _ (fun _ => 0)) by (intros; ring). rewrite total_const. ring. }
      assert (total (miss places phi y (fun _ => 0)) l / size l <= 1); [|lra].
      apply (Rmult_le_reg_r (size l)); [easy|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    - unfold dot. rewrite (total_ext _ (fun _ => 0)) by (intros; ring). rewrite total_const. ring. }
  assert (P : 0 <= mean (miss places phi y w) l).
  { unfold mean. apply Rmult_le_pos; [apply total_nonneg; intros; apply pow2_ge_0|left; now apply Rinv_0_lt_compat]. }
  unfold objective in S at 2. lra.
Qed.

(** One replaced training record moves every residual, and the weights, by at most the number printed on the page. Only: features with finitely many coordinates. *)
Theorem K_ridge : forall (A I : Type) (places : list I) (phi : A -> I -> R) (y : A -> R) (lamda : R) (l l' : list A) (w w' tested : I -> R) (answer : R),
  K_ridge__if_lamda lamda -> bounded places phi y -> dot places tested tested <= 1 -> neighbours l l' ->
  minimises (objective places phi y lamda l) w -> minimises (objective places phi y lamda l') w' ->
  Rabs (residual places w tested answer - residual places w' tested answer) <= K_ridge__published (size l) lamda /\
  dot places (minus w w') (minus w w') <= K_ridge__published (size l) lamda ^ 2.
Proof.
  intros A I places phi y lamda l l' w w' tested answer [pos top] B U near least least'.
  set (r := / sqrt lamda). assert (root : 0 < sqrt lamda <= 1).
  { split; [now apply sqrt_lt_R0|]. rewrite <- sqrt_1. apply sqrt_le_1; lra. }
  assert (R1 : 1 <= r) by (unfold r; rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (R2 : lamda * r ^ 2 = 1).
  { unfold r. rewrite <- (sqrt_sqrt lamda) at 1 by lra. field. lra. }
  assert (N : 0 < size l) by (destruct near; rewrite size_split; pose proof (size_nonneg (before ++ after)); lra).
  assert (N' : size l' = size l) by (symmetry; now apply neighbours_size).
  assert (short : forall v l0, 0 < size l0 -> minimises (objective places phi y lamda l0) v -> dot places v v <= r ^ 2).
  { intros v l0 P0 L. pose proof (minimum_short places phi y lamda l0 v P0 pos B L). apply (Rmult_le_reg_l lamda); lra. }
  pose proof (short w l N least) as W. pose proof (short w' l' ltac:(lra) least') as W'.
  pose proof (strongly_lower places phi y lamda l w w' N pos least) as S.
  pose proof (strongly_lower places phi y lamda l' w' w ltac:(lra) pos least') as S'.
  replace (dot places (minus w' w) (minus w' w)) with (dot places (minus w w') (minus w w')) in S' by (apply total_ext; intros; unfold minus; ring).
  set (D := dot places (minus w w') (minus w w')) in *. assert (D0 : 0 <= D) by apply dot_self.
  set (s := sqrt D). assert (s0 : 0 <= s) by apply sqrt_pos. assert (s2 : D = s ^ 2) by (unfold s; now rewrite pow2_sqrt).
  (* The misses of one record differ by no more than that. *)
  assert (change : forall a, Rabs (miss places phi y w a - miss places phi y w' a) <= s * (2 * r + 2)).
  { intros a. destruct (B a) as [F Y]. pose proof (prediction places w (phi a) r ltac:(lra) W F) as P.
    pose proof (prediction places w' (phi a) r ltac:(lra) W' F) as P'.
    pose proof (prediction places (minus w w') (phi a) s s0 ltac:(fold D; lra) F) as M. rewrite dot_minus in M.
    unfold miss. set (p := dot places w (phi a)) in *. set (p' := dot places w' (phi a)) in *.
    replace ((p - y a) ^ 2 - (p' - y a) ^ 2) with ((p - p') * (p + p' - 2 * y a)) by ring. rewrite Rabs_mult.
    apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; lra. }
  set (n := size l) in *. clearbody n. assert (n * (lamda * D) <= 2 * (s * (2 * r + 2))).
  { destruct near as [before a b after]. unfold objective, mean in S, S'. rewrite N' in S'. replace (size (before ++ a :: after)) with n in S by (now rewrite <- N', !size_split).
    rewrite !total_split in S, S'. pose proof (abs_bounds _ _ (change a)). pose proof (abs_bounds _ _ (change b)).
    set (c := total (miss places phi y w) (before ++ after)) in *. set (c' := total (miss places phi y w') (before ++ after)) in *.
    apply (Rmult_le_compat_l n) in S, S'; try lra.
    replace (n * (lamda / 2 * dot places w' w' + (miss places phi y w' a + c') / n - (lamda / 2 * dot places w w + (miss places phi y w a + c) / n)))
      with (n * (lamda / 2 * dot places w' w' - lamda / 2 * dot places w w) + (miss places phi y w' a + c' - (miss places phi y w a + c))) in S by (field; lra).
    replace (n * (lamda / 2 * dot places w w + (miss places phi y w b + c) / n - (lamda / 2 * dot places w' w' + (miss places phi y w' b + c') / n)))
      with (n * (lamda / 2 * dot places w w - lamda / 2 * dot places w' w') + (miss places phi y w b + c - (miss places phi y w' b + c'))) in S' by (field; lra).
    lra. }
  assert (far : s <= 8 * r * r ^ 2 / n).
  { destruct (Req_dec s 0) as [->|nonzero]; [apply Rmult_le_pos; [nra|left; now apply Rinv_0_lt_compat]|].
    assert (n * (lamda * s) <= 4 * r + 4) by (apply (Rmult_le_reg_r s); rewrite s2 in *; lra).
    apply (Rmult_le_reg_l n); [easy|]. replace (n * (8 * r * r ^ 2 / n)) with (8 * r * r ^ 2) by (field; lra).
    apply (Rmult_le_reg_l lamda); [easy|]. replace (lamda * (8 * r * r ^ 2)) with (8 * r * (lamda * r ^ 2)) by ring. rewrite R2. lra. }
  replace (K_ridge__published n lamda) with (8 * r * r ^ 2 / n).
  - split; [|rewrite s2; now apply pow_incr]. pose proof (prediction places (minus w w') tested s s0 ltac:(fold D; lra) U) as M.
    rewrite dot_minus in M. unfold residual. apply Rabs_le. lra.
  - unfold K_ridge__published. replace (3 / 2) with (1 + / 2) by field. rewrite Rpower_plus, Rpower_1, Rpower_sqrt by easy.
    replace (8 * r * r ^ 2 / n) with (8 * r * (lamda * r ^ 2) / (n * lamda)) by (field; lra). rewrite R2. unfold r. field. lra.
Qed.

(** One training record, of which the answer is replaced by its opposite: the fit and each residual move by a sixth of that. *)
Theorem K_ridge_instance : let phi (_ : R) (_ : unit) := 1 in let y (a : R) := Rmax (-1) (Rmin 1 a) in let fit (c : R) (_ : unit) := c in
  K_ridge__if_lamda 1 /\ bounded [tt] phi y /\ neighbours [1] [-1] /\
  minimises (objective [tt] phi y 1 [1]) (fit (2 / 3)) /\ minimises (objective [tt] phi y 1 [-1]) (fit (- (2 / 3))) /\
  Rabs (residual [tt] (fit (2 / 3)) (phi 0) 0 - residual [tt] (fit (- (2 / 3))) (phi 0) 0) = K_ridge__published 1 1 / 6.
Proof.
  intros phi y fit. assert (one : INR 1 = 1) by reflexivity.
  assert (Y : y 1 = 1 /\ y (-1) = -1) by (unfold y, Rmax, Rmin; destruct (Rle_dec 1 1), (Rle_dec 1 (-1)); repeat destruct (Rle_dec _ _); lra).
  destruct Y as [up down].
  assert (value : forall (a : R) (v : unit -> R), objective [tt] phi y 1 [a] v = 1 / 2 * v tt ^ 2 + (v tt - y a) ^ 2).
  { intros a v. unfold objective, mean, miss, dot, total, size, phi. cbn [map sum length]. rewrite one. field. }
  split; [unfold K_ridge__if_lamda; lra|]. split.
  { intros a. split; [unfold dot, total, phi; cbn; lra|]. unfold y, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
  split; [exact (replaced [] 1 (-1) [])|]. split; [|split].
  - intros v. rewrite !value, up. unfold fit. pose proof (pow2_ge_0 (v tt - 2 / 3)). nra.
  - intros v. rewrite !value, down. unfold fit. pose proof (pow2_ge_0 (v tt + 2 / 3)). nra.
  - unfold residual, dot, total, fit, phi, K_ridge__published, Rpower. cbn [map sum]. rewrite ln_1, Rmult_0_r, exp_0.
    rewrite Rabs_left; lra.
Qed.
