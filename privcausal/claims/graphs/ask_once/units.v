(* Means and mean squares of numbers between -1 and 1. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.graphs.methods Require Import noleaks.
Import ListNotations.
Open Scope R_scope.

(* What one column adds to the squared distance: its mean and its mean square. *)
Definition moved {A : Type} (x : A -> nat -> R) (l l' : list A) (j : nat) : R :=
  (mean (fun a => x a j) l - mean (fun a => x a j) l') ^ 2 + (mean (fun a => x a j ^ 2) l - mean (fun a => x a j ^ 2) l') ^ 2.

Lemma two_numbers : forall a b, -1 <= a <= 1 -> -1 <= b <= 1 -> (a - b) ^ 2 + (a ^ 2 - b ^ 2) ^ 2 <= 4.
Proof.
  intros a b A B. replace ((a - b) ^ 2 + (a ^ 2 - b ^ 2) ^ 2) with ((a - b) ^ 2 * (1 + (a + b) ^ 2)) by ring.
  set (u := (a - b) ^ 2). set (v := (a + b) ^ 2).
  assert (U : 0 <= u) by apply pow2_ge_0. assert (V : 0 <= v) by apply pow2_ge_0.
  assert (W : u + v <= 4) by (unfold u, v; nra).
  (* |a - b| + |a + b| <= 2, so the root of u v is at most 1 *)
  assert (S : Rabs (a - b) + Rabs (a + b) <= 2) by (unfold Rabs; destruct (Rcase_abs (a - b)), (Rcase_abs (a + b)); lra).
  set (p := Rabs (a - b)) in *. set (q := Rabs (a + b)) in *.
  assert (u = p ^ 2) by (unfold u, p; now rewrite pow2_abs). assert (v = q ^ 2) by (unfold v, q; now rewrite pow2_abs).
  assert (0 <= p) by apply Rabs_pos. assert (0 <= q) by apply Rabs_pos.
  rewrite H, H0. assert (p <= 2 - q) by lra. assert (q <= 2) by lra.
  apply Rle_trans with ((2 - q) ^ 2 * (1 + q ^ 2)).
  - apply Rmult_le_compat_r; [nra|]. apply pow_incr. lra.
  - (* 4 - that is q times something that is not negative on [0, 2] *)
    assert (0 <= q * ((2 - q) * (q ^ 2 - 2 * q + 1) + 2)) by (apply Rmult_le_pos; nra). nra.
Qed.

(** That is how far one record moves all of them together. *)
Theorem B_units : forall (A : Type) (x : A -> nat -> R) (m : nat) (l l' : list A), B_units__if_m (INR m) -> B_units__if_n (size l) ->
  (forall a j, -1 <= x a j <= 1) -> neighbours l l' ->
  sqrt (total (moved x l l') (seq 0 m)) <= B_units__ours (INR m) (size l).
Proof.
  intros A x m l l' [m1 _] [n1 _] X near. set (n := size l) in *.
  replace (B_units__ours (INR m) n) with (2 / n * sqrt (INR m)) by (unfold B_units__ours; field; lra).
  assert (i : 0 < / n) by (apply Rinv_0_lt_compat; lra).
  rewrite <- (sqrt_pow2 (2 / n)) by (unfold Rdiv; lra). rewrite <- sqrt_mult; [|apply pow2_ge_0|lra].
  apply sqrt_le_1.
  - apply total_nonneg. intros j _. unfold moved. pose proof (pow2_ge_0 (mean (fun a => x a j) l - mean (fun a => x a j) l')).
    pose proof (pow2_ge_0 (mean (fun a => x a j ^ 2) l - mean (fun a => x a j ^ 2) l')). lra.
  - apply Rmult_le_pos; [apply pow2_ge_0|lra].
  - replace (INR m) with (size (seq 0 m)) by (unfold size; now rewrite seq_length). rewrite <- total_const. apply total_le.
    intros j _. unfold moved. unfold n in *. destruct near as [before y y' after].
    rewrite (mean_difference (fun a => x a j)), (mean_difference (fun a => x a j ^ 2)).
    set (k := size (before ++ y :: after)) in *. unfold Rdiv. rewrite (Rpow_mult_distr 2), (Rpow_mult_distr (x y j - x y' j)), (Rpow_mult_distr (x y j ^ 2 - x y' j ^ 2)), <- Rmult_plus_distr_r.
    apply Rmult_le_compat_r; [apply pow2_ge_0|]. pose proof (two_numbers (x y j) (x y' j) (X y j) (X y' j)). lra.
Qed.

(** For all sizes some record reaches it: all its numbers jump from one end to the other. *)
Theorem B_units_attained : forall m n : nat, (1 <= n)%nat -> exists l l' : list R, neighbours l l' /\ size l = INR n /\
  (forall a, In a (l ++ l') -> -1 <= a <= 1) /\
  sqrt (total (moved (fun a _ => a) l l') (seq 0 m)) = B_units__ours (INR m) (INR n).
Proof.
  intros m [|n] N; [lia|]. exists (1 :: repeat 0 n), (-1 :: repeat 0 n).
  assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia). assert (i : 0 < / INR (S n)) by now apply Rinv_0_lt_compat.
  split; [exact (replaced [] 1 (-1) (repeat 0 n))|]. split; [rewrite size_cons, S_INR; unfold size; now rewrite repeat_length|].
  split.
  - intros a K. apply in_app_iff in K as [[<-|K]|[<-|K]]; try lra; apply repeat_spec in K; subst; lra.
  - rewrite (total_ext _ (fun _ => (2 / INR (S n)) ^ 2)).
    + rewrite total_const. unfold size. rewrite seq_length, sqrt_mult, sqrt_pow2;
        [unfold B_units__ours; field; lra|unfold Rdiv; lra|apply pow2_ge_0|apply pos_INR].
    + intros j _. unfold moved. rewrite !(mean_of_one (fun a => a)), !(mean_of_one (fun a => a ^ 2)) by (try easy; ring). field. lra.
Qed.
