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
