(* The smallest of several statistics. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* The smallest of a first number and those that are listed. *)
Definition smallest {I : Type} (f : I -> R) (first : I) (rest : list I) : R := fold_right Rmin (f first) (map f rest).

Lemma smallest_moves : forall {I} (f g : I -> R) first rest c, (forall i, Rabs (f i - g i) <= c) ->
  Rabs (smallest f first rest - smallest g first rest) <= c.
Proof.
  intros I f g first rest c H; induction rest as [|i rest IH]; [apply H|].
  change (smallest f first (i :: rest)) with (Rmin (f i) (smallest f first rest)).
  change (smallest g first (i :: rest)) with (Rmin (g i) (smallest g first rest)).
  pose proof (abs_bounds _ _ (H i)). apply abs_bounds in IH. apply Rabs_le. unfold Rmin.
  destruct (Rle_dec (f i) _), (Rle_dec (g i) _); lra.
Qed.

(** One record moves the smallest by no more than each. Only: the sensitivity, and not the count of answers. *)
Theorem B_least : forall (A I : Type) (statistic : I -> list A -> R) (first : I) (rest : list I) (Delta : R),
  (forall i l l', neighbours l l' -> Rabs (statistic i l - statistic i l') <= Delta) ->
  forall l l', neighbours l l' ->
  Rabs (smallest (fun i => statistic i l) first rest - smallest (fun i => statistic i l') first rest) <= B_least__ours Delta.
Proof.
  intros A I statistic first rest Delta H l l' near.
  replace (B_least__ours Delta) with Delta by (unfold B_least__ours; field). apply smallest_moves. intros; now apply H.
Qed.

(** Two statistics that move together reach it. *)
Theorem B_least_attained : forall Delta : R, 0 <= Delta -> exists statistic : bool -> list bool -> R,
  (forall i l l', neighbours l l' -> Rabs (statistic i l - statistic i l') <= Delta) /\ exists l l', neighbours l l' /\
  Rabs (smallest (fun i => statistic i l) true [false] - smallest (fun i => statistic i l') true [false]) = B_least__ours Delta.
Proof.
  intros Delta pos. exists (fun _ l => match l with true :: _ => Delta | _ => 0 end). split.
  - intros _ l l' [[|a before] x x' after]; cbn.
    + destruct x, x'; unfold Rabs; destruct (Rcase_abs _); lra.
    + destruct a; unfold Rabs; destruct (Rcase_abs _); lra.
  - exists [true], [false]. split; [exact (replaced [] true false [])|]. unfold smallest; cbn.
    unfold Rmin. destruct (Rle_dec Delta Delta), (Rle_dec 0 0); try lra.
    rewrite Rminus_0_r, Rabs_pos_eq by easy. unfold B_least__ours. field.
Qed.
