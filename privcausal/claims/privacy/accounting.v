(* Many pure tests, and what they cost together. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws moments.
Import ListNotations.
Open Scope R_scope.

(* At most t tests, each private at epsilon in both directions, whichever the answers before. *)
Fixpoint pure_tests {O : Type} (epsilon : R) (t : nat) (run : @releases O) : Prop :=
  match run with
  | stop => True
  | ask outputs p p' next => match t with
      | 0%nat => False
      | S rest => full_law outputs p /\ full_law outputs p' /\
          (forall r, In r outputs -> p r <= exp epsilon * p' r /\ p' r <= exp epsilon * p r) /\
          forall r, In r outputs -> pure_tests epsilon rest (next r)
      end
  end.

Lemma tests_full : forall {O} epsilon (run : @releases O) t, pure_tests epsilon t run -> full run.
Proof.
  intros O epsilon run; induction run as [|outputs p p' next IH]; intros t H; [easy|]. destruct t; [destruct H|].
  destruct H as [P [P' [_ N]]]. cbn [full]. split; [easy|]. split; [easy|]. intros r K. now apply (IH r t), N.
Qed.

(* One test has at most the moment of a coin. *)
Lemma moment_of_test : forall {O} (outputs : list O) epsilon s p p', 0 < epsilon -> 0 <= s -> full_law outputs p -> full_law outputs p' ->
  (forall r, In r outputs -> p r <= exp epsilon * p' r /\ p' r <= exp epsilon * p r) ->
  power_mean outputs (s + 1) p p' <= exp (s * (epsilon * tanh (epsilon / 2)) + s * s * (epsilon * epsilon) / 2).
Proof.
  intros O outputs epsilon s p p' e s0 P P' H. set (x := exp epsilon).
  assert (x1 : 1 < x) by (unfold x; rewrite <- exp_0; now apply exp_increasing).
  assert (X : exp (2 * epsilon) = x * x) by (unfold x; rewrite <- exp_plus; f_equal; ring).
  assert (Y : exp (- epsilon) = / x) by (unfold x; apply exp_Ropp).
  destruct (power_mean_of_two outputs (exp (- epsilon)) (2 * epsilon) (s + 1) p p' (exp_pos _) ltac:(lra) ltac:(lra) P P') as [_ [_ M]].
  { intros r K. destruct (H r K) as [H1 H2]. fold x in H1, H2. rewrite X, Y. split.
    - apply Rmult_le_reg_l with x; [lra|]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
    - replace (/ x * (x * x)) with x by (field; lra). easy. }
  eapply Rle_trans; [exact M|]. rewrite X, Y. set (q := x / (1 + x)).
  assert (Q : 0 <= q <= 1).
  { unfold q, Rdiv. assert (0 < / (1 + x)) by (apply Rinv_0_lt_compat; lra). assert ((1 + x) * / (1 + x) = 1) by (field; lra). split; nra. }
  replace (Rpower (/ x) (s + 1) * two_point ((1 / / x - 1) / (x * x - 1)) ((s + 1) * (2 * epsilon)))
    with (exp (- (s * epsilon)) * two_point q (2 * s * epsilon)).
  - pose proof (log_of_mean q (2 * s * epsilon) Q ltac:(nra)) as L. pose proof (two_point_pos q (2 * s * epsilon) Q) as Z.
    rewrite <- (exp_ln _ Z), <- exp_plus. apply exp_le.
    assert (T : tanh (epsilon / 2) = 2 * q - 1).
    { unfold tanh, sinh, cosh, q. set (y := exp (epsilon / 2)). assert (y0 : 0 < y) by apply exp_pos.
      assert (xy : x = y * y) by (unfold x, y; rewrite <- exp_plus; f_equal; field). rewrite exp_Ropp. fold y. rewrite xy. field. repeat split; nra. }
    rewrite T. nra.
  - unfold two_point, Rpower. rewrite ln_Rinv by lra. assert (lx : ln x = epsilon) by apply ln_exp. rewrite lx.
    replace ((s + 1) * - epsilon) with (- (s * epsilon) + - epsilon) by ring. rewrite exp_plus, Y.
    replace ((s + 1) * (2 * epsilon)) with (2 * s * epsilon + 2 * epsilon) by ring. rewrite exp_plus, X. unfold q. field. repeat split; nra.
Qed.

Lemma moment_of_tests : forall {O} epsilon s (run : @releases O) t, 0 < epsilon -> 0 <= s -> pure_tests epsilon t run ->
  moment (s + 1) run <= exp (INR t * (s * (epsilon * tanh (epsilon / 2)) + s * s * (epsilon * epsilon) / 2)).
Proof.
  intros O epsilon s run; set (c := s * (epsilon * tanh (epsilon / 2)) + s * s * (epsilon * epsilon) / 2).
  induction run as [|outputs p p' next IH]; intros t e s0 H.
  - assert (c0 : 0 <= c).
    { unfold c. assert (0 <= tanh (epsilon / 2)).
      { unfold tanh, sinh, cosh. assert (exp (- (epsilon / 2)) < exp (epsilon / 2)) by (apply exp_increasing; lra).
        pose proof (exp_pos (- (epsilon / 2))). set (a := exp (epsilon / 2)) in *. set (b := exp (- (epsilon / 2))) in *.
        replace ((a - b) / 2 / ((a + b) / 2)) with ((a - b) * / (a + b)) by (field; lra).
        apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra. }
      assert (0 <= s * (epsilon * tanh (epsilon / 2))) by (apply Rmult_le_pos; [easy|apply Rmult_le_pos; lra]).
      assert (0 <= s * s * (epsilon * epsilon)) by (repeat apply Rmult_le_pos; lra). lra. }
    cbn. rewrite <- exp_0 at 1. apply exp_le, Rmult_le_pos; [apply pos_INR|easy].
  - destruct t as [|t]; [destruct H|]. destruct H as [P [P' [H N]]]. cbn [moment].
    apply Rle_trans with (total (fun r => exp (INR t * c) * (p' r * Rpower (p r / p' r) (s + 1))) outputs).
    + apply total_le. intros r K. rewrite Rmult_comm. apply Rmult_le_compat_r; [|now apply IH, N].
      apply Rmult_le_pos; [left; now apply P'|left; apply exp_pos].
    + rewrite total_scale. fold (power_mean outputs (s + 1) p p'). rewrite S_INR.
      pose proof (moment_of_test outputs epsilon s p p' e s0 P P' H) as M. fold c in M.
      apply Rmult_le_compat_l with (r := exp (INR t * c)) in M; [|left; apply exp_pos]. rewrite <- exp_plus in M.
      replace ((INR t + 1) * c) with (INR t * c + c) by ring. exact M.
Qed.

(** All tests together keep the promise for all events, with our price. Only: tests with finitely many outputs,
    each of them possible. *)
Theorem C_comp : forall (O : Type) (epsilon delta : R) (t : nat) (run : @releases O), C_comp__if_epsilon epsilon -> C_comp__if_t (INR t) ->
  C_comp__if_delta delta -> pure_tests epsilon t run ->
  forall E, released true run E <= exp (C_comp__ours (INR t) epsilon delta) * released false run E + delta.
Proof.
  intros O epsilon delta t run e [t1 _] [d0 d1] H E. unfold C_comp__if_epsilon in e.
  assert (l0 : 0 < ln (1 / delta)).
  { rewrite ln_div, ln_1 by lra. pose proof (ln_increasing delta 1 d0 d1) as G. rewrite ln_1 in G. lra. }
  set (l := ln (1 / delta)) in *. set (w := sqrt (2 * INR t * l)). assert (w0 : 0 < w) by (apply sqrt_lt_R0; nra).
  assert (W : w * w = 2 * INR t * l) by (apply sqrt_sqrt; nra).
  set (s := w / (INR t * epsilon)). assert (s0 : 0 < s) by (apply Rdiv_lt_0_compat; nra).
  replace (C_comp__ours (INR t) epsilon delta) with (INR t * epsilon * tanh (epsilon / 2) + epsilon * w) by (unfold C_comp__ours, w, l; field).
  apply promise_of_moment with (s + 1); [lra|now apply (tests_full epsilon run t)|].
  pose proof (moment_of_tests epsilon s run t e ltac:(lra) H) as M.
  apply Rmult_le_compat_l with (r := exp (- (s + 1 - 1) * (INR t * epsilon * tanh (epsilon / 2) + epsilon * w))) in M; [|left; apply exp_pos].
  eapply Rle_trans; [exact M|]. rewrite <- exp_plus. rewrite <- (exp_ln delta) by easy. apply exp_le.
  replace (ln delta) with (- l) by (unfold l; rewrite ln_div, ln_1 by lra; ring).
  replace (- (s + 1 - 1) * (INR t * epsilon * tanh (epsilon / 2) + epsilon * w) + INR t * (s * (epsilon * tanh (epsilon / 2)) + s * s * (epsilon * epsilon) / 2))
    with (- (s * epsilon * w) + INR t * (s * s * (epsilon * epsilon) / 2)) by ring.
  replace (s * epsilon * w) with (w * w / INR t) by (unfold s; field; lra).
  replace (INR t * (s * s * (epsilon * epsilon) / 2)) with (w * w / INR t / 2) by (unfold s; field; lra).
  rewrite W. right. field. lra.
Qed.

(** A coin that shows the truth exp(epsilon) times as often as not is such a test. *)
Theorem C_comp_instance : forall epsilon : R, 0 < epsilon -> exists run : @releases bool, pure_tests epsilon 1 run /\
  exists E, released true run E = exp epsilon * released false run E /\ 0 < released false run E.
Proof.
  intros epsilon e. set (x := exp epsilon). assert (x1 : 1 < x) by (unfold x; rewrite <- exp_0; now apply exp_increasing).
  assert (i : 0 < / (1 + x)) by (apply Rinv_0_lt_compat; lra).
  assert (xi : / (1 + x) < x * / (1 + x)) by nra. assert (xxi : x * / (1 + x) < x * (x * / (1 + x))) by nra.
  exists (ask [true; false] (fun r : bool => if r then x / (1 + x) else 1 / (1 + x)) (fun r : bool => if r then 1 / (1 + x) else x / (1 + x)) (fun _ => stop)).
  split.
  - cbn. split; [split; [intros [|] _; unfold Rdiv; lra|cbv [total sum map]; field; lra]|].
    split; [split; [intros [|] _; unfold Rdiv; lra|cbv [total sum map]; field; lra]|].
    split; [|easy]. fold x. intros [|] _; unfold Rdiv; lra.
  - exists (fun w => match w with true :: _ => true | _ => false end). cbv [released total sum map]. unfold Rdiv. split; lra.
Qed.
