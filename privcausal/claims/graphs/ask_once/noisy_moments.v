(* Second moments of records of bounded length. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.graphs.methods Require Import noleaks.
Import ListNotations.
Open Scope R_scope.

Definition dot (d : nat) (x y : nat -> R) : R := total (fun i => x i * y i) (seq 0 d).

(* The matrix (1/n) sum of x x', by its places. *)
Definition moment {A : Type} (x : A -> nat -> R) (l : list A) (ij : nat * nat) : R := mean (fun a => x a (fst ij) * x a (snd ij)) l.

Lemma square_of_places : forall d x y, total (fun ij => (x (fst ij) * x (snd ij)) * (y (fst ij) * y (snd ij))) (list_prod (seq 0 d) (seq 0 d))
  = dot d x y * dot d x y.
Proof.
  intros. assert (P : forall (f : nat * nat -> R) l l', total f (list_prod l l') = total (fun a => total (fun b => f (a, b)) l') l).
  { intros f l l'; induction l as [|a l IH]; [reflexivity|]. cbn [list_prod]. rewrite total_app, total_map, IH. now rewrite total_cons. }
  rewrite P. cbn [fst snd]. unfold dot.
  rewrite (total_ext _ (fun a => total (fun i => x i * y i) (seq 0 d) * (x a * y a))).
  - now rewrite total_scale.
  - intros a _. rewrite Rmult_comm, <- total_scale. apply total_ext. intros; ring.
Qed.

Lemma outer_distance : forall d x y, total (fun ij => (x (fst ij) * x (snd ij) - y (fst ij) * y (snd ij)) ^ 2) (list_prod (seq 0 d) (seq 0 d))
  = dot d x x ^ 2 + dot d y y ^ 2 - 2 * dot d x y ^ 2.
Proof.
  intros. rewrite (total_ext _ (fun ij => (x (fst ij) * x (snd ij)) * (x (fst ij) * x (snd ij))
    + ((y (fst ij) * y (snd ij)) * (y (fst ij) * y (snd ij)) + -2 * ((x (fst ij) * x (snd ij)) * (y (fst ij) * y (snd ij)))))) by (intros; ring).
  rewrite !total_plus, total_scale, !square_of_places. ring.
Qed.

(** One record moves the matrix by at most that in Frobenius norm. *)
Theorem B_moment : forall (A : Type) (x : A -> nat -> R) (d : nat) (c : R) (l l' : list A),
  B_moment__if_c c -> B_moment__if_n (size l) -> (forall a, dot d (x a) (x a) <= c ^ 2) -> neighbours l l' ->
  norm (list_prod (seq 0 d) (seq 0 d)) (fun ij => moment x l ij - moment x l' ij) <= B_moment__ours c (size l).
Proof.
  intros A x d c l l' cpos [n1 _] X near. unfold B_moment__if_c in cpos. set (n := size l) in *.
  assert (i : 0 < / n) by (apply Rinv_0_lt_compat; lra).
  replace (B_moment__ours c n) with (sqrt 2 * c ^ 2 * / n) by (unfold B_moment__ours; field; lra).
  assert (E : sqrt 2 * c ^ 2 * / n = sqrt (2 * c ^ 4 * / n ^ 2)).
  { replace (2 * c ^ 4 * / n ^ 2) with (2 * (c ^ 2 * / n) ^ 2) by (field; lra).
    rewrite sqrt_mult, sqrt_pow2; [ring| |lra|apply pow2_ge_0]. apply Rmult_le_pos; [apply pow2_ge_0|lra]. }
  rewrite E. unfold norm. apply sqrt_le_1; [apply squares_nonneg| |].
  { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, pow_lt; lra]. apply Rmult_le_pos; [lra|]. left; now apply pow_lt. }
  unfold n in *. destruct near as [before a b after]. set (k := size (before ++ a :: after)) in *.
  rewrite (total_ext _ (fun ij => / k ^ 2 * (x a (fst ij) * x a (snd ij) - x b (fst ij) * x b (snd ij)) ^ 2)).
  2: { intros ij _. unfold moment. rewrite (mean_difference (fun z => x z (fst ij) * x z (snd ij))). fold k. field. lra. }
  rewrite total_scale, outer_distance, Rmult_comm. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, pow_lt; lra|].
  assert (N : forall z, 0 <= dot d (x z) (x z)).
  { intros z. unfold dot. apply total_nonneg. intros j _. pose proof (pow2_ge_0 (x z j)). lra. }
  pose proof (N a). pose proof (N b). pose proof (X a) as Xa. pose proof (X b) as Xb.
  pose proof (pow2_ge_0 (dot d (x a) (x b))). assert (C : 0 <= c ^ 2) by apply pow2_ge_0.
  assert (dot d (x a) (x a) ^ 2 <= (c ^ 2) ^ 2) by (apply pow_incr; lra).
  assert (dot d (x b) (x b) ^ 2 <= (c ^ 2) ^ 2) by (apply pow_incr; lra). lra.
Qed.

(** A record is replaced by one at right angles, among any number of others. Only: attained with two numbers. *)
Theorem B_moment_attained : forall (c : R) (rest : list bool), 0 < c -> let l := true :: rest in let l' := false :: rest in
  let x (a : bool) (i : nat) := if Bool.eqb a (Nat.eqb i 0) then c else 0 in
  neighbours l l' /\ (forall a, dot 2 (x a) (x a) = c ^ 2) /\
  norm (list_prod (seq 0 2) (seq 0 2)) (fun ij => moment x l ij - moment x l' ij) = B_moment__ours c (size l).
Proof.
  intros c rest pos l l' x. split; [exact (replaced [] true false rest)|].
  split; [intros [|]; unfold dot, total, x; cbn; ring|].
  assert (n0 : 0 < size l) by (unfold l; rewrite size_cons; pose proof (size_nonneg rest); lra).
  assert (D : forall ij, moment x l ij - moment x l' ij = (x true (fst ij) * x true (snd ij) - x false (fst ij) * x false (snd ij)) / size l).
  { intros ij. exact (mean_difference (fun a => x a (fst ij) * x a (snd ij)) [] true false rest). }
  unfold norm. rewrite (total_ext _ (fun ij => / size l ^ 2 * (x true (fst ij) * x true (snd ij) - x false (fst ij) * x false (snd ij)) ^ 2)).
  2: { intros ij _. rewrite D. field. lra. }
  rewrite total_scale, outer_distance. set (n := size l) in *. clearbody n.
  assert (S : dot 2 (x true) (x true) = c ^ 2 /\ dot 2 (x false) (x false) = c ^ 2 /\ dot 2 (x true) (x false) = 0).
  { unfold dot, total, x; cbn. repeat split; ring. }
  destruct S as [-> [-> ->]].
  replace (/ n ^ 2 * ((c ^ 2) ^ 2 + (c ^ 2) ^ 2 - 2 * 0 ^ 2)) with (2 * (c ^ 2 / n) ^ 2) by (field; lra).
  assert (0 <= c ^ 2 / n) by (apply Rmult_le_pos; [apply pow2_ge_0|left; now apply Rinv_0_lt_compat]).
  rewrite sqrt_mult, sqrt_pow2 by (try apply pow2_ge_0; lra). unfold B_moment__ours. field. lra.
Qed.
