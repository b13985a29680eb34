(* Priv-PC's sieve and examination, with a new threshold after each catch, against PC's answers. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

(* PC's answer: the statistic has reached the threshold T. *)
Definition reached (T f : R) : bool := if Rle_dec T f then true else false.

(* Some answer of the tests that are left differs from PC's. The sieve compares with T - t and the noise xi of its round, the
   examination with T; a catch of the sieve begins a new round, and the tests have noises nu and nu' of their own. *)
Fixpoint differs (T t : R) (f xi nu nu' : nat -> R) (round test left : nat) : bool :=
  match left with
  | 0%nat => false
  | S rest =>
      let caught := reached (T - t + xi round) (f test + nu test) in
      let said := andb caught (reached T (f test + nu' test)) in
      if Bool.eqb said (reached T (f test)) then differs T t f xi nu nu' (if caught then S round else round) (S test) rest else true
  end.

(* The three ways in which noise is too large: that of a threshold, of a sieved test, and of an examined one, which does harm
   in one direction only. *)
Definition too_large (T t g : R) (f xi nu nu' : nat -> R) (way i : nat) : bool :=
  match way with
  | 0%nat => reached ((g + t) / 3) (xi i)
  | 1%nat => reached (2 * (g + t) / 3) (- nu i)
  | _ => reached g (if reached T (f i) then - nu' i else nu' i)
  end.

Lemma differs_only_if : forall T t g f xi nu nu' left round test, (forall i, f i <= T - g \/ T + g <= f i) -> 0 < g ->
  (round <= test)%nat -> differs T t f xi nu nu' round test left = true ->
  exists way i, (way < 3)%nat /\ (i < test + left)%nat /\ too_large T t g f xi nu nu' way i = true.
Proof.
  intros T t g f xi nu nu' left; induction left as [|left IH]; intros round test G g0 K H; [easy|]. cbn [differs] in H.
  set (caught := reached (T - t + xi round) (f test + nu test)) in *.
  destruct (Bool.eqb (caught && reached T (f test + nu' test)) (reached T (f test))) eqn:Q.
  - assert (K' : ((if caught then S round else round) <= S test)%nat) by (destruct caught; lia).
    destruct (IH _ _ G g0 K' H) as [way [i [W [I Z]]]]. exists way, i. repeat split; auto. lia.
  - clear H IH. unfold caught in Q. specialize (G test). destruct (reached T (f test)) eqn:F.
    + assert (F' : T + g <= f test) by (unfold reached in F; destruct (Rle_dec T (f test)); [destruct G; lra|easy]).
      destruct (reached (T - t + xi round) (f test + nu test)) eqn:C.
      * exists 2%nat, test. split; [lia|]. split; [lia|]. cbn [too_large]. rewrite F. unfold reached in Q |- *.
        destruct (Rle_dec T (f test + nu' test)); [easy|]. destruct (Rle_dec g (- nu' test)) as [A|A]; [easy|exfalso; lra].
      * unfold reached in C. destruct (Rle_dec _ _) in C; [easy|]. destruct (Rle_dec ((g + t) / 3) (xi round)) as [A|A].
        -- exists 0%nat, round. split; [lia|]. split; [lia|]. cbn [too_large]. unfold reached. destruct (Rle_dec _ _); easy.
        -- exists 1%nat, test. split; [lia|]. split; [lia|]. cbn [too_large]. unfold reached. destruct (Rle_dec _ _); [easy|exfalso; lra].
    + assert (F' : f test <= T - g) by (unfold reached in F; destruct (Rle_dec T (f test)); [easy|lra]).
      exists 2%nat, test. split; [lia|]. split; [lia|]. cbn [too_large]. rewrite F. unfold reached in Q |- *.
      destruct (Rle_dec T (f test + nu' test)); [|destruct (Rle_dec _ _); easy]. destruct (Rle_dec g (nu' test)); [easy|exfalso; lra].
Qed.

(* The chance of a union is at most the sum of the chances. *)
Lemma chance_of_some : forall {W I} (omega : list W) (P : W -> R) (E : W -> bool) (causes : list I) (B : I -> W -> bool), law omega P ->
  (forall w, E w = true -> exists i, In i causes /\ B i w = true) -> chance omega P E <= total (fun i => chance omega P (B i)) causes.
Proof.
  intros W I omega P E causes B [Pos _] H. unfold chance. rewrite total_swap. apply total_le. intros w K. specialize (Pos w K).
  assert (Z : forall i, In i causes -> 0 <= (if B i w then P w else 0)) by (intros i _; destruct (B i w); lra).
  destruct (E w) eqn:Ew; [|now apply total_nonneg]. destruct (H w Ew) as [i [Ki Bi]].
  eapply Rle_trans; [|exact (total_in (fun i => if B i w then P w else 0) causes i Z Ki)]. cbn. rewrite Bi. lra.
Qed.

(* The tail of Laplace noise of that scale, on the side of large values. *)
Definition tail {W : Type} (omega : list W) (P : W -> R) (scale : R) (noise : W -> R) : Prop :=
  forall x, 0 < x -> chance omega P (fun w => reached x (noise w)) <= exp (- x / scale) / 2.

(* What falls exponentially becomes smaller than any number. *)
Lemma vanishing : forall c a eta, 0 <= c -> 0 < a -> 0 < eta -> exists large, forall x, large < x -> c * exp (- (a * x)) < eta.
Proof.
  intros c a eta C A E. exists (c / (a * eta)). intros x X. assert (P : 0 < a * eta) by now apply Rmult_lt_0_compat.
  apply (Rmult_lt_compat_l (a * eta)) in X; [|easy]. replace (a * eta * (c / (a * eta))) with c in X by (field; split; lra).
  pose proof (exp_ineq1_le (a * x)) as G. apply (Rmult_le_compat_l eta) in G; [|lra].
  apply (Rmult_lt_reg_r (exp (a * x))); [apply exp_pos|]. rewrite exp_Ropp, Rmult_assoc, Rinv_l by (apply Rgt_not_eq, exp_pos). lra.
Qed.

(** Where each noise has the tails of Laplace noise, an answer differs from PC's at most that often, and the bound tends to
    nothing as epsilon grows; statistics are in units of their sensitivity. Only: noise with finitely many values, of which these tails are assumed. *)
Theorem P_limit : forall (W : Type) (omega : list W) (P : W -> R) (T epsilon gap tweak : R) (tests : nat) (f : nat -> R)
  (xi nu nu' : W -> nat -> R), law omega P -> 0 < epsilon -> 0 < gap -> P_limit__if_tweak tweak ->
  (forall i, f i <= T - gap \/ T + gap <= f i) ->
  (forall i, tail omega P (4 / epsilon) (fun w => xi w i)) -> (forall i, tail omega P (8 / epsilon) (fun w => - nu w i)) ->
  (forall i, tail omega P (2 / epsilon) (fun w => nu' w i)) -> (forall i, tail omega P (2 / epsilon) (fun w => - nu' w i)) ->
  chance omega P (fun w => differs T tweak f (xi w) (nu w) (nu' w) 0 0 tests) <= P_limit__ours (INR tests) epsilon gap tweak /\
  forall eta, 0 < eta -> exists large, forall later, large < later -> P_limit__ours (INR tests) later gap tweak < eta.
Proof.
  intros W omega P T epsilon gap tweak tests f xi nu nu' L e g0 t0 G X N M M'. unfold P_limit__if_tweak in t0. split.
  2: { intros eta small. pose proof (pos_INR tests).
    destruct (vanishing (3 / 2 * INR tests) (gap / 12) eta ltac:(lra) ltac:(lra) small) as [large V]. exists (Rmax 0 large). intros x far.
    pose proof (Rmax_l 0 large). pose proof (Rmax_r 0 large). specialize (V x ltac:(lra)). set (z := exp (- (gap / 12 * x))) in *.
    assert (exp (- x * (gap + tweak) / 12) <= z) by (apply exp_le; nra). assert (exp (- x * gap / 2) <= z) by (apply exp_le; nra).
    replace (P_limit__ours (INR tests) x gap tweak) with (INR tests * (exp (- x * (gap + tweak) / 12) + exp (- x * gap / 2) / 2))
      by (unfold P_limit__ours; field).
    apply Rle_lt_trans with (INR tests * (z + z / 2)); [apply Rmult_le_compat_l; lra|lra]. }
  set (causes := list_prod (seq 0 3) (seq 0 tests)).
  eapply Rle_trans; [apply (chance_of_some omega P _ causes (fun c w => too_large T tweak gap f (xi w) (nu w) (nu' w) (fst c) (snd c)) L)|].
  - intros w H. destruct (differs_only_if T tweak gap f (xi w) (nu w) (nu' w) tests 0 0 G g0 (le_n 0) H) as [way [i [A [B C]]]].
    exists (way, i). split; [|exact C]. apply in_prod; apply in_seq; lia.
  - unfold causes. rewrite total_product. cbn [seq]. rewrite !total_cons. unfold total at 4; cbn [map sum fst snd].
    assert (a : forall i, chance omega P (fun w => too_large T tweak gap f (xi w) (nu w) (nu' w) 0 i) <= exp (- epsilon * (gap + tweak) / 12) / 2).
    { intros i. eapply Rle_trans; [apply (X i ((gap + tweak) / 3) ltac:(lra))|]. right. do 2 f_equal. field. lra. }
    assert (b : forall i, chance omega P (fun w => too_large T tweak gap f (xi w) (nu w) (nu' w) 1 i) <= exp (- epsilon * (gap + tweak) / 12) / 2).
    { intros i. eapply Rle_trans; [apply (N i (2 * (gap + tweak) / 3) ltac:(lra))|]. right. do 2 f_equal. field. lra. }
    assert (c : forall i, chance omega P (fun w => too_large T tweak gap f (xi w) (nu w) (nu' w) 2 i) <= exp (- epsilon * gap / 2) / 2).
    { intros i. replace (- epsilon * gap / 2) with (- gap / (2 / epsilon)) by (field; lra). cbn [too_large].
      destruct (reached T (f i)); [apply (M' i gap g0)|apply (M i gap g0)]. }
    replace (P_limit__ours (INR tests) epsilon gap tweak) with
      (exp (- epsilon * (gap + tweak) / 12) / 2 * INR tests + (exp (- epsilon * (gap + tweak) / 12) / 2 * INR tests
        + (exp (- epsilon * gap / 2) / 2 * INR tests + 0))) by (unfold P_limit__ours; field).
    assert (n : INR tests = size (seq 0 tests)) by (unfold size; now rewrite seq_length). rewrite n.
    rewrite <- !total_const. repeat apply Rplus_le_compat; try (apply total_le; intros i _; auto). lra.
Qed.

(** A rare noise on the thresholds alone has such tails. *)
Theorem P_limit_instance : forall epsilon : R, 0 < epsilon -> exists (P : bool -> R) (xi zero : bool -> nat -> R),
  law [true; false] P /\ (forall i, tail [true; false] P (4 / epsilon) (fun w => xi w i)) /\
  (forall i, tail [true; false] P (8 / epsilon) (fun w => - zero w i)) /\
  (forall i, tail [true; false] P (2 / epsilon) (fun w => zero w i)) /\ (forall i, xi true i = 1).
Proof.
  intros epsilon e. set (q := exp (- 1 / (4 / epsilon)) / 2). assert (Q : 0 < q <= 1 / 2).
  { unfold q. pose proof (exp_pos (- 1 / (4 / epsilon))). assert (exp (- 1 / (4 / epsilon)) <= 1); [|lra].
    rewrite <- exp_0. apply exp_le. replace (- 1 / (4 / epsilon)) with (- (epsilon / 4)) by (field; lra). lra. }
  exists (fun w : bool => if w then q else 1 - q), (fun (w : bool) (_ : nat) => if w then 1 else 0), (fun _ _ => 0).
  assert (Z : forall scale x, 0 < x -> chance [true; false] (fun w : bool => if w then q else 1 - q) (fun w => reached x (- 0)) <= exp (- x / scale) / 2 /\
    chance [true; false] (fun w : bool => if w then q else 1 - q) (fun w => reached x 0) <= exp (- x / scale) / 2).
  { intros scale x X. pose proof (exp_pos (- x / scale)). cbv [chance total sum map reached].
    destruct (Rle_dec x (- 0)), (Rle_dec x 0); try lra. }
  split; [split; [intros [|] _; lra|cbv [total sum map]; lra]|]. split; [|split; [|split; [|easy]]].
  - intros i x X. cbv [chance total sum map reached]. pose proof (exp_pos (- x / (4 / epsilon))).
    destruct (Rle_dec x 1) as [O|O], (Rle_dec x 0); try lra. assert (q <= exp (- x / (4 / epsilon)) / 2); [|lra].
    unfold q. apply Rmult_le_compat_r; [lra|]. apply exp_le.
    replace (- x / (4 / epsilon)) with (- (x * epsilon / 4)) by (field; lra). replace (- 1 / (4 / epsilon)) with (- (epsilon / 4)) by (field; lra). nra.
  - intros i x X. now apply Z.
  - intros i x X. now apply Z.
Qed.
