(* Scores rounded to a grid before a choice. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* A score rounded to a multiple k of the step, any of the nearest; and raised if it lies too far below the best. *)
Definition near_multiple (step score : R) (k : Z) : Prop := Rabs (score - IZR k * step) <= step / 2.
Definition best_from (step : R) (k : nat -> Z) (first : nat) (rest : list nat) : R :=
  fold_right Rmax (IZR (k first) * step) (map (fun r => IZR (k r) * step) rest).
Definition best (step : R) (k : nat -> Z) (outputs : list nat) : R :=
  match outputs with nil => 0 | first :: rest => best_from step k first rest end.
Definition raised (step far : R) (k : nat -> Z) (outputs : list nat) (r : nat) : R :=
  Rmax (IZR (k r) * step) (best step k outputs - far).

Lemma best_moves : forall step k k' c outputs, (forall r, Rabs (IZR (k r) * step - IZR (k' r) * step) <= c) ->
  Rabs (best step k outputs - best step k' outputs) <= c.
Proof.
  intros step k k' c [|first l] H; cbn [best].
  { rewrite Rminus_0_r, Rabs_R0. eapply Rle_trans; [apply Rabs_pos|apply (H 0%nat)]. }
  induction l as [|r l IH]; [apply H|].
  change (best_from step k first (r :: l)) with (Rmax (IZR (k r) * step) (best_from step k first l)).
  change (best_from step k' first (r :: l)) with (Rmax (IZR (k' r) * step) (best_from step k' first l)).
  pose proof (abs_bounds _ _ (H r)). apply abs_bounds in IH. apply Rabs_le. unfold Rmax.
  destruct (Rle_dec (IZR (k r) * step) _), (Rle_dec (IZR (k' r) * step) _); lra.
Qed.

(* Where no score falls, no multiple does, and so neither does the best of them, nor a score that was raised. *)
Lemma rounds_up : forall step s s' k k', 0 < step -> (forall i, near_multiple step (s i) (k i)) ->
  (forall i, near_multiple step (s' i) (k' i)) -> (forall i, s i = s' i -> k i = k' i) -> (forall i, s i <= s' i) ->
  forall i : nat, (k i <= k' i)%Z.
Proof.
  intros step s s' k k' G N N' alike up i. destruct (up i) as [less|same]; [|rewrite (alike i same); lia].
  pose proof (abs_bounds _ _ (N i)). pose proof (abs_bounds _ _ (N' i)).
  apply Zlt_succ_le, lt_IZR. unfold Z.succ. rewrite plus_IZR. apply Rmult_lt_reg_r with step; [easy|]. lra.
Qed.

Lemma raised_up : forall step far k k' outputs r, 0 <= step -> (forall i, (k i <= k' i)%Z) ->
  raised step far k outputs r <= raised step far k' outputs r.
Proof.
  intros step far k k' outputs r G up.
  assert (U : forall i, IZR (k i) * step <= IZR (k' i) * step) by (intros i; apply Rmult_le_compat_r; [easy|apply IZR_le, up]).
  assert (B : best step k outputs <= best step k' outputs).
  { destruct outputs as [|first l]; cbn [best]; [lra|]. induction l as [|o l IH]; [apply U|].
    change (best_from step k first (o :: l)) with (Rmax (IZR (k o) * step) (best_from step k first l)).
    change (best_from step k' first (o :: l)) with (Rmax (IZR (k' o) * step) (best_from step k' first l)). specialize (U o).
    apply Rmax_lub; [eapply Rle_trans; [exact U|apply Rmax_l]|eapply Rle_trans; [exact IH|apply Rmax_r]]. }
  specialize (U r). unfold raised. apply Rmax_lub; [eapply Rle_trans; [exact U|apply Rmax_l]|].
  eapply Rle_trans; [|apply Rmax_r]. lra.
Qed.

(** One record changes each exponent by at most that, and no exponent falls where no score does, if equal scores are
    rounded alike. Only: these two facts, and not how the choice is drawn. *)
Theorem B_choose : forall (theta slower Delta step far : R) (s s' : nat -> R) (k k' : nat -> Z) (outputs : list nat) (r : nat),
  0 < theta -> 0 < Delta -> 0 < step -> 0 <= slower <= theta * Delta / (Delta + step) ->
  (forall i, Rabs (s i - s' i) <= Delta) -> (forall i, near_multiple step (s i) (k i)) -> (forall i, near_multiple step (s' i) (k' i)) ->
  Rabs (slower * raised step far k outputs r - slower * raised step far k' outputs r) <= B_choose__ours theta Delta /\
  ((forall i, s i = s' i -> k i = k' i) -> (forall i, s i <= s' i) ->
    slower * raised step far k outputs r <= slower * raised step far k' outputs r).
Proof.
  intros theta slower Delta step far s s' k k' outputs r T D G [w0 w1] near N N'. unfold near_multiple in *.
  split; [|intros alike up; apply Rmult_le_compat_l; [easy|]; apply raised_up; [lra|now apply (rounds_up step s s')]].
  assert (M : forall i, Rabs (IZR (k i) * step - IZR (k' i) * step) <= Delta + step).
  { intros i. pose proof (abs_bounds _ _ (near i)). pose proof (abs_bounds _ _ (N i)). pose proof (abs_bounds _ _ (N' i)).
    apply Rabs_le. lra. }
  pose proof (abs_bounds _ _ (best_moves step k k' _ outputs M)) as B. pose proof (abs_bounds _ _ (M r)) as R.
  assert (E : Rabs (raised step far k outputs r - raised step far k' outputs r) <= Delta + step).
  { unfold raised. apply Rabs_le. unfold Rmax.
    destruct (Rle_dec (IZR (k r) * step) _), (Rle_dec (IZR (k' r) * step) _); lra. }
  rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq slower) by easy.
  replace (B_choose__ours theta Delta) with (theta * Delta) by (unfold B_choose__ours; field).
  apply Rle_trans with (theta * Delta / (Delta + step) * (Delta + step)); [|right; field; lra].
  apply Rmult_le_compat; try easy. apply Rabs_pos.
Qed.

(** Scores that are rounded away from each other reach it, however many outputs there are and however far a score may lie
    below the best. Only: attained where the sensitivity is a whole multiple of the step. *)
Theorem B_choose_attained : forall (theta step far : R) (n : nat) (outputs : list nat) (r : nat),
  0 < theta -> 0 < step -> 0 <= far -> (1 <= n)%nat -> In r outputs ->
  let Delta := INR n * step in let slower := theta * Delta / (Delta + step) in
  exists (s s' : nat -> R) (k k' : nat -> Z), (forall i, Rabs (s i - s' i) <= Delta) /\
  (forall i, near_multiple step (s i) (k i)) /\ (forall i, near_multiple step (s' i) (k' i)) /\
  Rabs (slower * raised step far k outputs r - slower * raised step far k' outputs r) = B_choose__ours theta Delta.
Proof.
  intros theta step far n outputs r T G F N I Delta slower. assert (P : 1 <= INR n) by (replace 1 with (INR 1) by reflexivity; now apply le_INR).
  assert (D : 0 < Delta) by (unfold Delta; nra).
  exists (fun _ => step / 2), (fun _ => step / 2 + Delta), (fun _ => 0%Z), (fun _ => (Z.of_nat n + 1)%Z). unfold near_multiple.
  split; [intros; replace (step / 2 - (step / 2 + Delta)) with (- Delta) by ring; rewrite Rabs_Ropp, Rabs_pos_eq; lra|].
  split; [intros; rewrite Rabs_pos_eq; lra|]. split.
  - intros _. rewrite plus_IZR, <- INR_IZR_INZ. unfold Delta.
    replace (step / 2 + INR n * step - (INR n + 1) * step) with (- (step / 2)) by field. rewrite Rabs_Ropp, Rabs_pos_eq; lra.
  - assert (E : forall z, raised step far (fun _ => z) outputs r = IZR z * step).
    { intros z. destruct outputs as [|first l]; [easy|]. unfold raised; cbn [best].
      assert (B : best_from step (fun _ => z) first l = IZR z * step).
      { clear I. induction l as [|o l IH]; [easy|].
        change (best_from step (fun _ => z) first (o :: l)) with (Rmax (IZR z * step) (best_from step (fun _ => z) first l)).
        rewrite IH. unfold Rmax. now destruct (Rle_dec _ _). }
      rewrite B. unfold Rmax. destruct (Rle_dec _ _); lra. }
    rewrite !E, plus_IZR, <- INR_IZR_INZ.
    replace (slower * (0 * step) - slower * ((INR n + 1) * step)) with (- (theta * Delta)) by (unfold slower; unfold Delta in *; field; nra).
    rewrite Rabs_Ropp, Rabs_pos_eq by (left; now apply Rmult_lt_0_compat). unfold B_choose__ours. field.
Qed.
