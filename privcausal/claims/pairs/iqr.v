(* The fewest records to replace until a range leaves its cell, whatever range that is. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.privacy Require Import propose_test_release.
Import ListNotations.
Open Scope R_scope.

Definition in_cell {A : Type} (range : list A -> R) (a b : R) (l : list A) : Prop := a <= range l < b.

(* So many replacements, and no fewer, put the range outside. *)
Definition fewest {A : Type} (range : list A -> R) (a b : R) (l : list A) (k : nat) : Prop :=
  (exists u, steps neighbours k l u /\ ~ in_cell range a b u) /\
  forall j u, steps neighbours j l u -> ~ in_cell range a b u -> (k <= j)%nat.

Lemma neighbours_back : forall {A} (l l' : list A), neighbours l l' -> neighbours l' l.
Proof. intros A l l' []. constructor. Qed.

(** One record changes that number by at most ours while the range stays in its cell, and if the range leaves, it was ours before,
    whatever number of the data the range is. Only: the second sentence. *)
Theorem B_iqr_windows : forall (A : Type) (range : list A -> R) (a b : R) (l l' : list A) (k k' : nat), neighbours l l' ->
  in_cell range a b l -> fewest range a b l k -> fewest range a b l' k' ->
  (in_cell range a b l' -> Rabs (INR k - INR k') <= B_iqr_windows__ours) /\ (~ in_cell range a b l' -> INR k = B_iqr_windows__ours).
Proof.
  intros A range a b l l' k k' near inside [[u [S U]] least] [[u' [S' U']] least'].
  assert (one : B_iqr_windows__ours = 1) by (unfold B_iqr_windows__ours; field). rewrite one. split.
  - intros _. pose proof (least _ _ (earlier neighbours l' u' k' S' l near) U') as G.
    pose proof (least' _ _ (earlier neighbours l u k S l' (neighbours_back l l' near)) U) as G'.
    apply le_INR in G, G'. rewrite S_INR in G, G'. apply Rabs_le. lra.
  - intros out. assert (k <= 1)%nat by (apply (least _ l'); [apply one_more with l; [constructor|exact near]|exact out]).
    destruct k as [|[|k]]; [inversion S; subst; contradiction|reflexivity|lia].
Qed.

(* The range of two records that are numbers. *)
Definition spread (l : list R) : R := match l with [x; y] => Rabs (x - y) | _ => 0 end.

(** Two numbers that are 1 apart: one replacement is enough to put them 2 apart, and so the number is ours. *)
Theorem B_iqr_windows_instance : neighbours [0; 1] [0; 2] /\ in_cell spread 1 2 [0; 1] /\ ~ in_cell spread 1 2 [0; 2] /\
  fewest spread 1 2 [0; 1] 1 /\ INR 1 = B_iqr_windows__ours.
Proof.
  assert (near : neighbours [0; 1] [0; 2]) by exact (replaced [0] 1 2 []).
  assert (inside : in_cell spread 1 2 [0; 1]) by (unfold in_cell, spread; rewrite Rabs_left; lra).
  assert (out : ~ in_cell spread 1 2 [0; 2]) by (unfold in_cell, spread; rewrite Rabs_left; lra).
  repeat (split; [assumption|]). split; [|unfold B_iqr_windows__ours; cbn; lra]. split.
  - exists [0; 2]. split; [apply one_more with [0; 1]; [constructor|exact near]|exact out].
  - intros [|j] u S U; [inversion S; subst; contradiction|lia].
Qed.
