(* What is true of sums and of laws: lemmas that many proofs share. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions.
Import ListNotations.
Open Scope R_scope.

Lemma exp_le : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [H| ->]; [left; now apply exp_increasing|lra]. Qed.

Lemma ln_div : forall x y, 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. intros x y X Y. unfold Rdiv. assert (0 < / y) by now apply Rinv_0_lt_compat.
  rewrite ln_mult, ln_Rinv by easy. ring. Qed.

Lemma abs_bounds : forall x y, Rabs x <= y -> - y <= x <= y.
Proof. intros x y H. unfold Rabs in H. destruct (Rcase_abs x); lra. Qed.

Lemma total_cons : forall {A} (f : A -> R) x l, total f (x :: l) = f x + total f l.
Proof. reflexivity. Qed.

Lemma total_app : forall {A} (f : A -> R) l l', total f (l ++ l') = total f l + total f l'.
Proof. intros A f l l'; induction l as [|x l IH]; [unfold total; cbn; ring|].
  cbn [app]. rewrite !total_cons, IH; ring. Qed.

Lemma total_le : forall {A} (f g : A -> R) l, (forall x, In x l -> f x <= g x) -> total f l <= total g l.
Proof.
  intros A f g l; induction l as [|x l IH]; intros H; [cbn; lra|].
  rewrite !total_cons. apply Rplus_le_compat; [apply H; now left|apply IH; intros; apply H; now right].
Qed.

Lemma total_ext : forall {A} (f g : A -> R) l, (forall x, In x l -> f x = g x) -> total f l = total g l.
Proof. intros; apply Rle_antisym; apply total_le; intros; rewrite H; auto; lra. Qed.

Lemma total_scale : forall {A} c (f : A -> R) l, total (fun x => c * f x) l = c * total f l.
Proof. intros; induction l as [|x l IH]; [unfold total; cbn; ring|]. rewrite !total_cons, IH; ring. Qed.

Lemma total_plus : forall {A} (f g : A -> R) l, total (fun x => f x + g x) l = total f l + total g l.
Proof. intros; induction l as [|x l IH]; [unfold total; cbn; ring|]. rewrite !total_cons, IH; ring. Qed.

Lemma total_minus : forall {A} (f g : A -> R) l, total (fun x => f x - g x) l = total f l - total g l.
Proof. intros; induction l as [|x l IH]; [unfold total; cbn; ring|]. rewrite !total_cons, IH; ring. Qed.

Lemma total_const : forall {A} c (l : list A), total (fun _ => c) l = c * size l.
Proof.
  intros; induction l as [|x l IH]; [unfold total, size; cbn; ring|]. rewrite total_cons, IH. unfold size.
  cbn [length]. rewrite S_INR. ring.
Qed.

Lemma total_nonneg : forall {A} (f : A -> R) l, (forall x, In x l -> 0 <= f x) -> 0 <= total f l.
Proof. intros. apply Rle_trans with (total (fun _ : A => 0) l); [rewrite total_const; lra|now apply total_le]. Qed.

Lemma total_map : forall {A B} (g : A -> B) (f : B -> R) l, total f (map g l) = total (fun x => f (g x)) l.
Proof. intros; unfold total; now rewrite map_map. Qed.

Lemma total_swap : forall {A B} (f : A -> B -> R) l l',
  total (fun x => total (f x) l') l = total (fun y => total (fun x => f x y) l) l'.
Proof.
  intros A B f l l'; induction l as [|x l IH].
  - symmetry. transitivity (total (fun _ : B => 0) l'); [now apply total_ext|]. rewrite total_const.
    unfold total; cbn. ring.
  - rewrite total_cons, IH, <- total_plus. apply total_ext. intros. now rewrite total_cons.
Qed.

Lemma total_in : forall {A} (f : A -> R) l x, (forall y, In y l -> 0 <= f y) -> In x l -> f x <= total f l.
Proof.
  intros A f l x; induction l as [|y l IH]; intros H K; [destruct K|]; destruct K as [->|K]; rewrite total_cons.
  - assert (0 <= total f l) by (apply total_nonneg; intros; apply H; now right). lra.
  - assert (f x <= total f l) by (apply IH; auto; intros; apply H; now right).
    assert (0 <= f y) by (apply H; now left). lra.
Qed.

Lemma total_abs : forall {A} (f : A -> R) l, Rabs (total f l) <= total (fun x => Rabs (f x)) l.
Proof.
  intros; induction l as [|x l IH]; [unfold total; cbn; rewrite Rabs_R0; lra|]. rewrite !total_cons.
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma size_app : forall {A} (l l' : list A), size (l ++ l') = size l + size l'.
Proof. intros; unfold size. rewrite app_length. apply plus_INR. Qed.

Lemma size_cons : forall {A} (x : A) l, size (x :: l) = size l + 1.
Proof. intros; unfold size; cbn [length]. apply S_INR. Qed.

Lemma size_nonneg : forall {A} (l : list A), 0 <= size l.
Proof. intros; apply pos_INR. Qed.

(* Pointwise is enough for all events. *)
Lemma pointwise_hides : forall {O} (outputs : list O) epsilon p p',
  (forall r, In r outputs -> p r <= exp epsilon * p' r) -> hides outputs epsilon 0 p p'.
Proof.
  intros O outputs epsilon p p' H E. unfold chance. rewrite Rplus_0_r, <- total_scale.
  apply total_le; intros r K. destruct (E r); [now apply H|lra].
Qed.

Lemma weights_nonneg : forall {O} (outputs : list O) epsilon q mu, base outputs mu ->
  forall r, In r outputs -> 0 <= weight epsilon q mu r.
Proof. intros O outputs epsilon q mu [H _] r K; unfold weight. apply Rmult_le_pos; [left; apply exp_pos|now apply H]. Qed.

Lemma weights_positive : forall {O} (outputs : list O) epsilon q mu, base outputs mu ->
  0 < total (weight epsilon q mu) outputs.
Proof.
  intros O outputs epsilon q mu B. pose proof B as [H T].
  assert (exists r, In r outputs /\ 0 < mu r) as [r [K P]].
  { clear B. induction outputs as [|x l IH]; cbn in T; [lra|].
    destruct (Rlt_dec 0 (mu x)); [exists x; split; [now left|easy]|].
    destruct IH as [r [K P]]; [intros; apply H; now right| |exists r; split; [now right|easy]].
    unfold total; lra. }
  apply Rlt_le_trans with (weight epsilon q mu r).
  - unfold weight; apply Rmult_lt_0_compat; [apply exp_pos|easy].
  - apply total_in; [now apply weights_nonneg|easy].
Qed.

(* ---- pairs of places ---- *)

Lemma pairs_cons : forall {A} (g : A -> A -> R) x l, pairs g (x :: l) = total (g x) l + pairs g l.
Proof. reflexivity. Qed.

Lemma pairs_le : forall {A} (g h : A -> A -> R) l, (forall a b, g a b <= h a b) -> pairs g l <= pairs h l.
Proof.
  intros A g h l H; induction l as [|x l IH]; [cbn; lra|]. rewrite !pairs_cons.
  apply Rplus_le_compat; [apply total_le; auto|easy].
Qed.

Lemma pairs_ext : forall {A} (g h : A -> A -> R) l, (forall a b, g a b = h a b) -> pairs g l = pairs h l.
Proof. intros; apply Rle_antisym; apply pairs_le; intros; rewrite H; lra. Qed.

Lemma pairs_plus : forall {A} (g h : A -> A -> R) l, pairs (fun a b => g a b + h a b) l = pairs g l + pairs h l.
Proof. intros; induction l as [|x l IH]; [cbn; ring|]. rewrite !pairs_cons, IH, total_plus; ring. Qed.

Lemma pairs_scale : forall {A} c (g : A -> A -> R) l, pairs (fun a b => c * g a b) l = c * pairs g l.
Proof. intros; induction l as [|x l IH]; [cbn; ring|]. rewrite !pairs_cons, IH, total_scale; ring. Qed.

Lemma pairs_minus : forall {A} (g h : A -> A -> R) l, pairs (fun a b => g a b - h a b) l = pairs g l - pairs h l.
Proof. intros; induction l as [|x l IH]; [cbn; ring|]. rewrite !pairs_cons, IH, total_minus; ring. Qed.

Lemma pairs_const : forall {A} c (l : list A), pairs (fun _ _ => c) l = c * (size l * (size l - 1) / 2).
Proof.
  intros; induction l as [|x l IH]; [unfold size; cbn; lra|].
  rewrite pairs_cons, IH, total_const, size_cons. field.
Qed.

Lemma total_twice : forall {A} (g : A -> A -> R) l,
  total (fun a => total (g a) l) l = total (fun a => g a a) l + pairs (fun a b => g a b + g b a) l.
Proof.
  intros; induction l as [|x l IH]; [cbn; ring|].
  rewrite !total_cons, pairs_cons.
  rewrite (total_ext (fun a => total (g a) (x :: l)) (fun a => g a x + total (g a) l)) by reflexivity.
  rewrite !total_plus, IH. ring.
Qed.

Lemma total_split : forall {A} (f : A -> R) before x after,
  total f (before ++ x :: after) = f x + total f (before ++ after).
Proof. intros; rewrite !total_app, total_cons; ring. Qed.

Lemma pairs_split : forall {A} (g : A -> A -> R) before x after, (forall a b, g a b = g b a) ->
  pairs g (before ++ x :: after) = total (g x) (before ++ after) + pairs g (before ++ after).
Proof.
  intros A g before x after H; induction before as [|a before IH]; [reflexivity|].
  cbn [app]. rewrite !pairs_cons, total_cons, total_split, IH, (H a x). ring.
Qed.

Lemma size_split : forall {A} (x : A) before after, size (before ++ x :: after) = size (before ++ after) + 1.
Proof. intros; rewrite !size_app, size_cons; ring. Qed.

Lemma neighbours_size : forall {A} (l l' : list A), neighbours l l' -> size l = size l'.
Proof. intros A l l' []. now rewrite !size_split. Qed.

Lemma total_bounds : forall {A} (f : A -> R) low high l, (forall x, low <= f x <= high) ->
  low * size l <= total f l <= high * size l.
Proof. intros; split; rewrite <- total_const; apply total_le; intros; apply H. Qed.

Lemma pairs_bounds : forall {A} (g : A -> A -> R) low high l, (forall a b, low <= g a b <= high) ->
  low * (size l * (size l - 1) / 2) <= pairs g l <= high * (size l * (size l - 1) / 2).
Proof. intros; split; rewrite <- pairs_const; apply pairs_le; intros; apply H. Qed.

(* ---- predicates ---- *)

Lemma share_moves : forall {A} (phi : A -> bool) l l', neighbours l l' -> Rabs (share phi l - share phi l') <= 1 / size l.
Proof.
  intros A phi l l' [before x x' after]. unfold share. rewrite !total_split, !size_split.
  set (n := size (before ++ after)). assert (0 <= n) by apply size_nonneg.
  set (s := total (fun a => if phi a then 1 else 0) (before ++ after)).
  assert (i : 0 < / (n + 1)) by (apply Rinv_0_lt_compat; lra). unfold Rdiv.
  destruct (phi x), (phi x'); apply Rabs_le; split; nra.
Qed.

Lemma largest_nonneg : forall {A} (f : A -> R) l, 0 <= largest f l.
Proof. intros A f l; induction l as [|a l IH]; [cbn; lra|]. eapply Rle_trans; [exact IH|apply Rmax_r]. Qed.

Lemma largest_moves : forall {A} (f g : A -> R) c l, 0 <= c -> (forall a, In a l -> Rabs (f a - g a) <= c) ->
  Rabs (largest f l - largest g l) <= c.
Proof.
  intros A f g c l pos; induction l as [|a l IH]; intros H.
  - unfold largest; cbn. rewrite Rminus_0_r, Rabs_R0. lra.
  - assert (Ha := abs_bounds _ _ (H a (or_introl eq_refl))).
    assert (Hl := abs_bounds _ _ (IH (fun b K => H b (or_intror K)))).
    change (largest f (a :: l)) with (Rmax (f a) (largest f l)). change (largest g (a :: l)) with (Rmax (g a) (largest g l)).
    apply Rabs_le. unfold Rmax. destruct (Rle_dec (f a) _), (Rle_dec (g a) _); lra.
Qed.
