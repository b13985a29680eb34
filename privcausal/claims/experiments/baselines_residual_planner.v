(* Interactions of pairs of columns, with noise: which plan is the best? *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums vectors.
From privcausal.claims.pairs Require Import ridge.
Import ListNotations.
Open Scope R_scope.

(* The contrasts of a value among k, and the interaction of two values: all products of their contrasts. *)
Definition contrast (k value c : nat) : R := (if Nat.eqb value c then 1 else 0) - / INR k.

Definition interaction (k k' value value' : nat) (cd : nat * nat) : R := contrast k value (fst cd) * contrast k' value' (snd cd).

Definition square_length (k k' value value' : nat) : R :=
  total (fun cd => interaction k k' value value' cd ^ 2) (list_prod (seq 0 k) (seq 0 k')).

(* Column i has sizes i values, and every pair of columns ij has noise of variance sigma ij in each direction. Adding a
   record moves the interactions by this squared distance in units of the noise. *)
Definition moved (sizes : nat -> nat) (pairs : list (nat * nat)) (sigma : nat * nat -> R) (record : nat -> nat) : R :=
  total (fun ij => square_length (sizes (fst ij)) (sizes (snd ij)) (record (fst ij)) (record (snd ij)) / sigma ij) pairs.

(* The variance that the noise brings into all cells of a pair's table: the unit vector of a cell has the interaction of
   its values as its part among the directions. *)
Definition all_cells (sizes : nat -> nat) (sigma : nat * nat -> R) (ij : nat * nat) : R :=
  total (fun cell => sigma ij * square_length (sizes (fst ij)) (sizes (snd ij)) (fst cell) (snd cell))
    (list_prod (seq 0 (sizes (fst ij))) (seq 0 (sizes (snd ij)))).

Definition mean_cell (sizes : nat -> nat) (sigma : nat * nat -> R) (ij : nat * nat) : R :=
  all_cells sizes sigma ij / (INR (sizes (fst ij)) * INR (sizes (snd ij))).

(* The functions that the formulas call `tables` and `cells`. *)
Definition part (sizes : nat -> nat) (ij : nat * nat) : R := (1 - / INR (sizes (fst ij))) * (1 - / INR (sizes (snd ij))).

Definition root (sizes : nat -> nat) (ij : nat * nat) : R := sqrt (INR (sizes (fst ij)) * INR (sizes (snd ij))).

Lemma contrast_square : forall k value, (value < k)%nat -> total (fun c => contrast k value c ^ 2) (seq 0 k) = 1 - / INR k.
Proof.
  intros k value L. assert (K : 0 < INR k) by (apply lt_0_INR; lia).
  rewrite (total_ext _ (fun c => unit_matrix value c * (1 - 2 * / INR k) + / INR k ^ 2)).
  - rewrite total_plus, (unit_applied k (fun _ => 1 - 2 * / INR k)), total_const by easy. unfold size. rewrite seq_length. field. lra.
  - intros c _. unfold contrast, unit_matrix. destruct (Nat.eqb value c); field; lra.
Qed.

Lemma interaction_square : forall k k' value value', (value < k)%nat -> (value' < k')%nat ->
  square_length k k' value value' = (1 - / INR k) * (1 - / INR k').
Proof.
  intros k k' value value' L L'. rewrite <- (contrast_square k value L), <- (contrast_square k' value' L'). unfold square_length.
  induction (seq 0 k) as [|c l IH]; [unfold total; cbn; ring|]. cbn [list_prod]. rewrite total_app, total_map, IH, total_cons.
  unfold interaction; cbn [fst snd]. rewrite (total_ext _ (fun d => contrast k value c ^ 2 * contrast k' value' d ^ 2)) by (intros; ring).
  rewrite total_scale. ring.
Qed.

Lemma all_cells_value : forall sizes sigma ij, all_cells sizes sigma ij = sigma ij * part sizes ij * (INR (sizes (fst ij)) * INR (sizes (snd ij))).
Proof.
  intros. unfold all_cells. rewrite (total_ext _ (fun _ => sigma ij * part sizes ij)).
  - rewrite total_const. unfold size. rewrite prod_length, !seq_length, mult_INR. ring.
  - intros [a b] K. apply in_prod_iff in K as [A B]. apply in_seq in A, B. cbn [fst snd]. rewrite interaction_square by lia. reflexivity.
Qed.

Definition proper (sizes : nat -> nat) (pairs : list (nat * nat)) (record : nat -> nat) : Prop := pairs <> [] /\
  forall ij, In ij pairs -> (2 <= sizes (fst ij))%nat /\ (2 <= sizes (snd ij))%nat /\
    (record (fst ij) < sizes (fst ij))%nat /\ (record (snd ij) < sizes (snd ij))%nat.

Lemma moved_value : forall sizes pairs sigma record, proper sizes pairs record ->
  moved sizes pairs sigma record = total (fun ij => part sizes ij / sigma ij) pairs.
Proof.
  intros sizes pairs sigma record [_ H]. apply total_ext. intros ij K. destruct (H ij K) as [_ [_ [A B]]].
  now rewrite interaction_square.
Qed.

Lemma part_positive : forall sizes pairs record ij, proper sizes pairs record -> In ij pairs ->
  0 < part sizes ij /\ 0 < INR (sizes (fst ij)) /\ 0 < INR (sizes (snd ij)).
Proof.
  intros sizes pairs record ij [_ H] K. destruct (H ij K) as [A [B _]]. apply le_INR in A, B. cbn in A, B. unfold part.
  assert (forall x, 2 <= x -> 0 < 1 - / x) by (intros x X; assert (/ x < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra); lra).
  repeat split; try lra. apply Rmult_lt_0_compat; apply H0; lra.
Qed.

Lemma total_positive : forall {A} (f : A -> R) l, l <> [] -> (forall a, In a l -> 0 < f a) -> 0 < total f l.
Proof.
  intros A f [|a l] N H; [easy|]. rewrite total_cons. assert (0 < f a) by (apply H; now left).
  assert (0 <= total f l) by (apply total_nonneg; intros b K; left; apply H; now right). lra.
Qed.

(* A weighted sum times the sum with the inverse weights. *)
Lemma product_of_sums : forall {A} (f w z : A -> R) l, l <> [] -> (forall a, In a l -> 0 < f a /\ 0 < w a /\ 0 < z a) ->
  / (total (fun a => f a / w a) l * total (fun a => f a * z a ^ 2 * w a) l) <= / total (fun a => f a * z a) l ^ 2.
Proof.
  intros A f w z l N H. pose proof (cauchy l (fun a => sqrt (f a / w a)) (fun a => sqrt (f a * w a) * z a)) as C. unfold dot in C.
  rewrite (total_ext _ (fun a => f a * z a)) in C.
  2: { intros a K. destruct (H a K) as [F [W Z]]. rewrite <- Rmult_assoc, <- sqrt_mult; [|left; now apply Rdiv_lt_0_compat|left; now apply Rmult_lt_0_compat].
    replace (f a / w a * (f a * w a)) with (f a ^ 2) by (field; lra). rewrite sqrt_pow2 by lra. ring. }
  rewrite (total_ext (fun a => sqrt (f a / w a) * sqrt (f a / w a)) (fun a => f a / w a)) in C.
  2: { intros a K. destruct (H a K) as [F [W Z]]. apply sqrt_sqrt. left. now apply Rdiv_lt_0_compat. }
  rewrite (total_ext (fun a => sqrt (f a * w a) * z a * (sqrt (f a * w a) * z a)) (fun a => f a * z a ^ 2 * w a)) in C.
  2: { intros a K. destruct (H a K) as [F [W Z]]. replace (sqrt (f a * w a) * z a * (sqrt (f a * w a) * z a)) with (sqrt (f a * w a) * sqrt (f a * w a) * z a ^ 2) by ring.
    rewrite sqrt_sqrt; [ring|]. left. now apply Rmult_lt_0_compat. }
  apply Rinv_le_contravar; [|exact C]. apply pow_lt. apply total_positive; [easy|]. intros a K. destruct (H a K) as [F [W Z]]. now apply Rmult_lt_0_compat.
Qed.

(** However the noise is divided among the pairs, one over the product of price and mean variance is at most our number,
    and if every cell counts at most the other; what tables and cells stand for is written out. *)
Theorem B_allocation : forall (sizes : nat -> nat) (pairs : list (nat * nat)) (sigma : nat * nat -> R) (record : nat -> nat)
  (all : R) (tables cells : R -> R), proper sizes pairs record -> (forall ij, In ij pairs -> 0 < sigma ij) ->
  tables all = total (part sizes) pairs -> cells all = total (fun ij => part sizes ij * root sizes ij) pairs ->
  / (moved sizes pairs sigma record * total (mean_cell sizes sigma) pairs) <= B_allocation__ours tables all /\
  / (moved sizes pairs sigma record * total (all_cells sizes sigma) pairs) <= B_allocation__cells cells all.
Proof.
  intros sizes pairs sigma record all tables cells H S T C. rewrite (moved_value sizes pairs sigma record H).
  pose proof (proj1 H) as N. pose proof (part_positive sizes pairs record) as P.
  assert (TP : 0 < total (part sizes) pairs) by (apply total_positive; [easy|intros ij K; now apply P]).
  assert (RP : forall ij, In ij pairs -> 0 < root sizes ij) by (intros ij K; destruct (P ij H K) as [_ [A B]]; apply sqrt_lt_R0; now apply Rmult_lt_0_compat).
  assert (CP : 0 < total (fun ij => part sizes ij * root sizes ij) pairs)
    by (apply total_positive; [easy|intros ij K; apply Rmult_lt_0_compat; [now apply P|now apply RP]]).
  replace (B_allocation__ours tables all) with (/ (tables all) ^ 2) by (unfold B_allocation__ours; field; lra).
  replace (B_allocation__cells cells all) with (/ (cells all) ^ 2) by (unfold B_allocation__cells; field; lra).
  rewrite T, C. split.
  - rewrite (total_ext (mean_cell sizes sigma) (fun ij => part sizes ij * 1 ^ 2 * sigma ij)).
    2: { intros ij K. destruct (P ij H K) as [_ [A B]]. unfold mean_cell. rewrite all_cells_value. field. lra. }
    rewrite (total_ext (part sizes) (fun ij => part sizes ij * 1)) by (intros; ring).
    apply (product_of_sums (part sizes) sigma (fun _ => 1)); [easy|]. intros ij K. repeat split; [now apply P|now apply S|lra].
  - rewrite (total_ext (all_cells sizes sigma) (fun ij => part sizes ij * root sizes ij ^ 2 * sigma ij)).
    2: { intros ij K. destruct (P ij H K) as [_ [A B]]. rewrite all_cells_value. unfold root.
      rewrite <- (Rsqr_pow2 (sqrt _)), Rsqr_sqrt by (left; now apply Rmult_lt_0_compat). ring. }
    apply (product_of_sums (part sizes) sigma (root sizes)); [easy|]. intros ij K. repeat split; [now apply P|now apply S|now apply RP].
Qed.

(** Equal noise attains the one, and variances in proportion to one over the root of both sizes the other. *)
Theorem B_allocation_attained : forall (sizes : nat -> nat) (pairs : list (nat * nat)) (record : nat -> nat)
  (all : R) (tables cells : R -> R), proper sizes pairs record ->
  tables all = total (part sizes) pairs -> cells all = total (fun ij => part sizes ij * root sizes ij) pairs ->
  / (moved sizes pairs (fun _ => 1) record * total (mean_cell sizes (fun _ => 1)) pairs) = B_allocation__ours tables all /\
  / (moved sizes pairs (fun ij => / root sizes ij) record * total (all_cells sizes (fun ij => / root sizes ij)) pairs) = B_allocation__cells cells all.
Proof.
  intros sizes pairs record all tables cells H T C. rewrite !(moved_value sizes pairs _ record H).
  pose proof (proj1 H) as N. pose proof (part_positive sizes pairs record) as P.
  assert (TP : 0 < total (part sizes) pairs) by (apply total_positive; [easy|intros ij K; now apply P]).
  assert (RP : forall ij, In ij pairs -> 0 < root sizes ij) by (intros ij K; destruct (P ij H K) as [_ [A B]]; apply sqrt_lt_R0; now apply Rmult_lt_0_compat).
  assert (CP : 0 < total (fun ij => part sizes ij * root sizes ij) pairs)
    by (apply total_positive; [easy|intros ij K; apply Rmult_lt_0_compat; [now apply P|now apply RP]]).
  unfold B_allocation__ours, B_allocation__cells. rewrite T, C. split.
  - rewrite (total_ext (fun ij => part sizes ij / 1) (part sizes)) by (intros; field).
    rewrite (total_ext (mean_cell sizes (fun _ => 1)) (part sizes)); [field; lra|].
    intros ij K. destruct (P ij H K) as [_ [A B]]. unfold mean_cell. rewrite all_cells_value. field. lra.
  - rewrite (total_ext (fun ij => part sizes ij / / root sizes ij) (fun ij => part sizes ij * root sizes ij))
      by (intros ij K; pose proof (RP ij K); field; lra).
    rewrite (total_ext (all_cells sizes (fun ij => / root sizes ij)) (fun ij => part sizes ij * root sizes ij)); [field; lra|].
    intros ij K. destruct (P ij H K) as [_ [A B]]. rewrite all_cells_value. pose proof (RP ij K).
    replace (INR (sizes (fst ij)) * INR (sizes (snd ij))) with (root sizes ij ^ 2).
    + field. lra.
    + unfold root. rewrite <- Rsqr_pow2, Rsqr_sqrt; [easy|]. left. now apply Rmult_lt_0_compat.
Qed.
