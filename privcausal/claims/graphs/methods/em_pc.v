(* EM-PC: how many edges go, and which. *)
From Coq Require Import Reals List Lra Lia Permutation Sorted.
From privcausal Require Import definitions sums.
From privcausal.claims.privacy Require Import exponential.
From privcausal.claims.graphs.methods Require Import priv_pc.
Import ListNotations.
Open Scope R_scope.

(* The score of the number k, from statistics in rising order: how far T lies above the k-th and below the next; the zeroth
   is minus infinity and the one after the last infinity. The list is not empty. *)
Definition score (T : R) (rising : list R) (k : nat) : R :=
  match k with
  | 0%nat => nth 0 rising 0 - T
  | S before => if Nat.ltb k (length rising) then Rmin (T - nth before rising 0) (nth k rising 0 - T) else T - nth before rising 0
  end.

(* These numbers in rising order. *)
Definition sorted (numbers rising : list R) : Prop := Permutation numbers rising /\ StronglySorted Rle rising.

(* How many numbers are at most x. *)
Definition count (x : R) (l : list R) : nat := length (filter (fun y => if Rle_dec y x then true else false) l).

Lemma count_cons : forall x y l, count x (y :: l) = ((if Rle_dec y x then 1 else 0) + count x l)%nat.
Proof. intros; unfold count; cbn [filter]. destruct (Rle_dec y x); easy. Qed.

Lemma count_order : forall x l l', Permutation l l' -> count x l = count x l'.
Proof. intros x l l' P; induction P; rewrite ?count_cons in *; lia. Qed.

Lemma rising_counted : forall l k, StronglySorted Rle l -> (k < length l)%nat -> (k < count (nth k l 0%R) l)%nat.
Proof.
  intros l; induction l as [|y l IH]; intros k S K; [cbn in K; lia|]. inversion S as [|? ? S' F]; subst. rewrite count_cons.
  destruct k as [|k]; cbn [nth].
  - destruct (Rle_dec y y); [lia|lra].
  - cbn in K. specialize (IH k S' ltac:(lia)). rewrite Forall_forall in F. specialize (F (nth k l 0) ltac:(apply nth_In; lia)).
    destruct (Rle_dec y (nth k l 0)); [lia|lra].
Qed.

Lemma counted_rising : forall l k x, StronglySorted Rle l -> (k < count x l)%nat -> nth k l 0 <= x.
Proof.
  intros l; induction l as [|y l IH]; intros k x S K; [cbn in K; lia|]. inversion S as [|? ? S' F]; subst. rewrite count_cons in K.
  assert (Z : ~ y <= x -> count x l = 0%nat).
  { intros N. clear IH K S S'. induction l as [|z l IH]; [easy|]. inversion F; subst. rewrite count_cons, IH by easy.
    destruct (Rle_dec z x); [lra|easy]. }
  destruct (Rle_dec y x) as [L|L]; [|rewrite Z in K by easy; lia].
  destruct k as [|k]; cbn [nth]; [easy|]. apply IH; [easy|lia].
Qed.

Lemma count_moves : forall {I} (edges : list I) (f g : I -> R) c x, (forall e, In e edges -> g e <= f e + c) ->
  (count x (map f edges) <= count (x + c) (map g edges))%nat.
Proof.
  intros I edges f g c x; induction edges as [|e l IH]; intros H; [easy|]. cbn [map]. rewrite !count_cons.
  specialize (IH (fun i K => H i (or_intror K))). specialize (H e (or_introl eq_refl)).
  destruct (Rle_dec (f e) x), (Rle_dec (g e) (x + c)); try lia; lra.
Qed.

Lemma rising_moves : forall {I} (edges : list I) (f g : I -> R) c l l' k, (forall e, In e edges -> Rabs (f e - g e) <= c) ->
  sorted (map f edges) l -> sorted (map g edges) l' -> (k < length edges)%nat -> Rabs (nth k l 0 - nth k l' 0) <= c.
Proof.
  assert (G : forall I (edges : list I) (f g : I -> R) c l l' k, (forall e, In e edges -> g e <= f e + c) ->
    sorted (map f edges) l -> sorted (map g edges) l' -> (k < length edges)%nat -> nth k l' 0 <= nth k l 0 + c).
  { intros I edges f g c l l' k H [P S] [P' S'] K. apply counted_rising; [easy|].
    assert (L : length l = length edges) by (rewrite <- (Permutation_length P); apply map_length).
    pose proof (rising_counted l k S ltac:(lia)) as R. rewrite <- (count_order _ _ _ P) in R. rewrite <- (count_order _ _ _ P').
    eapply Nat.lt_le_trans; [exact R|]. now apply count_moves. }
  intros I edges f g c l l' k H S S' K. apply Rabs_le.
  pose proof (G I edges f g c l l' k) as A. pose proof (G I edges g f c l' l k) as B.
  assert (A' : nth k l' 0 <= nth k l 0 + c).
  { apply A; auto. intros e E. pose proof (abs_bounds _ _ (H e E)). lra. }
  assert (B' : nth k l 0 <= nth k l' 0 + c).
  { apply B; auto. intros e E. pose proof (abs_bounds _ _ (H e E)). lra. }
  lra.
Qed.

(** One record moves the score of every number by no more than each lowest statistic. *)
Theorem B_em_count : forall (E : Type) (edges : list E) (lowest lowest' : E -> R) (T Delta : R) (rising rising' : list R) (k : nat),
  edges <> [] -> (forall e, In e edges -> Rabs (lowest e - lowest' e) <= Delta) ->
  sorted (map lowest edges) rising -> sorted (map lowest' edges) rising' -> (k <= length edges)%nat ->
  Rabs (score T rising k - score T rising' k) <= B_em_count__ours Delta.
Proof.
  intros E edges f g T Delta l l' k N H S S' K. replace (B_em_count__ours Delta) with Delta by (unfold B_em_count__ours; field).
  assert (n0 : (0 < length edges)%nat) by (destruct edges; [easy|cbn; lia]).
  assert (L : length l = length edges) by (rewrite <- (Permutation_length (proj1 S)); apply map_length).
  assert (L' : length l' = length edges) by (rewrite <- (Permutation_length (proj1 S')); apply map_length).
  assert (M : forall i, (i < length edges)%nat -> - Delta <= nth i l 0 - nth i l' 0 <= Delta).
  { intros i I. apply abs_bounds. now apply (rising_moves edges f g). }
  unfold score. destruct k as [|k].
  - pose proof (M 0%nat n0). apply Rabs_le. lra.
  - pose proof (M k ltac:(lia)). rewrite L, L'. destruct (Nat.ltb_spec (Datatypes.S k) (length edges)) as [O|O].
    + pose proof (M (Datatypes.S k) O). apply Rabs_le. unfold Rmin. destruct (Rle_dec _ _), (Rle_dec _ _); lra.
    + apply Rabs_le. lra.
Qed.

(** One edge reaches it. Only: attained with one edge. *)
Theorem B_em_count_attained : forall T Delta : R, 0 <= Delta -> Rabs (0 - Delta) <= Delta /\ sorted (map (fun _ : unit => 0) [tt]) [0] /\
  sorted (map (fun _ : unit => Delta) [tt]) [Delta] /\ Rabs (score T [0] 0 - score T [Delta] 0) = B_em_count__ours Delta.
Proof.
  intros T Delta d. split; [replace (0 - Delta) with (- Delta) by ring; rewrite Rabs_Ropp, Rabs_pos_eq; lra|]. split; [|split].
  - split; [apply Permutation_refl|repeat constructor].
  - split; [apply Permutation_refl|repeat constructor].
  - cbn. replace (0 - T - (Delta - T)) with (- Delta) by ring. rewrite Rabs_Ropp, Rabs_pos_eq by easy. unfold B_em_count__ours. field.
Qed.

(* ---- a number, and then so many tests of different edges ---- *)

(* The edges that PC deletes: their lowest statistic lies at least g below T. *)
Definition goes {E : Type} (lowest : E -> R) (T g : R) (e : E) : bool := if Rle_dec (lowest e) (T - g) then true else false.

(* One order of PC-stable: each edge has tests, of which the lowest lies g below T for k edges and g above for the others. *)
Definition one_order {E : Type} (edges : list E) (lowest : E -> R) (tests : list (E * R)) (rising : list R) (T g : R) (k : nat) : Prop :=
  edges <> [] /\ NoDup edges /\ sorted (map lowest edges) rising /\
  (forall e, In e edges -> lowest e <= T - g \/ T + g <= lowest e) /\
  (forall t, In t tests -> In (fst t) edges /\ lowest (fst t) <= snd t) /\
  (forall e, In e edges -> In (e, lowest e) tests) /\ k = length (filter (goes lowest T g) edges).

(* A choice by score at rate epsilon / 2; the sensitivity is 1. *)
Definition drawn {O : Type} (epsilon : R) (q : O -> R) (outputs : list O) : O -> R := choose outputs (epsilon / 2) q (fun _ => 1).

(* Of so many choices, the lowest tests first, each deleting its edge with all its tests, one is a wrong edge. *)
Fixpoint wrongly {E : Type} (epsilon : R) (same : E -> E -> bool) (right : E -> bool) (choices : nat) (tests : list (E * R)) : R :=
  match choices with
  | 0%nat => 0
  | S rest => total (fun t => drawn epsilon (fun s => - snd s) tests t * (if right (fst t)
      then wrongly epsilon same right rest (filter (fun s => negb (same (fst t) (fst s))) tests) else 1)) tests
  end.

(* Another number is drawn, or a wrong edge after the right number. *)
Definition other_edges {E : Type} (epsilon : R) (same : E -> E -> bool) (right : E -> bool) (tests : list (E * R)) (rising : list R)
  (T : R) (k : nat) : R :=
  let numbers := seq 0 (S (length rising)) in
  total (fun j => drawn epsilon (score T rising) numbers j * (if Nat.eqb j k then wrongly epsilon same right k tests else 1)) numbers.

Lemma base_of_ones : forall {O} (outputs : list O), outputs <> [] -> base outputs (fun _ => 1).
Proof.
  intros O outputs N. split; [intros; lra|]. rewrite total_const. destruct outputs; [easy|]. rewrite size_cons.
  pose proof (size_nonneg outputs). lra.
Qed.

(* What scores 2 g less than another output is at most exp(- epsilon g) likely. *)
Lemma unlikely : forall {O} epsilon g (q : O -> R) outputs r best, 0 < epsilon -> In best outputs -> In r outputs ->
  q r <= q best - 2 * g -> drawn epsilon q outputs r <= exp (- epsilon * g).
Proof.
  intros O epsilon g q outputs r best e B K H. assert (N : outputs <> []) by (intros ->; destruct B).
  pose proof (base_of_ones outputs N) as P. pose proof (weights_positive outputs (epsilon / 2) q _ P) as W.
  unfold drawn, choose. apply Rmult_le_reg_r with (total (weight (epsilon / 2) q (fun _ => 1)) outputs); [easy|].
  replace (weight (epsilon / 2) q (fun _ => 1) r / total (weight (epsilon / 2) q (fun _ => 1)) outputs *
    total (weight (epsilon / 2) q (fun _ => 1)) outputs) with (weight (epsilon / 2) q (fun _ => 1) r) by (field; lra).
  apply Rle_trans with (exp (- epsilon * g) * weight (epsilon / 2) q (fun _ => 1) best).
  - unfold weight. rewrite !Rmult_1_r, <- exp_plus. apply exp_le. nra.
  - apply Rmult_le_compat_l; [left; apply exp_pos|]. apply total_in; [|easy]. intros s S. now apply (weights_nonneg outputs).
Qed.

Lemma filter_all : forall {A} (p : A -> bool) l, (forall x, In x l -> p x = true) -> length (filter p l) = length l.
Proof.
  intros A p l; induction l as [|x l IH]; intros H; [easy|]. cbn [filter]. rewrite (H x (or_introl eq_refl)). cbn.
  now rewrite (IH (fun y K => H y (or_intror K))).
Qed.

Lemma all_but_one : forall {E} (same : E -> E -> bool) x l, (forall a b, same a b = true <-> a = b) -> NoDup l ->
  (length l <= S (length (filter (fun e => negb (same x e)) l)))%nat.
Proof.
  intros E same x l S; induction l as [|e l IH]; intros N; [cbn; lia|]. inversion N as [|? ? F N']; subst. cbn [filter length].
  destruct (same x e) eqn:Q; cbn [negb].
  - apply S in Q. subst. rewrite filter_all; [lia|]. intros y K. destruct (same e y) eqn:Z; [|easy]. apply S in Z. now subst.
  - cbn [length]. specialize (IH N'). lia.
Qed.

Lemma size_filter : forall {A} (p : A -> bool) l, size (filter p l) <= size l.
Proof.
  intros A p l; induction l as [|x l IH]; [cbn; lra|]. cbn [filter]. destruct (p x); rewrite ?size_cons; lra.
Qed.

Lemma wrongly_rare : forall {E} epsilon same right T g N choices (tests : list (E * R)) (rights : list E), 0 < epsilon ->
  (forall a b, same a b = true <-> a = b) -> size tests <= N ->
  (forall t, In t tests -> right (fst t) = false -> T + g <= snd t) ->
  NoDup rights -> (choices <= length rights)%nat -> (forall e, In e rights -> exists s, s <= T - g /\ In (e, s) tests) ->
  0 <= wrongly epsilon same right choices tests <= INR choices * N * exp (- epsilon * g).
Proof.
  intros E epsilon same right T g N choices; induction choices as [|choices IH]; intros tests rights e S M B D C L.
  - cbn. split; lra.
  - destruct rights as [|x rights]; [cbn in C; lia|]. destruct (L x (or_introl eq_refl)) as [s [low Ks]].
    assert (ne : tests <> []) by (intros ->; destruct Ks).
    destruct (law_of_choice tests (epsilon / 2) (fun t : E * R => - snd t) _ (base_of_ones tests ne)) as [P One].
    fold (drawn epsilon (fun t : E * R => - snd t) tests) in P, One. set (p := drawn epsilon (fun t : E * R => - snd t) tests) in *.
    set (d := exp (- epsilon * g)) in *. assert (d0 : 0 < d) by apply exp_pos. pose proof (size_nonneg tests) as n0.
    assert (next : forall t, In t tests -> right (fst t) = true ->
      0 <= wrongly epsilon same right choices (filter (fun s => negb (same (fst t) (fst s))) tests) <= INR choices * N * d).
    { intros t K R. apply (IH _ (filter (fun e => negb (same (fst t) e)) (x :: rights))); auto.
      - eapply Rle_trans; [apply size_filter|easy].
      - intros u U. apply filter_In in U as [U _]. now apply B.
      - now apply NoDup_filter.
      - pose proof (all_but_one same (fst t) (x :: rights) S D). lia.
      - intros y Y. apply filter_In in Y as [Y F]. destruct (L y Y) as [z [Lz Kz]]. exists z. split; [easy|]. now apply filter_In. }
    cbn [wrongly]. fold p. split.
    + apply total_nonneg. intros t K. apply Rmult_le_pos; [now apply P|]. destruct (right (fst t)) eqn:R; [now apply next|lra].
    + apply Rle_trans with (total (fun t => (INR choices * N * d) * p t + d) tests).
      * apply total_le. intros t K. specialize (P t K). destruct (right (fst t)) eqn:R.
        -- destruct (next t K R) as [_ U]. apply Rmult_le_compat_l with (r := p t) in U; [|easy]. lra.
        -- assert (p t <= d). { apply unlikely with (x, s); auto. specialize (B t K R). cbn. lra. }
           assert (0 <= INR choices * N * d) by (pose proof (pos_INR choices); repeat apply Rmult_le_pos; lra). nra.
      * rewrite total_plus, total_scale, total_const, One, S_INR. assert (d * size tests <= d * N) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma count_more : forall x y l, x <= y -> (count x l <= count y l)%nat.
Proof.
  intros x y l H; induction l as [|z l IH]; [easy|]. rewrite !count_cons. destruct (Rle_dec z x), (Rle_dec z y); try lia; lra.
Qed.

Lemma count_at_most : forall x l, (count x l <= length l)%nat.
Proof. intros x l; induction l as [|y l IH]; [easy|]. rewrite count_cons. cbn. destruct (Rle_dec y x); lia. Qed.

Lemma number_scores : forall {E} (edges : list E) lowest tests rising T g k, one_order edges lowest tests rising T g k ->
  (k <= length rising)%nat /\ (0 < length rising)%nat /\ g <= score T rising k /\
  forall j, (j <= length rising)%nat -> j <> k -> score T rising j <= - g.
Proof.
  intros E edges f tests l T g k [N [_ [[P S] [F [_ [_ ->]]]]]].
  assert (C : count (T - g) l = length (filter (goes f T g) edges)).
  { rewrite <- (count_order _ _ _ P). clear. induction edges as [|e edges IH]; [easy|]. cbn [map filter]. rewrite count_cons, IH.
    unfold goes at 2. destruct (Rle_dec (f e) (T - g)); easy. }
  rewrite <- C. assert (L : length l = length edges) by (rewrite <- (Permutation_length P); apply map_length).
  assert (n0 : (0 < length l)%nat) by (rewrite L; destruct edges; [easy|cbn; lia]).
  assert (K : (count (T - g) l <= length l)%nat) by apply count_at_most.
  assert (low : forall i, (i < count (T - g) l)%nat -> nth i l 0 <= T - g) by (intros; now apply counted_rising).
  assert (high : forall i, (count (T - g) l <= i < length l)%nat -> T + g <= nth i l 0).
  { intros i I. assert (Z : In (nth i l 0) (map f edges)) by (apply (Permutation_in _ (Permutation_sym P)), nth_In; lia).
    apply in_map_iff in Z as [e [Q Z]]. destruct (F e Z) as [G|G]; [|lra]. rewrite Q in G.
    pose proof (rising_counted l i S ltac:(lia)). pose proof (count_more _ _ l G). lia. }
  set (k := count (T - g) l) in *. split; [easy|]. split; [easy|]. split.
  - unfold score. destruct k as [|b] eqn:Q; [pose proof (high 0%nat ltac:(lia)); lra|].
    pose proof (low b ltac:(lia)). destruct (Nat.ltb_spec (Datatypes.S b) (length l)); [|lra].
    pose proof (high (Datatypes.S b) ltac:(lia)). apply Rmin_glb; lra.
  - intros j J D. unfold score. destruct j as [|b]; [pose proof (low 0%nat ltac:(lia)); lra|].
    destruct (Nat.ltb_spec (Datatypes.S b) (length l)).
    + destruct (Nat.lt_ge_cases (Datatypes.S b) k).
      * eapply Rle_trans; [apply Rmin_r|]. pose proof (low (Datatypes.S b) ltac:(lia)). lra.
      * eapply Rle_trans; [apply Rmin_l|]. pose proof (high b ltac:(lia)). lra.
    + pose proof (high b ltac:(lia)). lra.
Qed.

Lemma all_other_numbers : forall d k m, (k <= m)%nat ->
  total (fun j => if Nat.eqb j k then 0 else d) (seq 0 (S m)) = INR m * d.
Proof.
  intros d k m K. replace (S m) with (k + S (m - k))%nat by lia. rewrite seq_app, total_app. cbn [seq]. rewrite total_cons, Nat.add_0_l, Nat.eqb_refl.
  rewrite (total_ext _ (fun _ => d) (seq 0 k)), (total_ext _ (fun _ => d) (seq (S k) (m - k))), !total_const.
  - unfold size. rewrite !seq_length, minus_INR by easy. ring.
  - intros j J. apply in_seq in J. destruct (Nat.eqb_spec j k); [lia|easy].
  - intros j J. apply in_seq in J. destruct (Nat.eqb_spec j k); [lia|easy].
Qed.

(** At one order it deletes other edges than PC at most that often, and where g > 0 the bound tends to nothing as epsilon
    grows. Only: one order, and choices that peel off the
    edges that go; the tests of a deleted edge are taken off the list. *)
Theorem P_em : forall (E : Type) (same : E -> E -> bool) (edges : list E) (lowest : E -> R) (tests : list (E * R)) (rising : list R)
  (T g epsilon : R) (k : nat), (forall a b, same a b = true <-> a = b) -> 0 < epsilon -> 0 <= g ->
  one_order edges lowest tests rising T g k ->
  other_edges epsilon same (goes lowest T g) tests rising T k <= P_em__ours (size edges) (INR k) (size tests) epsilon g /\
  (0 < g -> forall eta, 0 < eta -> exists large, forall later, large < later -> P_em__ours (size edges) (INR k) (size tests) later g < eta).
Proof.
  intros E same edges f tests l T g epsilon k S e g0 O. split.
  2: { intros positive eta small. assert (0 <= INR k * size tests) by (apply Rmult_le_pos; [apply pos_INR|apply size_nonneg]).
    pose proof (size_nonneg edges).
    destruct (vanishing (size edges + INR k * size tests) g eta ltac:(lra) positive small) as [large V]. exists large. intros x far.
    replace (P_em__ours (size edges) (INR k) (size tests) x g) with ((size edges + INR k * size tests) * exp (- (g * x))); [now apply V|].
    replace (- (g * x)) with (- x * g) by ring. unfold P_em__ours; field. }
  destruct (number_scores edges f tests l T g k O) as [K [n0 [best worse]]].
  destruct O as [N [D [[P R] [F [A [B Q]]]]]].
  assert (L : length l = length edges) by (rewrite <- (Permutation_length P); apply map_length).
  replace (P_em__ours (size edges) (INR k) (size tests) epsilon g) with ((size edges + INR k * size tests) * exp (- epsilon * g))
    by (unfold P_em__ours; field).
  set (d := exp (- epsilon * g)). assert (d0 : 0 < d) by apply exp_pos. unfold other_edges. set (numbers := seq 0 (Datatypes.S (length l))).
  assert (W : 0 <= wrongly epsilon same (goes f T g) k tests <= INR k * size tests * d).
  { apply (wrongly_rare epsilon same (goes f T g) T g (size tests) k tests (filter (goes f T g) edges)); auto; try lra.
    - intros t Kt G. destruct (A t Kt) as [At Al]. unfold goes in G. destruct (F _ At) as [H|H]; [|lra].
      destruct (Rle_dec (f (fst t)) (T - g)); [easy|lra].
    - now apply NoDup_filter.
    - lia.
    - intros x X. apply filter_In in X as [X G]. exists (f x). split; [|now apply B]. unfold goes in G.
      destruct (Rle_dec (f x) (T - g)); [easy|easy]. }
  assert (ne : numbers <> []) by easy.
  destruct (law_of_choice numbers (epsilon / 2) (score T l) _ (base_of_ones numbers ne)) as [Pos One].
  fold (drawn epsilon (score T l) numbers) in Pos, One. set (p := drawn epsilon (score T l) numbers) in *.
  apply Rle_trans with (total (fun j => (INR k * size tests * d) * p j + (if Nat.eqb j k then 0 else d)) numbers).
  - apply total_le. intros j J. specialize (Pos j J). destruct (Nat.eqb_spec j k) as [->|Z].
    + destruct W as [_ W]. apply Rmult_le_compat_l with (r := p k) in W; [|easy]. lra.
    + apply in_seq in J. assert (p j <= d).
      { apply unlikely with k; auto; [apply in_seq; lia|apply in_seq; lia|]. specialize (worse j ltac:(lia) Z). lra. }
      assert (0 <= INR k * size tests * d).
      { pose proof (pos_INR k). pose proof (size_nonneg tests). repeat apply Rmult_le_pos; lra. } nra.
  - rewrite total_plus, total_scale, One. unfold numbers. rewrite all_other_numbers by easy. rewrite L. change (INR (length edges)) with (size edges). right. ring.
Qed.

(** One edge with one test below the threshold is such an order. *)
Theorem P_em_instance : forall T g : R, one_order [tt] (fun _ => T - g) [(tt, T - g)] [T - g] T g 1.
Proof.
  intros T g. assert (G : goes (fun _ : unit => T - g) T g tt = true) by (unfold goes; destruct (Rle_dec _ _); [easy|lra]).
  split; [easy|]. split; [repeat constructor; easy|]. split; [split; [apply Permutation_refl|repeat constructor]|].
  split; [intros; left; lra|]. split; [intros t [<-|[]]; cbn; split; [now left|lra]|]. split; [intros [] _; now left|].
  cbn [filter]. now rewrite G.
Qed.
