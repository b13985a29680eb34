(* A sieve that holds test after test against one noisy threshold. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* A test with fresh noise is refused if its noisy value is below the threshold. *)
Definition refused (noises : list R) (w : R -> R) (f threshold : R) : R :=
  total (fun v => if Rlt_dec (f + v) threshold then w v else 0) noises.

(* All tests before it are refused. *)
Definition reached (noises : list R) (w : R -> R) (before : list R) (threshold : R) : R :=
  fold_right (fun f rest => refused noises w f threshold * rest) 1 before.

(* The probability to lose a test that is the first, and one after others, given that it is reached; the threshold is T
   and its noise. *)
Definition lost_first (thresholds : list R) (p : R -> R) (noises : list R) (w : R -> R) (T f : R) : R :=
  total (fun r => p r * refused noises w f (T + r)) thresholds.

Definition lost_now (thresholds : list R) (p : R -> R) (noises : list R) (w : R -> R) (T f : R) (before : list R) : R :=
  total (fun r => p r * (refused noises w f (T + r) * reached noises w before (T + r))) thresholds /
  total (fun r => p r * reached noises w before (T + r)) thresholds.

Lemma refused_grows : forall noises w f x y, (forall v, In v noises -> 0 <= w v) -> x <= y ->
  0 <= refused noises w f x <= refused noises w f y.
Proof.
  intros noises w f x y W L. unfold refused. split.
  - apply total_nonneg. intros v K. specialize (W v K). destruct (Rlt_dec _ _); lra.
  - apply total_le. intros v K. specialize (W v K). destruct (Rlt_dec (f + v) x), (Rlt_dec (f + v) y); lra.
Qed.

Lemma reached_grows : forall noises w before x y, (forall v, In v noises -> 0 <= w v) -> x <= y ->
  0 <= reached noises w before x <= reached noises w before y.
Proof.
  intros noises w before x y W L. induction before as [|f before IH]; [cbn; lra|].
  change (reached noises w (f :: before) x) with (refused noises w f x * reached noises w before x).
  change (reached noises w (f :: before) y) with (refused noises w f y * reached noises w before y).
  pose proof (refused_grows noises w f x y W L). split; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra].
Qed.

(* Chebyshev: two numbers that grow together are larger together than apart. *)
Lemma together : forall (l : list R) (p a b : R -> R), law l p -> (forall x y, x <= y -> a x <= a y) -> (forall x y, x <= y -> b x <= b y) ->
  total (fun r => p r * a r) l * total (fun r => p r * b r) l <= total (fun r => p r * (a r * b r)) l.
Proof.
  intros l p a b [P one] A B.
  (* No product of two differences is negative. *)
  assert (D : 0 <= total (fun x => total (fun y => p x * p y * ((a x - a y) * (b x - b y))) l) l).
  { apply total_nonneg. intros x Kx. apply total_nonneg. intros y Ky. apply Rmult_le_pos; [apply Rmult_le_pos; auto|].
    destruct (Rle_lt_dec x y) as [L|L].
    - pose proof (A x y L). pose proof (B x y L).
      replace ((a x - a y) * (b x - b y)) with ((a y - a x) * (b y - b x)) by ring. apply Rmult_le_pos; lra.
    - assert (L' : y <= x) by lra. pose proof (A y x L'). pose proof (B y x L'). apply Rmult_le_pos; lra. }
  set (sa := total (fun r => p r * a r) l). set (sb := total (fun r => p r * b r) l). set (sab := total (fun r => p r * (a r * b r)) l).
  rewrite (total_ext _ (fun x => (p x * (a x * b x) - sb * (p x * a x)) + (sab * p x - sa * (p x * b x)))) in D.
  - rewrite total_plus, !total_minus, !total_scale, one in D. fold sa sb sab in D. lra.
  - intros x _.
    rewrite (total_ext _ (fun y => (p x * (a x * b x) * p y - p x * a x * (p y * b y)) + (p x * (p y * (a y * b y)) - p x * b x * (p y * a y)))) by (intros; ring).
    rewrite total_plus, !total_minus, !total_scale, one. fold sa sb sab. ring.
Qed.

(** Whatever the values of the tests before it, a test is lost at least as often as if it had been the first: the quotient
    of the two probabilities is at most the number printed. Only: noise with finitely many values. *)
Theorem P_type1_run : forall (thresholds : list R) (p : R -> R) (noises : list R) (w : R -> R) (T f : R) (before : list R),
  law thresholds p -> (forall v, In v noises -> 0 <= w v) ->
  0 < total (fun r => p r * reached noises w before (T + r)) thresholds -> 0 < lost_now thresholds p noises w T f before ->
  lost_first thresholds p noises w T f / lost_now thresholds p noises w T f before <= P_type1_run__ours.
Proof.
  intros thresholds p noises w T f before P W R L. replace P_type1_run__ours with 1 by (unfold P_type1_run__ours; field).
  pose proof (together thresholds p (fun r => refused noises w f (T + r)) (fun r => reached noises w before (T + r)) P
    ltac:(intros; apply refused_grows; [easy|lra]) ltac:(intros; apply reached_grows; [easy|lra])) as C.
  cbv beta in C. fold (lost_first thresholds p noises w T f) in C. unfold lost_now in *.
  set (z := total (fun r => p r * reached noises w before (T + r)) thresholds) in *.
  set (both := total (fun r => p r * (refused noises w f (T + r) * reached noises w before (T + r))) thresholds) in *.
  apply Rmult_le_reg_r with (both / z); [easy|]. replace (lost_first thresholds p noises w T f / (both / z) * (both / z)) with (lost_first thresholds p noises w T f) by (field; split; [lra|intros Z; rewrite Z in L; unfold Rdiv in L; lra]).
  apply Rmult_le_reg_r with z; [easy|]. replace (1 * (both / z) * z) with both by (field; lra). exact C.
Qed.

(** The first test of a run is lost exactly as often. *)
Theorem P_type1_run_instance : forall (thresholds : list R) (p : R -> R) (noises : list R) (w : R -> R) (T f : R),
  law thresholds p -> 0 < lost_first thresholds p noises w T f ->
  lost_first thresholds p noises w T f / lost_now thresholds p noises w T f [] = P_type1_run__ours.
Proof.
  intros thresholds p noises w T f [_ one] L. unfold P_type1_run__ours, lost_now. cbn [reached fold_right].
  rewrite (total_ext (fun r => p r * (refused noises w f (T + r) * 1)) (fun r => p r * refused noises w f (T + r))) by (intros; ring).
  rewrite (total_ext (fun r => p r * 1) p) by (intros; ring). rewrite one. fold (lost_first thresholds p noises w T f). field. lra.
Qed.
