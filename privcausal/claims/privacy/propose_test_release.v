(* A log-IQR by propose-test-release: two tests with real noise, then the value with noise on a grid, or nothing. *)
From Coq Require Import Reals List Lra Lia ZArith Classical.
From privcausal Require Import definitions sums.
From privcausal.claims.privacy Require Import noise propose_test_release_stability.
Import ListNotations.
Open Scope R_scope.

(* A test passes if the distance with noise of scale 1/epsilon exceeds that threshold. *)
Definition passes (epsilon delta : R) (A : nat) : R := exceeds (1 / epsilon) (1 + ln (1 / delta) / epsilon) (INR A).

(* At least one of two tests passes. *)
Definition answers (epsilon delta : R) (A B : nat) : R := 1 - (1 - passes epsilon delta A) * (1 - passes epsilon delta B).

Lemma passes_at_the_edge : forall epsilon delta, 0 < epsilon -> 0 < delta <= 1 -> passes epsilon delta 1 = delta / 2.
Proof.
  intros epsilon delta e d. pose proof (passes_at_once epsilon delta e d) as H. unfold passes, exceeds in *.
  change (INR 1) with 1. rewrite <- H. f_equal. f_equal. ring.
Qed.

(** Where one record is enough to leave either cell, it is released at most that often. *)
Theorem K_ptr_null : forall epsilon delta : R, 0 < epsilon -> 0 < delta <= 1 ->
  answers epsilon delta 1 1 <= K_ptr_null__ours delta.
Proof.
  intros epsilon delta e d. unfold answers. rewrite passes_at_the_edge by easy. right. unfold K_ptr_null__ours. field.
Qed.

(** And just as often. *)
Theorem K_ptr_null_attained : forall epsilon delta : R, 0 < epsilon -> 0 < delta <= 1 ->
  answers epsilon delta 1 1 = K_ptr_null__ours delta.
Proof. intros epsilon delta e d. unfold answers. rewrite passes_at_the_edge by easy. unfold K_ptr_null__ours. field. Qed.

(* ---- the whole mechanism ---- *)

(* A value, if there is one, lies in the k-th cell of width w of a grid that is shifted by a part of a cell. *)
Definition inside (shift w : R) (k : Z) (x : option R) : Prop :=
  match x with Some y => w * (IZR k - shift) <= y < w * (IZR k + 1 - shift) | None => False end.

(* A replacements, and no fewer, push the value out of its k-th cell. *)
Definition away {D : Type} (near : D -> D -> Prop) (f : D -> option R) (shift w : R) (d : D) (k : Z) (A : nat) : Prop :=
  inside shift w k (f d) /\ (exists u, steps near A d u /\ ~ inside shift w k (f u)) /\
  forall j u, steps near j d u -> ~ inside shift w k (f u) -> (A <= j)%nat.

(* n cells of the noise's grid, from the a-th on. *)
Definition cells_from (a : Z) (n : nat) : list Z := map (fun i => (a + Z.of_nat i)%Z) (seq 0 n).

(* What is told of d lies with probability p in E, a set of cells and perhaps of no answer; the noise has scale
   `wider`, and x is rounded to j steps. *)
Definition tells {D : Type} (near : D -> D -> Prop) (f : D -> option R) (w epsilon delta step wider : R) (cells : list Z)
  (d : D) (E : option Z -> bool) (p : R) : Prop :=
  match f d with
  | None => p = if E None then 1 else 0
  | Some x => exists (k k' j : Z) (A B : nat), away near f 0 w d k A /\ away near f (1 / 2) w d k' B /\ rounded step x j /\
      p = (if E None then 1 - answers epsilon delta A B else 0) +
          answers epsilon delta A B * total (fun c => if E (Some c) then cell wider step j c else 0) cells
  end.

Lemma cells_fit : forall wider step j a n, 0 < wider -> 0 < step -> 0 <= total (cell wider step j) (cells_from a n) <= 1.
Proof.
  intros wider step j a n W S.
  assert (T : total (cell wider step j) (cells_from a n) =
    laplace_below wider (IZR (a + Z.of_nat n) * step - IZR j * step) - laplace_below wider (IZR a * step - IZR j * step)).
  { unfold cells_from. rewrite total_map. induction n as [|n IH].
    - cbn [seq]. unfold total; cbn [map sum]. replace (a + Z.of_nat 0)%Z with a by lia. ring.
    - rewrite seq_S, total_app, IH. unfold total; cbn [map sum]. rewrite Nat.add_0_l. unfold cell.
      replace (a + Z.of_nat (Datatypes.S n))%Z with (a + Z.of_nat n + 1)%Z by lia. ring. }
  split.
  - apply total_nonneg. intros c _. left. now apply log_cell.
  - rewrite T. pose proof (laplace_between wider (IZR (a + Z.of_nat n) * step - IZR j * step) W).
    pose proof (laplace_between wider (IZR a * step - IZR j * step) W). lra.
Qed.

Lemma event_of_cells : forall wider step j (E : option Z -> bool) a n, 0 < wider -> 0 < step ->
  0 <= total (fun c => if E (Some c) then cell wider step j c else 0) (cells_from a n) <= 1.
Proof.
  intros wider step j E a n W S. pose proof (cells_fit wider step j a n W S) as [_ F].
  assert (P : forall c, 0 < cell wider step j c) by (intros; now apply log_cell). split.
  - apply total_nonneg. intros c _. specialize (P c). destruct (E (Some c)); lra.
  - eapply Rle_trans; [|exact F]. apply total_le. intros c _. specialize (P c). destruct (E (Some c)); lra.
Qed.

Lemma away_at_least_one : forall {D} (near : D -> D -> Prop) f shift w d k A, away near f shift w d k A -> (1 <= A)%nat.
Proof.
  intros D near f shift w d k A [I [[u [S N]] _]]. destruct A; [|lia]. inversion S; subst. now destruct N.
Qed.

Lemma edge : forall {D} (near : D -> D -> Prop) f shift w d d' k A, near d d' -> away near f shift w d k A ->
  ~ inside shift w k (f d') -> A = 1%nat.
Proof.
  intros D near f shift w d d' k A N H O. pose proof (away_at_least_one _ _ _ _ _ _ _ H). destruct H as [_ [_ H]].
  assert (A <= 1)%nat; [|lia]. apply H with d'; [|easy]. apply one_more with d; [constructor|easy].
Qed.

Lemma inside_one : forall shift w k k' x, 0 < w -> inside shift w k x -> inside shift w k' x -> k = k'.
Proof.
  intros shift w k k' [y|] W H H'; [|destruct H]. unfold inside in *.
  assert (IZR k < IZR (k' + 1)) by (rewrite plus_IZR; nra). assert (IZR k' < IZR (k + 1)) by (rewrite plus_IZR; nra).
  apply lt_IZR in H0, H1. lia.
Qed.

Lemma earlier : forall {D} (near : D -> D -> Prop) a b j, steps near j a b -> forall c, near c a -> steps near (S j) c b.
Proof.
  intros D near a b j T. induction T as [a|j a b b' T IH M]; intros c C.
  - apply one_more with c; [constructor|easy].
  - apply one_more with b; [now apply IH|easy].
Qed.

(* The distances move by at most 1; and where the cells differ, both are 1. *)
Lemma away_moves : forall {D} (near : D -> D -> Prop) f shift w d d' k k' A A', near d d' -> near d' d -> 0 < w ->
  away near f shift w d k A -> away near f shift w d' k' A' ->
  Rabs (INR A - INR A') <= 1 /\ (k <> k' -> A = 1%nat /\ A' = 1%nat).
Proof.
  intros D near f shift w d d' k k' A A' N N' W H H'.
  destruct (Z.eq_dec k k') as [<-|F].
  - split; [|easy]. destruct H as [_ [[u [S U]] H]]. destruct H' as [_ [[u' [S' U']] H']].
    pose proof (H _ _ (earlier near d' u' A' S' d N) U') as G. pose proof (H' _ _ (earlier near d u A S d' N') U) as G'.
    apply le_INR in G, G'. rewrite S_INR in G, G'. apply Rabs_le. lra.
  - assert (A = 1%nat). { apply (edge near f shift w d d' k); auto. intros I. apply F, (inside_one shift w k k' (f d')); auto. apply H'. }
    assert (A' = 1%nat). { apply (edge near f shift w d' d k'); auto. intros I. apply F. symmetry. apply (inside_one shift w k' k (f d)); auto. apply H. }
    subst. split; [|easy]. rewrite Rminus_eq_0, Rabs_R0. lra.
Qed.

Lemma answers_slow : forall e a b a' b', 1 <= e -> 0 < a < 1 -> 0 < b < 1 -> 0 < a' < 1 -> 0 < b' < 1 ->
  a <= e * a' -> b <= e * b' -> 1 - a <= e * (1 - a') -> 1 - b <= e * (1 - b') ->
  1 - (1 - a) * (1 - b) <= e * (1 - (1 - a') * (1 - b')) /\ (1 - a) * (1 - b) <= e * e * ((1 - a') * (1 - b')).
Proof.
  intros e a b a' b' E A B A' B' H K N M. split.
  - destruct (Rle_dec 1 (e * a')) as [L|L].
    { assert (0 <= e * (b' * (1 - a'))) by (repeat apply Rmult_le_pos; lra). assert (0 <= (1 - a) * (1 - b)) by (apply Rmult_le_pos; lra). nra. }
    destruct (Rle_dec 1 (e * b')) as [L'|L'].
    { assert (0 <= e * (a' * (1 - b'))) by (repeat apply Rmult_le_pos; lra). assert (0 <= (1 - a) * (1 - b)) by (apply Rmult_le_pos; lra). nra. }
    assert ((1 - e * a') * (1 - e * b') <= (1 - a) * (1 - b)) by (apply Rmult_le_compat; lra).
    assert (0 <= e * (e - 1) * (a' * b')) by (repeat apply Rmult_le_pos; lra). nra.
  - replace (e * e * ((1 - a') * (1 - b'))) with ((e * (1 - a')) * (e * (1 - b'))) by ring. apply Rmult_le_compat; lra.
Qed.

Lemma answers_move : forall epsilon delta A B A' B', 0 < epsilon -> Rabs (INR A - INR A') <= 1 -> Rabs (INR B - INR B') <= 1 ->
  answers epsilon delta A B <= exp epsilon * answers epsilon delta A' B' /\
  1 - answers epsilon delta A B <= exp epsilon * exp epsilon * (1 - answers epsilon delta A' B').
Proof.
  intros epsilon delta A B A' B' e H K. assert (s0 : 0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra).
  destruct (exceeds_slow _ (1 + ln (1 / delta) / epsilon) _ _ 1 s0 H) as [P Q].
  destruct (exceeds_slow _ (1 + ln (1 / delta) / epsilon) _ _ 1 s0 K) as [P' Q'].
  replace (1 / (1 / epsilon)) with epsilon in * by (field; lra).
  assert (1 <= exp epsilon) by (rewrite <- exp_0; apply exp_le; lra).
  destruct (answers_slow (exp epsilon) (passes epsilon delta A) (passes epsilon delta B) (passes epsilon delta A')
    (passes epsilon delta B')) as [G G']; try (now apply exceeds_between); auto. unfold answers. split; lra.
Qed.

Lemma answers_between : forall epsilon delta A B, 0 < epsilon -> 0 < answers epsilon delta A B < 1.
Proof.
  intros epsilon delta A B e. assert (s0 : 0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra). unfold answers, passes.
  pose proof (exceeds_between _ (1 + ln (1 / delta) / epsilon) (INR A) s0).
  pose proof (exceeds_between _ (1 + ln (1 / delta) / epsilon) (INR B) s0). split; [|nra].
  assert (0 < exceeds (1 / epsilon) (1 + ln (1 / delta) / epsilon) (INR A) * (1 - exceeds (1 / epsilon) (1 + ln (1 / delta) / epsilon) (INR B))).
  { apply Rmult_lt_0_compat; lra. } nra.
Qed.

(** The repaired mechanism keeps the promise between neighbours. Only: a value that so many replacements push out of its
    cells, and that is rounded to a grid of any step,
    with noise that is wider by what the rounding costs, events of finitely many of its cells, and real noise in the
    tests. *)
Theorem B_ptr : forall (D : Type) (near : D -> D -> Prop) (f : D -> option R) (w epsilon delta step wider : R) (a : Z) (n : nat)
  (d d' : D) (E : option Z -> bool) (p p' : R), 0 < w -> 0 < epsilon -> 0 < delta <= 1 -> 0 < step ->
  w / epsilon * (1 + step / w) <= wider -> near d d' -> near d' d ->
  tells near f w epsilon delta step wider (cells_from a n) d E p ->
  tells near f w epsilon delta step wider (cells_from a n) d' E p' ->
  p <= exp (B_ptr__ours epsilon) * p' + B_ptr__delta delta.
Proof.
  intros D near f w epsilon delta step wider a n d d' E p p' w0 e del S W N N' H H'.
  replace (B_ptr__delta delta) with delta by (unfold B_ptr__delta; field).
  replace (exp (B_ptr__ours epsilon)) with (exp epsilon * exp epsilon).
  2: { rewrite <- exp_plus. f_equal. unfold B_ptr__ours. field. }
  assert (e1 : 1 <= exp epsilon) by (rewrite <- exp_0; apply exp_le; lra).
  assert (e2 : 1 <= exp epsilon * exp epsilon) by nra.
  assert (W0 : 0 < wider). { eapply Rlt_le_trans; [|exact W]. apply Rmult_lt_0_compat; [now apply Rdiv_lt_0_compat|].
    assert (0 < step / w) by now apply Rdiv_lt_0_compat. lra. }
  assert (Q1 : answers epsilon delta 1 1 = delta - delta * delta / 4) by (unfold answers; rewrite passes_at_the_edge by easy; field).
  unfold tells in H, H'. destruct (f d) as [x|] eqn:Fd; destruct (f d') as [x'|] eqn:Fd'.
  - destruct H as [k [l [j [A [B [HA [HB [R ->]]]]]]]]. destruct H' as [k' [l' [j' [A' [B' [HA' [HB' [R' ->]]]]]]]].
    destruct (away_moves near f 0 w d d' k k' A A' N N' w0 HA HA') as [MA ZA].
    destruct (away_moves near f (1 / 2) w d d' l l' B B' N N' w0 HB HB') as [MB ZB].
    set (h := total (fun c => if E (Some c) then cell wider step j c else 0) (cells_from a n)) in *.
    set (h' := total (fun c => if E (Some c) then cell wider step j' c else 0) (cells_from a n)) in *.
    pose proof (event_of_cells wider step j E a n W0 S) as h01. pose proof (event_of_cells wider step j' E a n W0 S) as h01'.
    fold h in h01. fold h' in h01'.
    assert (shared : k = k' \/ l = l' -> h <= exp epsilon * h').
    { intros C. assert (X : Rabs (x - x') <= w).
      { destruct HA as [IA _], HA' as [IA' _], HB as [IB _], HB' as [IB' _]. rewrite Fd in IA, IB. rewrite Fd' in IA', IB'.
        unfold inside in *. apply Rabs_le. destruct C as [<-|<-]; split; nra. }
      unfold h, h'. rewrite <- total_scale. apply total_le. intros c _. destruct (E (Some c)); [|lra].
      pose proof (grid_ratio w (w / epsilon) step wider x x' j j' c w0 ltac:(now apply Rdiv_lt_0_compat) S W X R R') as G.
      replace (w / (w / epsilon)) with epsilon in G by (field; lra). exact G. }
    destruct (answers_move epsilon delta A B A' B' e MA MB) as [G G'].
    pose proof (answers_between epsilon delta A B e). pose proof (answers_between epsilon delta A' B' e).
    set (q := answers epsilon delta A B) in *. set (q' := answers epsilon delta A' B') in *.
    destruct (classic (k = k' \/ l = l')) as [C|C].
    + specialize (shared C). assert (q * h <= (exp epsilon * q') * (exp epsilon * h')) by (apply Rmult_le_compat; lra).
      destruct (E None); nra.
    + destruct (ZA ltac:(tauto)) as [-> ->]. destruct (ZB ltac:(tauto)) as [-> ->]. unfold q, q' in *. clear q q'. rewrite Q1 in *.
      set (q := delta - delta * delta / 4) in *. assert (q * h <= q) by nra. assert (q <= delta) by (unfold q; nra).
      assert (0 <= exp epsilon * exp epsilon * (q * h')) by (repeat apply Rmult_le_pos; lra).
      destruct (E None); nra.
  - destruct H as [k [l [j [A [B [HA [HB [R ->]]]]]]]]. subst p'.
    assert (A = 1%nat) by (apply (edge near f 0 w d d' k); auto; rewrite Fd'; auto).
    assert (B = 1%nat) by (apply (edge near f (1 / 2) w d d' l); auto; rewrite Fd'; auto). subst. rewrite Q1.
    pose proof (event_of_cells wider step j E a n W0 S) as h01.
    set (h := total _ _) in *. set (q := delta - delta * delta / 4). assert (0 <= q <= delta) by (unfold q; nra).
    assert (q * h <= q) by nra. destruct (E None); nra.
  - destruct H' as [k [l [j [A [B [HA [HB [R ->]]]]]]]]. subst p.
    assert (A = 1%nat) by (apply (edge near f 0 w d' d k); auto; rewrite Fd; auto).
    assert (B = 1%nat) by (apply (edge near f (1 / 2) w d' d l); auto; rewrite Fd; auto). subst. rewrite Q1.
    pose proof (event_of_cells wider step j E a n W0 S) as h01.
    set (h := total _ _) in *. set (q := delta - delta * delta / 4). assert (0 <= q <= delta) by (unfold q; nra).
    assert (0 <= q * h) by nra. assert (q <= 1) by lra. destruct (E None); nra.
  - subst. destruct (E None); nra.
Qed.

(** Numbers, of which only 0 has no value, reach the price: far from 0, no answer is that much likelier one step
    nearer. Only: reached by the ratio of the probabilities of one output, so that no smaller price will do if delta
    is small, with abstract numbers in the place of data sets. *)
Theorem B_ptr_attained : forall (epsilon delta w step wider : R) (a : Z) (n m : nat), 0 < epsilon -> 0 < delta <= 1 -> 0 < w ->
  0 < step -> 1 + ln (1 / delta) / epsilon <= INR m -> let near (i j : nat) := i = S j \/ j = S i in
  let f i := if Nat.eqb i 0 then None else Some 0 in let E (r : option Z) := match r with None => true | Some _ => false end in
  exists p p', 0 < p' /\ tells near f w epsilon delta step wider (cells_from a n) m E p /\
    tells near f w epsilon delta step wider (cells_from a n) (S m) E p' /\ p = exp (B_ptr__ours epsilon) * p'.
Proof.
  intros epsilon delta w step wider a n m e d w0 S M near f E. assert (s0 : 0 < 1 / epsilon) by (apply Rdiv_lt_0_compat; lra).
  assert (L : 0 <= ln (1 / delta)). { rewrite ln_div, ln_1 by lra. destruct d as [d0 [d1| ->]]; [|rewrite ln_1; lra].
    pose proof (ln_increasing delta 1 d0 d1) as H. rewrite ln_1 in H. lra. }
  assert (m1 : (1 <= m)%nat). { destruct m; [|lia]. cbn in M. assert (0 < / epsilon) by now apply Rinv_0_lt_compat. unfold Rdiv in M at 1. nra. }
  assert (down : forall j i, (j <= i)%nat -> steps near j i (i - j)%nat).
  { induction j as [|j IH]; intros i J; [replace (i - 0)%nat with i by lia; constructor|].
    apply one_more with (i - j)%nat; [apply IH; lia|]. unfold near. lia. }
  assert (back : forall j i u, steps near j i u -> (i <= u + j)%nat).
  { intros j i u T. induction T as [i|j i u v T IH N]; [lia|]. unfold near in N. lia. }
  assert (Z : forall shift i, 0 <= shift < 1 -> (1 <= i)%nat -> away near f shift w i 0 i).
  { intros shift i sh I. assert (V : forall u, (1 <= u)%nat -> inside shift w 0 (f u)).
    { intros u U. unfold f. destruct (Nat.eqb u 0) eqn:Q; [apply Nat.eqb_eq in Q; lia|]. cbn. split; nra. }
    split; [now apply V|]. split.
    - exists 0%nat. split; [|unfold f; cbn; auto]. replace 0%nat with (i - i)%nat by lia. now apply down.
    - intros j u T O. pose proof (back _ _ _ T). destruct u; [lia|]. exfalso. apply O, V. lia. }
  assert (T : forall i, (1 <= i)%nat -> tells near f w epsilon delta step wider (cells_from a n) i E (1 - answers epsilon delta i i)).
  { intros i I. unfold tells. destruct (f i) as [x|] eqn:Fi.
    - exists 0%Z, 0%Z, 0%Z, i, i. split; [apply Z; [lra|easy]|]. split; [apply Z; [lra|easy]|].
      assert (x = 0) by (unfold f in Fi; destruct (Nat.eqb i 0); [easy|now injection Fi]). subst. split.
      + unfold rounded. rewrite Rmult_0_l, Rminus_0_r, Rabs_R0. lra.
      + unfold E. rewrite total_const. ring.
    - unfold f in Fi. destruct (Nat.eqb i 0) eqn:Q; [apply Nat.eqb_eq in Q; lia|easy]. }
  assert (X : forall i, (m <= i)%nat -> 1 - passes epsilon delta i = exp ((1 + ln (1 / delta) / epsilon - INR i) * epsilon) / 2).
  { intros i I. apply le_INR in I. unfold passes, exceeds, laplace_below. destruct (Rlt_dec _ 0) as [R|R].
    - replace ((1 + ln (1 / delta) / epsilon - INR i) / (1 / epsilon)) with ((1 + ln (1 / delta) / epsilon - INR i) * epsilon) by (field; lra). lra.
    - replace (1 + ln (1 / delta) / epsilon - INR i) with 0 by lra. replace (- 0 / (1 / epsilon)) with 0 by (field; lra).
      rewrite Rmult_0_l, exp_0. lra. }
  exists (1 - answers epsilon delta m m), (1 - answers epsilon delta (Datatypes.S m) (Datatypes.S m)).
  split; [pose proof (answers_between epsilon delta (Datatypes.S m) (Datatypes.S m) e); lra|].
  split; [now apply T|]. split; [apply T; lia|]. unfold answers.
  replace (1 - (1 - (1 - passes epsilon delta m) * (1 - passes epsilon delta m))) with ((1 - passes epsilon delta m) * (1 - passes epsilon delta m)) by ring.
  set (z := passes epsilon delta (Datatypes.S m)). replace (1 - (1 - (1 - z) * (1 - z))) with ((1 - z) * (1 - z)) by ring. unfold z.
  rewrite (X m), (X (Datatypes.S m)) by lia.
  replace (exp (B_ptr__ours epsilon)) with (exp epsilon * exp epsilon).
  2: { rewrite <- exp_plus. f_equal. unfold B_ptr__ours. field. }
  assert (Y : exp ((1 + ln (1 / delta) / epsilon - INR m) * epsilon) =
    exp epsilon * exp ((1 + ln (1 / delta) / epsilon - INR (Datatypes.S m)) * epsilon)).
  { rewrite <- exp_plus. f_equal. rewrite S_INR. field. lra. }
  rewrite Y. field.
Qed.
