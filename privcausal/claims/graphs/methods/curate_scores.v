(* How many steps growing prices afford. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* The sum of the first I of these prices. *)
Definition paid (price : nat -> R) (I : nat) : R := total price (seq 0 I).

Lemma paid_step : forall price I, paid price (S I) = paid price I + price I.
Proof. intros; unfold paid. rewrite seq_S, total_app. unfold total at 2; cbn. ring. Qed.

Lemma paid_ext : forall f g I, (forall i, (i < I)%nat -> f i = g i) -> paid f I = paid g I.
Proof. intros f g I H. apply total_ext. intros i K. apply in_seq in K. apply H. lia. Qed.

Lemma paid_line : forall c I, paid (fun i => 1 + INR i * c) I = INR I + c * (INR I * (INR I - 1) / 2).
Proof. intros c I; induction I as [|I IH]; [cbn; lra|]. rewrite paid_step, IH, S_INR. field. Qed.

Lemma paid_squares : forall c I, paid (fun i => (1 + INR i * c) ^ 2) I =
  INR I + c * (INR I * (INR I - 1)) + c * c * (INR I * (INR I - 1) * (2 * INR I - 1) / 6).
Proof. intros c I; induction I as [|I IH]; [cbn; lra|]. rewrite paid_step, IH, S_INR. field. Qed.

Lemma paid_powers : forall x I, x <> 1 -> paid (fun i => x ^ i) I = (x ^ I - 1) / (x - 1).
Proof.
  intros x I N; induction I as [|I IH]; [cbn; field; lra|]. rewrite paid_step, IH. cbn [pow]. field. lra.
Qed.

Lemma ln_le_both : forall x y, 0 < x -> 0 < y -> (ln x <= ln y <-> x <= y).
Proof.
  intros x y X Y. split; intros H.
  - destruct (Rle_dec x y); [easy|]. pose proof (ln_increasing y x Y ltac:(lra)). lra.
  - destruct H as [H| ->]; [left; now apply ln_increasing|lra].
Qed.

Lemma power_of_exp : forall (k : nat) x, exp x ^ k = exp (INR k * x).
Proof.
  intros k x; induction k as [|k IH]; [cbn; rewrite Rmult_0_l; symmetry; apply exp_0|].
  rewrite S_INR. cbn [pow]. rewrite IH, <- exp_plus. f_equal. ring.
Qed.

Lemma arithmetic_basic : forall q I, (1 <= I)%nat ->
  (paid (fun i => (1 + INR i / INR I) ^ 1) I <= q <-> INR I <= (2 * q + 1) / 3).
Proof.
  intros q I K. assert (P : 0 < INR I) by (apply lt_0_INR; lia).
  rewrite (paid_ext _ (fun i => 1 + INR i * / INR I)) by (intros; unfold Rdiv; ring). rewrite paid_line.
  replace (INR I + / INR I * (INR I * (INR I - 1) / 2)) with ((3 * INR I - 1) / 2) by (field; lra). split; lra.
Qed.

Lemma arithmetic_concentrated : forall q I, (1 <= I)%nat -> 0 <= q ->
  (paid (fun i => (1 + INR i / INR I) ^ 2) I <= q <-> INR I <= (9 + 6 * q + sqrt ((9 + 6 * q) ^ 2 - 56)) / 28).
Proof.
  intros q I K Q. assert (P : 1 <= INR I) by (replace 1 with (INR 1) by reflexivity; now apply le_INR).
  rewrite (paid_ext _ (fun i => (1 + INR i * / INR I) ^ 2)) by (intros; unfold Rdiv; ring). rewrite paid_squares.
  replace (INR I + / INR I * (INR I * (INR I - 1)) + / INR I * / INR I * (INR I * (INR I - 1) * (2 * INR I - 1) / 6))
    with ((14 * (INR I * INR I) - 9 * INR I + 1) / (6 * INR I)) by (field; lra).
  set (I' := INR I) in *. set (b := 9 + 6 * q) in *. assert (B : 9 <= b) by (unfold b; lra).
  replace (b ^ 2 - 56) with (b * b - 56) by ring. pose proof (sqrt_sqrt (b * b - 56) ltac:(nra)) as S. pose proof (sqrt_pos (b * b - 56)) as S0.
  set (w := sqrt (b * b - 56)) in *.
  assert (E : (14 * (I' * I') - 9 * I' + 1) / (6 * I') <= q <-> 14 * (I' * I') - b * I' + 1 <= 0).
  { split; intros H.
    - apply Rmult_le_compat_r with (r := 6 * I') in H; [|lra].
      replace ((14 * (I' * I') - 9 * I' + 1) / (6 * I') * (6 * I')) with (14 * (I' * I') - 9 * I' + 1) in H by (field; lra). unfold b. lra.
    - apply Rmult_le_reg_r with (6 * I'); [lra|].
      replace ((14 * (I' * I') - 9 * I' + 1) / (6 * I') * (6 * I')) with (14 * (I' * I') - 9 * I' + 1) by (field; lra). unfold b in H. lra. }
  rewrite E. assert (F : 14 * (I' * I') - b * I' + 1 = (28 * I' - b - w) * (28 * I' - b + w) / 56).
  { replace ((28 * I' - b - w) * (28 * I' - b + w)) with ((28 * I' - b) * (28 * I' - b) - w * w) by ring. rewrite S. field. }
  rewrite F. split; intros H.
  - destruct (Rle_dec (28 * I') (b + w)); [lra|]. exfalso.
    assert (0 < (28 * I' - b - w) * (28 * I' - b + w)) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (0 <= 28 * I' - b + w).
    { destruct (Rle_dec b 28); [lra|]. destruct (Rle_dec b 28); [easy|]. assert (b - 28 <= w); [|lra].
      destruct (Rle_dec (b - 28) w); [easy|]. exfalso. assert (w * w < (b - 28) * (b - 28)) by nra. nra. }
    assert (0 <= (b + w - 28 * I') * (28 * I' - b + w)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma exponential : forall (k : nat) q I, (1 <= I)%nat -> (1 <= k)%nat -> 0 < q ->
  (paid (fun i => exp (INR i / INR I) ^ k) I <= q <-> INR I <= INR k / ln (1 + (exp (INR k) - 1) / q)).
Proof.
  intros k q I K K' Q. assert (P : 0 < INR I) by (apply lt_0_INR; lia). assert (k0 : 0 < INR k) by (apply lt_0_INR; lia).
  set (x := exp (INR k / INR I)).
  assert (X : 1 < x) by (unfold x; rewrite <- exp_0; apply exp_increasing; now apply Rdiv_lt_0_compat).
  assert (Y : 1 < exp (INR k)) by (rewrite <- exp_0; now apply exp_increasing).
  rewrite (paid_ext _ (fun i => x ^ i)).
  2: { intros i _. unfold x. rewrite !power_of_exp. f_equal. field. lra. }
  rewrite paid_powers by lra. replace (x ^ I) with (exp (INR k)) by (unfold x; rewrite power_of_exp; f_equal; field; lra).
  set (y := exp (INR k) - 1) in *. assert (y0 : 0 < y) by (unfold y; lra). assert (Z : 0 < y / q) by now apply Rdiv_lt_0_compat.
  assert (L : 0 < ln (1 + y / q)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (lx : ln x = INR k / INR I) by apply ln_exp.
  transitivity (1 + y / q <= x).
  - split; intros H.
    + apply Rmult_le_compat_r with (r := (x - 1) / q) in H; [|left; apply Rdiv_lt_0_compat; lra].
      replace (y / (x - 1) * ((x - 1) / q)) with (y / q) in H by (field; lra).
      replace (q * ((x - 1) / q)) with (x - 1) in H by (field; lra). lra.
    + apply Rmult_le_reg_r with ((x - 1) / q); [apply Rdiv_lt_0_compat; lra|].
      replace (y / (x - 1) * ((x - 1) / q)) with (y / q) by (field; lra).
      replace (q * ((x - 1) / q)) with (x - 1) by (field; lra). lra.
  - rewrite <- (ln_le_both (1 + y / q) x) by lra. rewrite lx. set (l := ln (1 + y / q)) in *. split; intros H.
    + apply Rmult_le_reg_r with l; [easy|]. replace (INR k / l * l) with (INR k) by (field; lra).
      apply Rmult_le_compat_l with (r := INR I) in H; [|lra]. replace (INR I * (INR k / INR I)) with (INR k) in H by (field; lra). lra.
    + apply Rmult_le_reg_r with (INR I); [easy|]. replace (INR k / INR I * INR I) with (INR k) by (field; lra).
      apply Rmult_le_compat_r with (r := l) in H; [|lra]. replace (INR k / l * l) with (INR k) in H by (field; lra). lra.
Qed.

Lemma geometric : forall (k : nat) r q I, (1 <= k)%nat -> 1 < r -> 0 <= q ->
  (paid (fun i => Rpower r (INR i) ^ k) I <= q <-> INR I <= ln (1 + (Rpower r (INR k) - 1) * q) / (INR k * ln r)).
Proof.
  intros k r q I K r1 Q. assert (k0 : 0 < INR k) by (apply lt_0_INR; lia).
  assert (l0 : 0 < ln r) by (rewrite <- ln_1; apply ln_increasing; lra).
  rewrite (Rpower_pow k r) by lra. set (x := r ^ k). assert (X : 1 < x) by (unfold x; apply Rlt_pow_R1; [easy|lia]).
  rewrite (paid_ext _ (fun i => x ^ i)).
  2: { intros i _. rewrite Rpower_pow by lra. unfold x. now rewrite <- !pow_mult, Nat.mul_comm. }
  rewrite paid_powers by lra. assert (x0 : 0 < x ^ I) by (apply pow_lt; lra).
  assert (lx : ln (x ^ I) = INR I * (INR k * ln r)).
  { unfold x. rewrite <- pow_mult, <- Rpower_pow by lra. unfold Rpower. rewrite ln_exp, mult_INR. ring. }
  assert (y0 : 0 < 1 + (x - 1) * q) by nra. set (c := INR k * ln r) in *. assert (c0 : 0 < c) by (unfold c; now apply Rmult_lt_0_compat).
  transitivity (x ^ I <= 1 + (x - 1) * q).
  - split; intros H.
    + apply Rmult_le_compat_r with (r := x - 1) in H; [|lra]. replace ((x ^ I - 1) / (x - 1) * (x - 1)) with (x ^ I - 1) in H by (field; lra). lra.
    + apply Rmult_le_reg_r with (x - 1); [lra|]. replace ((x ^ I - 1) / (x - 1) * (x - 1)) with (x ^ I - 1) by (field; lra). lra.
  - rewrite <- (ln_le_both (x ^ I) (1 + (x - 1) * q)) by easy. rewrite lx. set (l := ln (1 + (x - 1) * q)). split; intros H.
    + apply Rmult_le_reg_r with c; [easy|]. replace (l / c * c) with l by (field; lra). easy.
    + apply Rmult_le_compat_r with (r := c) in H; [|lra]. replace (l / c * c) with l in H by (field; lra). easy.
Qed.

(* The k-th powers of all prices, over that of the first, fit into q. *)
Definition fits (price : nat -> R) (k I : nat) (q : R) : Prop := paid (fun i => price i ^ k) I <= q.

Lemma in_units_of_the_first : forall (e : nat -> R) e0 I total_, 0 < e0 ->
  (paid (fun i => e i) I <= total_ <-> fits (fun i => e i / e0) 1 I (total_ / e0)).
Proof.
  intros e e0 I T P. unfold fits. replace (paid (fun i => (e i / e0) ^ 1) I) with (paid e I / e0).
  - split; intros H.
    + unfold Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|easy].
    + apply Rmult_le_reg_r with (/ e0); [now apply Rinv_0_lt_compat|easy].
  - symmetry. unfold paid. rewrite (total_ext _ (fun i => / e0 * e i)) by (intros; unfold Rdiv; ring). rewrite total_scale. unfold Rdiv. ring.
Qed.

Lemma in_units_of_the_first_square : forall (e : nat -> R) e0 I rho, 0 < e0 ->
  (paid (fun i => e i ^ 2 / 2) I <= rho <-> fits (fun i => e i / e0) 2 I (2 * rho / e0 ^ 2)).
Proof.
  intros e e0 I rho P. assert (P2 : 0 < e0 ^ 2) by nra. unfold fits.
  replace (paid (fun i => (e i / e0) ^ 2) I) with (2 / e0 ^ 2 * paid (fun i => e i ^ 2 / 2) I).
  - split; intros H.
    + replace (2 * rho / e0 ^ 2) with (2 / e0 ^ 2 * rho) by (field; lra). apply Rmult_le_compat_l; [|easy]. left. apply Rdiv_lt_0_compat; lra.
    + apply Rmult_le_reg_l with (2 / e0 ^ 2); [apply Rdiv_lt_0_compat; lra|]. replace (2 / e0 ^ 2 * rho) with (2 * rho / e0 ^ 2) by (field; lra). easy.
  - unfold paid. rewrite <- total_scale. apply total_ext. intros; field. lra.
Qed.

(** Just those numbers of steps, from 1 on, fit the room that are at most the formula. The room is the total in units of the
    first price, for composition that adds up the prices (k = 1) or half their squares (k = 2). *)
Theorem C_lemma2 : forall (e : nat -> R) (epsilon_0 epsilon rho q r : R) (k I : nat), 0 < epsilon_0 -> 0 < q -> 1 < r ->
  (1 <= k)%nat -> (1 <= I)%nat ->
  (paid e I <= epsilon <-> fits (fun i => e i / epsilon_0) 1 I (C_lemma2__room'2c''20'basic epsilon epsilon_0)) /\
  (paid (fun i => e i ^ 2 / 2) I <= rho <-> fits (fun i => e i / epsilon_0) 2 I (C_lemma2__room'2c''20'zCDP rho epsilon_0)) /\
  (fits (fun i => C_lemma2__arithmetic'20'price (INR i) (INR I)) 1 I q <-> INR I <= C_lemma2__arithmetic'2c''20'basic q) /\
  (fits (fun i => C_lemma2__arithmetic'20'price (INR i) (INR I)) 2 I q <-> INR I <= C_lemma2__arithmetic'2c''20'zCDP q) /\
  (fits (fun i => C_lemma2__exponential'20'price (INR i) (INR I)) k I q <-> INR I <= C_lemma2__exponential (INR k) q) /\
  (fits (fun i => C_lemma2__geometric'20'price r (INR i)) k I q <-> INR I <= C_lemma2__geometric r (INR k) q).
Proof.
  intros e e0 epsilon rho q r k I E Q R K J. assert (P : 0 < INR I) by (apply lt_0_INR; lia). assert (k0 : 0 < INR k) by (apply lt_0_INR; lia).
  assert (P2 : 0 < e0 ^ 2) by nra. assert (l0 : 0 < ln r) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (Y : 1 < exp (INR k)) by (rewrite <- exp_0; now apply exp_increasing).
  assert (L : 0 < ln (1 + (exp (INR k) - 1) / q)).
  { rewrite <- ln_1. apply ln_increasing; [lra|]. assert (0 < (exp (INR k) - 1) / q) by (apply Rdiv_lt_0_compat; lra). lra. }
  replace (C_lemma2__room'2c''20'basic epsilon e0) with (epsilon / e0) by (unfold C_lemma2__room'2c''20'basic; field; lra).
  replace (C_lemma2__room'2c''20'zCDP rho e0) with (2 * rho / e0 ^ 2) by (unfold C_lemma2__room'2c''20'zCDP; field; lra).
  replace (C_lemma2__arithmetic'2c''20'basic q) with ((2 * q + 1) / 3) by (unfold C_lemma2__arithmetic'2c''20'basic; field).
  replace (C_lemma2__arithmetic'2c''20'zCDP q) with ((9 + 6 * q + sqrt ((9 + 6 * q) ^ 2 - 56)) / 28) by (unfold C_lemma2__arithmetic'2c''20'zCDP; field).
  replace (C_lemma2__exponential (INR k) q) with (INR k / ln (1 + (exp (INR k) - 1) / q)) by (unfold C_lemma2__exponential; field; lra).
  replace (C_lemma2__geometric r (INR k) q) with (ln (1 + (Rpower r (INR k) - 1) * q) / (INR k * ln r)) by (unfold C_lemma2__geometric; field; lra).
  split; [now apply in_units_of_the_first|]. split; [now apply in_units_of_the_first_square|]. unfold fits.
  split; [|split; [|split]].
  - rewrite <- arithmetic_basic by easy. rewrite (paid_ext _ (fun i => (1 + INR i / INR I) ^ 1)); [easy|].
    intros; unfold C_lemma2__arithmetic'20'price; field; lra.
  - rewrite <- arithmetic_concentrated by (easy || lra). rewrite (paid_ext _ (fun i => (1 + INR i / INR I) ^ 2)); [easy|].
    intros; unfold C_lemma2__arithmetic'20'price; field; lra.
  - rewrite <- exponential by easy. rewrite (paid_ext _ (fun i => exp (INR i / INR I) ^ k)); [easy|].
    intros; f_equal; unfold C_lemma2__exponential'20'price; field.
  - rewrite <- geometric by (easy || lra). rewrite (paid_ext _ (fun i => Rpower r (INR i) ^ k)); [easy|].
    intros; f_equal; unfold C_lemma2__geometric'20'price; field.
Qed.

(** Three steps of 1, 4/3 and 5/3 use up a room of 4, and the formula says 3. Only: attained by arithmetic growth at q
    = 4. *)
Theorem C_lemma2_attained : paid (fun i => C_lemma2__arithmetic'20'price (INR i) 3) 3 = 4 /\ C_lemma2__arithmetic'2c''20'basic 4 = 3.
Proof. unfold paid, C_lemma2__arithmetic'20'price, C_lemma2__arithmetic'2c''20'basic. cbn. split; lra. Qed.
