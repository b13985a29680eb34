(* What noise on a grid costs: how much wider it is than real noise would have to be. *)
From Coq Require Import Reals List Lra Lia ZArith.
From privcausal Require Import definitions sums.
Open Scope R_scope.

(* The noise that will do for a sensitivity Delta of r numbers: wider by what rounding costs, and by a hair. *)
Definition will_do (s r Delta step : R) : R := s * (1 + r * step / Delta) * (1 + / 2 ^ 48).

(* The smallest multiple k of the step that is as wide as that. *)
Definition smallest_multiple (k : Z) (step wide : R) : Prop := wide <= IZR k * step /\ (IZR k - 1) * step < wide.

(** It is wider than s by at most that share. *)
Theorem B_grid_cost : forall (s r Delta step : R) (k : Z), 0 < step -> 0 < r -> 0 < Delta -> step <= s / 2 ^ 22 -> step <= Delta / r / 2 ^ 22 ->
  smallest_multiple k step (will_do s r Delta step) -> IZR k * step - s <= B_grid_cost__ours * s.
Proof.
  intros s r Delta step k g R D S S' [_ K]. replace (B_grid_cost__ours * s) with (/ 2 ^ 21 * s) by (unfold B_grid_cost__ours; field).
  unfold will_do in K. set (x := s / step). assert (X : s = x * step) by (unfold x; field; lra).
  assert (X0 : 2 ^ 22 <= x). { apply Rmult_le_reg_r with step; [easy|]. rewrite <- X. lra. }
  set (y := r * step / Delta) in *. assert (Y : y <= / 2 ^ 22).
  { unfold y. apply Rmult_le_reg_r with (Delta / r); [now apply Rdiv_lt_0_compat|].
    replace (r * step / Delta * (Delta / r)) with step by (field; lra). lra. }
  assert (K1 : IZR k - 1 < x * (1 + / 2 ^ 22) * (1 + / 2 ^ 48)).
  { apply Rmult_lt_reg_r with step; [easy|]. eapply Rlt_le_trans; [exact K|]. rewrite X.
    replace (x * (1 + / 2 ^ 22) * (1 + / 2 ^ 48) * step) with (x * step * (1 + / 2 ^ 22) * (1 + / 2 ^ 48)) by ring.
    apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [|lra]. apply Rmult_le_pos; lra. }
  assert (G : IZR k <= x * (1 + / 2 ^ 21)).
  { destruct (Z.le_gt_cases k 4194306) as [L|L].
    - apply IZR_le in L. lra.
    - assert (L' : (4194307 <= k)%Z) by lia. apply IZR_le in L'. lra. }
  apply Rmult_le_compat_r with (r := step) in G; [|lra]. rewrite X. lra.
Qed.

(** Where scale and sensitivity are just so many steps, which may be any power of two, it is all of that. *)
Theorem B_grid_cost_attained : forall step r : R, 0 < step -> 0 < r <= 2 ^ 10 -> let s := 2 ^ 22 * step in let Delta := 2 ^ 22 * (step * r) in
  exists k : Z, / 2 ^ 10 * Delta <= s /\ step <= s / 2 ^ 22 /\ step <= Delta / r / 2 ^ 22 /\ smallest_multiple k step (will_do s r Delta step) /\
  IZR k * step - s = B_grid_cost__ours * s.
Proof.
  intros step r g R s Delta. exists 4194306%Z. unfold smallest_multiple, will_do.
  assert (Q : r * step / Delta = / 2 ^ 22) by (unfold Delta; field; lra). rewrite Q. unfold s, B_grid_cost__ours.
  replace (Delta / r / 2 ^ 22) with step by (unfold Delta; field; lra).
  split; [unfold Delta; nra|]. repeat split; lra.
Qed.
