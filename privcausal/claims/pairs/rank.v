(* Rank correlations: how far can one replaced record move them? *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* ---- Kendall ---- *)

(* If each pair counts a number from -1 to 1, a replaced record moves the sum by at most two for each other record. *)
Lemma one_record_in_pairs : forall {A} (g : A -> A -> R) l l', (forall a b, g a b = g b a) ->
  (forall a b, -1 <= g a b <= 1) -> neighbours l l' -> Rabs (pairs g l - pairs g l') <= 2 * (size l - 1).
Proof.
  (* Write the two data sets as the same records before and after one that differs. *)
  intros A g l l' sym one [before x x' after].
  (* Its pairs stand apart; the pairs of all the others cancel. *)
  rewrite !pairs_split, size_split by easy.
  (* Each of its pairs counts a number from -1 to 1, before and after. *)
  pose proof (total_bounds (g x) (-1) 1 (before ++ after) (one x)).
  pose proof (total_bounds (g x') (-1) 1 (before ++ after) (one x')).
  apply Rabs_le. lra.
Qed.

(* Divided by the number of pairs, this is 4/m. *)
Lemma kendall_moves : forall {A} (g : A -> A -> R) l l', (forall a b, g a b = g b a) ->
  (forall a b, -1 <= g a b <= 1) -> neighbours l l' -> 2 <= size l ->
  Rabs (kendall g l - kendall g l') <= 4 / size l.
Proof.
  intros A g l l' sym one near two.
  (* The sum over pairs moves by at most 2(m - 1). *)
  pose proof (one_record_in_pairs g l l' sym one near) as H.
  (* Neighbours have equally many records. *)
  unfold kendall. rewrite <- (neighbours_size _ _ near).
  (* Two records make a pair, so nothing is divided by zero. *)
  assert (0 < size l * (size l - 1)) by nra.
  (* Take the common factor out. *)
  replace (pairs g l / (size l * (size l - 1) / 2) - pairs g l' / (size l * (size l - 1) / 2))
    with ((pairs g l - pairs g l') * (2 / (size l * (size l - 1)))) by (field; lra).
  assert (0 < 2 / (size l * (size l - 1))) by (apply Rdiv_lt_0_compat; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (2 / _)) by lra.
  replace (4 / size l) with (2 * (size l - 1) * (2 / (size l * (size l - 1)))) by (field; lra).
  apply Rmult_le_compat_r; lra.
Qed.

(* A sign is -1, 0 or 1. *)
Lemma sgn_range : forall x, sgn x = -1 \/ sgn x = 0 \/ sgn x = 1.
Proof. intros x; unfold sgn; destruct (Rlt_dec 0 x), (Rlt_dec x 0); auto. Qed.

Lemma sgn_opp : forall x, sgn (- x) = - sgn x.
Proof. intros x; unfold sgn; repeat destruct (Rlt_dec _ _); lra. Qed.

(* A pair counts -1, 0 or 1. *)
Lemma concordance_range : forall a b, -1 <= concordance a b <= 1.
Proof.
  intros a b; unfold concordance.
  destruct (sgn_range (fst a - fst b)) as [-> | [-> | ->]], (sgn_range (snd a - snd b)) as [-> | [-> | ->]]; lra.
Qed.

(* It counts the same in either order. *)
Lemma concordance_symmetric : forall a b, concordance a b = concordance b a.
Proof.
  intros a b; unfold concordance. rewrite <- (Ropp_minus_distr (fst b)), <- (Ropp_minus_distr (snd b)).
  rewrite !sgn_opp. ring.
Qed.

(** One replaced record moves Kendall's correlation, with its sign or without, by at most the number printed;
    tied pairs count as neither or as discordant. *)
Theorem K_kendall : forall l l' : list (R * R), neighbours l l' -> K_kendall__if_m (size l) ->
  Rabs (kendall concordance l - kendall concordance l') <= K_kendall__published (size l) /\
  Rabs (kendall strictly l - kendall strictly l') <= K_kendall__published (size l) /\
  Rabs (Rabs (kendall concordance l) - Rabs (kendall concordance l')) <= K_kendall__published (size l) /\
  Rabs (Rabs (kendall strictly l) - Rabs (kendall strictly l')) <= K_kendall__published (size l).
Proof.
  intros l l' near [two _].
  (* Read the number that the claim prints. *)
  replace (K_kendall__published (size l)) with (4 / size l) by (unfold K_kendall__published; field; lra).
  (* Ties count as neither. *)
  assert (C : Rabs (kendall concordance l - kendall concordance l') <= 4 / size l).
  { apply kendall_moves; auto using concordance_symmetric, concordance_range. }
  (* Ties count as discordant. *)
  assert (D : Rabs (kendall strictly l - kendall strictly l') <= 4 / size l).
  { apply kendall_moves; auto; intros; unfold strictly; [now rewrite concordance_symmetric|].
    destruct (Rlt_dec _ _); lra. }
  (* Without its sign a number moves no further than with it. *)
  repeat split; auto; (eapply Rle_trans; [apply Rabs_triang_inv2|assumption]).
Qed.

(* ---- the worst pair: all others in one order, and one that jumps from the bottom of both columns to one top ---- *)

Definition others (n : nat) : list (R * R) := map (fun i => (INR i, INR i)) (seq 1 n).

Lemma others_size : forall n, size (others n) = INR n.
Proof. intros; unfold size, others. now rewrite map_length, seq_length. Qed.

Lemma others_total : forall n f c, (forall i, (1 <= i <= n)%nat -> f (INR i, INR i) = c) ->
  total f (others n) = c * INR n.
Proof.
  intros n f c H. unfold others. rewrite total_map.
  rewrite (total_ext _ (fun _ => c)).
  - rewrite total_const. unfold size. now rewrite seq_length.
  - intros i K. apply in_seq in K. apply H. lia.
Qed.

Lemma sgn_pos : forall x, 0 < x -> sgn x = 1.
Proof. intros x H; unfold sgn; repeat destruct (Rlt_dec _ _); lra. Qed.

Lemma sgn_neg : forall x, x < 0 -> sgn x = -1.
Proof. intros x H; unfold sgn; repeat destruct (Rlt_dec _ _); lra. Qed.

(** For every number of records some pair of neighbours moves it by exactly that. Only: attained with its sign, and with
    ties as neither. *)
Theorem K_kendall_attained : forall m : nat, (2 <= m)%nat -> exists l l' : list (R * R),
  neighbours l l' /\ size l = INR m /\
  Rabs (kendall concordance l - kendall concordance l') = K_kendall__published (INR m).
Proof.
  intros m two. destruct m as [|n]; [lia|].
  assert (N : 1 <= INR n) by (replace 1 with (INR 1) by reflexivity; apply le_INR; lia).
  exists ((0, 0) :: others n), ((0, INR (S n)) :: others n).
  assert (Z : size ((0, 0) :: others n) = INR (S n)) by (now rewrite size_cons, others_size, S_INR).
  repeat split; [exact (replaced [] (0, 0) (0, INR (S n)) (others n))|easy|].
  unfold kendall. rewrite !pairs_cons, !size_cons, others_size, S_INR.
  rewrite (others_total n (concordance (0, 0)) 1), (others_total n (concordance (0, INR n + 1)) (-1)).
  - replace ((1 * INR n + pairs concordance (others n)) / ((INR n + 1) * (INR n + 1 - 1) / 2) -
      (-1 * INR n + pairs concordance (others n)) / ((INR n + 1) * (INR n + 1 - 1) / 2))
      with (4 / (INR n + 1)) by (field; lra).
    rewrite Rabs_pos_eq by (left; apply Rdiv_lt_0_compat; lra). unfold K_kendall__published. field; lra.
  - intros i [low high]. apply le_INR in low, high. cbn in low. unfold concordance; cbn [fst snd].
    rewrite (sgn_neg (0 - INR i)), (sgn_pos (INR n + 1 - INR i)) by lra. ring.
  - intros i [low high]. apply le_INR in low, high. cbn in low. unfold concordance; cbn [fst snd].
    rewrite (sgn_neg (0 - INR i)) by lra. ring.
Qed.

(* ---- Spearman: by the sum of squared differences of ranks, four times ---- *)

(* What the two orders say differently about two records. *)
Definition gap {A : Type} (cx cy : A -> A -> R) (a b : A) : R := cx a b - cy a b.

(* What record z adds for a pair of others. *)
Definition triple {A : Type} (cx cy : A -> A -> R) (z a b : A) : R :=
  gap cx cy a b * (gap cx cy a z - gap cx cy b z) + gap cx cy a z * gap cx cy b z.

Lemma rank_gap : forall {A} (cx cy : A -> A -> R) l a,
  rank cx l a - rank cy l a = total (gap cx cy a) l / 2.
Proof. intros; unfold rank, gap. rewrite total_minus. field. Qed.

Lemma square_total : forall {A} (f : A -> R) l,
  total f l ^ 2 = total (fun a => f a ^ 2) l + 2 * pairs (fun a b => f a * f b) l.
Proof.
  intros; induction l as [|x l IH]; [unfold total; cbn; ring|]. rewrite !total_cons, pairs_cons, total_scale.
  replace ((f x + total f l) ^ 2) with (f x ^ 2 + 2 * (f x * total f l) + total f l ^ 2) by ring.
  rewrite IH. ring.
Qed.

Lemma squares_of_ranks : forall {A} (cx cy : A -> A -> R) before z after, compares cx -> compares cy ->
  let rest := before ++ after in
  4 * total (fun a => (rank cx (before ++ z :: after) a - rank cy (before ++ z :: after) a) ^ 2)
    (before ++ z :: after) =
  total (fun a => total (gap cx cy a) rest ^ 2) rest
    + 2 * total (fun a => gap cx cy a z ^ 2) rest + 2 * pairs (triple cx cy z) rest.
Proof.
  intros A cx cy before z after [_ [ox _]] [_ [oy _]] rest.
  assert (opp : forall a b, gap cx cy b a = - gap cx cy a b) by (intros; unfold gap; rewrite ox, oy; ring).
  assert (own : forall a, gap cx cy a a = 0) by (intros a; specialize (opp a a); lra).
  rewrite (total_ext _ (fun a => /4 * (total (gap cx cy a) (before ++ z :: after)) ^ 2))
    by (intros; rewrite rank_gap; field).
  rewrite total_scale, total_split. fold rest.
  rewrite total_split, own. fold rest.
  rewrite (total_ext (gap cx cy z) (fun a => -1 * gap cx cy a z)) by (intros; rewrite opp; ring).
  rewrite total_scale.
  rewrite (total_ext (fun a => total (gap cx cy a) (before ++ z :: after) ^ 2)
    (fun a => (gap cx cy a z ^ 2 + 2 * (total (fun b => gap cx cy a z * gap cx cy a b) rest))
      + total (gap cx cy a) rest ^ 2)).
  2: { intros. rewrite total_split, total_scale. fold rest. ring. }
  rewrite !total_plus, total_scale.
  rewrite (total_twice (fun a b => gap cx cy a z * gap cx cy a b)).
  rewrite (total_ext (fun a => gap cx cy a z * gap cx cy a a) (fun _ => 0)) by (intros; rewrite own; ring).
  rewrite total_const.
  replace ((0 + -1 * total (fun a => gap cx cy a z) rest) ^ 2) with (total (fun a => gap cx cy a z) rest ^ 2) by ring.
  rewrite square_total.
  rewrite (pairs_ext (triple cx cy z) (fun a b => (gap cx cy a z * gap cx cy a b + gap cx cy b z * gap cx cy b a)
    + gap cx cy a z * gap cx cy b z)) by (intros a b; unfold triple; rewrite (opp a b); ring).
  rewrite !pairs_plus. field.
Qed.

(* Three comparisons of three records, as far as they can go together. *)
Definition together (u v w : R) : Prop := In (u, v, w)
  [(0,0,0); (0,1,1); (0,-1,-1); (1,0,-1); (-1,0,1); (1,1,0); (-1,-1,0);
   (1,1,1); (1,1,-1); (1,-1,-1); (-1,1,1); (-1,-1,1); (-1,-1,-1)].

Lemma compares_together : forall {A} (c : A -> A -> R) a b z, compares c -> together (c a b) (c a z) (c b z).
Proof.
  intros A c a b z [r [o t]].
  pose proof (t a b z) as t1. pose proof (t b a z) as t2. pose proof (t a z b) as t3.
  pose proof (t b z a) as t4. pose proof (t z a b) as t5. pose proof (t z b a) as t6.
  rewrite (o a b), (o a z), (o b z) in *.
  destruct (r a b) as [u | [u | u]], (r a z) as [v | [v | v]], (r b z) as [w | [w | w]]; rewrite u, v, w in *;
    unfold together; cbn [In]; first [exfalso; lra | tauto].
Qed.

Lemma triple_range : forall u v w u' v' w', together u v w -> together u' v' w' ->
  0 <= (u - u') * ((v - v') - (w - w')) + (v - v') * (w - w') <= 4.
Proof.
  intros u v w u' v' w' H H'. unfold together in *; cbn [In] in *.
  repeat destruct H as [H|H]; try easy; injection H as <- <- <-;
    repeat destruct H' as [H'|H']; try easy; injection H' as <- <- <-; lra.
Qed.

Lemma gap_square : forall {A} (cx cy : A -> A -> R) a b, compares cx -> compares cy -> 0 <= gap cx cy a b ^ 2 <= 4.
Proof.
  intros A cx cy a b [rx _] [ry _]. unfold gap.
  destruct (rx a b) as [-> | [-> | ->]], (ry a b) as [-> | [-> | ->]]; lra.
Qed.

Lemma one_record_in_squares : forall {A} (cx cy : A -> A -> R) l l', compares cx -> compares cy -> neighbours l l' ->
  Rabs (total (fun a => (rank cx l a - rank cy l a) ^ 2) l - total (fun a => (rank cx l' a - rank cy l' a) ^ 2) l')
    <= size l * (size l - 1).
Proof.
  intros A cx cy l l' hx hy [before z z' after]. rewrite size_split.
  pose proof (squares_of_ranks cx cy before z after hx hy) as H. cbv zeta in H.
  pose proof (squares_of_ranks cx cy before z' after hx hy) as H'. cbv zeta in H'.
  set (rest := before ++ after) in *.
  assert (S : forall z, 0 * size rest <= total (fun a => gap cx cy a z ^ 2) rest <= 4 * size rest).
  { intros; apply total_bounds. intros; now apply gap_square. }
  assert (T : forall z, 0 * (size rest * (size rest - 1) / 2) <= pairs (triple cx cy z) rest
    <= 4 * (size rest * (size rest - 1) / 2)).
  { intros y; apply pairs_bounds. intros; unfold triple, gap. apply triple_range; now apply compares_together. }
  pose proof (S z). pose proof (S z'). pose proof (T z). pose proof (T z'). apply Rabs_le. lra.
Qed.

Lemma spearman_moves : forall {A} (cx cy : A -> A -> R) l l', compares cx -> compares cy -> neighbours l l' ->
  2 <= size l -> Rabs (spearman cx cy l - spearman cx cy l') <= 6 / (size l + 1).
Proof.
  intros A cx cy l l' hx hy near two. pose proof (one_record_in_squares cx cy l l' hx hy near) as H.
  unfold spearman. rewrite <- (neighbours_size _ _ near).
  set (a := total _ l) in *. set (b := total _ l') in *. set (m := size l) in *.
  assert (D : 0 < m * (m ^ 2 - 1)) by nra.
  replace (1 - 6 * a / (m * (m ^ 2 - 1)) - (1 - 6 * b / (m * (m ^ 2 - 1))))
    with ((a - b) * (- (6 / (m * (m ^ 2 - 1))))) by (field; nra).
  assert (P : 0 < 6 / (m * (m ^ 2 - 1))) by (apply Rdiv_lt_0_compat; lra).
  rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (6 / _)) by lra.
  replace (6 / (m + 1)) with (m * (m - 1) * (6 / (m * (m ^ 2 - 1)))) by (field; nra).
  apply Rmult_le_compat_r; lra.
Qed.

Lemma by_number : forall {A} (x : A -> R), compares (fun a b => sgn (x a - x b)).
Proof.
  intros A x. repeat split.
  - intros; apply sgn_range.
  - intros; rewrite <- sgn_opp; f_equal; ring.
  - intros a b d; unfold sgn; repeat destruct (Rlt_dec _ _); lra.
Qed.

(** With ranks by any two total orders, ties broken by any fixed rule or by none, one replaced record moves Spearman's
    correlation by at most our number. *)
Theorem K_spearman : forall (A : Type) (cx cy : A -> A -> R) (l l' : list A), compares cx -> compares cy ->
  neighbours l l' -> K_spearman__if_m (size l) ->
  Rabs (spearman cx cy l - spearman cx cy l') <= K_spearman__ours (size l).
Proof.
  intros A cx cy l l' hx hy near [two _].
  replace (K_spearman__ours (size l)) with (6 / (size l + 1)) by (unfold K_spearman__ours; field; lra).
  now apply spearman_moves.
Qed.

(** With average ranks, too, whatever ties there are before or after. *)
Theorem B_spearman_ties : forall l l' : list (R * R), neighbours l l' -> B_spearman_ties__if_m (size l) ->
  let by_x a b := sgn (fst a - fst b) in let by_y a b := sgn (snd a - snd b) in
  Rabs (spearman by_x by_y l - spearman by_x by_y l') <= B_spearman_ties__ours (size l).
Proof.
  intros l l' near [two _] by_x by_y.
  replace (B_spearman_ties__ours (size l)) with (6 / (size l + 1)) by (unfold B_spearman_ties__ours; field; lra).
  apply spearman_moves; auto; [exact (by_number fst)|exact (by_number snd)].
Qed.

Lemma worst_spearman : forall m : nat, (2 <= m)%nat ->
  let l := (0, 0) :: others (m - 1) in let l' := (0, INR m) :: others (m - 1) in
  let by_x a b := sgn (fst a - fst b) in let by_y a b := sgn (snd a - snd b) in
  neighbours l l' /\ size l = INR m /\ Rabs (spearman by_x by_y l - spearman by_x by_y l') = 6 / (INR m + 1).
Proof.
  intros m two. destruct m as [|n]; [lia|]. replace (S n - 1)%nat with n by lia. intros l l' by_x by_y.
  assert (N : 1 <= INR n) by (replace 1 with (INR 1) by reflexivity; apply le_INR; lia).
  assert (Z : size l = INR n + 1) by (unfold l; now rewrite size_cons, others_size).
  assert (Z' : size l' = INR n + 1) by (unfold l'; now rewrite size_cons, others_size).
  assert (near : neighbours l l') by exact (replaced [] (0, 0) (0, INR (S n)) (others n)).
  repeat split; [easy|now rewrite S_INR|].
  pose proof (squares_of_ranks by_x by_y [] (0, 0) (others n) (by_number fst) (by_number snd)) as H.
  pose proof (squares_of_ranks by_x by_y [] (0, INR (S n)) (others n) (by_number fst) (by_number snd)) as H'.
  cbn [app] in H, H'. cbv zeta in H, H'. fold l in H. fold l' in H'.
  assert (same : forall a b, In a (others n) -> In b (others n) -> gap by_x by_y a b = 0).
  { intros a b Ka Kb. apply in_map_iff in Ka as [i [<- _]]. apply in_map_iff in Kb as [j [<- _]].
    unfold gap, by_x, by_y; cbn; ring. }
  rewrite (others_total n (fun a => gap by_x by_y a (0, 0) ^ 2) 0) in H.
  2: { intros i _. unfold gap, by_x, by_y; cbn; ring. }
  rewrite (others_total n (fun a => gap by_x by_y a (0, INR (S n)) ^ 2) 4) in H'.
  2: { intros i [low high]. apply le_INR in low, high. cbn in low. unfold gap, by_x, by_y; cbn [fst snd].
    rewrite S_INR, (sgn_pos (INR i - 0)), (sgn_neg (INR i - (INR n + 1))) by lra. ring. }
  assert (P : forall z c, (forall i, (1 <= i <= n)%nat -> gap by_x by_y (INR i, INR i) z = c) ->
    pairs (triple by_x by_y z) (others n) = c ^ 2 * (INR n * (INR n - 1) / 2)).
  { intros z c K. rewrite <- others_size, <- pairs_const.
    assert (G : forall k, incl k (others n) -> pairs (triple by_x by_y z) k = pairs (fun _ _ => c ^ 2) k).
    { induction k as [|a k IH]; intros I; [reflexivity|]. rewrite !pairs_cons. f_equal.
      - apply total_ext. intros b Kb. unfold triple. rewrite same; [|apply I; now left|apply I; now right].
        assert (V : forall y, In y (others n) -> gap by_x by_y y z = c).
        { intros y Ky. apply in_map_iff in Ky as [i [<- Ki]]. apply in_seq in Ki. apply K. lia. }
        rewrite !V; [ring|apply I; now right|apply I; now left].
      - apply IH. intros y Ky. apply I. now right. }
    apply G. now intros y. }
  rewrite (P (0, 0) 0) in H by (intros; unfold gap, by_x, by_y; cbn; ring).
  rewrite (P (0, INR (S n)) 2) in H'.
  2: { intros i [low high]. apply le_INR in low, high. cbn in low. unfold gap, by_x, by_y; cbn [fst snd].
    rewrite S_INR, (sgn_pos (INR i - 0)), (sgn_neg (INR i - (INR n + 1))) by lra. ring. }
  unfold spearman. rewrite Z, Z', S_INR. set (a := total _ l) in *. set (b := total _ l') in *.
  assert (E : b - a = (INR n + 1) * INR n) by lra.
  replace (1 - 6 * a / ((INR n + 1) * ((INR n + 1) ^ 2 - 1)) - (1 - 6 * b / ((INR n + 1) * ((INR n + 1) ^ 2 - 1))))
    with (6 * (b - a) / ((INR n + 1) * ((INR n + 1) ^ 2 - 1))) by (field; split; nra).
  rewrite E, Rabs_pos_eq.
  - field; split; nra.
  - apply Rmult_le_pos; [nra|]. left; apply Rinv_0_lt_compat. nra.
Qed.

(** For every number of records some pair of neighbours moves it by exactly our number, without ties. *)
Theorem K_spearman_attained : forall m : nat, (2 <= m)%nat -> exists l l' : list (R * R),
  let by_x a b := sgn (fst a - fst b) in let by_y a b := sgn (snd a - snd b) in
  compares by_x /\ compares by_y /\ neighbours l l' /\ size l = INR m /\
  Rabs (spearman by_x by_y l - spearman by_x by_y l') = K_spearman__ours (INR m).
Proof.
  intros m two. destruct (worst_spearman m two) as [near [Z E]].
  exists ((0, 0) :: others (m - 1)), ((0, INR m) :: others (m - 1)). cbv zeta in *.
  split; [exact (by_number fst)|]. split; [exact (by_number snd)|]. split; [easy|]. split; [easy|].
  rewrite E. pose proof (pos_INR m). unfold K_spearman__ours. field; lra.
Qed.

(** And with average ranks some pair of neighbours moves it by exactly that. *)
Theorem B_spearman_ties_attained : forall m : nat, (2 <= m)%nat -> exists l l' : list (R * R),
  let by_x a b := sgn (fst a - fst b) in let by_y a b := sgn (snd a - snd b) in
  neighbours l l' /\ size l = INR m /\
  Rabs (spearman by_x by_y l - spearman by_x by_y l') = B_spearman_ties__ours (INR m).
Proof.
  intros m two. destruct (worst_spearman m two) as [near [Z E]].
  exists ((0, 0) :: others (m - 1)), ((0, INR m) :: others (m - 1)). cbv zeta in *.
  split; [easy|]. split; [easy|]. rewrite E. pose proof (pos_INR m). unfold B_spearman_ties__ours. field; lra.
Qed.
