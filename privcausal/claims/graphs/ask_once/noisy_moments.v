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

(** Two records at right angles reach it. *)
Theorem B_moment_attained : forall c : R, 0 < c -> exists l l' : list bool, neighbours l l' /\ size l = 1 /\
  let x (a : bool) (i : nat) := if Bool.eqb a (Nat.eqb i 0) then c else 0 in
  (forall a, dot 2 (x a) (x a) = c ^ 2) /\
  norm (list_prod (seq 0 2) (seq 0 2)) (fun ij => moment x l ij - moment x l' ij) = B_moment__ours c 1.
Proof.
  intros c pos. exists [true], [false]. split; [exact (replaced [] true false [])|]. split; [unfold size; cbn; ring|].
  intros x. split; [intros [|]; unfold dot, total, x; cbn; ring|].
  unfold norm. replace (total (fun ij => (moment x [true] ij - moment x [false] ij) ^ 2) (list_prod (seq 0 2) (seq 0 2)))
    with (2 * (c ^ 2) ^ 2) by (unfold total, moment, mean, size, total, x; cbn; field).
  rewrite sqrt_mult, sqrt_pow2 by (try apply pow2_ge_0; lra). unfold B_moment__ours. field.
Qed.
