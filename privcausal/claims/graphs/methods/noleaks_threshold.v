(* A threshold that is chosen by the truth. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* The best score over some thresholds, at least that of the first. *)
Fixpoint best (score : R -> R) (first : R) (others : list R) : R :=
  match others with nil => score first | t :: rest => Rmax (best score first rest) (score t) end.

Lemma best_is_best : forall score first others t, In t (first :: others) -> score t <= best score first others.
Proof.
  intros score first others t [<-|K].
  - induction others as [|u others IH]; [cbn; lra|]. eapply Rle_trans; [exact IH|apply Rmax_l].
  - induction others as [|u others IH]; [easy|]. cbn. destruct K as [<-|K]; [apply Rmax_r|].
    eapply Rle_trans; [now apply IH|apply Rmax_l].
Qed.

(** The mean score of a threshold that is fixed beforehand is no larger than that of the one chosen for each order,
    whatever the score; minus this mean it is at most our number. Only: the comparison, and not what a fixed threshold gives. *)
Theorem C_threshold : forall (O : Type) (orders : list O) (p : O -> R) (score : O -> R -> R) (fixed first : R) (others : list R),
  law orders p -> In fixed (first :: others) ->
  total (fun o => p o * score o fixed) orders - total (fun o => p o * best (score o) first others) orders <= C_threshold__ours.
Proof.
  intros O orders p score fixed first others [P _] K. replace C_threshold__ours with (0 * size orders) by (unfold C_threshold__ours; field).
  rewrite <- total_minus, <- total_const. apply total_le. intros o I.
  pose proof (best_is_best (score o) first others fixed K). specialize (P o I). nra.
Qed.

(* The F1 of the first t of two pairs, one of which is an edge: o says whether it comes first. *)
Definition f1_of_two (o : bool) (t : R) : R := 2 * (if o then 1 else t - 1) / (t + 1).

(** Two pairs in two orders, equally likely, and one edge: drawing both has an F1 of 2/3 in each order, and drawing the first
    one alone is better in one of them, so that choosing gains a sixth. *)
Theorem C_threshold_instance : let p (o : bool) := 1 / 2 in
  law [true; false] p /\ In 2 [2; 1] /\
  total (fun o => p o * f1_of_two o 2) [true; false] - total (fun o => p o * best (f1_of_two o) 2 [1]) [true; false] = C_threshold__ours - 1 / 6.
Proof.
  intros p. split; [split; [intros o _; unfold p; lra|unfold p, total; cbn; lra]|]. split; [now left|].
  unfold C_threshold__ours, p, f1_of_two, total; cbn. unfold Rmax. repeat destruct (Rle_dec _ _); lra.
Qed.
