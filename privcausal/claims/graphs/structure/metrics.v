(* Scores of learned graphs against a reference. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* A set of edges, as a predicate on the list of all possible ones; how many are in a set. *)
Definition count {E : Type} (edges : list E) (S : E -> bool) : R := total (fun x => if S x then 1 else 0) edges.

Definition both {E : Type} (A B : E -> bool) (x : E) : bool := andb (A x) (B x).
Definition any {E : Type} (A B : E -> bool) (x : E) : bool := orb (A x) (B x).

Definition J {E : Type} (edges : list E) (A B : E -> bool) : R := count edges (both A B) / count edges (any A B).

Lemma count_nonneg : forall {E} (edges : list E) S, 0 <= count edges S.
Proof. intros; apply total_nonneg; intros x _; destruct (S x); lra. Qed.

(* A quotient that is at most 1 grows if the same number is added to both of its parts. *)
Lemma mediant : forall x y z, 0 <= x <= y -> 0 < y -> 0 <= z -> x / y <= (x + z) / (y + z).
Proof.
  intros x y z X Y Z. apply Rmult_le_reg_r with (y * (y + z)); [nra|].
  replace (x / y * (y * (y + z))) with (x * (y + z)) by (field; lra).
  replace ((x + z) / (y + z) * (y * (y + z))) with ((x + z) * y) by (field; lra). nra.
Qed.

Lemma lower : forall x y z, 0 <= x -> 0 < y -> 0 <= z -> x / (y + z) <= x / y.
Proof. intros x y z X Y Z. unfold Rdiv. apply Rmult_le_compat_l; [easy|]. apply Rinv_le_contravar; lra. Qed.

(* 1 - J is a distance: the triangle inequality. *)
Lemma triangle : forall {E} (edges : list E) A B C, 0 < count edges (any A B) -> 0 < count edges (any B C) ->
  0 < count edges (any A C) -> J edges A B + J edges B C <= 1 + J edges A C.
Proof.
  intros E edges A B C.
  (* Split all edges by the sets in which they lie. *)
  set (n := fun a b c : bool => count edges (fun x => andb (Bool.eqb (A x) a) (andb (Bool.eqb (B x) b) (Bool.eqb (C x) c)))).
  assert (pos : forall a b c, 0 <= n a b c) by (intros; apply count_nonneg).
  assert (AB : count edges (both A B) = n true true true + n true true false).
  { unfold n, count. rewrite <- total_plus. apply total_ext. intros x _. unfold both. destruct (A x), (B x), (C x); cbn; ring. }
  assert (BC : count edges (both B C) = n true true true + n false true true).
  { unfold n, count. rewrite <- total_plus. apply total_ext. intros x _. unfold both. destruct (A x), (B x), (C x); cbn; ring. }
  assert (AC : count edges (both A C) = n true true true + n true false true).
  { unfold n, count. rewrite <- total_plus. apply total_ext. intros x _. unfold both. destruct (A x), (B x), (C x); cbn; ring. }
  set (core := n true true true + n true true false + n true false true + n false true true).
  assert (oAB : count edges (any A B) = core + n true false false + n false true false).
  { unfold core, n, count. rewrite <- !total_plus. apply total_ext. intros x _. unfold any. destruct (A x), (B x), (C x); cbn; ring. }
  assert (oBC : count edges (any B C) = core + n false true false + n false false true).
  { unfold core, n, count. rewrite <- !total_plus. apply total_ext. intros x _. unfold any. destruct (A x), (B x), (C x); cbn; ring. }
  assert (oAC : count edges (any A C) = core + n true false false + n false false true).
  { unfold core, n, count. rewrite <- !total_plus. apply total_ext. intros x _. unfold any. destruct (A x), (B x), (C x); cbn; ring. }
  unfold J. rewrite AB, BC, AC, oAB, oBC, oAC. unfold core.
  pose proof (pos true true true). pose proof (pos true true false). pose proof (pos true false true). pose proof (pos false true true).
  pose proof (pos true false false). pose proof (pos false true false). pose proof (pos false false true).
  set (abc := n true true true) in *. set (ab := n true true false) in *. set (ac := n true false true) in *. set (bc := n false true true) in *.
  set (a := n true false false) in *. set (b := n false true false) in *. set (c := n false false true) in *.
  intros U1 U2 U3. clear - H H0 H1 H2 H3 H4 H5 U1 U2 U3. set (u := abc + ab + ac + bc) in *.
  pose proof (mediant (abc + ab) (u + a + b) c) as M1. pose proof (mediant (abc + bc) (u + b + c) a) as M2.
  pose proof (lower (abc + ac) (u + a + c) b) as M3. unfold u in *.
  assert (Sum : (abc + ab + c) / (abc + ab + ac + bc + a + b + c) + (abc + bc + a) / (abc + ab + ac + bc + b + c + a) <=
    1 + (abc + ac) / (abc + ab + ac + bc + a + c + b)).
  { replace (abc + ab + ac + bc + b + c + a) with (abc + ab + ac + bc + a + b + c) by ring.
    replace (abc + ab + ac + bc + a + c + b) with (abc + ab + ac + bc + a + b + c) by ring.
    apply Rmult_le_reg_r with (abc + ab + ac + bc + a + b + c); [lra|]. field_simplify; lra. }
  lra.
Qed.

(** Whatever is learned, its scores against reference and truth differ by at most our number, where c edges are common
    to both and u are in one of them. Only: J, and not that F1 orders graphs as J does. *)
Theorem B_truth : forall (E : Type) (edges : list E) (L R T : E -> bool),
  B_truth__if_u (count edges (any R T)) -> 0 < count edges (any L R) -> 0 < count edges (any L T) ->
  Rabs (J edges L R - J edges L T) <= B_truth__ours (count edges (both R T)) (count edges (any R T)).
Proof.
  intros E edges L R T [one _] LR LT. unfold B_truth__ours. fold (J edges R T).
  assert (sym : forall A B : E -> bool, J edges A B = J edges B A /\ count edges (any A B) = count edges (any B A)).
  { intros A B. assert (b : count edges (both A B) = count edges (both B A))
      by (apply total_ext; intros x _; unfold both; now rewrite Bool.andb_comm).
    assert (a : count edges (any A B) = count edges (any B A)) by (apply total_ext; intros x _; unfold any; now rewrite Bool.orb_comm).
    split; [unfold J; now rewrite a, b|easy]. }
  destruct (sym R T) as [s1 s2]. pose proof (triangle edges L R T LR ltac:(lra) LT).
  pose proof (triangle edges L T R LT ltac:(rewrite <- s2; lra) LR). rewrite <- s1 in H0. apply Rabs_le. lra.
Qed.

(** A graph that equals the reference reaches it. *)
Theorem B_truth_attained : forall (E : Type) (edges : list E) (R T : E -> bool), 0 < count edges R ->
  J edges R R - J edges R T = B_truth__ours (count edges (both R T)) (count edges (any R T)).
Proof.
  intros E edges R T pos. unfold B_truth__ours. fold (J edges R T).
  assert (J edges R R = 1); [|lra]. unfold J.
  replace (count edges (both R R)) with (count edges R) by (unfold count, both; apply total_ext; intros x _; now destruct (R x)).
  replace (count edges (any R R)) with (count edges R) by (unfold count, any; apply total_ext; intros x _; now destruct (R x)).
  field; lra.
Qed.
