(* HSIC: how far can one replaced record move it? *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums vectors.
Import ListNotations.
Open Scope R_scope.

(* A kernel is the inner product of features, whose coordinates are listed. *)
Definition kernel {A I : Type} (coordinates : list I) (phi : A -> I -> R) (a b : A) : R := dot coordinates (phi a) (phi b).

(* An entry of HKH: the kernel without the means of its row and of its column. *)
Definition centred {A : Type} (k : A -> A -> R) (l : list A) (a b : A) : R :=
  k a b - mean (k a) l - mean (fun x => k x b) l + mean (fun x => mean (k x) l) l.

(* tr(KHLH) / (m - 1)^2, where HKH is symmetric and HH = H. *)
Definition hsic {A : Type} (k k' : A -> A -> R) (l : list A) : R :=
  total (fun a => total (fun b => centred k l a b * centred k' l a b) l) l / (size l - 1) ^ 2.

(* A coordinate of the centred features, and of their cross-covariance, divided by the number of records. *)
Definition away {A I : Type} (phi : A -> I -> R) (l : list A) (a : A) (i : I) : R := phi a i - mean (fun x => phi x i) l.

Definition covariance {A I J : Type} (phi : A -> I -> R) (psi : A -> J -> R) (l : list A) (ij : I * J) : R :=
  mean (fun a => away phi l a (fst ij) * away psi l a (snd ij)) l.

(* A coordinate of what one record adds. *)
Definition added {A I J : Type} (phi : A -> I -> R) (psi : A -> J -> R) (rest : list A) (x : A) (ij : I * J) : R :=
  away phi rest x (fst ij) * away psi rest x (snd ij).

Lemma mean_dot : forall {A I} (coordinates : list I) (phi : A -> I -> R) l v,
  mean (fun x => dot coordinates (phi x) v) l = dot coordinates (fun i => mean (fun x => phi x i) l) v.
Proof.
  intros. unfold mean, dot. rewrite total_swap. unfold Rdiv. rewrite Rmult_comm, <- total_scale. apply total_ext. intros i _.
  rewrite (total_ext _ (fun x => v i * phi x i)) by (intros; ring). rewrite total_scale. ring.
Qed.

Lemma dot_comm : forall {I} (places : list I) v w, dot places v w = dot places w v.
Proof. intros. apply total_ext. intros; ring. Qed.

Lemma mean_ext : forall {A} (f g : A -> R) l, (forall a, f a = g a) -> mean f l = mean g l.
Proof. intros A f g l H. unfold mean. f_equal. now apply total_ext. Qed.

Lemma centred_features : forall {A I} (coordinates : list I) (phi : A -> I -> R) l a b,
  centred (kernel coordinates phi) l a b = dot coordinates (away phi l a) (away phi l b).
Proof.
  intros. unfold centred, kernel. set (mu := fun i => mean (fun x => phi x i) l).
  rewrite (mean_ext (fun x => dot coordinates (phi a) (phi x)) (fun x => dot coordinates (phi x) (phi a))) by (intros; apply dot_comm).
  rewrite (mean_ext (fun x => mean (fun y => dot coordinates (phi x) (phi y)) l) (fun x => dot coordinates (phi x) mu)).
  2: { intros x. rewrite (mean_ext _ (fun y => dot coordinates (phi y) (phi x))) by (intros; apply dot_comm). rewrite mean_dot. apply dot_comm. }
  rewrite !mean_dot. fold mu. unfold dot. rewrite <- !total_minus, <- total_plus. apply total_ext. intros i _. unfold away. fold (mu i). ring.
Qed.

Lemma total_products : forall {I J} (f : I -> R) (g : J -> R) l l',
  total f l * total g l' = total (fun ij => f (fst ij) * g (snd ij)) (list_prod l l').
Proof.
  intros I J f g l l'. induction l as [|i l IH]; [unfold total; cbn; ring|].
  cbn [list_prod]. rewrite total_app, total_map, <- IH, total_cons. cbn [fst snd]. rewrite total_scale. ring.
Qed.

(* The trace is a squared length. *)
Lemma trace_is_square : forall {A I J} (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) l,
  total (fun a => total (fun b => centred (kernel cs phi) l a b * centred (kernel ds psi) l a b) l) l =
  total (fun ij => total (fun a => away phi l a (fst ij) * away psi l a (snd ij)) l ^ 2) (list_prod cs ds).
Proof.
  intros. set (x := fun a ij => away phi l a (fst ij) * away psi l a (snd ij) : R).
  transitivity (total (fun a => total (fun b => total (fun ij => x a ij * x b ij) (list_prod cs ds)) l) l).
  - apply total_ext. intros a _. apply total_ext. intros b _. rewrite !centred_features. unfold dot. rewrite total_products.
    apply total_ext. intros ij _. unfold x. ring.
  - transitivity (total (fun a => total (fun ij => x a ij * total (fun b => x b ij) l) (list_prod cs ds)) l).
    + apply total_ext. intros a _. rewrite total_swap. apply total_ext. intros ij _. apply total_scale.
    + rewrite total_swap. apply total_ext. intros ij _.
      rewrite (total_ext _ (fun a => total (fun b => x b ij) l * x a ij)) by (intros; ring). rewrite total_scale. unfold x. ring.
Qed.

Lemma products_of_away : forall {A I J} (phi : A -> I -> R) (psi : A -> J -> R) l ij, size l <> 0 ->
  total (fun a => away phi l a (fst ij) * away psi l a (snd ij)) l =
  total (fun a => phi a (fst ij) * psi a (snd ij)) l - total (fun a => phi a (fst ij)) l * total (fun a => psi a (snd ij)) l / size l.
Proof.
  intros A I J phi psi l ij N. unfold away, mean. set (f := total (fun a => phi a (fst ij)) l). set (g := total (fun a => psi a (snd ij)) l).
  rewrite (total_ext _ (fun a => (phi a (fst ij) * psi a (snd ij) - g / size l * phi a (fst ij)) - (f / size l * psi a (snd ij) - f / size l * (g / size l))))
    by (intros; ring).
  rewrite !total_minus, !total_scale, total_const. fold f g. field. easy.
Qed.

(* Take one record out of m: what is left is the cross-covariance of the others, and its own part, divided by m. *)
Lemma one_record_out : forall {A I J} (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) before x after,
  let rest := before ++ after in 1 <= size rest ->
  hsic (kernel cs phi) (kernel ds psi) (before ++ x :: after) =
  total (fun ij => (covariance phi psi rest ij + added phi psi rest x ij / (size rest + 1)) ^ 2) (list_prod cs ds).
Proof.
  intros A I J cs ds phi psi before x after rest one. unfold hsic. rewrite trace_is_square. rewrite size_split. fold rest.
  set (n := size rest) in *. replace (n + 1 - 1) with n by ring. unfold Rdiv at 1. rewrite Rmult_comm, <- total_scale.
  apply total_ext. intros ij _. rewrite products_of_away by (rewrite size_split; fold rest n; lra).
  rewrite !total_split, size_split. fold rest n. unfold covariance. unfold mean at 1. rewrite products_of_away by (fold n; lra).
  fold n. unfold added, away, mean. fold n. field. lra.
Qed.

(* <C, u> and |u|^2. *)
Definition along {A I J : Type} (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) (rest : list A) (x : A) : R :=
  dot (list_prod cs ds) (covariance phi psi rest) (added phi psi rest x).

Definition square {A I J : Type} (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) (rest : list A) (x : A) : R :=
  dot (list_prod cs ds) (added phi psi rest x) (added phi psi rest x).

(** Replacing x by x' changes HSIC by exactly our number. Only: features with finitely many coordinates. *)
Theorem B_hsic_change : forall (A I J : Type) (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) before x x' after,
  let rest := before ++ after in let m := size rest + 1 in 2 <= m ->
  hsic (kernel cs phi) (kernel ds psi) (before ++ x :: after) - hsic (kernel cs phi) (kernel ds psi) (before ++ x' :: after) =
  B_hsic_change__ours m (along cs ds phi psi rest x) (along cs ds phi psi rest x')
    (square cs ds phi psi rest x) (square cs ds phi psi rest x').
Proof.
  intros A I J cs ds phi psi before x x' after rest m two. rewrite !one_record_out by (fold rest; unfold m in two; lra). fold rest m.
  unfold B_hsic_change__ours, along, square, dot. rewrite <- total_minus.
  rewrite (total_ext _ (fun ij => (2 / m) * (covariance phi psi rest ij * added phi psi rest x ij) - (2 / m) * (covariance phi psi rest ij * added phi psi rest x' ij)
    + (/ m ^ 2 * (added phi psi rest x ij * added phi psi rest x ij) - / m ^ 2 * (added phi psi rest x' ij * added phi psi rest x' ij)))) by (intros; field; lra).
  rewrite total_plus, !total_minus, !total_scale. field. lra.
Qed.

(** Two records: one that stands apart in both columns is replaced by one like the other. *)
Theorem B_hsic_change_instance : let one (a : R * R) (_ : unit) := fst a in let other (a : R * R) (_ : unit) := snd a in
  hsic (kernel [tt] one) (kernel [tt] other) [(1, 1); (0, 0)] - hsic (kernel [tt] one) (kernel [tt] other) [(0, 0); (0, 0)] = 1 / 4 /\
  B_hsic_change__ours 2 0 0 1 0 = 1 / 4.
Proof.
  cbv zeta. split; [|unfold B_hsic_change__ours; field].
  cbv [hsic centred kernel dot mean total size sum map length fst snd INR]. field.
Qed.

(* ---- how large this can be, for kernels between 0 and 1 ---- *)

Lemma least : forall {A} (f : A -> R) l, l <> [] -> exists v, In v l /\ forall w, In w l -> f v <= f w.
Proof.
  intros A f l. induction l as [|x l IH]; intros N; [easy|]. destruct l as [|y l].
  - exists x. split; [now left|]. intros w [<-|[]]; lra.
  - destruct IH as [v [K H]]; [easy|]. destruct (Rle_lt_dec (f x) (f v)) as [L|L].
    + exists x. split; [now left|]. intros w [<-|W]; [lra|]. specialize (H w W). lra.
    + exists v. split; [now right|]. intros w [<-|W]; [lra|]. now apply H.
Qed.

Lemma dot_minus : forall {I} (places : list I) u v w, dot places (fun i => u i - v i) w = dot places u w - dot places v w.
Proof. intros. unfold dot. rewrite <- total_minus. apply total_ext. intros; ring. Qed.

(* Two features are at most the root of 2 apart, and a vector sees them at most so far apart. *)
Lemma seen_apart : forall {A I} (cs : list I) (phi : A -> I -> R) v a b, (forall a b, 0 <= kernel cs phi a b <= 1) ->
  (dot cs (phi a) v - dot cs (phi b) v) ^ 2 <= 2 * dot cs v v.
Proof.
  intros A I cs phi v a b K. rewrite <- dot_minus. eapply Rle_trans; [apply cauchy|].
  apply Rmult_le_compat_r; [apply dot_self|].
  replace (dot cs (fun i => phi a i - phi b i) (fun i => phi a i - phi b i)) with (kernel cs phi a a - 2 * kernel cs phi a b + kernel cs phi b b).
  - pose proof (K a a). pose proof (K a b). pose proof (K b b). lra.
  - unfold kernel, dot. rewrite <- total_scale, <- total_minus, <- total_plus. apply total_ext. intros; ring.
Qed.

(* Only a line matters: the one through the mean of the others and the record. On it they lie within a length of 1. *)
Lemma line : forall {A I} (cs : list I) (phi : A -> I -> R) rest x, rest <> [] -> (forall a b, 0 <= kernel cs phi a b <= 1) ->
  exists (X : A -> R) (place s : R), total X rest = 0 /\ 0 <= place <= s /\ s <= 1 /\
  (forall a, In a rest -> s - 1 <= X a <= s) /\
  (forall a, dot cs (away phi rest a) (away phi rest x) = 2 * place * X a) /\
  dot cs (away phi rest x) (away phi rest x) = 2 * place ^ 2.
Proof.
  intros A I cs phi rest x N K. set (v := away phi rest x). set (q := dot cs v v). assert (Q : 0 <= q) by apply dot_self.
  assert (P : 0 < size rest) by (destruct rest as [|a rest]; [easy|rewrite size_cons; pose proof (size_nonneg rest); lra]).
  set (mu := dot cs (fun i => mean (fun a => phi a i) rest) v).
  assert (E : forall a, dot cs (away phi rest a) v = dot cs (phi a) v - mu) by (intros; unfold away; now rewrite dot_minus).
  assert (Z : total (fun a => dot cs (away phi rest a) v) rest = 0).
  { rewrite (total_ext _ (fun a => dot cs (phi a) v - mu)) by (intros; apply E). rewrite total_minus, total_const.
    unfold mu. rewrite <- mean_dot. unfold mean. field. lra. }
  destruct (Req_dec q 0) as [q0|q0].
  - (* The record stands at the mean. *)
    exists (fun _ => 0), 0, 1. repeat split; try lra.
    + rewrite total_const. ring.
    + intros a. pose proof (cauchy cs (away phi rest a) v) as C. fold q in C. rewrite q0 in C.
      assert (dot cs (away phi rest a) v ^ 2 = 0) by (pose proof (pow2_ge_0 (dot cs (away phi rest a) v)); lra). nra.
  - set (r := sqrt (q / 2)). assert (R1 : 0 < r) by (apply sqrt_lt_R0; lra).
    assert (R2 : r ^ 2 = q / 2) by (unfold r; rewrite <- Rsqr_pow2, Rsqr_sqrt; lra).
    set (X := fun a => dot cs (away phi rest a) v / (2 * r)).
    assert (XE : forall a, dot cs (away phi rest a) v = 2 * r * X a) by (intros; unfold X; field; lra).
    assert (X0 : total X rest = 0).
    { unfold X. unfold Rdiv. rewrite (total_ext _ (fun a => / (2 * r) * dot cs (away phi rest a) v)) by (intros; ring). rewrite total_scale, Z. ring. }
    (* All are within a length of 1, the record among them. *)
    assert (near : forall a b, X a - X b <= 1).
    { intros a b. pose proof (seen_apart cs phi v a b K) as S. fold q in S.
      replace (dot cs (phi a) v - dot cs (phi b) v) with (2 * r * (X a - X b)) in S by (rewrite <- (Rplus_0_r (dot cs (phi b) v)); pose proof (XE a); pose proof (XE b); rewrite E in *; nra).
      destruct (Rle_lt_dec (X a - X b) 1) as [L|L]; [easy|]. exfalso. assert (1 < (X a - X b) ^ 2) by nra. nra. }
    assert (own : X x = r) by (apply Rmult_eq_reg_l with (2 * r); [|lra]; rewrite <- XE; fold v q; nra).
    destruct (least X rest N) as [low [W least]].
    assert (L0 : X low <= 0).
    { destruct (Rle_lt_dec (X low) 0) as [|G]; [easy|]. exfalso.
      assert (X low * size rest <= total X rest) by (rewrite <- total_const; apply total_le; easy). nra. }
    exists X, r, (1 + X low). pose proof (near x low) as far. rewrite own in far.
    split; [exact X0|]. split; [lra|]. split; [lra|]. split; [|split; [exact XE|fold v q; lra]].
    intros a W'. specialize (least a W'). specialize (near a low). lra.
Qed.

(* The quartic that bounds what a record adds, at its largest. *)
Lemma quartic : forall m s, 2 <= m -> 8 * s ^ 3 * (1 - s) + 4 * s ^ 4 / m <= 27 * m ^ 3 / (4 * (2 * m - 1) ^ 3).
Proof.
  intros m s two. set (q := 4 * (2 * m - 1) / m). assert (Q : 0 < q) by (apply Rdiv_lt_0_compat; lra).
  replace (8 * s ^ 3 * (1 - s) + 4 * s ^ 4 / m) with (8 * s ^ 3 - q * s ^ 4) by (unfold q; field; lra).
  replace (27 * m ^ 3 / (4 * (2 * m - 1) ^ 3)) with (432 / q ^ 3) by (unfold q; field; lra).
  assert (Q3 : 0 < q ^ 3) by now apply pow_lt.
  apply Rmult_le_reg_r with (q ^ 3); [easy|]. replace (432 / q ^ 3 * q ^ 3) with 432 by (field; lra).
  assert (0 <= (q * s - 6) ^ 2 * ((q * s + 2) ^ 2 + 8)) by (apply Rmult_le_pos; [apply pow2_ge_0|pose proof (pow2_ge_0 (q * s + 2)); lra]).
  replace ((8 * s ^ 3 - q * s ^ 4) * q ^ 3) with (8 * (q * s) ^ 3 - (q * s) ^ 4) by ring. set (z := q * s) in *. nra.
Qed.

(* With the numbers on both lines: what a record adds at most, and what it takes away at most. *)
Lemma both_lines : forall {A} (X Y : A -> R) rest p s r t m, 2 <= m -> 1 <= size rest ->
  0 <= p <= s -> s <= 1 -> 0 <= r <= t -> t <= 1 -> total X rest = 0 -> total Y rest = 0 ->
  (forall a, In a rest -> s - 1 <= X a <= s) -> (forall a, In a rest -> t - 1 <= Y a <= t) ->
  let C := 4 * p * r * mean (fun a => X a * Y a) rest in let U := 4 * p ^ 2 * r ^ 2 in
  2 * C + U / m <= 27 * m ^ 3 / (4 * (2 * m - 1) ^ 3) /\ - C <= 1 / 4.
Proof.
  intros A X Y rest p s r t m two one P S Q T X0 Y0 HX HY C U. set (n := size rest) in *.
  set (z := mean (fun a => X a * Y a) rest) in *.
  assert (i : 0 < / n) by (apply Rinv_0_lt_compat; lra).
  (* The mean of the squares on a line. *)
  assert (V : forall (F : A -> R) u, total F rest = 0 -> (forall a, In a rest -> u - 1 <= F a <= u) ->
    total (fun a => F a ^ 2) rest <= u * (1 - u) * n).
  { intros F u F0 HF.
    apply Rle_trans with (total (fun a => u * (1 - u) + (2 * u - 1) * F a) rest).
    - apply total_le. intros a K. specialize (HF a K). nra.
    - rewrite total_plus, total_const, (total_scale (2 * u - 1) F), F0. fold n. lra. }
  assert (Z : z * n = total (fun a => X a * Y a) rest) by (unfold z, mean; fold n; field; lra).
  split.
  - assert (D : 8 * s * t * z <= 4 * (s ^ 3 * (1 - s) + t ^ 3 * (1 - t))).
    { apply Rmult_le_reg_r with n; [lra|].
      replace (8 * s * t * z * n) with (total (fun a => 8 * s * t * (X a * Y a)) rest) by (rewrite total_scale, <- Z; ring).
      apply Rle_trans with (total (fun a => 4 * s ^ 2 * X a ^ 2 + 4 * t ^ 2 * Y a ^ 2) rest).
      - apply total_le. intros a _. pose proof (pow2_ge_0 (s * X a - t * Y a)). nra.
      - rewrite total_plus, !total_scale. pose proof (V X s X0 HX). pose proof (V Y t Y0 HY).
        assert (0 <= s ^ 2) by apply pow2_ge_0. assert (0 <= t ^ 2) by apply pow2_ge_0. nra. }
    pose proof (quartic m s two) as G1. pose proof (quartic m t two) as G2.
    assert (I : 0 < / m) by (apply Rinv_0_lt_compat; lra). unfold Rdiv in *.
    assert (PQ : 0 <= p * r <= s * t) by (split; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra]).
    assert (U1 : U <= 2 * s ^ 4 + 2 * t ^ 4).
    { unfold U. replace (4 * p ^ 2 * r ^ 2) with (4 * (p * r) ^ 2) by ring.
      apply Rle_trans with (4 * (s * t) ^ 2); [apply Rmult_le_compat_l; [lra|now apply pow_incr]|].
      pose proof (pow2_ge_0 (s ^ 2 - t ^ 2)). nra. }
    assert (U2 : U * / m <= (2 * s ^ 4 + 2 * t ^ 4) * / m) by (apply Rmult_le_compat_r; lra).
    assert (C1 : 2 * C <= 4 * (s ^ 3 * (1 - s) + t ^ 3 * (1 - t))).
    { unfold C. destruct (Rle_lt_dec z 0) as [L|L].
      - assert (0 <= s ^ 3 * (1 - s)) by (apply Rmult_le_pos; [apply pow_le|]; lra).
        assert (0 <= t ^ 3 * (1 - t)) by (apply Rmult_le_pos; [apply pow_le|]; lra).
        assert (p * r * z <= 0) by nra. lra.
      - assert (p * r * z <= s * t * z) by (apply Rmult_le_compat_r; lra). lra. }
    lra.
  - (* Both numbers are at least s - 1 and t - 1. *)
    assert (L : - ((1 - s) * (1 - t)) <= z).
    { apply Rmult_le_reg_r with n; [lra|]. rewrite Z. unfold n. rewrite <- total_const.
      apply Rle_trans with (total (fun a => X a * Y a + (1 - t) * X a + (1 - s) * Y a) rest).
      - apply total_le. intros a K. specialize (HX a K). specialize (HY a K).
        assert (0 <= (X a + (1 - s)) * (Y a + (1 - t))) by (apply Rmult_le_pos; lra). nra.
      - rewrite !total_plus, !total_scale, X0, Y0. lra. }
    assert (four : forall u, 0 <= u -> u <= 1 -> 0 <= u * (1 - u) <= 1 / 4)
      by (intros u u0 u1; pose proof (pow2_ge_0 (2 * u - 1)); split; nra).
    unfold C. destruct (Rle_lt_dec 0 z) as [G|G]; [assert (0 <= p * r * z) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra); lra|].
    assert (p * r * - z <= s * t * ((1 - s) * (1 - t))).
    { apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra]. }
    pose proof (four s ltac:(lra) S). pose proof (four t ltac:(lra) T).
    assert (s * (1 - s) * (t * (1 - t)) <= 1 / 4 * (1 / 4)) by (apply Rmult_le_compat; lra). lra.
Qed.

Lemma along_lines : forall {A I J} (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) rest x, size rest <> 0 ->
  along cs ds phi psi rest x =
  mean (fun a => dot cs (away phi rest a) (away phi rest x) * dot ds (away psi rest a) (away psi rest x)) rest /\
  square cs ds phi psi rest x = dot cs (away phi rest x) (away phi rest x) * dot ds (away psi rest x) (away psi rest x).
Proof.
  intros A I J cs ds phi psi rest x N. unfold along, square, covariance, added, dot at 1. split.
  - unfold mean. unfold Rdiv. rewrite (total_ext _ (fun ij => total (fun a => / size rest * (away phi rest a (fst ij) * away phi rest x (fst ij) * (away psi rest a (snd ij) * away psi rest x (snd ij)))) rest)).
    + rewrite total_swap, Rmult_comm, <- total_scale. apply total_ext. intros a _. unfold dot. rewrite total_products, <- total_scale.
      apply total_ext. intros ij _. ring.
    + intros ij _. rewrite total_scale.
      rewrite (total_ext (fun a => away phi rest a (fst ij) * away phi rest x (fst ij) * (away psi rest a (snd ij) * away psi rest x (snd ij)))
        (fun a => away phi rest x (fst ij) * away psi rest x (snd ij) * (away phi rest a (fst ij) * away psi rest a (snd ij)))) by (intros; ring).
      rewrite total_scale. ring.
  - unfold dot at 2 3. rewrite total_products. unfold dot. apply total_ext. intros ij _. ring.
Qed.

Definition between_0_and_1 {A : Type} (k : A -> A -> R) : Prop := forall a b, 0 <= k a b <= 1.

Lemma one_record : forall {A I J} (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) rest x, 1 <= size rest ->
  between_0_and_1 (kernel cs phi) -> between_0_and_1 (kernel ds psi) -> let m := size rest + 1 in
  2 * along cs ds phi psi rest x + square cs ds phi psi rest x / m <= 27 * m ^ 3 / (4 * (2 * m - 1) ^ 3) /\
  - along cs ds phi psi rest x <= 1 / 4 /\ 0 <= square cs ds phi psi rest x.
Proof.
  intros A I J cs ds phi psi rest x one K K' m. split; [|split]; [| |apply dot_self].
  all: assert (N : rest <> []) by (intros ->; unfold size in one; cbn in one; lra).
  all: destruct (line cs phi rest x N K) as [X [p [s [X0 [P [S [HX [EX QX]]]]]]]].
  all: destruct (line ds psi rest x N K') as [Y [r [t [Y0 [Q [T [HY [EY QY]]]]]]]].
  all: destruct (along_lines cs ds phi psi rest x ltac:(lra)) as [C U].
  all: assert (C' : along cs ds phi psi rest x = 4 * p * r * mean (fun a => X a * Y a) rest)
    by (rewrite C; unfold mean; rewrite (total_ext _ (fun a => 4 * p * r * (X a * Y a))) by (intros; rewrite EX, EY; ring); rewrite total_scale; field; lra).
  all: assert (U' : square cs ds phi psi rest x = 4 * p ^ 2 * r ^ 2) by (rewrite U, QX, QY; ring).
  all: pose proof (both_lines X Y rest p s r t m ltac:(unfold m; lra) one P S Q T X0 Y0 HX HY) as B; cbv zeta in B.
  all: rewrite C', ?U'; apply B.
Qed.

Lemma hsic_moves : forall {A I J} (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) l l',
  between_0_and_1 (kernel cs phi) -> between_0_and_1 (kernel ds psi) -> neighbours l l' -> 2 <= size l ->
  Rabs (hsic (kernel cs phi) (kernel ds psi) l - hsic (kernel cs phi) (kernel ds psi) l') <=
    27 * size l ^ 2 / (4 * (2 * size l - 1) ^ 3) + 1 / (2 * size l).
Proof.
  intros A I J cs ds phi psi l l' K K' near two. destruct near as [before x x' after]. rewrite size_split in *.
  set (rest := before ++ after) in *. set (m := size rest + 1) in *. assert (one : 1 <= size rest) by (unfold m in two; lra).
  assert (side : forall y z, hsic (kernel cs phi) (kernel ds psi) (before ++ y :: after) - hsic (kernel cs phi) (kernel ds psi) (before ++ z :: after)
    <= 27 * m ^ 2 / (4 * (2 * m - 1) ^ 3) + 1 / (2 * m)).
  { intros y z. pose proof (B_hsic_change A I J cs ds phi psi before y z after two) as H. cbv zeta in H. fold rest m in H. rewrite H.
    destruct (one_record cs ds phi psi rest y one K K') as [up _]. destruct (one_record cs ds phi psi rest z one K K') as [_ [down pos]].
    fold m in up. set (c := along cs ds phi psi rest y) in *. set (c' := along cs ds phi psi rest z) in *.
    set (u := square cs ds phi psi rest y) in *. set (u' := square cs ds phi psi rest z) in *.
    (* Both parts, divided by m. *)
    replace (B_hsic_change__ours m c c' u u') with (/ m * (2 * c + u / m) + / m * (2 * - c') - u' * / m ^ 2) by (unfold B_hsic_change__ours; field; lra).
    replace (27 * m ^ 2 / (4 * (2 * m - 1) ^ 3) + 1 / (2 * m)) with (/ m * (27 * m ^ 3 / (4 * (2 * m - 1) ^ 3)) + / m * (1 / 2)) by (field; lra).
    assert (i : 0 < / m) by (apply Rinv_0_lt_compat; lra). assert (j : 0 < / m ^ 2) by (apply Rinv_0_lt_compat; nra).
    assert (0 <= u' * / m ^ 2) by (apply Rmult_le_pos; lra).
    pose proof (Rmult_le_compat_l (/ m) _ _ ltac:(lra) up). assert (/ m * (2 * - c') <= / m * (1 / 2)) by (apply Rmult_le_compat_l; lra). lra. }
  pose proof (side x x'). pose proof (side x' x). apply Rabs_le. lra.
Qed.

(** With kernels between 0 and 1 one replaced record moves HSIC by at most our number. Only: features with finitely
    many coordinates. *)
Theorem K_hsic16 : forall (A I J : Type) (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) (l l' : list A),
  between_0_and_1 (kernel cs phi) -> between_0_and_1 (kernel ds psi) -> neighbours l l' -> K_hsic16__if_m (size l) ->
  Rabs (hsic (kernel cs phi) (kernel ds psi) l - hsic (kernel cs phi) (kernel ds psi) l') <= K_hsic16__ours (size l).
Proof.
  intros A I J cs ds phi psi l l' K K' near [two _].
  replace (K_hsic16__ours (size l)) with (27 * size l ^ 2 / (4 * (2 * size l - 1) ^ 3) + 1 / (2 * size l))
    by (unfold K_hsic16__ours; field; lra).
  now apply hsic_moves.
Qed.

(* The smallest example: a value is true or false, and its feature 1 or 0. *)
Definition bit (value : bool) (_ : unit) : R := if value then 1 else 0.
Definition first (a : bool * bool) : unit -> R := bit (fst a).
Definition second (a : bool * bool) : unit -> R := bit (snd a).

Lemma two_bits : between_0_and_1 (kernel [tt] first) /\ between_0_and_1 (kernel [tt] second) /\
  neighbours [(true, true); (false, false)] [(false, false); (false, false)] /\
  Rabs (hsic (kernel [tt] first) (kernel [tt] second) [(true, true); (false, false)] -
    hsic (kernel [tt] first) (kernel [tt] second) [(false, false); (false, false)]) = 1 / 4.
Proof.
  repeat split; try (destruct a as [[|] [|]], b as [[|] [|]]; cbv [kernel dot total first second bit sum map fst snd]; lra).
  - exact (replaced [] (true, true) (false, false) [(false, false)]).
  - replace (hsic _ _ _ - hsic _ _ _) with (1 / 4); [apply Rabs_pos_eq; lra|].
    cbv [hsic centred kernel dot mean total size sum map length fst snd INR first second bit]. field.
Qed.

(** Two records move it by a quarter, where the bound is 5/4. *)
Theorem K_hsic16_instance : between_0_and_1 (kernel [tt] first) /\ between_0_and_1 (kernel [tt] second) /\
  neighbours [(true, true); (false, false)] [(false, false); (false, false)] /\ K_hsic16__if_m 2 /\
  Rabs (hsic (kernel [tt] first) (kernel [tt] second) [(true, true); (false, false)] -
    hsic (kernel [tt] first) (kernel [tt] second) [(false, false); (false, false)]) = K_hsic16__ours 2 / 5.
Proof.
  destruct two_bits as [A [B [C D]]]. split; [exact A|]. split; [exact B|]. split; [exact C|]. split; [split; [lra|now exists 2%Z]|]. rewrite D. unfold K_hsic16__ours. field.
Qed.

(** With kernels between 0 and 1 one replaced record moves HSIC by at most our number, the same as in
    K-hsic16. Only: features with finitely many coordinates. *)
Theorem K_hsic12 : forall (A I J : Type) (cs : list I) (ds : list J) (phi : A -> I -> R) (psi : A -> J -> R) (l l' : list A),
  between_0_and_1 (kernel cs phi) -> between_0_and_1 (kernel ds psi) -> neighbours l l' -> K_hsic12__if_m (size l) ->
  Rabs (hsic (kernel cs phi) (kernel ds psi) l - hsic (kernel cs phi) (kernel ds psi) l') <= K_hsic12__ours (size l).
Proof.
  intros A I J cs ds phi psi l l' K K' near [two _].
  replace (K_hsic12__ours (size l)) with (27 * size l ^ 2 / (4 * (2 * size l - 1) ^ 3) + 1 / (2 * size l))
    by (unfold K_hsic12__ours; field; lra).
  now apply hsic_moves.
Qed.

(** The same two records. *)
Theorem K_hsic12_instance : between_0_and_1 (kernel [tt] first) /\ between_0_and_1 (kernel [tt] second) /\
  neighbours [(true, true); (false, false)] [(false, false); (false, false)] /\ K_hsic12__if_m 2 /\
  Rabs (hsic (kernel [tt] first) (kernel [tt] second) [(true, true); (false, false)] -
    hsic (kernel [tt] first) (kernel [tt] second) [(false, false); (false, false)]) = K_hsic12__ours 2 / 5.
Proof.
  destruct two_bits as [A [B [C D]]]. split; [exact A|]. split; [exact B|]. split; [exact C|]. split; [split; [lra|now exists 2%Z]|]. rewrite D. unfold K_hsic12__ours. field.
Qed.
