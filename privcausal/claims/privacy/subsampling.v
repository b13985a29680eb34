(* A mechanism that sees a part of the records only. *)
From Coq Require Import Reals List Lra Lia Permutation.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

(* All choices of m records out of a list. *)
Fixpoint samples {A : Type} (m : nat) (l : list A) : list (list A) :=
  match m, l with
  | 0%nat, _ => [[]]
  | S _, [] => []
  | S k, x :: rest => map (cons x) (samples k rest) ++ samples m rest
  end.

(* What is made of the sample does not depend on its order. *)
Definition orderless {A B : Type} (f : list A -> B) : Prop := forall s s', Permutation s s' -> f s = f s'.

(* Every choice is as likely as any other, and the output is drawn from the law that belongs to it. *)
Definition on_a_sample {A O : Type} (m : nat) (M : list A -> O -> R) (l : list A) (r : O) : R := mean (fun s => M s r) (samples m l).

Lemma samples_some : forall {A} (f : list A -> R) m x l,
  total f (samples (S m) (x :: l)) = total (fun s => f (x :: s)) (samples m l) + total f (samples (S m) l).
Proof. intros; cbn [samples]. now rewrite total_app, total_map. Qed.

Lemma samples_none : forall {A} (f : list A -> R) l, total f (samples 0 l) = f [].
Proof. intros A f [|x l]; unfold total; cbn; ring. Qed.

Lemma samples_order : forall {A} (l l' : list A), Permutation l l' -> forall m (f : list A -> R), orderless f ->
  total f (samples m l) = total f (samples m l').
Proof.
  intros A l l' P. induction P as [|x l l' P IH|x y l|l l' l'' P IH P' IH']; intros m f F.
  - easy.
  - destruct m as [|m]; [now rewrite !samples_none|]. rewrite !samples_some. f_equal; apply IH; [|easy].
    intros s s' Q. apply F. now constructor.
  - destruct m as [|[|m]]; [now rewrite !samples_none|rewrite !samples_some, !samples_none; ring|].
    rewrite !samples_some. rewrite (total_ext (fun s => f (y :: x :: s)) (fun s => f (x :: y :: s))) by (intros; apply F; constructor). ring.
  - rewrite IH by easy. now apply IH'.
Qed.

(* A sample without x can be made from one with x in as many ways as there are other records left. *)
Lemma exchanged : forall {A} (l : list A) (m : nat) (g h : list A -> R) (c : R), orderless g ->
  (forall y s, h s <= c * g (y :: s)) ->
  (size l - INR m) * total h (samples m l) <= c * (INR m + 1) * total g (samples (S m) l).
Proof.
  intros A l; induction l as [|z l IH]; intros m g h c F H.
  - destruct m as [|m].
    + rewrite samples_none. unfold size, total; cbn. lra.
    + unfold size, total; cbn [samples map sum length]. lra.
  - destruct m as [|m].
    + specialize (IH 0%nat g h c F H). rewrite samples_none in *. rewrite samples_some, samples_none, size_cons.
      specialize (H z []). cbn [INR] in *. nra.
    + rewrite samples_some, (samples_some g), size_cons, S_INR.
      assert (F' : orderless (fun s => g (z :: s))) by (intros s s' Q; apply F; now constructor).
      assert (H1 := IH m (fun s => g (z :: s)) (fun s => h (z :: s)) c F').
      assert (H2 := IH (S m) g h c F H). rewrite S_INR in H2.
      assert (H3 : total h (samples (S m) l) <= c * total (fun s => g (z :: s)) (samples (S m) l)).
      { rewrite <- total_scale. apply total_le. intros s _. apply H. }
      assert (H1' : (size l - INR m) * total (fun s => h (z :: s)) (samples m l) <=
        c * (INR m + 1) * total (fun s => g (z :: s)) (samples (S m) l)).
      { apply H1. intros y s. rewrite (F (z :: y :: s) (y :: z :: s)) by constructor. apply H. }
      nra.
Qed.

Lemma size_none : forall {A} (l : list A), size (samples 0 l) = 1.
Proof. intros A [|x l]; unfold size; cbn; ring. Qed.

Lemma size_some : forall {A} m (x : A) l, size (samples (S m) (x :: l)) = size (samples m l) + size (samples (S m) l).
Proof. intros; cbn [samples]. rewrite size_app. unfold size at 1. now rewrite map_length. Qed.

Lemma samples_counted : forall {A} (l : list A) (m : nat),
  (size l - INR m) * size (samples m l) = (INR m + 1) * size (samples (S m) l).
Proof.
  intros A l; induction l as [|z l IH]; intros m.
  - destruct m; unfold size; cbn; ring.
  - destruct m as [|m].
    + pose proof (IH 0%nat) as I. rewrite size_none in *. rewrite size_some, size_none, size_cons. cbn [INR] in *. lra.
    + pose proof (IH m) as I1. pose proof (IH (S m)) as I2. rewrite S_INR in *. rewrite !size_some, size_cons. lra.
Qed.

Lemma samples_exist : forall {A} (l : list A) m, (m <= length l)%nat -> 0 < size (samples m l).
Proof.
  intros A l; induction l as [|z l IH]; intros m K.
  - cbn in K. replace m with 0%nat by lia. rewrite size_none. lra.
  - destruct m as [|m]; [rewrite size_none; lra|]. rewrite size_some. cbn in K.
    pose proof (IH m ltac:(lia)). pose proof (size_nonneg (samples (S m) l)). lra.
Qed.

Lemma size_order : forall {A} (l l' : list A) m, Permutation l l' -> size (samples m l) = size (samples m l').
Proof.
  assert (S1 : forall A (k : list (list A)), size k = total (fun _ => 1) k) by (intros; rewrite total_const; ring).
  intros. rewrite !S1. now apply samples_order.
Qed.

(* One function of the sample, not only the chance of one output. *)
Lemma amplified : forall {A} (l l' : list A) (m : nat) (f : list A -> R) (r : R), neighbours l l' -> (1 <= m <= length l)%nat -> 1 <= r ->
  orderless f -> (forall s, 0 <= f s) -> (forall s s', neighbours s s' -> f s <= r * f s') ->
  mean f (samples m l) <= (1 + INR m / size l * (r - 1)) * mean f (samples m l').
Proof.
  intros A l l' m f r [before x x' after] M r1 F P H. set (l0 := before ++ after).
  rewrite !size_split. fold l0.
  assert (L : forall z, Permutation (before ++ z :: after) (z :: l0)) by (intros; symmetry; apply Permutation_middle).
  assert (M' : (m <= S (length l0))%nat) by (rewrite (Permutation_length (L x)) in M; cbn in M; lia).
  destruct m as [|m]; [lia|].
  assert (T : forall z, total f (samples (S m) (before ++ z :: after)) = total (fun s => f (z :: s)) (samples m l0) + total f (samples (S m) l0)).
  { intros z. rewrite (samples_order _ _ (L z)) by easy. apply samples_some. }
  assert (N : forall z, size (samples (S m) (before ++ z :: after)) = size (samples m l0) + size (samples (S m) l0)).
  { intros z. rewrite (size_order _ _ _ (L z)). apply size_some. }
  unfold mean. rewrite !T, !N.
  set (a := total (fun s => f (x :: s)) (samples m l0)). set (a' := total (fun s => f (x' :: s)) (samples m l0)).
  set (b := total f (samples (S m) l0)).
  assert (A0 : 0 <= a') by (apply total_nonneg; intros; apply P). assert (B0 : 0 <= b) by (apply total_nonneg; intros; apply P).
  assert (AA : a <= r * a'). { unfold a, a'. rewrite <- total_scale. apply total_le. intros s _. apply H. exact (replaced [] x x' s). }
  assert (AB : (size l0 - INR m) * a <= r * (INR m + 1) * b).
  { unfold a, b. apply exchanged; [easy|]. intros y s. apply H. exact (replaced [] x y s). }
  pose proof (samples_counted l0 m) as C. pose proof (samples_exist l0 m ltac:(lia)) as E. pose proof (size_nonneg (samples (S m) l0)) as E'.
  set (u := size (samples m l0)) in *. set (v := size (samples (S m) l0)) in *.
  assert (n0 : 0 < size l0 + 1) by (pose proof (size_nonneg l0); lra).
  assert (mn : INR m <= size l0) by (apply le_INR; lia). pose proof (pos_INR m) as m0. rewrite S_INR.
  set (n := size l0) in *. set (k := INR m) in *.
  set (q := (k + 1) / (n + 1)). assert (Q : q * (n + 1) = k + 1) by (unfold q; field; lra).
  assert (q01 : 0 < q <= 1). { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with (n + 1); [lra|]. lra. }
  assert (G : a + b <= (1 + q * (r - 1)) * (a' + b)).
  { destruct (Rle_dec a' (q * (a' + b))) as [D|D].
    - assert ((r - 1) * a' <= (r - 1) * (q * (a' + b))) by (apply Rmult_le_compat_l; lra). nra.
    - (* a <= q r (a' + b), a mean of the two bounds on it *)
      assert (K : a <= q * (r * (a' + b))).
      { assert ((n + 1) * a <= (n + 1) * (q * (r * (a' + b)))).
        { replace ((n + 1) * (q * (r * (a' + b)))) with ((k + 1) * (r * a') + r * (k + 1) * b) by (rewrite <- Q; ring).
          assert ((k + 1) * a <= (k + 1) * (r * a')) by (apply Rmult_le_compat_l; lra). lra. }
        apply Rmult_le_reg_l with (n + 1); lra. }
      nra. }
  apply Rmult_le_reg_r with (u + v); [lra|].
  replace ((a + b) / (u + v) * (u + v)) with (a + b) by (field; lra).
  replace ((1 + q * (r - 1)) * ((a' + b) / (u + v)) * (u + v)) with ((1 + q * (r - 1)) * (a' + b)) by (field; lra). exact G.
Qed.

Lemma sampled_hides : forall {A O} (outputs : list O) (m : nat) (M : list A -> O -> R) (r : R) (l l' : list A),
  (1 <= m <= length l)%nat -> 1 <= r -> orderless M -> (forall s, law outputs (M s)) ->
  private neighbours outputs (ln r) 0 M -> neighbours l l' ->
  hides outputs (ln (1 + INR m / size l * (r - 1))) 0 (on_a_sample m M l) (on_a_sample m M l').
Proof.
  intros A O outputs m M r l l' K r1 F L H N E.
  assert (C : forall k, chance outputs (on_a_sample m M k) E = mean (fun s => chance outputs (M s) E) (samples m k)).
  { intros k. unfold on_a_sample, mean, chance.
    rewrite (total_ext _ (fun o => / size (samples m k) * total (fun s => if E o then M s o else 0) (samples m k))).
    - rewrite total_scale, total_swap. unfold Rdiv. ring.
    - intros o _. destruct (E o); [unfold Rdiv; ring|]. rewrite total_const. ring. }
  assert (n0 : 0 < size l). { unfold size. apply lt_0_INR. lia. }
  assert (0 < INR m) by (apply lt_0_INR; lia). assert (0 < INR m / size l) by now apply Rdiv_lt_0_compat.
  rewrite !C, exp_ln, Rplus_0_r by nra. apply amplified; auto.
  - intros s s' P. now rewrite (F s s' P).
  - intros s. now apply chance_of_law.
  - intros s s' Z. specialize (H s s' Z E). rewrite exp_ln in H by lra. lra.
Qed.

(** Run on m of n records, a mechanism that does not look at their order has that price; r is the ratio that it keeps.
    Only: finitely many outputs. *)
Theorem P_amplify : forall (A O : Type) (outputs : list O) (m : nat) (M : list A -> O -> R) (r : R) (l l' : list A),
  P_amplify__if_m (INR m) -> INR m <= size l -> 1 <= r -> orderless M -> (forall s, law outputs (M s)) ->
  private neighbours outputs (ln r) 0 M -> neighbours l l' ->
  hides outputs (P_amplify__published (INR m) (size l) r) 0 (on_a_sample m M l) (on_a_sample m M l').
Proof.
  intros A O outputs m M r l l' [m1 _] mn r1 F L H N. unfold size in mn. apply INR_le in mn.
  assert (1 <= m)%nat by (apply INR_le; exact m1).
  replace (P_amplify__published (INR m) (size l) r) with (ln (1 + INR m / size l * (r - 1))).
  - apply sampled_hides; auto.
  - unfold P_amplify__published; f_equal; field; apply Rgt_not_eq, lt_0_INR; lia.
Qed.

(** What is chosen in its place spends h. *)
Theorem P_amplify_published : forall n m h : R, 0 < n -> 0 < m -> 0 <= h ->
  P_amplify__published m n (exp (P_amplify__chosen n m h)) = h.
Proof.
  intros n m h n0 m0 h0. assert (H : 1 <= exp h) by (rewrite <- exp_0; now apply exp_le).
  assert (Q : 0 < n / m) by now apply Rdiv_lt_0_compat.
  replace (P_amplify__chosen n m h) with (ln (n / m * (exp h - 1) + 1)) by (unfold P_amplify__chosen; field; lra).
  rewrite exp_ln by nra. set (x := n / m * (exp h - 1) + 1).
  replace (P_amplify__published m n x) with (ln (1 + m / n * (x - 1))) by (unfold P_amplify__published; field; lra).
  rewrite <- (ln_exp h) at 1. f_equal. unfold x. field. lra.
Qed.

(* A coin that is biased towards heads if some record of the sample is marked. *)
Definition marked_coin (r : R) (s : list bool) (heads : bool) : R :=
  let p := if existsb (fun b => b) s then r / (1 + r) else 1 / (1 + r) in if heads then p else 1 - p.

Lemma marked_coin_law : forall r s, 1 <= r -> law [true; false] (marked_coin r s).
Proof.
  intros r s r1. assert (i : 0 < / (1 + r)) by (apply Rinv_0_lt_compat; lra).
  assert (s1 : r * / (1 + r) + / (1 + r) = 1) by (field; lra). unfold marked_coin. split.
  - intros [|] _; destruct (existsb _ s); unfold Rdiv; nra.
  - cbv [total sum map]. destruct (existsb _ s); ring.
Qed.

Lemma marked_coin_private : forall r, 1 <= r -> private neighbours [true; false] (ln r) 0 (marked_coin r).
Proof.
  intros r r1 s s' _. apply pointwise_hides. rewrite exp_ln by lra.
  assert (i : 0 < / (1 + r)) by (apply Rinv_0_lt_compat; lra). assert (s1 : r * / (1 + r) + / (1 + r) = 1) by (field; lra).
  assert (0 <= (r - 1) * / (1 + r)) by (apply Rmult_le_pos; lra). assert (0 <= r * ((r - 1) * / (1 + r))) by (apply Rmult_le_pos; lra).
  intros [|] _; unfold marked_coin, Rdiv; destruct (existsb _ s), (existsb _ s'); nra.
Qed.

Lemma marked_coin_orderless : forall r, orderless (marked_coin r).
Proof.
  intros r s s' P. unfold marked_coin. replace (existsb (fun b => b) s') with (existsb (fun b => b) s); [easy|].
  destruct (existsb _ s) eqn:X; symmetry.
  - apply existsb_exists in X as [b [K B]]. apply existsb_exists. exists b. split; [now apply (Permutation_in b P)|easy].
  - apply Bool.not_true_is_false. intros Y. apply existsb_exists in Y as [b [K B]]. assert (existsb (fun b => b) s = true); [|congruence].
    apply existsb_exists. exists b. split; [now apply (Permutation_in b (Permutation_sym P))|easy].
Qed.

(* One marked record among n. *)
Lemma one_marked : forall r m n, 1 <= r -> (m <= n)%nat ->
  let l0 := repeat false n in let heads k := mean (fun s => marked_coin r s true) (samples (S m) k) in
  0 < heads (false :: l0) /\ heads (true :: l0) = (1 + INR (S m) / INR (S n) * (r - 1)) * heads (false :: l0).
Proof.
  intros r m n r1 mn l0 heads. assert (i : 0 < / (1 + r)) by (apply Rinv_0_lt_compat; lra).
  assert (Z : forall k j s, In s (samples j (repeat false k)) -> existsb (fun b => b) s = false).
  { induction k as [|k IH]; intros [|j] s K; cbn in K; try (destruct K as [<-|[]]; easy); [destruct K|].
    apply in_app_or in K as [K|K]; [|now apply (IH (S j))]. apply in_map_iff in K as [t [<- K]]. cbn. now apply (IH j). }
  assert (N : forall b, size (samples (S m) (b :: l0)) = size (samples m l0) + size (samples (S m) l0)) by (intros; apply size_some).
  assert (H : forall b, total (fun s => marked_coin r s true) (samples (S m) (b :: l0)) =
    (if b then r / (1 + r) else 1 / (1 + r)) * size (samples m l0) + 1 / (1 + r) * size (samples (S m) l0)).
  { intros b. rewrite samples_some, <- !total_const. f_equal; apply total_ext; intros s K; apply Z in K; unfold marked_coin; cbn [existsb].
    - rewrite K. destruct b; easy.
    - now rewrite K. }
  unfold heads, mean. rewrite !H, !N.
  pose proof (samples_counted l0 m) as C. pose proof (size_nonneg (samples (S m) l0)) as V.
  assert (U : 0 < size (samples m l0)) by (apply samples_exist; unfold l0; rewrite repeat_length; lia).
  assert (L : size l0 = INR n) by (unfold size, l0; now rewrite repeat_length).
  rewrite L in C. set (u := size (samples m l0)) in *. set (v := size (samples (S m) l0)) in *. rewrite !S_INR.
  pose proof (pos_INR n). pose proof (pos_INR m). split.
  - unfold Rdiv. rewrite Rmult_1_l, <- Rmult_plus_distr_l. apply Rmult_lt_0_compat; [nra|apply Rinv_0_lt_compat; lra].
  - assert (X : (INR n + 1) * u = (INR m + 1) * (u + v)) by lra.
    assert (Y : u = (INR m + 1) / (INR n + 1) * (u + v)).
    { apply Rmult_eq_reg_l with (INR n + 1); [|lra]. rewrite X. field. lra. }
    replace (r / (1 + r) * u + 1 / (1 + r) * v) with (/ (1 + r) * ((u + v) + (r - 1) * u)) by (field; lra).
    rewrite Y at 2. field. repeat split; lra.
Qed.

(** A coin that is biased by one marked record reaches it, for all sizes. *)
Theorem P_amplify_attained : forall (r : R) (m n : nat), 1 <= r -> (1 <= m <= n)%nat ->
  exists (M : list bool -> bool -> R) (l l' : list bool), orderless M /\ (forall s, law [true; false] (M s)) /\
  private neighbours [true; false] (ln r) 0 M /\ neighbours l l' /\ length l = n /\ 0 < on_a_sample m M l' true /\
  on_a_sample m M l true = exp (P_amplify__published (INR m) (INR n) r) * on_a_sample m M l' true.
Proof.
  intros r m n r1 mn. destruct m as [|m]; [lia|]. destruct n as [|n]; [lia|].
  exists (marked_coin r), (true :: repeat false n), (false :: repeat false n).
  split; [apply marked_coin_orderless|]. split; [intros; now apply marked_coin_law|]. split; [now apply marked_coin_private|].
  split; [exact (replaced [] true false (repeat false n))|]. split; [cbn; now rewrite repeat_length|].
  destruct (one_marked r m n r1 ltac:(lia)) as [P Q]. split; [exact P|]. unfold on_a_sample. rewrite Q. f_equal.
  assert (0 < INR (S n)) by (apply lt_0_INR; lia). assert (0 < INR (S m)) by (apply lt_0_INR; lia).
  assert (0 < INR (S m) / INR (S n)) by now apply Rdiv_lt_0_compat.
  rewrite <- (exp_ln (1 + INR (S m) / INR (S n) * (r - 1))) by nra; unfold P_amplify__published; f_equal; f_equal; field; lra.
Qed.

(** Run on m of n records, a mechanism has our price, and not the published one. Only: finitely many outputs, and
    mechanisms that do not look at the order of their records. *)
Theorem C_subsample : forall (A O : Type) (outputs : list O) (m : nat) (M : list A -> O -> R) (r : R) (l l' : list A),
  C_subsample__if_m (INR m) -> INR m <= size l -> 1 <= r -> orderless M -> (forall s, law outputs (M s)) ->
  private neighbours outputs (ln r) 0 M -> neighbours l l' ->
  hides outputs (C_subsample__ours (INR m) (size l) r) 0 (on_a_sample m M l) (on_a_sample m M l').
Proof.
  intros A O outputs m M r l l' [m1 _] mn r1 F L H N. unfold size in mn. apply INR_le in mn.
  assert (1 <= m)%nat by (apply INR_le; exact m1).
  replace (C_subsample__ours (INR m) (size l) r) with (ln (1 + INR m / size l * (r - 1))).
  - apply sampled_hides; auto.
  - unfold C_subsample__ours; f_equal; field; apply Rgt_not_eq, lt_0_INR; lia.
Qed.

(** A coin that is biased by one marked record reaches it, for all sizes. *)
Theorem C_subsample_attained : forall (r : R) (m n : nat), 1 <= r -> (1 <= m <= n)%nat ->
  exists (M : list bool -> bool -> R) (l l' : list bool), orderless M /\ (forall s, law [true; false] (M s)) /\
  private neighbours [true; false] (ln r) 0 M /\ neighbours l l' /\ length l = n /\ 0 < on_a_sample m M l' true /\
  on_a_sample m M l true = exp (C_subsample__ours (INR m) (INR n) r) * on_a_sample m M l' true.
Proof.
  intros r m n r1 mn. destruct m as [|m]; [lia|]. destruct n as [|n]; [lia|].
  exists (marked_coin r), (true :: repeat false n), (false :: repeat false n).
  split; [apply marked_coin_orderless|]. split; [intros; now apply marked_coin_law|]. split; [now apply marked_coin_private|].
  split; [exact (replaced [] true false (repeat false n))|]. split; [cbn; now rewrite repeat_length|].
  destruct (one_marked r m n r1 ltac:(lia)) as [P Q]. split; [exact P|]. unfold on_a_sample. rewrite Q. f_equal.
  assert (0 < INR (S n)) by (apply lt_0_INR; lia). assert (0 < INR (S m)) by (apply lt_0_INR; lia).
  assert (0 < INR (S m) / INR (S n)) by now apply Rdiv_lt_0_compat.
  rewrite <- (exp_ln (1 + INR (S m) / INR (S n) * (r - 1))) by nra; unfold C_subsample__ours; f_equal; f_equal; field; lra.
Qed.
