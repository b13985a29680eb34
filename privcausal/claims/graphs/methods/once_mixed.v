(* Second moments of rows that hold a constant, contrasts of categories, and numbers that together have a bounded length. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.graphs.ask_once Require Import contrasts.
From privcausal.claims.graphs.methods Require Import noleaks.
From privcausal.claims.experiments Require Import baselines_residual_planner.
Import ListNotations.
Open Scope R_scope.

(* The places of a row: the constant, one for each value of each category, and one for each number. *)
Inductive place : Type := constant : place | level : nat -> nat -> place | number : nat -> place.

Definition places (sizes : nat -> nat) (d e : nat) : list place :=
  constant :: flat_map (fun j => map (level j) (seq 0 (sizes j))) (seq 0 d) ++ map number (seq 0 e).

Definition row (sizes : nat -> nat) (w : R) (value : nat -> nat) (x : nat -> R) (p : place) : R :=
  match p with constant => sqrt w | level j c => contrast (sizes j) (value j) c | number i => x i end.

(* The mean of the products of two places, over records that have values and numbers. *)
Definition second_moment {A : Type} (z : A -> place -> R) (l : list A) (pq : place * place) : R :=
  mean (fun a => z a (fst pq) * z a (snd pq)) l.

(* The squared length of the contrasts, which the formula adds to that of the numbers. *)
Definition all_contrasts (sizes : nat -> nat) (d : nat) : R := total (fun j => 1 - / INR (sizes j)) (seq 0 d).

Lemma rows_agree : forall sizes w d e value value' x x', 0 <= w -> declared sizes value -> declared sizes value' ->
  total (fun p => row sizes w value x p * row sizes w value' x' p) (places sizes d e) =
  w + total (fun j => agree (sizes j) (value j) (value' j)) (seq 0 d) + total (fun i => x i * x' i) (seq 0 e).
Proof.
  intros sizes w d e value value' x x' pos D D'. unfold places. rewrite total_cons, total_app, total_flat, total_map.
  cbn [row]. rewrite sqrt_sqrt by easy. rewrite Rplus_assoc. f_equal. f_equal. apply total_ext. intros j _.
  rewrite total_map. cbn [row]. now apply contrasts_agree.
Qed.

(* Products of the places of two rows, as a table, have the square of what the rows have in common. *)
Lemma products_of_places : forall (l : list place) (x y : place -> R),
  total (fun pq => (x (fst pq) * x (snd pq)) * (y (fst pq) * y (snd pq))) (list_prod l l) = total (fun p => x p * y p) l ^ 2.
Proof.
  intros l x y. assert (P : forall (f : place * place -> R) l l', total f (list_prod l l') = total (fun a => total (fun b => f (a, b)) l') l).
  { intros f m m'; induction m as [|a m IH]; [reflexivity|]. cbn [list_prod]. rewrite total_app, total_map, IH. now rewrite total_cons. }
  rewrite P. cbn [fst snd pow]. rewrite Rmult_1_r, <- total_scale. apply total_ext. intros a _.
  rewrite Rmult_comm, <- total_scale. apply total_ext. intros; ring.
Qed.

Lemma table_distance : forall (l : list place) (x y : place -> R),
  total (fun pq => (x (fst pq) * x (snd pq) - y (fst pq) * y (snd pq)) ^ 2) (list_prod l l) =
  total (fun p => x p * x p) l ^ 2 + total (fun p => y p * y p) l ^ 2 - 2 * total (fun p => x p * y p) l ^ 2.
Proof.
  intros. rewrite <- !products_of_places, <- total_scale, <- total_plus, <- total_minus. apply total_ext. intros; ring.
Qed.

Lemma moment_moves : forall {A} (z : A -> place -> R) (l : list place) before a b after, let n := size (before ++ a :: after) in
  norm (list_prod l l) (fun pq => second_moment z (before ++ a :: after) pq - second_moment z (before ++ b :: after) pq) =
  sqrt (total (fun p => z a p * z a p) l ^ 2 + total (fun p => z b p * z b p) l ^ 2 - 2 * total (fun p => z a p * z b p) l ^ 2) / n.
Proof.
  intros A z l before a b after n. assert (P : 0 < n) by (unfold n; rewrite size_split; pose proof (size_nonneg (before ++ after)); lra).
  assert (i : 0 < / n) by now apply Rinv_0_lt_compat. rewrite <- table_distance. unfold norm.
  rewrite (total_ext _ (fun pq => (/ n) ^ 2 * (z a (fst pq) * z a (snd pq) - z b (fst pq) * z b (snd pq)) ^ 2)).
  - rewrite total_scale, sqrt_mult, sqrt_pow2; [unfold Rdiv; ring|lra|apply pow2_ge_0|apply squares_nonneg].
  - intros pq _. unfold second_moment. rewrite (mean_difference (fun a => z a (fst pq) * z a (snd pq))). fold n. field. lra.
Qed.

Lemma agree_self : forall sizes d value, total (fun j => agree (sizes j) (value j) (value j)) (seq 0 d) = all_contrasts sizes d.
Proof. intros. apply total_ext. intros j _. unfold agree. now rewrite Nat.eqb_refl. Qed.

(** One replaced record moves the matrix by at most our number in Frobenius norm, whatever its values and its numbers are; what `w` and `length` stand for is written out. *)
Theorem B_mixed : forall (A : Type) (value : A -> nat -> nat) (x : A -> nat -> R) (sizes : nat -> nat) (d e : nat) (c weight all : R)
  (w length : R -> R) (l l' : list A), 0 <= weight -> B_mixed__if_n (size l) -> w all = weight -> length all = all_contrasts sizes d + c ^ 2 ->
  (forall a, declared sizes (value a)) -> (forall a, total (fun i => x a i * x a i) (seq 0 e) <= c ^ 2) -> neighbours l l' ->
  let z a := row sizes weight (value a) (x a) in let here := places sizes d e in
  norm (list_prod here here) (fun pq => second_moment z l pq - second_moment z l' pq) <= B_mixed__ours w length all (size l).
Proof.
  intros A value x sizes d e c weight all w length l l' pos [n1 _] W L D X near z here. destruct near as [before a b after].
  rewrite moment_moves. set (n := size (before ++ a :: after)) in *. assert (i : 0 < / n) by (apply Rinv_0_lt_compat; lra).
  set (top := weight + (all_contrasts sizes d + c ^ 2)).
  replace (B_mixed__ours w length all n) with (sqrt 2 * top * / n) by (unfold B_mixed__ours, top; rewrite W, L; field; lra).
  apply Rmult_le_compat_r; [lra|].
  assert (N : forall a, 0 <= total (fun p => z a p * z a p) here <= top).
  { intros a'. split; [apply total_nonneg; intros; nra|]. unfold z, here. rewrite rows_agree, agree_self by auto.
    specialize (X a'). unfold top. lra. }
  destruct (N a) as [A0 A1]. destruct (N b) as [B0 B1]. assert (S : sqrt 2 * top = sqrt (2 * top ^ 2)) by (rewrite sqrt_mult, sqrt_pow2; [ring|lra|lra|apply pow2_ge_0]).
  rewrite S.
  apply sqrt_le_1_alt. pose proof (pow2_ge_0 (total (fun p => z a p * z b p) here)).
  assert (total (fun p => z a p * z a p) here ^ 2 <= top ^ 2) by (apply pow_incr; lra).
  assert (total (fun p => z b p * z b p) here ^ 2 <= top ^ 2) by (apply pow_incr; lra). lra.
Qed.

(** With two numbers or more it is reached, among any number of records, where all values change and the numbers are turned until the rows stand at right angles. Only: attained where w and the sum of all 1/k are no more than c squared apart. *)
Theorem B_mixed_attained : forall (sizes : nat -> nat) (d e : nat) (c weight all : R) (w length : R -> R) (rest : list bool),
  (forall j, (2 <= sizes j)%nat) -> 0 < c -> 0 <= weight -> Rabs (weight - total (fun j => / INR (sizes j)) (seq 0 d)) <= c ^ 2 ->
  w all = weight -> length all = all_contrasts sizes d + c ^ 2 ->
  exists (value : bool -> nat -> nat) (x : bool -> nat -> R), (forall a, declared sizes (value a)) /\
  (forall a, total (fun i => x a i * x a i) (seq 0 (S (S e))) = c ^ 2) /\ neighbours (true :: rest) (false :: rest) /\
  let z a := row sizes weight (value a) (x a) in let here := places sizes d (S (S e)) in
  norm (list_prod here here) (fun pq => second_moment z (true :: rest) pq - second_moment z (false :: rest) pq) =
  B_mixed__ours w length all (size (true :: rest)).
Proof.
  intros sizes d e c weight all w length rest two cpos pos close W L.
  set (gap := weight - total (fun j => / INR (sizes j)) (seq 0 d)) in *. set (t := - gap / c ^ 2).
  assert (C : 0 < c ^ 2) by now apply pow_lt. apply abs_bounds in close.
  assert (T : -1 <= t <= 1).
  { unfold t. split; apply (Rmult_le_reg_r (c ^ 2)); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
  assert (T2 : 0 <= 1 - t ^ 2) by nra.
  set (value := fun (a : bool) (_ : nat) => if a then 0%nat else 1%nat).
  set (x := fun (a : bool) (i : nat) => if a then (if Nat.eqb i 0 then c else 0)
    else (if Nat.eqb i 0 then c * t else if Nat.eqb i 1 then c * sqrt (1 - t ^ 2) else 0)).
  assert (late : forall a b, total (fun i => x a i * x b i) (seq 2 e) = 0).
  { intros a b. rewrite (total_ext _ (fun _ => 0)); [rewrite total_const; ring|]. intros i I. apply in_seq in I.
    destruct i as [|[|i]]; [lia|lia|]. unfold x. destruct a, b; cbn; ring. }
  assert (D : forall a, declared sizes (value a)) by (intros a j; specialize (two j); unfold value; destruct a; lia).
  assert (X : forall a b, total (fun i => x a i * x b i) (seq 0 (S (S e))) = if Bool.eqb a b then c ^ 2 else c ^ 2 * t).
  { intros a b. cbn [seq]. rewrite !total_cons, late. unfold x.
    destruct a, b; cbn [Bool.eqb Nat.eqb]; try ring.
    replace (c * t * (c * t) + (c * sqrt (1 - t ^ 2) * (c * sqrt (1 - t ^ 2)) + 0)) with (c ^ 2 * (t ^ 2 + sqrt (1 - t ^ 2) * sqrt (1 - t ^ 2))) by ring.
    rewrite sqrt_sqrt by easy. ring. }
  exists value, x. split; [exact D|]. split; [intros [|]; now rewrite X|]. split; [exact (replaced [] true false rest)|].
  intros z here. pose proof (moment_moves z here [] true false rest) as M. cbn [app] in M. rewrite M.
  assert (same : forall a, total (fun p => z a p * z a p) here = weight + (all_contrasts sizes d + c ^ 2)).
  { intros a. unfold z, here. rewrite rows_agree, agree_self, X, Bool.eqb_reflx by auto. ring. }
  assert (cross : total (fun p => z true p * z false p) here = 0).
  { unfold z, here. rewrite rows_agree, X by auto. cbn [Bool.eqb].
    rewrite (total_ext (fun j => agree (sizes j) (value true j) (value false j)) (fun j => -1 * / INR (sizes j))) by (intros; unfold agree, value; cbn; ring).
    rewrite total_scale. replace (c ^ 2 * t) with (- gap) by (unfold t; field; lra). unfold gap. ring. }
  rewrite !same, cross. set (top := weight + (all_contrasts sizes d + c ^ 2)) in *.
  replace (top ^ 2 + top ^ 2 - 2 * 0 ^ 2) with (2 * top ^ 2) by ring.
  assert (P : 0 <= top) by (rewrite <- (same true); apply total_nonneg; intros; nra).
  rewrite sqrt_mult, sqrt_pow2 by (try apply pow2_ge_0; lra). unfold B_mixed__ours. now rewrite W, L.
Qed.
