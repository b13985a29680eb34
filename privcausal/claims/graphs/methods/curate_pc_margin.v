(* A test with two margins, and a coin between them. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.privacy Require Import noise propose_test_release_stability.
Open Scope R_scope.

(* The statistic f with Laplace noise of scale s lies below the lower margin, above the upper one, or in between; the margins
   are so many scales of the noise away from T. *)
Definition kept_clearly (s T below f : R) : R := laplace_below s (T - below * s - f).
Definition deleted_clearly (s T above f : R) : R := 1 - laplace_below s (T + above * s - f).
Definition between (s T below above f : R) : R := 1 - kept_clearly s T below f - deleted_clearly s T above f.

Lemma far_below : forall s x, 0 < s -> 0 <= x -> laplace_below s (- (x * s)) = exp (- x) / 2.
Proof.
  intros s x S X. unfold laplace_below. destruct (Rlt_dec (- (x * s)) 0) as [N|N].
  - replace (- (x * s) / s) with (- x) by (field; lra). easy.
  - assert (x = 0) by nra. subst. replace (- - (0 * s) / s) with 0 by (field; lra). rewrite Ropp_0, exp_0. lra.
Qed.

Lemma below_monotone : forall s x y, 0 < s -> x <= y -> laplace_below s x <= laplace_below s y.
Proof. intros s x y S H. destruct (laplace_slow s x (y - x) S ltac:(lra)) as [L _]. now replace (x + (y - x)) with y in L by ring. Qed.

(** Where what lies in between has probability c, an edge whose statistic lies above T is kept, and one whose statistic lies
    below T is deleted, at most that often. *)
Theorem C_lemma1 : forall (c : R -> R -> R) (s T f below above : R), 0 < s -> 0 <= below -> 0 <= above ->
  c below above = between s T below above f ->
  (T <= f -> kept_clearly s T below f + C_lemma1__coin * between s T below above f <= C_lemma1__published c below above) /\
  (f <= T -> deleted_clearly s T above f + (1 - C_lemma1__coin) * between s T below above f <= C_lemma1__deleted c below above).
Proof.
  intros c s T f below above S B A C. unfold C_lemma1__coin, C_lemma1__published, C_lemma1__deleted. rewrite C. split; intros F.
  - assert (kept_clearly s T below f <= exp (- below) / 2); [|lra]. rewrite <- (far_below s below S B).
    unfold kept_clearly. apply below_monotone; [easy|]. lra.
  - assert (deleted_clearly s T above f <= exp (- above) / 2); [|lra]. rewrite <- (far_below s above S A).
    unfold deleted_clearly. rewrite <- laplace_symmetric by easy. apply below_monotone; [easy|]. lra.
Qed.

(** At T itself both are reached. *)
Theorem C_lemma1_attained : forall (c : R -> R -> R) (s T below above : R), 0 < s -> 0 <= below -> 0 <= above ->
  c below above = between s T below above T ->
  kept_clearly s T below T + C_lemma1__coin * between s T below above T = C_lemma1__published c below above /\
  deleted_clearly s T above T + (1 - C_lemma1__coin) * between s T below above T = C_lemma1__deleted c below above.
Proof.
  intros c s T below above S B A C. unfold C_lemma1__coin, C_lemma1__published, C_lemma1__deleted. rewrite C.
  assert (kept_clearly s T below T = exp (- below) / 2).
  { rewrite <- (far_below s below S B). unfold kept_clearly. f_equal. ring. }
  assert (deleted_clearly s T above T = exp (- above) / 2).
  { rewrite <- (far_below s above S A). unfold deleted_clearly. rewrite <- laplace_symmetric by easy. f_equal. ring. }
  split; lra.
Qed.
