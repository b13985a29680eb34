(* The table of an effect: how far can one replaced record move it? *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* An outcome: an event that happened or not, or a number whose place in its declared range is u. *)
Inductive outcome : Type := event : bool -> outcome | place : R -> outcome.

(* A record with its stratum and arm; one without a declared value belongs to none. *)
Definition record : Type := option (nat * outcome).

(* Each group, an arm of a stratum, has three cells. An event counts in one of two, a number in each with the
   binomial probability of two trials. *)
Definition share_of (o : outcome) (cell : nat) : R :=
  match o, cell with
  | event false, 0%nat => 1 | event true, 2%nat => 1 | event _, _ => 0
  | place u, 0%nat => (1 - u) ^ 2 | place u, 1%nat => 2 * u * (1 - u) | place u, _ => u ^ 2
  end.

Definition adds (r : record) (group cell : nat) : R :=
  match r with Some (g, o) => if Nat.eqb g group then share_of o cell else 0 | None => 0 end.

Definition declared (r : record) : Prop := match r with Some (_, place u) => 0 <= u <= 1 | _ => True end.

(* The distance of two tables: over all cells of all groups. *)
Definition distance (groups : list nat) (l l' : list record) : R :=
  total (fun g => total (fun c => Rabs (total (fun r => adds r g c) l - total (fun r => adds r g c) l')) [0; 1; 2]%nat) groups.

Lemma share_nonneg : forall r g c, declared r -> 0 <= adds r g c.
Proof.
  intros [[g' [[|]|u]]|] g c D; cbn in *; try lra; destruct (Nat.eqb g' g); try lra.
  - destruct c as [|[|[|c]]]; cbn; lra.
  - destruct c as [|[|[|c]]]; cbn; lra.
  - destruct c as [|[|c]]; cbn; nra.
Qed.

(* All that a record adds is 1 at most: its cells are those of one group. *)
Lemma adds_one : forall r groups, NoDup groups -> total (fun g => total (adds r g) [0; 1; 2]%nat) groups <= 1.
Proof.
  intros r groups N.
  assert (one : forall g, total (adds r g) [0; 1; 2]%nat <= match r with Some (g', _) => if Nat.eqb g' g then 1 else 0 | None => 0 end).
  { intros g. unfold total. destruct r as [[g' [[|]|u]]|]; cbn; try lra; destruct (Nat.eqb g' g); cbn; nra. }
  apply Rle_trans with (total (fun g => match r with Some (g', _) => if Nat.eqb g' g then 1 else 0 | None => 0 end) groups);
    [now apply total_le|].
  destruct r as [[g' o]|]; [|rewrite total_const; lra]. clear one. induction N as [|g groups out N IH]; [cbn; unfold total; cbn; lra|].
  rewrite total_cons. destruct (Nat.eqb g' g) eqn:E; [|lra]. apply Nat.eqb_eq in E as ->.
  rewrite (total_ext _ (fun _ => 0)); [rewrite total_const; lra|].
  intros g' K. destruct (Nat.eqb g g') eqn:E; [|easy]. apply Nat.eqb_eq in E as ->. easy.
Qed.

(** One replaced record moves the table by at most our number. A group is a stratum with its arm and, if there is an
    instrument, with the value of the treatment. *)
Theorem B_effect_table : forall (groups : list nat) (l l' : list record), NoDup groups ->
  (forall r, In r (l ++ l') -> declared r) -> neighbours l l' -> distance groups l l' <= B_effect_table__ours.
Proof.
  intros groups l l' N D near. destruct near as [before x x' after]. unfold distance.
  assert (Dx : declared x) by (apply D, in_or_app; left; apply in_or_app; right; now left).
  assert (Dx' : declared x') by (apply D, in_or_app; right; apply in_or_app; right; now left).
  (* The other records cancel; what is left is at most what both records add. *)
  apply Rle_trans with (total (fun g => total (adds x g) [0; 1; 2]%nat + total (adds x' g) [0; 1; 2]%nat) groups).
  - apply total_le. intros g _. rewrite <- total_plus. apply total_le. intros c _. rewrite !total_split.
    pose proof (share_nonneg x g c Dx). pose proof (share_nonneg x' g c Dx'). apply Rabs_le. lra.
  - rewrite total_plus. pose proof (adds_one x groups N). pose proof (adds_one x' groups N). unfold B_effect_table__ours. lra.
Qed.

(** A person who changes the arm moves it by that. *)
Theorem B_effect_table_attained : exists l l' : list record, neighbours l l' /\
  (forall r, In r (l ++ l') -> declared r) /\ distance [0; 1]%nat l l' = B_effect_table__ours.
Proof.
  exists [Some (0%nat, event true)], [Some (1%nat, event true)].
  split; [exact (replaced [] (Some (0%nat, event true)) (Some (1%nat, event true)) [])|].
  split; [intros r [<-|[<-|[]]]; exact I|].
  unfold distance, total, B_effect_table__ours. cbn.
  replace (0 + 0 - (0 + 0)) with 0 by ring. replace (1 + 0 - (0 + 0)) with 1 by ring. replace (0 + 0 - (1 + 0)) with (- (1)) by ring.
  rewrite Rabs_Ropp, Rabs_R1, Rabs_R0. lra.
Qed.
