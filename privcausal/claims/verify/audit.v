(* An auditor who sees many runs, and a trapdoor that rarely opens. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums laws.
Import ListNotations.
Open Scope R_scope.

(* The probability that n independent runs, each drawn from p, are accused by the auditor's test. *)
Fixpoint accused {O : Type} (outputs : list O) (p : O -> R) (n : nat) (test : list O -> bool) : R :=
  match n with
  | 0%nat => if test [] then 1 else 0
  | S rest => total (fun r => p r * accused outputs p rest (fun later => test (r :: later))) outputs
  end.

(* A trapdoor opens in each run with probability eta, and then anything happens; otherwise nothing changes. *)
Definition with_trapdoor {O : Type} (eta : R) (p anything : O -> R) (r : O) : R := (1 - eta) * p r + eta * anything r.

Lemma not_accused : forall {O} (outputs : list O) p n test, law outputs p ->
  accused outputs p n test + accused outputs p n (fun w => negb (test w)) = 1.
Proof.
  intros O outputs p n; induction n as [|n IH]; intros test L; cbn [accused]; [destruct (test []); cbn; lra|].
  rewrite <- total_plus, (total_ext _ p).
  - apply L.
  - intros r _. rewrite <- Rmult_plus_distr_l, IH by easy. ring.
Qed.

Lemma accused_nonneg : forall {O} (outputs : list O) p n test, law outputs p -> 0 <= accused outputs p n test.
Proof.
  intros O outputs p n; induction n as [|n IH]; intros test L; cbn [accused]; [destruct (test []); lra|].
  apply total_nonneg. intros r K. apply Rmult_le_pos; [now apply L|now apply IH].
Qed.

Lemma trapdoor_law : forall {O} (outputs : list O) eta p anything, 0 <= eta <= 1 -> law outputs p -> law outputs anything ->
  law outputs (with_trapdoor eta p anything).
Proof.
  intros O outputs eta p z e [P T] [Z U]. unfold with_trapdoor. split.
  - intros r K. specialize (P r K). specialize (Z r K). assert (0 <= (1 - eta) * p r) by (apply Rmult_le_pos; lra).
    assert (0 <= eta * z r) by (apply Rmult_le_pos; lra). lra.
  - rewrite total_plus, !total_scale, T, U. ring.
Qed.

Lemma never_opened : forall {O} (outputs : list O) eta p anything n test, 0 <= eta <= 1 -> law outputs p -> law outputs anything ->
  (1 - eta) ^ n * accused outputs p n test <= accused outputs (with_trapdoor eta p anything) n test.
Proof.
  intros O outputs eta p z n; induction n as [|n IH]; intros test e L Z; cbn [accused pow]; [lra|].
  rewrite <- total_scale. apply total_le. intros r K. specialize (IH (fun later => test (r :: later)) e L Z).
  pose proof (accused_nonneg outputs (with_trapdoor eta p z) n (fun later => test (r :: later)) (trapdoor_law outputs eta p z e L Z)) as A.
  pose proof (proj1 L r K) as P. pose proof (proj1 Z r K) as Q. unfold with_trapdoor at 1.
  set (a := accused outputs p n (fun later => test (r :: later))) in *.
  set (b := accused outputs (with_trapdoor eta p z) n (fun later => test (r :: later))) in *. set (c := (1 - eta) ^ n) in *.
  assert (p r * (c * a) <= p r * b) by (apply Rmult_le_compat_l; lra).
  assert ((1 - eta) * (p r * (c * a)) <= (1 - eta) * (p r * b)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eta * z r * b) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

(** A test that rarely accuses the first mechanism accuses the one with a trapdoor at most that often. Only: finitely many
    outputs, all runs on one data set, and deterministic tests. *)
Theorem B_silence : forall (O : Type) (outputs : list O) (alpha eta : R) (runs : nat) (p anything : O -> R) (test : list O -> bool),
  B_silence__if_eta eta -> law outputs p -> law outputs anything -> accused outputs p runs test <= alpha ->
  accused outputs (with_trapdoor eta p anything) runs test <= B_silence__ours alpha eta (INR runs).
Proof.
  intros O outputs alpha eta runs p z test [e0 e1] L Z H.
  replace (B_silence__ours alpha eta (INR runs)) with (1 - (1 - alpha) * (1 - eta) ^ runs).
  2: { unfold B_silence__ours. rewrite Rpower_pow by lra. field. }
  pose proof (not_accused outputs p runs test L) as A. pose proof (not_accused outputs _ runs test (trapdoor_law outputs eta p z ltac:(lra) L Z)) as B.
  pose proof (never_opened outputs eta p z runs (fun w => negb (test w)) ltac:(lra) L Z) as N.
  pose proof (pow_lt (1 - eta) runs ltac:(lra)) as C. set (c := (1 - eta) ^ runs) in *.
  assert (c * (1 - alpha) <= c * accused outputs p runs (fun w => negb (test w))) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* Outputs: 0 is what the trapdoor prints, 1 is rare and 2 is not. *)
Definition rarely (alpha : R) (r : nat) : R := match r with 0%nat => 0 | 1%nat => alpha | _ => 1 - alpha end.
Definition opened (r : nat) : R := match r with 0%nat => 1 | _ => 0 end.
Definition none_open (w : list nat) : bool := forallb (fun r => negb (Nat.eqb r 0)) w.
Definition silent (w : list nat) : bool := match w with 2%nat :: rest => none_open rest | _ => false end.

(** A test that accuses when the trapdoor is seen to open, or the first output is the rare one, reaches it. *)
Theorem B_silence_attained : forall (alpha eta : R) (runs : nat), B_silence__if_alpha alpha -> B_silence__if_eta eta -> (1 <= runs)%nat ->
  law [0; 1; 2]%nat (rarely alpha) /\ law [0; 1; 2]%nat opened /\
  accused [0; 1; 2]%nat (rarely alpha) runs (fun w => negb (silent w)) = alpha /\
  accused [0; 1; 2]%nat (with_trapdoor eta (rarely alpha) opened) runs (fun w => negb (silent w)) = B_silence__ours alpha eta (INR runs).
Proof.
  intros alpha eta runs [a0 a1] [e0 e1] N.
  assert (L : law [0; 1; 2]%nat (rarely alpha)).
  { split; [intros r [<-|[<-|[<-|[]]]]; cbn; lra|cbv [total sum map rarely]; ring]. }
  assert (Z : law [0; 1; 2]%nat opened).
  { split; [intros r [<-|[<-|[<-|[]]]]; cbn; lra|cbv [total sum map opened]; ring]. }
  assert (never : forall p n, accused [0; 1; 2]%nat p n (fun _ => false) = 0).
  { intros p n; induction n as [|n IH]; cbn [accused]; [easy|]. rewrite (total_ext _ (fun _ => 0)); [rewrite total_const; ring|].
    intros; rewrite IH; ring. }
  assert (all : forall p n, accused [0; 1; 2]%nat p n none_open = (p 1%nat + p 2%nat) ^ n).
  { intros p n; induction n as [|n IH]; cbn [accused pow]; [easy|]. unfold total; cbn [map sum].
    change (fun later => none_open (0%nat :: later)) with (fun _ : list nat => false).
    change (fun later => none_open (1%nat :: later)) with none_open. change (fun later => none_open (2%nat :: later)) with none_open.
    rewrite never, IH. ring. }
  assert (G : forall p n, accused [0; 1; 2]%nat p (S n) silent = p 2%nat * (p 1%nat + p 2%nat) ^ n).
  { intros p n. cbn [accused]. unfold total; cbn [map sum].
    change (fun later => silent (0%nat :: later)) with (fun _ : list nat => false).
    change (fun later => silent (1%nat :: later)) with (fun _ : list nat => false). change (fun later => silent (2%nat :: later)) with none_open.
    rewrite !never, all. ring. }
  destruct runs as [|n]; [lia|]. split; [easy|]. split; [easy|].
  pose proof (not_accused _ _ (S n) silent L) as A.
  pose proof (not_accused _ _ (S n) silent (trapdoor_law _ eta _ _ ltac:(lra) L Z)) as B. rewrite G in A, B.
  unfold with_trapdoor at 1 2 3 in B. cbn [rarely opened] in A, B. replace (alpha + (1 - alpha)) with 1 in A by ring. rewrite pow1 in A.
  replace ((1 - eta) * alpha + eta * 0 + ((1 - eta) * (1 - alpha) + eta * 0)) with (1 - eta) in B by ring.
  split; [lra|]. unfold B_silence__ours. rewrite Rpower_pow by lra. cbn [pow]. lra.
Qed.
