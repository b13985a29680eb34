(* Several releases of a log-IQR, one after the other. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

(* Independent releases from four laws over the same outputs. *)
Definition four {O : Type} (p : nat -> O -> R) : (O * O) * (O * O) -> R :=
  and_then (and_then (p 0%nat) (fun _ => p 1%nat)) (fun _ => and_then (p 2%nat) (fun _ => p 3%nat)).

Definition outputs_of_four {O : Type} (outputs : list O) := list_prod (list_prod outputs outputs) (list_prod outputs outputs).

Lemma four_releases : forall {O} (outputs : list O) (e d : nat -> R) p p',
  (forall i, law outputs (p i) /\ law outputs (p' i)) -> (forall i, 0 <= e i /\ 0 <= d i) ->
  (forall i, (i < 4)%nat -> hides outputs (e i) (d i) (p i) (p' i)) ->
  hides (outputs_of_four outputs) (e 0%nat + e 1%nat + (e 2%nat + e 3%nat)) (d 0%nat + d 1%nat + (d 2%nat + d 3%nat)) (four p) (four p').
Proof.
  intros O outputs e d p p' L N H. unfold four, outputs_of_four.
  pose proof (N 0%nat). pose proof (N 1%nat). pose proof (N 2%nat). pose proof (N 3%nat).
  apply composed; try lra.
  - apply law_product; [apply L|intros; apply L].
  - apply law_product; [apply L|intros; apply L].
  - intros; split; apply law_product; try apply L; intros; apply L.
  - apply composed; try lra; try apply L; [intros; split; apply L|apply H; lia|intros; apply H; lia].
  - intros. apply composed; try lra; try apply L; [intros; split; apply L|apply H; lia|intros; apply H; lia].
Qed.

(** Three of four columns change: together that price and that delta. Only: finitely many outputs, and not that three
    columns change. *)
Theorem K_ptr_comp : forall (O : Type) (outputs : list O) (epsilon delta : R) (p p' : nat -> O -> R) (same : nat),
  0 <= epsilon -> 0 <= delta -> (same < 4)%nat -> (forall i, law outputs (p i) /\ law outputs (p' i)) ->
  (forall r, p same r = p' same r) ->
  (forall i, (i < 4)%nat -> i <> same -> hides outputs (3 * epsilon) delta (p i) (p' i)) ->
  hides (outputs_of_four outputs) (K_ptr_comp__published epsilon) (K_ptr_comp__delta delta) (four p) (four p').
Proof.
  intros O outputs epsilon delta p p' same e d S L Q H.
  set (es := fun i => if Nat.eqb i same then 0 else 3 * epsilon). set (ds := fun i => if Nat.eqb i same then 0 else delta).
  replace (K_ptr_comp__published epsilon) with (es 0%nat + es 1%nat + (es 2%nat + es 3%nat)).
  2: { unfold K_ptr_comp__published, es. destruct same as [|[|[|[|k]]]]; cbn [Nat.eqb]; try lia; field. }
  replace (K_ptr_comp__delta delta) with (ds 0%nat + ds 1%nat + (ds 2%nat + ds 3%nat)).
  2: { unfold K_ptr_comp__delta, ds. destruct same as [|[|[|[|k]]]]; cbn [Nat.eqb]; try lia; field. }
  apply four_releases; auto.
  - intros i. unfold es, ds. destruct (Nat.eqb i same); lra.
  - intros i K. unfold es, ds. destruct (Nat.eqb i same) eqn:F; [|apply Nat.eqb_neq in F; now apply H].
    apply Nat.eqb_eq in F. subst. apply pointwise_hides. intros r _. rewrite exp_0, Q. lra.
Qed.

(** All four change, each released privately at twice epsilon: together that price and that delta. Only: finitely
    many outputs, and not the price of each. *)
Theorem B_ptr_comp : forall (O : Type) (outputs : list O) (epsilon delta : R) (p p' : nat -> O -> R),
  0 <= epsilon -> 0 <= delta -> (forall i, law outputs (p i) /\ law outputs (p' i)) ->
  (forall i, (i < 4)%nat -> hides outputs (2 * epsilon) delta (p i) (p' i)) ->
  hides (outputs_of_four outputs) (B_ptr_comp__ours epsilon) (B_ptr_comp__delta delta) (four p) (four p').
Proof.
  intros O outputs epsilon delta p p' e d L H.
  replace (B_ptr_comp__ours epsilon) with (2 * epsilon + 2 * epsilon + (2 * epsilon + 2 * epsilon)) by (unfold B_ptr_comp__ours; field).
  replace (B_ptr_comp__delta delta) with (delta + delta + (delta + delta)) by (unfold B_ptr_comp__delta; field).
  apply (four_releases outputs (fun _ => 2 * epsilon) (fun _ => delta)); auto. intros; lra.
Qed.

(* A coin that shows the truth exp(x) times as often as not. *)
Definition coin (x : R) (r : bool) : R := if r then exp x / (1 + exp x) else 1 / (1 + exp x).
Definition turned (x : R) (r : bool) : R := coin x (negb r).

Lemma coins : forall x, 0 <= x -> law [true; false] (coin x) /\ law [true; false] (turned x) /\
  hides [true; false] x 0 (coin x) (turned x) /\ coin x true = exp x * turned x true /\ 0 < turned x true /\
  hides [true; false] x 0 (turned x) (coin x).
Proof.
  intros x pos. pose proof (exp_pos x) as X. assert (X1 : 1 <= exp x) by (rewrite <- exp_0; now apply exp_le).
  assert (i : 0 < / (1 + exp x)) by (apply Rinv_0_lt_compat; lra).
  assert (xi : / (1 + exp x) <= exp x * / (1 + exp x)) by nra.
  assert (xxi : exp x * / (1 + exp x) <= exp x * (exp x * / (1 + exp x))) by nra.
  unfold turned, coin; cbn [negb]. repeat split; try (intros [|] _; cbn; unfold Rdiv; lra);
    try (cbv [total sum map negb]; field; lra).
  - apply pointwise_hides. intros [|] _; cbn; unfold Rdiv; lra.
  - unfold Rdiv. lra.
  - apply pointwise_hides. intros [|] _; cbn; unfold Rdiv; lra.
Qed.

Lemma all_true : forall p, chance (outputs_of_four [true; false]) (four p)
  (fun r => match r with ((true, true), (true, true)) => true | _ => false end) =
  p 0%nat true * p 1%nat true * (p 2%nat true * p 3%nat true).
Proof. intros; cbv [chance outputs_of_four list_prod app map total sum four and_then fst snd]. ring. Qed.

(** Three coins reach it. Only: attained with a delta of nothing, and by releases of that price, not by log-IQRs. *)
Theorem K_ptr_comp_attained : forall epsilon : R, 0 <= epsilon -> exists (p p' : nat -> bool -> R) E,
  (forall i, law [true; false] (p i) /\ law [true; false] (p' i)) /\ (forall r, p 3%nat r = p' 3%nat r) /\
  (forall i, (i < 3)%nat -> hides [true; false] (3 * epsilon) 0 (p i) (p' i) /\ hides [true; false] (3 * epsilon) 0 (p' i) (p i)) /\
  chance (outputs_of_four [true; false]) (four p) E =
    exp (K_ptr_comp__published epsilon) * chance (outputs_of_four [true; false]) (four p') E /\
  0 < chance (outputs_of_four [true; false]) (four p') E.
Proof.
  intros epsilon e. destruct (coins (3 * epsilon) ltac:(lra)) as [C [T [H [Q [P H']]]]].
  exists (fun _ => coin (3 * epsilon)), (fun i => if Nat.eqb i 3 then coin (3 * epsilon) else turned (3 * epsilon)),
    (fun r => match r with ((true, true), (true, true)) => true | _ => false end).
  split; [intros i; split; [easy|now destruct (Nat.eqb i 3)]|]. split; [easy|].
  split; [intros [|[|[|i]]] K; try lia; cbn; now split|]. rewrite !all_true. cbn [Nat.eqb].
  assert (X := exp_pos (3 * epsilon)). assert (cp : 0 < coin (3 * epsilon) true) by (rewrite Q; now apply Rmult_lt_0_compat).
  split; [|apply Rmult_lt_0_compat; apply Rmult_lt_0_compat; easy].
  replace (K_ptr_comp__published epsilon) with (3 * epsilon + 3 * epsilon + 3 * epsilon) by (unfold K_ptr_comp__published; field).
  rewrite !exp_plus. set (c := coin (3 * epsilon) true) in *. rewrite Q at 1 2 3. ring.
Qed.

(** Four coins reach it, with a delta of nothing. Only: attained by four releases of that price, and not by log-IQRs.
    *)
Theorem B_ptr_comp_attained : forall epsilon : R, 0 <= epsilon -> exists (p p' : nat -> bool -> R) E,
  (forall i, law [true; false] (p i) /\ law [true; false] (p' i)) /\
  (forall i, hides [true; false] (2 * epsilon) 0 (p i) (p' i) /\ hides [true; false] (2 * epsilon) 0 (p' i) (p i)) /\
  chance (outputs_of_four [true; false]) (four p) E =
    exp (B_ptr_comp__ours epsilon) * chance (outputs_of_four [true; false]) (four p') E /\
  0 < chance (outputs_of_four [true; false]) (four p') E.
Proof.
  intros epsilon e. destruct (coins (2 * epsilon) ltac:(lra)) as [C [T [H [Q [P H']]]]].
  exists (fun _ => coin (2 * epsilon)), (fun _ => turned (2 * epsilon)),
    (fun r => match r with ((true, true), (true, true)) => true | _ => false end).
  split; [easy|]. split; [now split|]. rewrite !all_true. split; [|apply Rmult_lt_0_compat; apply Rmult_lt_0_compat; easy].
  replace (B_ptr_comp__ours epsilon) with (2 * epsilon + 2 * epsilon + (2 * epsilon + 2 * epsilon)) by (unfold B_ptr_comp__ours; field).
  rewrite !exp_plus, Q. ring.
Qed.

(** Three releases cost three times as much, which is less than the page books. Only: finitely many outputs. *)
Theorem K_ptr_adv : forall (O : Type) (outputs : list O) (epsilon delta delta' : R) (p p' : nat -> O -> R),
  0 <= epsilon -> 0 <= delta -> 0 < delta' -> (forall i, law outputs (p i) /\ law outputs (p' i)) ->
  (forall i, (i < 3)%nat -> hides outputs epsilon delta (p i) (p' i)) -> (forall r, p 3%nat r = p' 3%nat r) ->
  hides (outputs_of_four outputs) (K_ptr_adv__ours epsilon) (K_ptr_adv__delta delta delta') (four p) (four p').
Proof.
  intros O outputs epsilon delta delta' p p' e d d' L H Q E.
  set (es := fun i => if Nat.eqb i 3 then 0 else epsilon). set (ds := fun i => if Nat.eqb i 3 then 0 else delta).
  assert (G : hides (outputs_of_four outputs) (es 0%nat + es 1%nat + (es 2%nat + es 3%nat)) (ds 0%nat + ds 1%nat + (ds 2%nat + ds 3%nat)) (four p) (four p')).
  { apply four_releases; auto.
    - intros i. unfold es, ds. destruct (Nat.eqb i 3); lra.
    - intros i K. unfold es, ds. destruct (Nat.eqb i 3) eqn:F; [|apply Nat.eqb_neq in F; apply H; lia].
      apply Nat.eqb_eq in F. subst. apply pointwise_hides. intros r _. rewrite exp_0, Q. lra. }
  specialize (G E). unfold es, ds in G. cbn [Nat.eqb] in G.
  replace (K_ptr_adv__ours epsilon) with (epsilon + epsilon + (epsilon + 0)) by (unfold K_ptr_adv__ours; field).
  replace (K_ptr_adv__delta delta delta') with (3 * delta + delta') by (unfold K_ptr_adv__delta; field). lra.
Qed.

(** Three coins reach it, with a delta of nothing. Only: attained for a delta' that tends to 0. *)
Theorem K_ptr_adv_attained : forall epsilon : R, 0 <= epsilon -> exists (p p' : nat -> bool -> R) E,
  (forall i, law [true; false] (p i) /\ law [true; false] (p' i)) /\ (forall r, p 3%nat r = p' 3%nat r) /\
  (forall i, (i < 3)%nat -> hides [true; false] epsilon 0 (p i) (p' i) /\ hides [true; false] epsilon 0 (p' i) (p i)) /\
  chance (outputs_of_four [true; false]) (four p) E =
    exp (K_ptr_adv__ours epsilon) * chance (outputs_of_four [true; false]) (four p') E /\
  0 < chance (outputs_of_four [true; false]) (four p') E.
Proof.
  intros epsilon e. destruct (coins epsilon e) as [C [T [H [Q [P H']]]]].
  exists (fun _ => coin epsilon), (fun i => if Nat.eqb i 3 then coin epsilon else turned epsilon),
    (fun r => match r with ((true, true), (true, true)) => true | _ => false end).
  split; [intros i; split; [easy|now destruct (Nat.eqb i 3)]|]. split; [easy|].
  split; [intros [|[|[|i]]] K; try lia; cbn; now split|]. rewrite !all_true. cbn [Nat.eqb].
  assert (X := exp_pos epsilon). assert (cp : 0 < coin epsilon true) by (rewrite Q; now apply Rmult_lt_0_compat).
  split; [|apply Rmult_lt_0_compat; apply Rmult_lt_0_compat; easy].
  replace (K_ptr_adv__ours epsilon) with (epsilon + epsilon + epsilon) by (unfold K_ptr_adv__ours; field).
  rewrite !exp_plus. set (c := coin epsilon true) in *. rewrite Q at 1 2 3. ring.
Qed.
