(* A value that is released as it is, if a noisy distance says that it is far from any change. *)
From Coq Require Import Reals List Lra Lia Classical.
From privcausal Require Import definitions sums.
From privcausal.claims.privacy Require Import noise.
Import ListNotations.
Open Scope R_scope.

(* The probability that a and Laplace noise of scale s exceed t together. *)
Definition exceeds (s t a : R) : R := 1 - laplace_below s (t - a).

(* The probability that what is told lies in E: a value with probability `pass`, and nothing otherwise. *)
Definition told {V : Type} (pass : R) (v : V) (E : option V -> bool) : R :=
  (if E (Some v) then pass else 0) + (if E None then 1 - pass else 0).

(* ---- the noise ---- *)

Lemma laplace_between : forall s x, 0 < s -> 0 < laplace_below s x < 1.
Proof.
  intros s x S. assert (P : forall y, exp (- Rabs y) <= 1).
  { intros y. rewrite <- exp_0. apply exp_le. pose proof (Rabs_pos y). lra. }
  unfold laplace_below. destruct (Rlt_dec x 0) as [N|N].
  - pose proof (exp_pos (x / s)). assert (exp (x / s) <= 1).
    { rewrite <- exp_0. apply exp_le. unfold Rdiv. assert (0 < / s) by now apply Rinv_0_lt_compat. nra. } lra.
  - pose proof (exp_pos (- x / s)). assert (exp (- x / s) <= 1).
    { rewrite <- exp_0. apply exp_le. unfold Rdiv. assert (0 < / s) by now apply Rinv_0_lt_compat. nra. } lra.
Qed.

Lemma laplace_symmetric : forall s x, 0 < s -> laplace_below s (- x) = 1 - laplace_below s x.
Proof.
  intros s x S. unfold laplace_below. destruct (Rlt_dec (- x) 0), (Rlt_dec x 0); try lra.
  - rewrite Ropp_involutive. lra.
  - assert (x = 0) by lra. subst. replace (- - 0 / s) with 0 by (field; lra). replace (- 0 / s) with 0 by (field; lra).
    rewrite exp_0. lra.
Qed.

Lemma laplace_slow : forall s x c, 0 < s -> 0 <= c ->
  laplace_below s x <= laplace_below s (x + c) <= exp (c / s) * laplace_below s x.
Proof.
  intros s x c S C. assert (I : 0 < / s) by now apply Rinv_0_lt_compat.
  assert (D : 1 <= exp (c / s)) by (rewrite <- exp_0; apply exp_le; unfold Rdiv; nra).
  assert (M : forall y, exp (y / s) * exp (- y / s) = 1).
  { intros y. rewrite <- exp_plus. replace (y / s + - y / s) with 0 by (field; lra). apply exp_0. }
  assert (A : exp ((x + c) / s) = exp (c / s) * exp (x / s)) by (rewrite <- exp_plus; f_equal; field; lra).
  assert (B : exp (- x / s) = exp (c / s) * exp (- (x + c) / s)) by (rewrite <- exp_plus; f_equal; field; lra).
  pose proof (M x) as Mx. pose proof (M (x + c)) as Mc. pose proof (exp_pos (x / s)). pose proof (exp_pos (- (x + c) / s)).
  assert (Z : forall y, 0 <= y -> 1 <= exp (y / s)) by (intros y Y; rewrite <- exp_0; apply exp_le; unfold Rdiv; nra).
  unfold laplace_below. destruct (Rlt_dec (x + c) 0) as [L|L], (Rlt_dec x 0) as [K|K]; try lra.
  - rewrite A. split; nra.
  - pose proof (Z (x + c) ltac:(lra)) as V. rewrite A in V, Mc. set (v := exp (c / s) * exp (x / s)) in *.
    set (w := exp (- (x + c) / s)) in *. assert (w <= 1) by nra. assert (exp (x / s) <= 1).
    { rewrite <- exp_0. apply exp_le. unfold Rdiv. nra. } split; [nra|].
    replace (exp (c / s) * (exp (x / s) / 2)) with (v / 2) by (unfold v; field). nra.
  - pose proof (Z x ltac:(lra)) as V. set (w := exp (- (x + c) / s)) in *. set (d := exp (c / s)) in *.
    pose proof (exp_pos (- x / s)) as U. assert (dw : d * w <= 1) by (rewrite <- B; nra). rewrite B.
    assert (w <= d * w) by nra. split; [lra|]. assert (0 <= (d - 1) * (2 - (d * w + w))) by (apply Rmult_le_pos; lra). nra.
Qed.

Lemma exceeds_slow : forall s t a b c, 0 < s -> Rabs (a - b) <= c ->
  exceeds s t a <= exp (c / s) * exceeds s t b /\ 1 - exceeds s t a <= exp (c / s) * (1 - exceeds s t b).
Proof.
  assert (G : forall s x y c, 0 < s -> Rabs (x - y) <= c -> laplace_below s x <= exp (c / s) * laplace_below s y).
  { intros s x y c S H. apply abs_bounds in H. pose proof (laplace_between s y S) as Y.
    assert (I : 0 < / s) by now apply Rinv_0_lt_compat. destruct (Rle_dec y x) as [K|K].
    - pose proof (laplace_slow s y (x - y) S ltac:(lra)) as [_ L]. replace (y + (x - y)) with x in L by ring.
      eapply Rle_trans; [exact L|]. apply Rmult_le_compat_r; [lra|]. apply exp_le. unfold Rdiv. nra.
    - pose proof (laplace_slow s x (y - x) S ltac:(lra)) as [L _]. replace (x + (y - x)) with y in L by ring.
      assert (1 <= exp (c / s)) by (rewrite <- exp_0; apply exp_le; unfold Rdiv; nra). nra. }
  intros s t a b c S H. unfold exceeds. split.
  - rewrite <- !laplace_symmetric by easy. apply G; [easy|]. replace (- (t - a) - - (t - b)) with (a - b) by ring. easy.
  - replace (1 - (1 - laplace_below s (t - a))) with (laplace_below s (t - a)) by ring.
    replace (1 - (1 - laplace_below s (t - b))) with (laplace_below s (t - b)) by ring.
    apply G; [easy|]. replace (t - a - (t - b)) with (- (a - b)) by ring. now rewrite Rabs_Ropp.
Qed.

Lemma exceeds_more : forall s t a b, 0 < s -> a <= b -> exceeds s t a <= exceeds s t b.
Proof.
  intros s t a b S H. unfold exceeds. pose proof (laplace_slow s (t - b) (b - a) S ltac:(lra)) as [L _].
  replace (t - b + (b - a)) with (t - a) in L by ring. lra.
Qed.

Lemma exceeds_between : forall s t a, 0 < s -> 0 < exceeds s t a < 1.
Proof. intros s t a S. unfold exceeds. pose proof (laplace_between s (t - a) S). lra. Qed.

(* Its tail, and a bound on it that holds everywhere. *)
Lemma exceeds_tail : forall s t a, 0 < s -> a <= t -> exceeds s t a = exp (- (t - a) / s) / 2.
Proof. intros s t a S H. unfold exceeds, laplace_below. destruct (Rlt_dec (t - a) 0); lra. Qed.

Lemma exceeds_at_most : forall s t a, 0 < s -> exceeds s t a <= exp (- (t - a) / s) / 2.
Proof.
  intros s t a S. destruct (Rle_dec a t) as [L|L]; [rewrite exceeds_tail; lra|].
  unfold exceeds, laplace_below. destruct (Rlt_dec (t - a) 0); [|lra].
  assert (M : exp ((t - a) / s) * exp (- (t - a) / s) = 1).
  { rewrite <- exp_plus. replace ((t - a) / s + - (t - a) / s) with 0 by (field; lra). apply exp_0. }
  pose proof (exp_pos ((t - a) / s)). pose proof (exp_pos (- (t - a) / s)).
  set (u := exp ((t - a) / s)) in *. set (v := exp (- (t - a) / s)) in *.
  assert (0 <= (u - 1) * (u - 1)) by apply Rle_0_sqr. assert (0 <= (v - 1) * (v - 1)) by apply Rle_0_sqr.
  assert (0 <= (1 - u) * (1 - u) * v) by (apply Rmult_le_pos; nra). nra.
Qed.

(* ---- the same value on both sides, or values that are hardly ever told ---- *)

Lemma told_same : forall {V} epsilon (v : V) pass pass' E, 0 <= epsilon -> pass <= exp epsilon * pass' ->
  1 - pass <= exp epsilon * (1 - pass') -> told pass v E <= exp epsilon * told pass' v E.
Proof. intros V epsilon v pass pass' E e H K. unfold told. destruct (E (Some v)), (E None); lra. Qed.

Lemma told_other : forall {V} epsilon delta (v v' : V) pass pass' E, 0 <= delta -> 0 <= pass' -> pass <= delta ->
  1 - pass <= exp epsilon * (1 - pass') -> told pass v E <= exp epsilon * told pass' v' E + delta.
Proof.
  intros V epsilon delta v v' pass pass' E d p H K. unfold told. pose proof (exp_pos epsilon).
  assert (0 <= exp epsilon * pass') by nra. destruct (E (Some v)), (E (Some v')), (E None); try lra; rewrite ?Rplus_0_r, ?Rplus_0_l; nra.
Qed.

(* ---- how far from a change ---- *)

(* Some neighbour has another value. *)
Definition unstable {D V : Type} (near : D -> D -> Prop) (f : D -> V) (d : D) : Prop := exists d', near d d' /\ f d' <> f d.

(* The fewest steps to an unstable data set are k. *)
Definition distance {D V : Type} (near : D -> D -> Prop) (f : D -> V) (d : D) (k : nat) : Prop :=
  (exists u, steps near k d u /\ unstable near f u) /\ forall j u, steps near j d u -> unstable near f u -> (k <= j)%nat.

Lemma distance_moves : forall {D V} (near : D -> D -> Prop) (f : D -> V) d d' k k', near d' d ->
  distance near f d k -> distance near f d' k' -> (k' <= S k)%nat.
Proof.
  intros D V near f d d' k k' N [[u [S U]] _] [_ H]. apply (H (Datatypes.S k) u); [|easy]. clear U H.
  assert (G : forall a b j, steps near j a b -> forall c, near c a -> steps near (Datatypes.S j) c b).
  { intros a b j T. induction T as [a|j a b b' T IH M]; intros c C.
    - apply one_more with c; [constructor|easy].
    - apply one_more with b; [now apply IH|easy]. }
  now apply G with d.
Qed.

(* What the mechanism tells of a data set. *)
Definition stable_release {V : Type} (epsilon delta : R) (v : V) (k : nat) : (option V -> bool) -> R :=
  told (exceeds (1 / epsilon) (ln (1 / delta) / epsilon) (INR k)) v.

Lemma passes_at_once : forall epsilon delta, 0 < epsilon -> 0 < delta <= 1 ->
  exceeds (1 / epsilon) (ln (1 / delta) / epsilon) 0 = delta / 2.
Proof.
  intros epsilon delta e [d d1]. assert (L : 0 <= ln (1 / delta)).
  { rewrite ln_div, ln_1 by lra. destruct d1 as [d1| ->]; [|rewrite ln_1; lra].
    pose proof (ln_increasing delta 1 d d1). rewrite ln_1 in H. lra. }
  rewrite exceeds_tail.
  - replace (- (ln (1 / delta) / epsilon - 0) / (1 / epsilon)) with (ln delta) by (rewrite ln_div, ln_1 by lra; field; lra).
    now rewrite exp_ln.
  - apply Rdiv_lt_0_compat; lra.
  - unfold Rdiv. apply Rmult_le_pos; [easy|]. left. now apply Rinv_0_lt_compat.
Qed.

(** Neighbours keep the promise with that delta, for all events. Only: data sets of which some number of steps makes an
    unstable one. *)
Theorem K_stable : forall (D V : Type) (near : D -> D -> Prop) (f : D -> V) (epsilon delta : R) (d d' : D) (k k' : nat)
  (E : option V -> bool), 0 < epsilon -> 0 < delta <= 1 -> near d d' -> near d' d ->
  distance near f d k -> distance near f d' k' ->
  stable_release epsilon delta (f d) k E <= exp epsilon * stable_release epsilon delta (f d') k' E + K_stable__ours delta.
Proof.
  intros D V near f epsilon delta d d' k k' E e del N N' K K'. unfold stable_release.
  replace (K_stable__ours delta) with (delta / 2) by (unfold K_stable__ours; field).
  assert (s0 : 0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra).
  pose proof (distance_moves near f d d' k k' N' K K') as M. pose proof (distance_moves near f d' d k' k N K' K) as M'.
  assert (A : Rabs (INR k - INR k') <= 1).
  { apply le_INR in M, M'. rewrite S_INR in M, M'. apply Rabs_le. lra. }
  destruct (exceeds_slow (1 / epsilon) (ln (1 / delta) / epsilon) (INR k) (INR k') 1 s0 A) as [P Q].
  replace (1 / (1 / epsilon)) with epsilon in * by (field; lra).
  destruct (classic (f d' = f d)) as [<-|F].
  - pose proof (told_same epsilon (f d') _ _ E ltac:(lra) P Q). lra.
  - assert (k = 0)%nat. { destruct K as [_ H]. specialize (H 0%nat d (no_step near d)). assert (unstable near f d) by (now exists d').
      specialize (H H0). lia. } subst k.
    apply told_other; try lra.
    + left. now apply exceeds_between.
    + change (INR 0) with 0. rewrite passes_at_once by easy. lra.
Qed.

(** An unstable value is told with all of that delta, and never on the other side. *)
Theorem K_stable_attained : forall epsilon delta : R, 0 < epsilon -> 0 < delta <= 1 ->
  let near (a b : bool) := a <> b in let f (a : bool) := a in let E (r : option bool) := match r with Some true => true | _ => false end in
  distance near f true 0 /\ distance near f false 0 /\
  stable_release epsilon delta true 0 E = exp epsilon * stable_release epsilon delta false 0 E + K_stable__ours delta.
Proof.
  intros epsilon delta e d near f E. assert (U : forall b, unstable near f b).
  { intros b. exists (negb b). unfold near, f. destruct b; easy. }
  split; [|split].
  - split; [exists true; split; [constructor|apply U]|intros; lia].
  - split; [exists false; split; [constructor|apply U]|intros; lia].
  - unfold stable_release, told, E. change (INR 0) with 0. rewrite passes_at_once by easy. unfold K_stable__ours. field.
Qed.

(* No change of up to k steps changes the value. *)
Definition stable {D V : Type} (near : D -> D -> Prop) (f : D -> V) (d : D) (k : nat) : Prop :=
  forall j u, (j <= k)%nat -> steps near j d u -> f u = f d.

Lemma stable_is_far : forall {D V} (near : D -> D -> Prop) (f : D -> V) d k far, distance near f d k -> stable near f d far ->
  (far <= k)%nat.
Proof.
  intros D V near f d k far [[u [S [w [N F]]]] _] H. destruct (Nat.le_gt_cases far k) as [L|L]; [easy|]. exfalso. apply F.
  rewrite (H (Datatypes.S k) w ltac:(lia)) by (now apply one_more with u). symmetry. now apply (H k u ltac:(lia)).
Qed.

Lemma far_enough : forall epsilon delta beta k, 0 < epsilon -> 0 < delta <= 1 -> 0 < beta ->
  (ln (1 / delta) + ln (1 / beta)) / epsilon <= k ->
  1 - exceeds (1 / epsilon) (ln (1 / delta) / epsilon) k <= exp (- (k - ln (1 / delta) / epsilon) * epsilon) / 2 <= beta / 2.
Proof.
  intros epsilon delta beta k e d b H. assert (s0 : 0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra). split.
  - pose proof (exceeds_at_most (1 / epsilon) k (ln (1 / delta) / epsilon) s0) as G. unfold exceeds in *.
    replace (- (k - ln (1 / delta) / epsilon) / (1 / epsilon)) with (- (k - ln (1 / delta) / epsilon) * epsilon) in G by (field; lra).
    rewrite <- laplace_symmetric in G by easy. replace (- (k - ln (1 / delta) / epsilon)) with (ln (1 / delta) / epsilon - k) in G at 1 by ring.
    lra.
  - assert (exp (- (k - ln (1 / delta) / epsilon) * epsilon) <= exp (ln beta)); [|rewrite exp_ln in *; lra].
    apply exp_le. apply Rmult_le_compat_r with (r := epsilon) in H; [|lra].
    replace ((ln (1 / delta) + ln (1 / beta)) / epsilon * epsilon) with (ln (1 / delta) + ln (1 / beta)) in H by (field; lra).
    rewrite (ln_div 1 beta), ln_1 in H by lra.
    replace (- (k - ln (1 / delta) / epsilon) * epsilon) with (ln (1 / delta) - k * epsilon) by (field; lra). lra.
Qed.

(** A value that no such number of replacements changes is refused at most that often. Only: data sets of which some
    number of steps makes an unstable one. *)
Theorem K_stable_utility : forall (D V : Type) (near : D -> D -> Prop) (f : D -> V) (epsilon delta beta : R) (d : D) (k far : nat),
  0 < epsilon -> 0 < delta <= 1 -> 0 < beta <= 1 -> distance near f d k -> stable near f d far ->
  K_stable_utility__far delta beta epsilon <= INR far ->
  stable_release epsilon delta (f d) k (fun r => match r with None => true | Some _ => false end) <= K_stable_utility__ours beta.
Proof.
  intros D V near f epsilon delta beta d k far e del [b _] K S H. unfold stable_release, told. rewrite Rplus_0_l.
  pose proof (le_INR _ _ (stable_is_far near f d k far K S)) as F. unfold K_stable_utility__far in H.
  assert (G : (ln (1 / delta) + ln (1 / beta)) / epsilon <= INR k).
  { eapply Rle_trans; [|exact F]. eapply Rle_trans; [|exact H]. right. field. lra. }
  pose proof (far_enough epsilon delta beta (INR k) e del b G). unfold K_stable_utility__ours. lra.
Qed.

(** Numbers, of which 0 has another value than all the others, reach it: k + 1 is k-stable, and that is just enough. *)
Theorem K_stable_utility_attained : forall (delta beta : R) (k : nat), 0 < delta < 1 -> 0 < beta <= 1 -> (1 <= k)%nat ->
  let near (i j : nat) := i = S j \/ j = S i in let f i := Nat.eqb i 0 in
  let epsilon := (ln (1 / delta) + ln (1 / beta)) / INR k in
  distance near f (S k) k /\ stable near f (S k) k /\ INR k = K_stable_utility__far delta beta epsilon /\
  stable_release epsilon delta (f (S k)) k (fun r => match r with None => true | Some _ => false end) = K_stable_utility__ours beta.
Proof.
  intros delta beta k d b K near f epsilon.
  assert (P : 0 < INR k) by (apply lt_0_INR; lia).
  assert (L : 0 < ln (1 / delta)). { rewrite ln_div, ln_1 by lra. pose proof (ln_increasing delta 1 ltac:(lra) ltac:(lra)) as H. rewrite ln_1 in H. lra. }
  assert (L' : 0 <= ln (1 / beta)). { rewrite ln_div, ln_1 by lra. destruct b as [b0 [b1| ->]]; [|rewrite ln_1; lra].
    pose proof (ln_increasing beta 1 b0 b1) as H. rewrite ln_1 in H. lra. }
  assert (e : 0 < epsilon) by (apply Rdiv_lt_0_compat; lra).
  assert (W : forall j m u, steps near j m u -> (m <= u + j)%nat).
  { intros j m u S. induction S as [m|j m u w S IH N]; [lia|]. unfold near in N. lia. }
  assert (down : forall j, steps near j (S k) (S k - j)%nat \/ (S k < j)%nat).
  { induction j as [|j IH]; [left; replace (S k - 0)%nat with (S k) by lia; constructor|].
    destruct (Nat.le_gt_cases (S j) (S k)); [|right; lia]. destruct IH as [IH|]; [|lia]. left.
    apply one_more with (S k - j)%nat; [easy|]. unfold near. lia. }
  assert (Z : INR k = K_stable_utility__far delta beta epsilon).
  { unfold K_stable_utility__far, epsilon. field. split; lra. }
  split; [|split; [|split; [exact Z|]]].
  - split.
    + exists 1%nat. split; [destruct (down k) as [H|H]; [|lia]; replace (S k - k)%nat with 1%nat in H by lia; exact H|].
      exists 0%nat. split; [left; lia|easy].
    + intros j u S [w [N F]]. pose proof (W _ _ _ S). unfold near, f in *.
      destruct u as [|[|u]]; [lia|lia|]. destruct w as [|w]; [lia|easy].
  - intros j u J S. pose proof (W _ _ _ S). unfold f. destruct u; [lia|easy].
  - unfold stable_release, told. rewrite Rplus_0_l. unfold exceeds, laplace_below.
    assert (Q : ln (1 / delta) / epsilon - INR k = - ln (1 / beta) / epsilon).
    { unfold epsilon. field. split; lra. }
    rewrite Q. destruct (Rlt_dec _ _) as [R|R].
    + replace (- ln (1 / beta) / epsilon / (1 / epsilon)) with (ln beta) by (rewrite (ln_div 1 beta), ln_1 by lra; field; lra).
      rewrite exp_ln by lra. unfold K_stable_utility__ours. field.
    + assert (ln (1 / beta) = 0).
      { assert (0 < / epsilon) by now apply Rinv_0_lt_compat. unfold Rdiv in R at 1. nra. }
      replace (- (- ln (1 / beta) / epsilon) / (1 / epsilon)) with 0 by (rewrite H; field; lra). rewrite exp_0.
      assert (beta = 1). { rewrite ln_div, ln_1 in H by lra. apply ln_inv; try lra. rewrite ln_1. lra. }
      subst. unfold K_stable_utility__ours. field.
Qed.

(* ---- the smallest gap ---- *)

(* The smallest gap between two of m numbers. *)
Definition smallest_gap (r : nat -> R) (m : nat) (gap : R) : Prop :=
  (exists i j, (i < m)%nat /\ (j < m)%nat /\ i <> j /\ gap = Rabs (r i - r j)) /\
  forall i j, (i < m)%nat -> (j < m)%nat -> i <> j -> gap <= Rabs (r i - r j).

Definition same_order (r r' : nat -> R) (m : nat) : Prop :=
  forall i j, (i < m)%nat -> (j < m)%nat -> sgn (r i - r j) = sgn (r' i - r' j).

(* What is told: something that depends on the order alone, if the gap is wide. *)
Definition gap_release {V : Type} (epsilon delta rho gap : R) (v : V) : (option V -> bool) -> R :=
  told (exceeds (1 / epsilon) (1 + ln (1 / (2 * delta)) / epsilon) (gap / (2 * rho))) v.

Lemma gap_moves : forall r r' m rho gap gap', (forall i, (i < m)%nat -> Rabs (r i - r' i) <= rho) ->
  smallest_gap r m gap -> smallest_gap r' m gap' -> gap <= gap' + 2 * rho.
Proof.
  intros r r' m rho gap gap' H [_ G] [[i [j [I [J [N ->]]]]] _]. eapply Rle_trans; [now apply (G i j)|].
  pose proof (abs_bounds _ _ (H i I)). pose proof (abs_bounds _ _ (H j J)).
  unfold Rabs. destruct (Rcase_abs (r i - r j)), (Rcase_abs (r' i - r' j)); lra.
Qed.

Lemma gaps_of_other_orders : forall r r' m rho gap gap', (forall i, (i < m)%nat -> Rabs (r i - r' i) <= rho) ->
  smallest_gap r m gap -> smallest_gap r' m gap' -> ~ same_order r r' m -> gap + gap' <= 2 * rho.
Proof.
  intros r r' m rho gap gap' H [_ G] [_ G'] N. unfold same_order in N.
  apply not_all_ex_not in N as [i N]. apply not_all_ex_not in N as [j N]. apply imply_to_and in N as [I N].
  apply imply_to_and in N as [J N]. assert (i <> j) by (intros ->; apply N; unfold Rminus; now rewrite !Rplus_opp_r).
  pose proof (G i j I J H0) as A. pose proof (G' i j I J H0) as A'.
  pose proof (abs_bounds _ _ (H i I)). pose proof (abs_bounds _ _ (H j J)).
  unfold sgn in N. unfold Rabs in A, A'.
  destruct (Rcase_abs (r i - r j)), (Rcase_abs (r' i - r' j)), (Rlt_dec 0 (r i - r j)), (Rlt_dec 0 (r' i - r' j)),
    (Rlt_dec (r i - r j) 0), (Rlt_dec (r' i - r' j) 0); try lra; exfalso; now apply N.
Qed.

Lemma passes_at_one : forall epsilon delta, 0 < epsilon -> 0 < delta ->
  exp (- (1 + ln (1 / (2 * delta)) / epsilon - 1) / (1 / epsilon)) / 2 = delta.
Proof.
  intros epsilon delta e d. replace (- (1 + ln (1 / (2 * delta)) / epsilon - 1) / (1 / epsilon)) with (ln (2 * delta)).
  - rewrite exp_ln by lra. field.
  - rewrite ln_div, ln_1 by lra. field. lra.
Qed.

(** Whatever depends on the order alone is told privately; neighbours move each number by rho at most. Only: the
    promise, where a tie is an order of its own, with real noise in the test. *)
Theorem B_gap : forall (V : Type) (m : nat) (r r' : nat -> R) (rho gap gap' epsilon delta : R) (v v' : V) (E : option V -> bool),
  0 < rho -> 0 < epsilon -> 0 < delta -> (forall i, (i < m)%nat -> Rabs (r i - r' i) <= rho) ->
  smallest_gap r m gap -> smallest_gap r' m gap' -> (same_order r r' m -> v = v') ->
  gap_release epsilon delta rho gap v E <= exp (B_gap__ours epsilon) * gap_release epsilon delta rho gap' v' E + B_gap__delta delta.
Proof.
  intros V m r r' rho gap gap' epsilon delta v v' E p e d H G G' S. unfold gap_release.
  replace (B_gap__ours epsilon) with epsilon by (unfold B_gap__ours; field).
  replace (B_gap__delta delta) with delta by (unfold B_gap__delta; field).
  assert (s0 : 0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra). assert (i0 : 0 < / (2 * rho)) by (apply Rinv_0_lt_compat; lra).
  assert (M : gap <= gap' + 2 * rho) by now apply (gap_moves r r' m).
  assert (M' : gap' <= gap + 2 * rho). { apply (gap_moves r' r m); auto. intros i I. rewrite Rabs_minus_sym. now apply H. }
  assert (A : Rabs (gap / (2 * rho) - gap' / (2 * rho)) <= 1).
  { replace (gap / (2 * rho) - gap' / (2 * rho)) with ((gap - gap') * / (2 * rho)) by (field; lra).
    replace 1 with (2 * rho * / (2 * rho)) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (/ (2 * rho))) by lra. apply Rmult_le_compat_r; [lra|]. apply Rabs_le. lra. }
  destruct (exceeds_slow _ (1 + ln (1 / (2 * delta)) / epsilon) _ _ 1 s0 A) as [P Q].
  replace (1 / (1 / epsilon)) with epsilon in P, Q by (field; lra).
  destruct (classic (same_order r r' m)) as [C|C].
  - rewrite <- (S C). pose proof (told_same epsilon v _ _ E ltac:(lra) P Q). lra.
  - pose proof (gaps_of_other_orders r r' m rho gap gap' H G G' C) as B.
    assert (0 <= gap') by (destruct G' as [[i [j [_ [_ [_ ->]]]]] _]; apply Rabs_pos).
    apply told_other; try lra.
    + left. now apply exceeds_between.
    + rewrite <- (passes_at_one epsilon delta e d) at 2. eapply Rle_trans; [|now apply exceeds_at_most].
      apply exceeds_more; [easy|]. replace 1 with (2 * rho * / (2 * rho)) by (field; lra). apply Rmult_le_compat_r; lra.
Qed.

(** Two numbers that are moved onto each other need all of that delta, at any epsilon. Only: attained in delta, for
    two numbers and a delta up to 1/2. *)
Theorem B_gap_attained : forall rho epsilon delta : R, 0 < rho -> 0 < epsilon -> 0 < delta <= 1 / 2 ->
  let r i := match i with 0%nat => 2 * rho | _ => 0 end in let r' (i : nat) := rho in
  let E (o : option bool) := match o with Some true => true | _ => false end in
  (forall i, Rabs (r i - r' i) <= rho) /\ smallest_gap r 2 (2 * rho) /\ smallest_gap r' 2 0 /\ ~ same_order r r' 2 /\
  gap_release epsilon delta rho (2 * rho) true E = exp epsilon * gap_release epsilon delta rho 0 false E + B_gap__delta delta.
Proof.
  intros rho epsilon delta p e d r r' E. split; [|split; [|split]].
  - intros [|i]; unfold r, r', Rabs; destruct (Rcase_abs _); lra.
  - split.
    + exists 0%nat, 1%nat. repeat split; try lia. unfold r. rewrite Rabs_pos_eq; lra.
    + intros [|[|i]] [|[|j]] I J N; try lia; unfold r, Rabs; destruct (Rcase_abs _); lra.
  - split.
    + exists 0%nat, 1%nat. repeat split; try lia. unfold r'. rewrite Rabs_pos_eq; lra.
    + intros i j _ _ _. apply Rabs_pos.
  - split.
    { intros S. specialize (S 0%nat 1%nat ltac:(lia) ltac:(lia)). unfold r, r', sgn in S.
      repeat destruct (Rlt_dec _ _) in S; lra. }
    unfold gap_release, told, E. rewrite exceeds_tail.
    + replace (2 * rho / (2 * rho)) with 1 by (field; lra). rewrite passes_at_one by lra. unfold B_gap__delta. field.
    + apply Rdiv_lt_0_compat; lra.
    + replace (2 * rho / (2 * rho)) with 1 by (field; lra).
      assert (0 <= ln (1 / (2 * delta))).
      { rewrite ln_div, ln_1 by lra. destruct d as [d0 [d1| ->]].
        - pose proof (ln_increasing (2 * delta) 1 ltac:(lra) ltac:(lra)) as H. rewrite ln_1 in H. lra.
        - replace (2 * (1 / 2)) with 1 by field. rewrite ln_1. lra. }
      assert (0 < / epsilon) by now apply Rinv_0_lt_compat. unfold Rdiv at 2. nra.
Qed.
