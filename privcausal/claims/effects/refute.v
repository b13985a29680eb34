(* What an unmeasured confounder can produce. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* A confounder with finitely many values. Each value v has a frequency p v among the treated and q v among the
   untreated, and the risk r v of the outcome, on which the treatment has no effect. *)
Definition confounder {V : Type} (values : list V) (a b : R) (p q r : V -> R) : Prop :=
  law values p /\ law values q /\ (forall v, In v values -> 0 <= r v <= 1 /\ p v <= a * q v) /\
  (forall v w, In v values -> In w values -> r v <= b * r w).

(* The risk among people with these frequencies. *)
Definition risk {V : Type} (values : list V) (p r : V -> R) : R := total (fun v => p v * r v) values.

Lemma smallest : forall {V} (f : V -> R) l, l <> [] -> exists v, In v l /\ forall w, In w l -> f v <= f w.
Proof.
  intros V f l. induction l as [|x l IH]; intros N; [easy|]. destruct l as [|y l].
  - exists x. split; [now left|]. intros w [<-|[]]; lra.
  - destruct IH as [v [K H]]; [easy|]. destruct (Rle_lt_dec (f x) (f v)) as [L|L].
    + exists x. split; [now left|]. intros w [<-|W]; [lra|]. specialize (H w W). lra.
    + exists v. split; [now right|]. intros w [<-|W]; [lra|]. now apply H.
Qed.

Lemma risks : forall {V} (values : list V) a b p q r, 1 <= a -> 1 <= b -> confounder values a b p q r ->
  (a + b - 1) * risk values p r <= a * b * risk values q r.
Proof.
  intros V values a b p q r A B [[P TP] [[Q TQ] [H R]]]. unfold risk.
  (* Take the value with the least risk m; every risk lies between m and b m. *)
  destruct (smallest r values) as [low [K least]]; [intros ->; cbn in TP; unfold total in TP; cbn in TP; lra|].
  set (m := r low) in *. assert (M : 0 <= m) by (destruct (H low K); unfold m; lra).
  (* What is above m, averaged over the treated and over the untreated. *)
  set (s := fun v => r v - m).
  assert (EP : total (fun v => p v * r v) values = m + total (fun v => p v * s v) values).
  { rewrite (total_ext _ (fun v => m * p v + p v * s v)) by (intros; unfold s; ring).
    rewrite total_plus, total_scale, TP. ring. }
  assert (EQ : total (fun v => q v * r v) values = m + total (fun v => q v * s v) values).
  { rewrite (total_ext _ (fun v => m * q v + q v * s v)) by (intros; unfold s; ring).
    rewrite total_plus, total_scale, TQ. ring. }
  rewrite EP, EQ. set (x := total (fun v => p v * s v) values). set (y := total (fun v => q v * s v) values).
  (* No value is more than a times as frequent among the treated. *)
  assert (X1 : x <= a * y).
  { unfold x, y. rewrite <- total_scale. apply total_le. intros v W. unfold s. pose proof (least v W).
    destruct (H v W) as [_ F]. nra. }
  (* No risk is more than b times the least. *)
  assert (X2 : x <= (b - 1) * m).
  { unfold x. replace ((b - 1) * m) with (total (fun v => (b - 1) * m * p v) values) by (rewrite total_scale, TP; ring).
    apply total_le. intros v W. unfold s. specialize (R v low W K). fold m in R. specialize (P v W). nra. }
  assert (0 <= (a - 1) * ((b - 1) * m - x)) by (apply Rmult_le_pos; lra).
  assert (0 <= b * (a * y - x)) by (apply Rmult_le_pos; lra). nra.
Qed.

(** The ratio of the two risks is at most our number; written without a quotient, since a risk may be 0. And if both
    strengths are E and the ratio is R, then E is at least the E-value of R. *)
Theorem B_effect_evalue : forall (V : Type) (values : list V) p q r,
  (forall a b, B_effect_evalue__if_a a -> B_effect_evalue__if_b b -> confounder values a b p q r ->
    risk values p r <= B_effect_evalue__ours a b * risk values q r) /\
  (forall E ratio, 1 <= E -> 1 <= ratio -> confounder values E E p q r -> 0 < risk values q r ->
    risk values p r = ratio * risk values q r -> B_effect_evalue__evalue ratio <= E).
Proof.
  intros V values p q r. split.
  - intros a b A B C. unfold B_effect_evalue__if_a, B_effect_evalue__if_b in *.
    pose proof (risks values a b p q r A B C) as H.
    replace (B_effect_evalue__ours a b) with (a * b / (a + b - 1)) by (unfold B_effect_evalue__ours; field; lra).
    apply Rmult_le_reg_l with (a + b - 1); [lra|].
    replace ((a + b - 1) * (a * b / (a + b - 1) * risk values q r)) with (a * b * risk values q r) by (field; lra). exact H.
  - intros E ratio one up C pos eq. pose proof (risks values E E p q r one one C) as H. rewrite eq in H.
    assert (S : (E + E - 1) * ratio <= E * E) by (apply Rmult_le_reg_r with (risk values q r); lra).
    replace (B_effect_evalue__evalue ratio) with (ratio + sqrt (ratio * (ratio - 1))) by (unfold B_effect_evalue__evalue; field).
    (* (E - ratio)^2 is at least ratio (ratio - 1), and E is not the smaller root *)
    destruct (Rle_lt_dec ratio E) as [L|L].
    + assert (sqrt (ratio * (ratio - 1)) <= sqrt ((E - ratio) ^ 2)) by (apply sqrt_le_1; nra).
      rewrite sqrt_pow2 in H0 by lra. lra.
    + exfalso. nra.
Qed.

Lemma two_values : forall (f : bool -> R), total f [true; false] = f true + f false.
Proof. intros; unfold total; cbn; ring. Qed.

(** Two values reach both: all treated people have the one with the higher risk, which is certain. *)
Theorem B_effect_evalue_attained : forall a b, 1 <= a -> 1 <= b -> exists p q r : bool -> R,
  confounder [true; false] a b p q r /\ 0 < risk [true; false] q r /\
  risk [true; false] p r / risk [true; false] q r = B_effect_evalue__ours a b /\
  (a = b -> B_effect_evalue__evalue (risk [true; false] p r / risk [true; false] q r) = a).
Proof.
  intros a b A B. assert (i : 0 < / a <= 1) by (split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]).
  set (p := fun v : bool => if v then 1 else 0). set (q := fun v : bool => if v then / a else 1 - / a).
  assert (j : 0 < / b <= 1) by (split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_le_contravar; lra]).
  set (r := fun v : bool => if v then 1 else / b). exists p, q, r.
  assert (EP : risk [true; false] p r = 1) by (unfold risk; rewrite two_values; unfold p, r; ring).
  assert (EQ : risk [true; false] q r = (a + b - 1) / (a * b)) by (unfold risk; rewrite two_values; unfold q, r; field; lra).
  assert (RR : risk [true; false] p r / risk [true; false] q r = a * b / (a + b - 1)) by (rewrite EP, EQ; field; lra).
  assert (0 < (a + b - 1) / (a * b)) by (apply Rdiv_lt_0_compat; [lra|nra]). assert (J : b * / b = 1) by (apply Rinv_r; lra).
  repeat split.
  - intros [|] _; unfold p; lra.
  - rewrite two_values; unfold p; ring.
  - intros [|] _; unfold q; lra.
  - rewrite two_values; unfold q; ring.
  - destruct v; unfold r; lra.
  - destruct v; unfold r; lra.
  - destruct v; unfold p, q; [right; field; lra|]. assert (a * (1 - / a) = a - 1) by (field; lra). lra.
  - intros [|] [|] _ _; unfold r; nra.
  - now rewrite EQ.
  - rewrite RR. unfold B_effect_evalue__ours. field; lra.
  - intros <-. rewrite RR. set (t := a * a / (a + a - 1)).
    assert (T : t * (t - 1) = (a * (a - 1) / (a + a - 1)) ^ 2) by (unfold t; field; lra).
    assert (S : sqrt (t * (t - 1)) = a * (a - 1) / (a + a - 1)).
    { rewrite T. apply sqrt_pow2. apply Rmult_le_pos; [nra|]. left; apply Rinv_0_lt_compat; lra. }
    unfold B_effect_evalue__evalue. rewrite S. unfold t. field; lra.
Qed.
