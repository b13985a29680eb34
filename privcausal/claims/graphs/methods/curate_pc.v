(* The smallest of several statistics; and tests one after the other, each with noise of its own. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws moments.
From privcausal.claims.privacy Require Import filters peeling.
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

(* At most t tests, each private at epsilon, whichever the answers before. *)
Fixpoint tests {O : Type} (epsilon : R) (t : nat) (run : @releases O) : Prop :=
  match run with
  | stop => True
  | ask outputs p p' next => match t with
      | 0%nat => False
      | S rest => law outputs p /\ law outputs p' /\ hides outputs epsilon 0 p p' /\
          forall r, In r outputs -> tests epsilon rest (next r)
      end
  end.

Lemma tests_within : forall {O} epsilon (run : @releases O) t, 0 <= epsilon -> tests epsilon t run -> within (INR t * epsilon) run.
Proof.
  intros O epsilon run; induction run as [|outputs p p' next IH]; intros t e H.
  - cbn. apply Rmult_le_pos; [apply pos_INR|easy].
  - destruct t as [|t]; cbn [tests] in H; [destruct H|]. destruct H as [L [L' [P N]]]. cbn [within].
    exists epsilon. rewrite S_INR. pose proof (pos_INR t). split; [split; [easy|nra]|]. split; [easy|]. split; [easy|].
    split; [easy|]. intros r K. replace ((INR t + 1) * epsilon - epsilon) with (INR t * epsilon) by ring. now apply IH, N.
Qed.

(** Not the sentence, which is refuted: however many of the tests end clearly, all of them together cost at most our
    number. Only: tests with finitely many outputs, whose price is given. *)
Theorem C_count : forall (O : Type) (epsilon : R) (t : nat) (run : @releases O), C_count__if_epsilon epsilon ->
  C_count__if_t (INR t) -> tests epsilon t run ->
  forall E, released true run E <= exp (C_count__ours (INR t) epsilon) * released false run E.
Proof.
  intros O epsilon t run e _ H E. unfold C_count__if_epsilon in e.
  replace (C_count__ours (INR t) epsilon) with (INR t * epsilon) by (unfold C_count__ours; field).
  apply released_within, tests_within; [lra|easy].
Qed.

(* One coin after the other, each showing the truth exp(epsilon) times as often as not. *)
Fixpoint coins (epsilon : R) (t : nat) : @releases bool :=
  match t with
  | 0%nat => stop
  | S rest => ask [true; false] (fun r : bool => if r then exp epsilon / (1 + exp epsilon) else 1 / (1 + exp epsilon))
      (fun r : bool => if r then 1 / (1 + exp epsilon) else exp epsilon / (1 + exp epsilon)) (fun _ => coins epsilon rest)
  end.

(* The same releases for the two data sets in the other order. *)
Fixpoint swapped {O : Type} (run : @releases O) : @releases O :=
  match run with stop => stop | ask outputs p p' next => ask outputs p' p (fun r => swapped (next r)) end.

Fixpoint all_true (w : list bool) : bool := match w with [] => true | b :: rest => if b then all_true rest else false end.

Lemma never : forall here epsilon t, released here (coins epsilon t) (fun _ => false) = 0.
Proof. intros here epsilon t; induction t as [|t IH]; [easy|]. cbn. unfold total; cbn. rewrite IH. ring. Qed.

(** Coins, each private in both directions, reach it, however many they are. Only: attained by tests of that price, not by Laplace tests. *)
Theorem C_count_attained : forall (epsilon : R) (t : nat), 0 < epsilon -> tests epsilon t (coins epsilon t) /\
  tests epsilon t (swapped (coins epsilon t)) /\
  0 < released false (coins epsilon t) all_true /\
  released true (coins epsilon t) all_true = exp (C_count__ours (INR t) epsilon) * released false (coins epsilon t) all_true.
Proof.
  intros epsilon t e. pose proof (exp_pos epsilon) as X.
  assert (X1 : 1 < exp epsilon) by (rewrite <- exp_0; now apply exp_increasing).
  assert (i : 0 < / (1 + exp epsilon)) by (apply Rinv_0_lt_compat; lra).
  assert (xi : / (1 + exp epsilon) < exp epsilon * / (1 + exp epsilon)) by nra.
  assert (xxi : exp epsilon * / (1 + exp epsilon) < exp epsilon * (exp epsilon * / (1 + exp epsilon))) by nra.
  replace (C_count__ours (INR t) epsilon) with (INR t * epsilon) by (unfold C_count__ours; field).
  assert (step : forall here k, released here (coins epsilon (S k)) all_true =
    (if here then exp epsilon / (1 + exp epsilon) else 1 / (1 + exp epsilon)) * released here (coins epsilon k) all_true).
  { intros here k. cbn [coins released]. unfold total; cbn [map sum].
    change (fun rest => all_true (true :: rest)) with all_true. change (fun rest => all_true (false :: rest)) with (fun _ : list bool => false).
    rewrite never. destruct here; ring. }
  induction t as [|t [D [D' [P Q]]]].
  - cbn. rewrite Rmult_0_l, exp_0. repeat split; lra.
  - rewrite !step. split; [|split; [|split]].
    1, 2: cbn [coins swapped tests]; split; [split; [intros [|] _; unfold Rdiv; lra|cbv [total sum map]; field; lra]|];
      split; [split; [intros [|] _; unfold Rdiv; lra|cbv [total sum map]; field; lra]|];
      split; [apply pointwise_hides; intros [|] _; unfold Rdiv; lra|]; intros r _; easy.
    + apply Rmult_lt_0_compat; [unfold Rdiv; lra|easy].
    + rewrite Q, S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus. field. lra.
Qed.

(** A choice by score, of which one record moves no score by more than the sensitivity, is zero-concentrated at our number;
    what is only known to be pure, at the other. Only: finitely many outputs, each of them possible. *)
Theorem B_choice : forall (O : Type) (outputs : list O) (epsilon Delta : R) (p p' : O -> R), 0 < epsilon -> 0 < Delta ->
  (choices_by_score epsilon Delta outputs p p' -> concentrated outputs (B_choice__ours epsilon) p p') /\
  (full_law outputs p -> full_law outputs p' ->
    (forall r, In r outputs -> p r <= exp epsilon * p' r /\ p' r <= exp epsilon * p r) ->
    concentrated outputs (B_choice__any epsilon) p p').
Proof.
  intros O outputs epsilon Delta p p' e D. split.
  - intros H. replace (B_choice__ours epsilon) with (epsilon ^ 2 / 8) by (unfold B_choice__ours; field).
    now apply (choice_concentrated outputs epsilon Delta p p' e D).
  - intros P P' H. replace (B_choice__any epsilon) with (epsilon ^ 2 / 2) by (unfold B_choice__any; field).
    now apply pure_concentrated.
Qed.

(** Two outputs, of which the scores move in opposite directions, are chosen so. *)
Theorem B_choice_instance : forall epsilon Delta : R, 0 < epsilon -> 0 < Delta ->
  let e := epsilon / (2 * Delta) in let q (r : bool) := if r then Delta else 0 in let q' (r : bool) := if r then 0 else Delta in
  let p := choose [true; false] e q (fun _ => 1) in let p' := choose [true; false] e q' (fun _ => 1) in
  choices_by_score epsilon Delta [true; false] p p' /\ p true = exp (epsilon / 2) * p' true.
Proof.
  intros epsilon Delta e0 D e q q' p p'. split.
  - exists q, q', (fun _ => 1). repeat split; try easy; [intros; lra|].
    intros [|] _; unfold q, q', Rabs; destruct (Rcase_abs _); lra.
  - unfold p, p', choose, weight, q, q'. cbv [total sum map]. rewrite !Rmult_0_r, exp_0.
    replace (e * Delta) with (epsilon / 2) by (unfold e; field; lra).
    pose proof (exp_pos (epsilon / 2)). field. lra.
Qed.
