(* Laplace noise, asked for a smaller epsilon than it was made for. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
From privcausal.claims.privacy Require Import noise.
Open Scope R_scope.

(* What the event "the noisy value lies below x" gains, between a value of 0 and one of Delta. *)
Definition gain_below (epsilon s Delta x : R) : R :=
  laplace_below (Delta / epsilon) x - exp (s * epsilon) * laplace_below (Delta / epsilon) (x - Delta).

Lemma mean_of_two : forall a b z, 0 < a -> 0 < b -> 0 <= z -> a * b = z * z -> z <= (a + b) / 2.
Proof. intros a b z A B Z H. assert (0 <= (a - b) * (a - b)) by apply Rle_0_sqr. nra. Qed.

(** No half-line gains more than that at s times epsilon. Only: half-lines, and not all events; values that are
    exactly Delta apart. *)
Theorem B_profile : forall epsilon s Delta x : R, 0 < epsilon -> B_profile__if_s s -> 0 < Delta ->
  gain_below epsilon s Delta x <= B_profile__ours s epsilon.
Proof.
  intros epsilon s Delta x e [s0 s1] D. unfold gain_below. set (b := Delta / epsilon). assert (b0 : 0 < b) by now apply Rdiv_lt_0_compat.
  assert (i : 0 < / b) by now apply Rinv_0_lt_compat.
  assert (db : Delta / b = epsilon) by (unfold b; field; lra).
  assert (E1 : forall y, y <= 0 -> 0 < exp y <= 1) by (intros y Y; split; [apply exp_pos|rewrite <- exp_0; now apply exp_le]).
  set (z := exp (- (1 - s) * epsilon / 2)). replace (B_profile__ours s epsilon) with (1 - z) by (unfold B_profile__ours, z; field).
  set (S := exp (s * epsilon)).
  assert (S1 : 1 <= S) by (unfold S; rewrite <- exp_0; apply exp_le; nra).
  assert (z01 : 0 < z <= 1) by (apply E1; nra).
  assert (zz : z * z = S * exp (- epsilon)) by (unfold z, S; rewrite <- !exp_plus; f_equal; field).
  unfold laplace_below. destruct (Rlt_dec x 0) as [X|X], (Rlt_dec (x - Delta) 0) as [Y|Y]; try lra.
  - replace ((x - Delta) / b) with (x / b + - epsilon) by (rewrite <- db; field; lra). rewrite exp_plus.
    pose proof (E1 (x / b) ltac:(unfold Rdiv; nra)) as W. set (w := exp (x / b)) in *.
    assert (0 <= (1 - z) * (1 - z)) by apply Rle_0_sqr.
    replace (w / 2 - S * (w * exp (- epsilon) / 2)) with (w * (1 - z * z) / 2) by (rewrite zz; field).
    assert (w * (1 - z * z) <= 1 * (1 - z * z)) by (apply Rmult_le_compat_r; nra). nra.
  - set (u := exp (- x / b)). set (v := exp ((x - Delta) / b)).
    assert (uv : u * (S * v) = z * z).
    { rewrite zz. unfold u, v. replace (exp (- x / b) * (S * exp ((x - Delta) / b))) with (S * (exp (- x / b) * exp ((x - Delta) / b))) by ring.
      rewrite <- exp_plus. do 2 f_equal. rewrite <- db. field. lra. }
    assert (u0 : 0 < u) by apply exp_pos. assert (v0 : 0 < v) by apply exp_pos.
    pose proof (mean_of_two u (S * v) z u0 ltac:(nra) ltac:(lra) uv). lra.
  - replace (- x / b) with (- epsilon + - (x - Delta) / b) by (rewrite <- db; field; lra). rewrite exp_plus.
    pose proof (E1 (- (x - Delta) / b) ltac:(unfold Rdiv; nra)) as W. set (w := exp (- (x - Delta) / b)) in *.
    set (q := exp (- epsilon)) in *. assert (Q : 0 < q <= 1) by (apply E1; lra).
    pose proof (mean_of_two S q z ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)).
    assert (w * (S - q) <= 1 * (S - q)) by (apply Rmult_le_compat_r; lra). nra.
Qed.

(** One half-line gains all of it, so no smaller delta will do. *)
Theorem B_profile_attained : forall epsilon s Delta : R, 0 < epsilon -> B_profile__if_s s -> 0 < Delta ->
  gain_below epsilon s Delta ((1 - s) * Delta / 2) = B_profile__ours s epsilon.
Proof.
  intros epsilon s Delta e s01 D. unfold B_profile__if_s in s01. unfold gain_below, laplace_below.
  destruct (Rlt_dec _ 0) as [X|X]; [nra|]. destruct (Rlt_dec _ 0) as [Y|Y]; [|nra].
  replace (- ((1 - s) * Delta / 2) / (Delta / epsilon)) with (- (1 - s) * epsilon / 2) by (field; lra).
  replace (((1 - s) * Delta / 2 - Delta) / (Delta / epsilon)) with (- (s * epsilon) + - (1 - s) * epsilon / 2) by (field; lra).
  rewrite exp_plus. unfold B_profile__ours. assert (M : exp (s * epsilon) * exp (- (s * epsilon)) = 1).
  { rewrite <- exp_plus. replace (s * epsilon + - (s * epsilon)) with 0 by ring. apply exp_0. }
  set (z := exp (- (1 - s) * epsilon / 2)).
  replace (exp (s * epsilon) * (exp (- (s * epsilon)) * z / 2)) with (exp (s * epsilon) * exp (- (s * epsilon)) * z / 2) by field. rewrite M. field.
Qed.
