(* Interactions of sets of columns: how far one record moves all of them together. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.pairs Require Import ridge.
From privcausal.claims.experiments Require Import baselines_residual_planner.
Import ListNotations.
Open Scope R_scope.

(* What two records have in common in one column of k values. *)
Definition agree (k value value' : nat) : R := (if Nat.eqb value value' then 1 else 0) - / INR k.

Lemma contrasts_agree : forall k value value', (value < k)%nat -> (value' < k)%nat ->
  total (fun c => contrast k value c * contrast k value' c) (seq 0 k) = agree k value value'.
Proof.
  intros k value value' L L'. assert (K : 0 < INR k) by (apply lt_0_INR; lia).
  rewrite (total_ext _ (fun c => unit_matrix value c * (unit_matrix value' c - / INR k) + (unit_matrix value' c * (- / INR k) + / INR k ^ 2))).
  - rewrite !total_plus, (unit_applied k (fun c => unit_matrix value' c - / INR k)), (unit_applied k (fun _ => - / INR k)), total_const by easy.
    unfold size, agree, unit_matrix. rewrite seq_length, (Nat.eqb_sym value' value). field. lra.
  - intros c _. unfold contrast, unit_matrix. destruct (Nat.eqb value c), (Nat.eqb value' c); field; lra.
Qed.

(* The cells of a set of columns, and the interaction of a record in each of them: the product of its contrasts. *)
Fixpoint cells (sizes : nat -> nat) (columns : list nat) : list (list nat) :=
  match columns with [] => [[]] | j :: rest => flat_map (fun c => map (cons c) (cells sizes rest)) (seq 0 (sizes j)) end.

Fixpoint product_in (sizes : nat -> nat) (columns : list nat) (record : nat -> nat) (cell : list nat) : R :=
  match columns, cell with
  | j :: rest, c :: others => contrast (sizes j) (record j) c * product_in sizes rest record others
  | _, _ => 1
  end.

(* The squared distance between the interactions of all sets in two data sets. *)
Definition apart (sizes : nat -> nat) (sets : list (list nat)) (l l' : list (nat -> nat)) : R :=
  total (fun columns => total (fun cell => (total (fun record => product_in sizes columns record cell) l
    - total (fun record => product_in sizes columns record cell) l') ^ 2) (cells sizes columns)) sets.

(* In each column the new record has the old value or another: all products that this gives. *)
Fixpoint products (sizes : nat -> nat) (columns : list nat) : list R :=
  match columns with
  | [] => [1]
  | j :: rest => map (Rmult (1 - / INR (sizes j))) (products sizes rest) ++ map (Rmult (- / INR (sizes j))) (products sizes rest)
  end.

Definition lowest (numbers : list R) : R := fold_right Rmin (hd 1 numbers) numbers.

(* The function that the formula calls `moved`, for one set. *)
Definition one_set (sizes : nat -> nat) (columns : list nat) : R :=
  2 * (fold_right Rmult 1 (map (fun j => 1 - / INR (sizes j)) columns) - lowest (products sizes columns)).

Definition declared (sizes : nat -> nat) (record : nat -> nat) : Prop := forall j, (record j < sizes j)%nat.

Lemma total_flat : forall {A B} (g : A -> list B) (f : B -> R) l, total f (flat_map g l) = total (fun a => total f (g a)) l.
Proof. intros; induction l as [|a l IH]; [reflexivity|]. cbn [flat_map]. now rewrite total_app, IH, total_cons. Qed.

Lemma products_agree : forall sizes columns r r', declared sizes r -> declared sizes r' ->
  total (fun cell => product_in sizes columns r cell * product_in sizes columns r' cell) (cells sizes columns) =
  fold_right Rmult 1 (map (fun j => agree (sizes j) (r j) (r' j)) columns).
Proof.
  intros sizes columns r r' D D'; induction columns as [|j rest IH]; [unfold total; cbn; ring|].
  cbn [cells map fold_right]. rewrite total_flat, <- IH, <- contrasts_agree by (apply D || apply D').
  set (others := total _ (cells sizes rest)). rewrite Rmult_comm, <- (total_scale others). apply total_ext. intros c _.
  rewrite total_map. cbn [product_in]. unfold others. rewrite Rmult_comm, <- total_scale. apply total_ext. intros; ring.
Qed.

Lemma agree_in_products : forall sizes columns r r', In (fold_right Rmult 1 (map (fun j => agree (sizes j) (r j) (r' j)) columns)) (products sizes columns).
Proof.
  intros sizes columns r r'; induction columns as [|j rest IH]; [now left|]. cbn [map fold_right products].
  apply in_or_app. unfold agree at 1 3. destruct (Nat.eqb (r j) (r' j)).
  - left. now apply (in_map (Rmult (1 - / INR (sizes j)))).
  - right. replace (0 - / INR (sizes j)) with (- / INR (sizes j)) by ring. now apply (in_map (Rmult (- / INR (sizes j)))).
Qed.

Lemma lowest_least : forall numbers x, In x numbers -> lowest numbers <= x.
Proof.
  intros numbers x. unfold lowest. generalize (hd 1 numbers). intros first; induction numbers as [|y l IH]; intros K; [destruct K|].
  cbn [fold_right]. destruct K as [->|K]; [apply Rmin_l|eapply Rle_trans; [apply Rmin_r|now apply IH]].
Qed.

Lemma lowest_in : forall first rest, In (lowest (first :: rest)) (first :: rest).
Proof.
  intros first rest. unfold lowest. cbn [hd].
  assert (H : forall l, fold_right Rmin first l = first \/ In (fold_right Rmin first l) l).
  { induction l as [|y l IH]; [now left|]. cbn [fold_right]. set (m := fold_right Rmin first l) in *.
    assert (C : Rmin y m = y \/ Rmin y m = m) by (unfold Rmin; destruct (Rle_dec y m); auto).
    destruct C as [->| ->]; [right; now left|]. destruct IH as [IH|IH]; [now left|right; now right]. }
  destruct (H (first :: rest)) as [E|K]; [rewrite E; now left|exact K].
Qed.

Lemma apart_of_neighbours : forall sizes sets before x x' after, declared sizes x -> declared sizes x' ->
  apart sizes sets (before ++ x :: after) (before ++ x' :: after) =
  total (fun columns => 2 * (fold_right Rmult 1 (map (fun j => 1 - / INR (sizes j)) columns)
    - fold_right Rmult 1 (map (fun j => agree (sizes j) (x j) (x' j)) columns))) sets.
Proof.
  intros sizes sets before x x' after D D'. unfold apart. apply total_ext. intros columns _.
  rewrite (total_ext _ (fun cell => product_in sizes columns x cell * product_in sizes columns x cell
    + (product_in sizes columns x' cell * product_in sizes columns x' cell
      + -2 * (product_in sizes columns x cell * product_in sizes columns x' cell)))) by (intros; rewrite !total_split; ring).
  rewrite !total_plus, total_scale, !products_agree by easy.
  assert (same : forall r, map (fun j => agree (sizes j) (r j) (r j)) columns = map (fun j => 1 - / INR (sizes j)) columns).
  { intros r. apply map_ext. intros j. unfold agree. now rewrite Nat.eqb_refl. }
  rewrite !same. ring.
Qed.

(** One replaced record moves the interactions of all sets together by at most our number; what `moved` stands for is written out. *)
Theorem B_once_sets : forall (sizes : nat -> nat) (sets : list (list nat)) (l l' : list (nat -> nat)) (moved : R -> R -> R) (s t : R),
  moved s t = total (one_set sizes) sets -> (forall record, In record (l ++ l') -> declared sizes record) -> neighbours l l' ->
  apart sizes sets l l' <= B_once_sets__ours moved s t.
Proof.
  intros sizes sets l l' moved s t M D near.
  replace (B_once_sets__ours moved s t) with (moved s t) by (unfold B_once_sets__ours; field). rewrite M. destruct near as [before x x' after].
  assert (X : declared sizes x) by (apply D, in_or_app; left; apply in_or_app; right; now left).
  assert (X' : declared sizes x') by (apply D, in_or_app; right; apply in_or_app; right; now left).
  rewrite apart_of_neighbours by easy.
  apply total_le. intros columns _. unfold one_set.
  pose proof (lowest_least _ _ (agree_in_products sizes columns x x')). lra.
Qed.

Lemma every_product : forall sizes columns q, NoDup columns -> In q (products sizes columns) ->
  exists r, (forall j, (r j < 2)%nat) /\ fold_right Rmult 1 (map (fun j => agree (sizes j) 0 (r j)) columns) = q.
Proof.
  intros sizes columns; induction columns as [|j rest IH]; intros q once K.
  - exists (fun _ => 0%nat). split; [lia|]. destruct K as [<-|[]]. reflexivity.
  - apply NoDup_cons_iff in once as [new once]. cbn [products] in K.
    assert (C : exists v q', (v < 2)%nat /\ In q' (products sizes rest) /\ q = agree (sizes j) 0 v * q').
    { apply in_app_or in K as [K|K]; apply in_map_iff in K as [q' [<- K]].
      - exists 0%nat, q'. repeat split; [lia|easy].
      - exists 1%nat, q'. repeat split; [lia|easy|]. unfold agree. cbn. ring. }
    destruct C as [v [q' [V [K' ->]]]]. destruct (IH q' once K') as [r [small E]].
    exists (fun i => if Nat.eqb i j then v else r i). split; [intros i; destruct (Nat.eqb i j); auto|].
    cbn [map fold_right]. rewrite Nat.eqb_refl, <- E. f_equal. f_equal. apply map_ext_in. intros i I.
    destruct (Nat.eqb i j) eqn:B; [|easy]. apply Nat.eqb_eq in B as ->. contradiction.
Qed.

(** For one set, and any number of records, some replaced record moves it by all of that. *)
Theorem B_once_sets_attained : forall (sizes : nat -> nat) (columns : list nat) (rest : list (nat -> nat)) (moved : R -> R -> R) (s t : R),
  (forall j, (2 <= sizes j)%nat) -> NoDup columns -> moved s t = total (one_set sizes) [columns] ->
  exists x x', declared sizes x /\ declared sizes x' /\ neighbours (x :: rest) (x' :: rest) /\
  apart sizes [columns] (x :: rest) (x' :: rest) = B_once_sets__ours moved s t.
Proof.
  intros sizes columns rest moved s t two once M.
  replace (B_once_sets__ours moved s t) with (moved s t) by (unfold B_once_sets__ours; field). rewrite M.
  destruct (every_product sizes columns (lowest (products sizes columns)) once) as [r [small E]].
  { assert (some : products sizes columns <> []) by (destruct columns as [|j others]; cbn; [easy|]; destruct (products sizes others) eqn:P;
      [|easy]; clear -P; exfalso; revert P; induction others as [|i others IH]; cbn; [easy|]; destruct (products sizes others); cbn; easy).
    destruct (products sizes columns); [easy|apply lowest_in]. }
  exists (fun _ => 0%nat), r.
  assert (D : declared sizes (fun _ => 0%nat)) by (intros j; specialize (two j); lia).
  assert (D' : declared sizes r) by (intros j; specialize (two j); specialize (small j); lia).
  repeat split; try easy; [exact (replaced [] (fun _ => 0%nat) r rest)|].
  pose proof (apart_of_neighbours sizes [columns] [] (fun _ => 0%nat) r rest D D') as A. cbn [app] in A. rewrite A.
  unfold one_set, total. cbn. rewrite <- E. reflexivity.
Qed.

(* ---- all pairs of columns, and the columns themselves ---- *)

Fixpoint pairs_of (columns : list nat) : list (list nat) :=
  match columns with [] => [] | i :: rest => map (fun j => [i; j]) rest ++ pairs_of rest end.

(* The interactions of all pairs and, times the root of the weight, all contrasts. *)
Definition apart_in_all (sizes : nat -> nat) (d : nat) (weight : R) (l l' : list (nat -> nat)) : R :=
  apart sizes (pairs_of (seq 0 d)) l l' + weight * apart sizes (map (fun j => [j]) (seq 0 d)) l l'.

(* What a record gains that changes the first m columns, and the function that the formula calls `most`. *)
Definition gain (sizes : nat -> nat) (d : nat) (weight : R) (m : nat) : R :=
  2 * INR m * (total (fun j => 1 - / INR (sizes j)) (seq 0 d) + weight) - INR m ^ 2 - total (fun j => 1 - 2 / INR (sizes j)) (seq 0 m).

Definition best_gain (sizes : nat -> nat) (d : nat) (weight : R) : R := largest (gain sizes d weight) (seq 0 (S d)).

Definition rising (sizes : nat -> nat) : Prop := (forall j, (2 <= sizes j)%nat) /\ forall j, (sizes j <= sizes (S j))%nat.

Definition changed (x x' : nat -> nat) (j : nat) : R := if Nat.eqb (x j) (x' j) then 0 else 1.

Lemma total_pairs_of : forall (f : list nat -> R) l, total f (pairs_of l) = pairs (fun i j => f [i; j]) l.
Proof. intros f l; induction l as [|i l IH]; [reflexivity|]. cbn [pairs_of]. now rewrite total_app, total_map, IH, pairs_cons. Qed.

Lemma twice_pairs : forall (u : nat -> R) l, 2 * pairs (fun i j => u i * u j) l = total u l ^ 2 - total (fun i => u i ^ 2) l.
Proof.
  intros u l. rewrite <- pairs_scale. assert (T := total_twice (fun i j => u i * u j) l).
  rewrite (total_ext (fun i => total (fun j => u i * u j) l) (fun i => total u l * u i)) in T by (intros; rewrite total_scale; ring).
  rewrite total_scale in T. rewrite (pairs_ext _ (fun i j => u i * u j + u j * u i)) by (intros; ring).
  rewrite (total_ext (fun i => u i ^ 2) (fun i => u i * u i)) by (intros; ring). lra.
Qed.

Lemma apart_by_columns : forall sizes d weight before x x' after, declared sizes x -> declared sizes x' ->
  let m := total (changed x x') (seq 0 d) in
  apart_in_all sizes d weight (before ++ x :: after) (before ++ x' :: after) =
  2 * m * (total (fun j => 1 - / INR (sizes j)) (seq 0 d) + weight) - m ^ 2 - total (fun j => changed x x' j * (1 - 2 / INR (sizes j))) (seq 0 d).
Proof.
  intros sizes d weight before x x' after D D' m. unfold apart_in_all. rewrite !apart_of_neighbours by easy.
  set (r := fun j => 1 - / INR (sizes j)). set (t := changed x x').
  assert (K : forall j, agree (sizes j) (x j) (x' j) = r j - t j).
  { intros j. unfold agree, r, t, changed. destruct (Nat.eqb (x j) (x' j)); ring. }
  rewrite total_pairs_of, total_map.
  rewrite (pairs_ext _ (fun i j => 2 * (r i * r j) - 2 * ((r i - t i) * (r j - t j)))) by (intros; cbn [map fold_right]; rewrite !K; unfold r; ring).
  rewrite (total_ext (fun j => 2 * _) (fun j => 2 * t j)) by (intros; cbn [map fold_right]; rewrite K; unfold r; ring).
  rewrite pairs_minus, !pairs_scale, (twice_pairs r), (twice_pairs (fun j => r j - t j)), total_minus, total_scale. fold t in m. fold m.
  rewrite (total_ext (fun j => (r j - t j) ^ 2) (fun j => r j ^ 2 - t j * (1 - 2 / INR (sizes j)))).
  - rewrite total_minus. ring.
  - intros j _. unfold t, changed, r. destruct (Nat.eqb (x j) (x' j)); unfold Rdiv; ring.
Qed.

(* Of the columns that change, those with the fewest values cost least. *)
Lemma fewest_values : forall (c t : nat -> R) n a, (forall j, c j <= c (S j)) -> (forall j, t j = 0 \/ t j = 1) ->
  exists m, (m <= n)%nat /\ total t (seq a n) = INR m /\ total c (seq a m) <= total (fun j => t j * c j) (seq a n).
Proof.
  intros c t n; induction n as [|n IH]; intros a up bit; [exists 0%nat; cbn; unfold total; cbn; repeat split; lra || lia|].
  destruct (IH (S a) up bit) as [m [M [E L]]]. cbn [seq]. rewrite !total_cons. destruct (bit a) as [->| ->].
  - exists m. repeat split; [lia|lra|]. apply Rle_trans with (total c (seq (S a) m)); [|lra].
    rewrite <- seq_shift, total_map. now apply total_le.
  - exists (S m). repeat split; [lia|rewrite S_INR; lra|]. cbn [seq]. rewrite total_cons. lra.
Qed.

Lemma in_largest : forall {A} (f : A -> R) l a, In a l -> f a <= largest f l.
Proof.
  intros A f l a; induction l as [|b l IH]; intros K; [destruct K|]. change (largest f (b :: l)) with (Rmax (f b) (largest f l)).
  destruct K as [->|K]; [apply Rmax_l|eapply Rle_trans; [now apply IH|apply Rmax_r]].
Qed.

Lemma largest_in : forall {A} (f : A -> R) l, largest f l = 0 \/ exists a, In a l /\ largest f l = f a.
Proof.
  intros A f l; induction l as [|b l IH]; [now left|]. change (largest f (b :: l)) with (Rmax (f b) (largest f l)).
  unfold Rmax. destruct (Rle_dec (f b) (largest f l)); [|right; exists b; split; [now left|easy]].
  destruct IH as [IH|[a [K E]]]; [now left|right; exists a; split; [now right|easy]].
Qed.

(** One replaced record moves all pairs, and the columns with their weight, by at most our number; what `most` stands for is written out. *)
Theorem B_once_pairs : forall (sizes : nat -> nat) (d : nat) (weight s : R) (most : R -> R -> R) (l l' : list (nat -> nat)),
  B_once_pairs__if_weight weight -> rising sizes -> most s weight = best_gain sizes d weight ->
  (forall record, In record (l ++ l') -> declared sizes record) -> neighbours l l' ->
  apart_in_all sizes d weight l l' <= B_once_pairs__ours most s weight.
Proof.
  intros sizes d weight s most l l' _ [two up] M D near. replace (B_once_pairs__ours most s weight) with (most s weight) by (unfold B_once_pairs__ours; field).
  rewrite M. destruct near as [before x x' after].
  assert (X : declared sizes x) by (apply D, in_or_app; left; apply in_or_app; right; now left).
  assert (X' : declared sizes x') by (apply D, in_or_app; right; apply in_or_app; right; now left).
  rewrite apart_by_columns by easy. destruct (fewest_values (fun j => 1 - 2 / INR (sizes j)) (changed x x') d 0) as [m [fit [E L]]].
  - intros j. apply Rplus_le_compat_l, Ropp_le_contravar, Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar.
    + apply lt_0_INR. specialize (two j). lia.
    + apply le_INR, up.
  - intros j. unfold changed. destruct (Nat.eqb (x j) (x' j)); auto.
  - rewrite E. unfold best_gain. apply Rle_trans with (gain sizes d weight m); [unfold gain; lra|].
    apply in_largest, in_seq. lia.
Qed.

(** And some record does, among any others: it changes the columns with the fewest values, as many as is best. *)
Theorem B_once_pairs_attained : forall (sizes : nat -> nat) (d : nat) (weight s : R) (most : R -> R -> R) (rest : list (nat -> nat)),
  rising sizes -> most s weight = best_gain sizes d weight ->
  exists x x', declared sizes x /\ declared sizes x' /\ neighbours (x :: rest) (x' :: rest) /\
  apart_in_all sizes d weight (x :: rest) (x' :: rest) = B_once_pairs__ours most s weight.
Proof.
  intros sizes d weight s most rest [two up] M. replace (B_once_pairs__ours most s weight) with (most s weight) by (unfold B_once_pairs__ours; field).
  rewrite M. assert (B : exists m, (m <= d)%nat /\ best_gain sizes d weight = gain sizes d weight m).
  { unfold best_gain. destruct (largest_in (gain sizes d weight) (seq 0 (S d))) as [E|[m [K E]]].
    - exists 0%nat. split; [lia|]. rewrite E. unfold gain, total. cbn. ring.
    - exists m. split; [apply in_seq in K; lia|exact E]. }
  destruct B as [m [fit ->]]. set (x' := fun j => if Nat.ltb j m then 1%nat else 0%nat). exists (fun _ => 0%nat), x'.
  assert (D : declared sizes (fun _ => 0%nat)) by (intros j; specialize (two j); lia).
  assert (D' : declared sizes x') by (intros j; specialize (two j); unfold x'; destruct (Nat.ltb j m); lia).
  split; [exact D|]. split; [exact D'|]. split; [exact (replaced [] (fun _ => 0%nat) x' rest)|].
  pose proof (apart_by_columns sizes d weight [] (fun _ => 0%nat) x' rest D D') as A. cbn [app] in A. rewrite A.
  assert (first : forall c, total (fun j => changed (fun _ => 0%nat) x' j * c j) (seq 0 d) = total c (seq 0 m)).
  { intros c. replace d with (m + (d - m))%nat by lia. rewrite seq_app, total_app, (total_ext _ c), (total_ext _ (fun _ => 0) (seq (0 + m) (d - m))).
    - rewrite total_const. ring.
    - intros j K. apply in_seq in K. unfold changed, x'. replace (Nat.ltb j m) with false by (symmetry; apply Nat.ltb_ge; lia). cbn. ring.
    - intros j K. apply in_seq in K. unfold changed, x'. replace (Nat.ltb j m) with true by (symmetry; apply Nat.ltb_lt; lia). cbn. ring. }
  rewrite first. replace (total (changed (fun _ => 0%nat) x') (seq 0 d)) with (INR m); [unfold gain; ring|].
  transitivity (total (fun j => changed (fun _ => 0%nat) x' j * 1) (seq 0 d)).
  - rewrite (first (fun _ => 1)), total_const. unfold size. rewrite seq_length. ring.
  - apply total_ext. intros; ring.
Qed.

Lemma gain_of_halves : forall d m, gain (fun _ => 2%nat) d 0 m = INR m * (INR d - INR m).
Proof.
  intros d m. unfold gain. replace (INR 2) with 2 by (cbn; lra).
  rewrite !total_const. unfold size. rewrite !seq_length. field.
Qed.

(** For columns of two values without single columns our number is that product; `floor` and `ceil` round the half of d. *)
Theorem B_once_pairs_published : forall (d : nat) (s : R) (most : R -> R -> R) (floor ceil : R -> R), floor (INR d / 2) = INR (d / 2) ->
  ceil (INR d / 2) = INR (d - d / 2) -> most s 0 = best_gain (fun _ => 2%nat) d 0 ->
  B_once_pairs__ours most s 0 = B_once_pairs__binary floor ceil (INR d).
Proof.
  intros d s most floor ceil F C M. replace (B_once_pairs__ours most s 0) with (most s 0) by (unfold B_once_pairs__ours; field).
  replace (B_once_pairs__binary floor ceil (INR d)) with (floor (INR d / 2) * ceil (INR d / 2)) by (unfold B_once_pairs__binary; field).
  rewrite M, F, C. set (h := (d / 2)%nat). assert (H : (2 * h <= d)%nat /\ (d <= 2 * h + 1)%nat).
  { unfold h. pose proof (Nat.div_mod d 2 ltac:(lia)). pose proof (Nat.mod_upper_bound d 2 ltac:(lia)). lia. }
  destruct H as [low high]. rewrite minus_INR by lia. rewrite <- gain_of_halves. unfold best_gain. apply Rle_antisym; [|apply in_largest, in_seq; lia].
  assert (P : forall m, gain (fun _ => 2%nat) d 0 m <= gain (fun _ => 2%nat) d 0 h).
  { intros m. rewrite !gain_of_halves. apply le_INR in low, high. rewrite plus_INR, mult_INR in *. cbn [INR] in *.
    destruct (Nat.le_gt_cases m h) as [L|L]; apply le_INR in L; rewrite ?S_INR in L; nra. }
  destruct (largest_in (gain (fun _ => 2%nat) d 0) (seq 0 (S d))) as [E|[m [_ E]]]; rewrite E; [|apply P].
  apply Rle_trans with (gain (fun _ => 2%nat) d 0 0); [rewrite gain_of_halves; cbn; lra|apply P].
Qed.
