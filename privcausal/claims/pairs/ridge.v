(* Ridge regression in dual form: leaving one record out without fitting again. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* Matrices and vectors are functions of their places 0, ..., n - 1. *)
Definition apply_to (n : nat) (A : nat -> nat -> R) (v : nat -> R) (i : nat) : R := total (fun j => A i j * v j) (seq 0 n).

Definition unit_matrix (i j : nat) : R := if Nat.eqb i j then 1 else 0.

Definition inverse (n : nat) (B A : nat -> nat -> R) : Prop := forall i j, (i < n)%nat -> (j < n)%nat ->
  total (fun k => B i k * A k j) (seq 0 n) = unit_matrix i j.

(* The coefficients of a fit to all records but i: its system of equations is that of the others. *)
Definition fit_without (n : nat) (A : nat -> nat -> R) (y v : nat -> R) (i : nat) : Prop :=
  v i = 0 /\ forall k, (k < n)%nat -> k <> i -> apply_to n A v k = y k.

Lemma unit_applied : forall n v i, (i < n)%nat -> total (fun j => unit_matrix i j * v j) (seq 0 n) = v i.
Proof.
  intros n v i L. assert (G : forall m from, total (fun j => unit_matrix i j * v j) (seq from m) =
    if andb (Nat.leb from i) (Nat.ltb i (from + m)) then v i else 0).
  { induction m as [|m IH]; intros from.
    - destruct (Nat.leb from i) eqn:E; cbn [andb]; [|reflexivity]. apply Nat.leb_le in E.
      destruct (Nat.ltb i (from + 0)) eqn:F; [apply Nat.ltb_lt in F; lia|reflexivity].
    - cbn [seq]. rewrite total_cons, IH. unfold unit_matrix. destruct (Nat.eqb i from) eqn:E.
      + apply Nat.eqb_eq in E as ->. replace (Nat.leb (S from) from) with false by (symmetry; apply Nat.leb_gt; lia).
        replace (Nat.leb from from) with true by (symmetry; apply Nat.leb_le; lia).
        replace (Nat.ltb from (from + S m)) with true by (symmetry; apply Nat.ltb_lt; lia). cbn [andb]. ring.
      + apply Nat.eqb_neq in E. replace (from + S m)%nat with (S from + m)%nat by lia.
        replace (Nat.leb (S from) i) with (Nat.leb from i); [ring|].
        destruct (Nat.leb from i) eqn:F; symmetry; [apply Nat.leb_le in F; apply Nat.leb_le|apply Nat.leb_gt in F; apply Nat.leb_gt]; lia. }
  rewrite G. cbn [Nat.leb andb]. replace (Nat.ltb i (0 + n)) with true by (symmetry; now apply Nat.ltb_lt). reflexivity.
Qed.

(* A matrix times its inverse changes nothing. *)
Lemma solved : forall n B A v i, inverse n B A -> (i < n)%nat -> apply_to n B (apply_to n A v) i = v i.
Proof.
  intros n B A v i I L. unfold apply_to.
  rewrite (total_ext _ (fun k => total (fun j => B i k * A k j * v j) (seq 0 n))).
  2: { intros k _. rewrite <- total_scale. apply total_ext. intros; ring. }
  rewrite total_swap. rewrite (total_ext _ (fun j => unit_matrix i j * v j)).
  2: { intros j K. apply in_seq in K. rewrite <- I by lia. rewrite Rmult_comm, <- total_scale. apply total_ext. intros; ring. }
  now apply unit_applied.
Qed.

(** Whatever fit to all records but i solves its equations, it misses y_i by exactly our number, where alpha is the fit
    to all records, and a the i-th number on the diagonal of the inverse. *)
Theorem B_leave_one_out : forall (n : nat) (A B : nat -> nat -> R) (y v : nat -> R) (i : nat),
  (i < n)%nat -> inverse n B A -> fit_without n A y v i -> B i i <> 0 ->
  let alpha := apply_to n B y in
  y i - apply_to n A v i = B_leave_one_out__ours (alpha i) (B i i).
Proof.
  intros n A B y v i L I [Z F] N alpha. set (t := y i - apply_to n A v i).
  (* A v is y, but for t at place i. *)
  assert (AV : forall k, (k < n)%nat -> apply_to n A v k = y k - t * unit_matrix i k).
  { intros k K. unfold unit_matrix. destruct (Nat.eqb i k) eqn:E; [apply Nat.eqb_eq in E as <-; unfold t; ring|].
    apply Nat.eqb_neq in E. rewrite F by auto. ring. }
  (* Multiply by the inverse: at place i there is 0. *)
  pose proof (solved n B A v i I L) as S. rewrite Z in S. unfold apply_to at 1 in S.
  rewrite (total_ext _ (fun k => B i k * y k - t * (unit_matrix i k * B i k))) in S.
  2: { intros k K. apply in_seq in K. rewrite AV by lia. ring. }
  rewrite total_minus, total_scale, (unit_applied n (fun k => B i k)) in S by easy.
  change (total (fun k => B i k * y k) (seq 0 n)) with (alpha i) in S.
  unfold B_leave_one_out__ours. apply Rmult_eq_reg_r with (B i i); [|easy]. field_simplify; [lra|easy].
Qed.

(** Two records: without the first, the fit predicts from the second alone. *)
Theorem B_leave_one_out_instance : exists (A B : nat -> nat -> R) (y v : nat -> R),
  inverse 2 B A /\ fit_without 2 A y v 0 /\ B 0%nat 0%nat <> 0 /\ y 0%nat - apply_to 2 A v 0 = 1 / 2 /\
  B_leave_one_out__ours (apply_to 2 B y 0) (B 0%nat 0%nat) = 1 / 2.
Proof.
  exists (fun i j => if Nat.eqb i j then 2 else 1), (fun i j => if Nat.eqb i j then 2 / 3 else - (1 / 3)),
    (fun _ => 1), (fun j => if Nat.eqb j 1 then 1 / 2 else 0).
  repeat split.
  - intros i j I J. unfold total, unit_matrix. destruct i as [|[|i]], j as [|[|j]]; try lia; cbn; field.
  - intros k K N. destruct k as [|[|k]]; try lia. unfold apply_to, total; cbn. field.
  - cbn. lra.
  - unfold apply_to, total; cbn. field.
  - unfold apply_to, total, B_leave_one_out__ours; cbn. field.
Qed.
