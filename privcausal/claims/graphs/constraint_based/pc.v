(* PC with perfect answers: stable deletion leaves the edges of the true graph, and no others. *)
From Coq Require Import Reals List Lra Lia Bool Classical.
From privcausal Require Import definitions sums.
Import ListNotations.
Open Scope R_scope.

(* ---- graphs: arrow a b says that an arrow leads from a to b ---- *)

Definition joined (arrow : nat -> nat -> bool) (a b : nat) : bool := orb (arrow a b) (arrow b a).

(* One arrow or more, one after the other. *)
Inductive leads (arrow : nat -> nat -> bool) : nat -> nat -> Prop :=
  | by_an_arrow : forall a b, arrow a b = true -> leads arrow a b
  | by_more : forall a b c, leads arrow a b -> arrow b c = true -> leads arrow a c.

Definition acyclic (arrow : nat -> nat -> bool) : Prop := forall a, ~ leads arrow a a.

(* A walk goes a - b - c. A collider lets it pass if it is given or has a descendant that is; any other node, if it is not given. *)
Definition passes (arrow : nat -> nat -> bool) (given : list nat) (a b c : nat) : Prop :=
  if andb (arrow a b) (arrow c b) then In b given \/ exists s, In s given /\ leads arrow b s else ~ In b given.

Fixpoint open_walk (arrow : nat -> nat -> bool) (given : list nat) (a : nat) (rest : list nat) (z : nat) : Prop :=
  match rest with
  | [] => joined arrow a z = true
  | b :: after => joined arrow a b = true /\ passes arrow given a b (hd z after) /\ open_walk arrow given b after z
  end.

(* No open walk leads from the one to the other, whatever nodes it has in between. *)
Definition separated (arrow : nat -> nat -> bool) (x y : nat) (given : list nat) : Prop :=
  ~ In x given /\ ~ In y given /\
  forall between, ~ open_walk arrow given x between y /\ ~ open_walk arrow given y between x.

(* ---- PC: order by order, all edges of an order at its end ---- *)

Fixpoint sets_of (k : nat) (l : list nat) : list (list nat) :=
  match k, l with
  | 0%nat, _ => [[]]
  | S _, [] => []
  | S j, x :: rest => map (cons x) (sets_of j rest) ++ sets_of k rest
  end.

(* The neighbours that a node has left, apart from the one at the other end. *)
Definition others (nodes : list nat) (left : nat -> nat -> bool) (x y : nat) : list nat :=
  filter (fun z => andb (left x z) (negb (Nat.eqb z y))) nodes.

Definition asked (nodes : list nat) (left : nat -> nat -> bool) (k x y : nat) : list (list nat) :=
  sets_of k (others nodes left x y) ++ sets_of k (others nodes left y x).

(* What is left when order k begins. *)
Fixpoint left_at (oracle : nat -> nat -> list nat -> bool) (nodes : list nat) (k : nat) : nat -> nat -> bool :=
  match k with
  | 0%nat => fun x y => negb (Nat.eqb x y)
  | S j => fun x y => andb (left_at oracle nodes j x y)
      (negb (existsb (oracle x y) (asked nodes (left_at oracle nodes j) j x y)))
  end.

Definition perfect (arrow : nat -> nat -> bool) (oracle : nat -> nat -> list nat -> bool) : Prop :=
  forall x y given, oracle x y given = true <-> separated arrow x y given.

(* Of all ordered pairs of nodes, those that are joined in one graph and not in the other. *)
Definition wrong (nodes : list nat) (g h : nat -> nat -> bool) : R :=
  total (fun xy => if Bool.eqb (g (fst xy) (snd xy)) (h (fst xy) (snd xy)) then 0 else 1) (list_prod nodes nodes).

(* ---- the proof ---- *)

Lemma leads_on : forall arrow a b c, leads arrow a b -> leads arrow b c -> leads arrow a c.
Proof. intros arrow a b c H K; induction K as [b c E|b c d K IH E]; [now apply (by_more _ a b)|apply (by_more _ a c); auto]. Qed.

Lemma joined_is_open : forall arrow given x y, joined arrow x y = true -> open_walk arrow given x [] y.
Proof. easy. Qed.

Definition parents (arrow : nat -> nat -> bool) (nodes : list nat) (u : nat) : list nat := filter (fun p => arrow p u) nodes.

(* A walk that has left u along arrows cannot come to an end. *)
Lemma along_arrows : forall arrow nodes u v rest a, acyclic arrow -> ~ leads arrow u v -> a <> v -> (a = u \/ leads arrow u a) ->
  arrow a (hd v rest) = true -> ~ open_walk arrow (parents arrow nodes u) a rest v.
Proof.
  intros arrow nodes u v rest; induction rest as [|b rest IH]; intros a no_circle far A from_u E; cbn in *.
  - intros _. apply far. destruct from_u as [->|L]; [now apply by_an_arrow|now apply (by_more _ u a)].
  - intros [_ [P W]]. assert (B : leads arrow u b) by (destruct from_u as [->|L]; [now apply by_an_arrow|now apply (by_more _ u a)]).
    assert (N : b <> v) by (intros ->; auto).
    assert (J : joined arrow b (hd v rest) = true) by (destruct rest; cbn in *; [easy|now destruct W]).
    unfold joined in J. unfold passes in P. rewrite E in P. cbn [andb] in P.
    destruct (arrow (hd v rest) b) eqn:C.
    + (* a collider below u would have a parent of u below it, or be one *)
      assert (K : exists s, In s (parents arrow nodes u) /\ leads arrow u s).
      { destruct P as [P|[s [P L]]]; [now exists b|exists s; split; [easy|now apply (leads_on _ u b)]]. }
      destruct K as [s [K L]]. apply filter_In in K as [_ K]. apply (no_circle u). now apply (by_more _ u s).
    + rewrite orb_false_r in J. now apply (IH b); auto.
Qed.

Lemma not_open : forall arrow nodes u v rest, acyclic arrow -> (forall a b, arrow a b = true -> In a nodes) -> ~ leads arrow u v ->
  u <> v -> joined arrow u v = false -> ~ open_walk arrow (parents arrow nodes u) u rest v.
Proof.
  intros arrow nodes u v rest no_circle inside far differ apart W.
  destruct (arrow u (hd v rest)) eqn:E; [now apply (along_arrows arrow nodes u v rest u) in E; auto|].
  destruct rest as [|p rest]; cbn in *; [congruence|]. destruct W as [J [P _]].
  unfold joined in J. rewrite E in J. cbn [orb] in J. unfold passes in P. rewrite E in P. cbn [andb] in P.
  apply P, filter_In. split; [now apply (inside p u)|easy].
Qed.

(* Joined nodes are never separated, and nodes that are not joined are, by the parents of one of them. *)
Lemma parents_separate : forall arrow nodes u v, acyclic arrow -> (forall a b, arrow a b = true -> In a nodes) ->
  ~ leads arrow u v -> u <> v -> joined arrow u v = false ->
  ~ In u (parents arrow nodes u) /\ ~ In v (parents arrow nodes u) /\ forall rest, ~ open_walk arrow (parents arrow nodes u) u rest v.
Proof.
  intros arrow nodes u v no_circle inside far differ apart. repeat split.
  - intros K. apply filter_In in K as [_ K]. apply (no_circle u). now apply by_an_arrow.
  - intros K. apply filter_In in K as [_ K]. unfold joined in apart. rewrite K, orb_true_r in apart. discriminate.
  - intros rest. now apply not_open.
Qed.

Lemma last_of_more : forall rest (c a b : nat), last (c :: rest) a = last (c :: rest) b.
Proof. intros rest; induction rest as [|d rest IH]; intros c a b; [easy|exact (IH d a b)]. Qed.

Lemma joined_comm : forall arrow a b, joined arrow a b = joined arrow b a.
Proof. intros; unfold joined; apply orb_comm. Qed.

Lemma passes_back : forall arrow given a b c, passes arrow given a b c -> passes arrow given c b a.
Proof. intros arrow given a b c. unfold passes. now rewrite andb_comm. Qed.

(* A walk can be read from either end. *)
Lemma open_end : forall arrow given rest a b z, open_walk arrow given a (rest ++ [b]) z ->
  open_walk arrow given a rest b /\ passes arrow given (last rest a) b z /\ joined arrow b z = true.
Proof.
  intros arrow given rest; induction rest as [|c rest IH]; intros a b z; cbn [app open_walk last hd].
  - tauto.
  - intros [J [P W]]. apply IH in W as [W [Q K]]. replace (hd z (rest ++ [b])) with (hd b rest) in P by now destruct rest.
    repeat split; try easy. destruct rest as [|d rest]; [easy|]. now rewrite (last_of_more rest d a c).
Qed.

Lemma open_back : forall arrow given rest a z, open_walk arrow given a rest z -> open_walk arrow given z (rev rest) a.
Proof.
  intros arrow given rest; induction rest as [|b rest IH] using rev_ind; intros a z W.
  - cbn in *. now rewrite joined_comm.
  - apply open_end in W as [W [P J]]. rewrite rev_unit. cbn [open_walk]. repeat split.
    + now rewrite joined_comm.
    + replace (hd a (rev rest)) with (last rest a); [now apply passes_back|].
      destruct rest as [|c rest] using rev_ind; [easy|]. now rewrite last_last, rev_unit.
    + now apply IH.
Qed.

Lemma sets_of_filter : forall (p : nat -> bool) l, In (filter p l) (sets_of (length (filter p l)) l).
Proof.
  intros p l; induction l as [|x l IH]; [now left|]. cbn [filter]. destruct (p x).
  - cbn [length sets_of]. apply in_or_app. left. now apply in_map.
  - destruct (length (filter p l)) as [|k] eqn:L; [cbn; left; now destruct (filter p l)|].
    cbn [sets_of]. apply in_or_app. right. exact IH.
Qed.

Lemma filter_twice : forall (p q : nat -> bool) l, (forall x, In x l -> p x = true -> q x = true) -> filter p (filter q l) = filter p l.
Proof.
  intros p q l; induction l as [|x l IH]; intros H; [easy|]. assert (K := H x (or_introl eq_refl)).
  assert (T : filter p (filter q l) = filter p l) by (apply IH; intros; apply H; auto; now right). cbn [filter].
  destruct (q x) eqn:Q, (p x) eqn:P; cbn [filter]; rewrite ?P, T; try easy. now specialize (K eq_refl).
Qed.

Lemma kept : forall arrow oracle nodes k x y, perfect arrow oracle -> acyclic arrow -> joined arrow x y = true ->
  left_at oracle nodes k x y = true.
Proof.
  intros arrow oracle nodes k x y P no_circle J; induction k as [|k IH]; cbn [left_at].
  - apply negb_true_iff, Nat.eqb_neq. intros ->. apply (no_circle y), by_an_arrow. unfold joined in J. rewrite orb_diag in J. exact J.
  - rewrite IH. cbn [andb]. apply negb_true_iff. apply not_true_iff_false. intros K.
    apply existsb_exists in K as [given [_ S]]. apply P in S as [_ [_ S]]. destruct (S []) as [N _]. now apply N.
Qed.

Lemma stays_deleted : forall oracle nodes k j x y, (k <= j)%nat -> left_at oracle nodes k x y = false -> left_at oracle nodes j x y = false.
Proof. intros oracle nodes k j x y L D; induction L as [|j L IH]; [easy|]. cbn [left_at]. now rewrite IH. Qed.

(* The parents of u are asked about at the order of their number, be u the one end or the other. *)
Lemma deleted : forall arrow oracle nodes u v x y, perfect arrow oracle -> acyclic arrow -> NoDup nodes -> In u nodes -> In v nodes ->
  joined arrow u v = false -> (x = u /\ y = v) \/ (x = v /\ y = u) -> separated arrow x y (parents arrow nodes u) ->
  left_at oracle nodes (length nodes - 1) x y = false.
Proof.
  intros arrow oracle nodes u v x y P no_circle once U V apart ends answer. set (k := length (parents arrow nodes u)).
  assert (differ : u <> v \/ u = v) by lia. destruct differ as [differ|E].
  2: { apply (stays_deleted _ _ 0); [lia|]. cbn. apply negb_false_iff, Nat.eqb_eq. destruct ends as [[-> ->]|[-> ->]]; congruence. }
  assert (few : (k + 2 <= length nodes)%nat).
  { assert (L : (length (u :: v :: parents arrow nodes u) <= length nodes)%nat).
    { apply NoDup_incl_length.
      - destruct answer as [X [Y _]]. assert (~ In u (parents arrow nodes u) /\ ~ In v (parents arrow nodes u)) as [U' V'] by (destruct ends as [[-> ->]|[-> ->]]; auto).
        constructor; [intros [->|K]; auto|]. constructor; [easy|]. now apply NoDup_filter.
      - intros z [<-|[<-|K]]; auto. now apply filter_In in K. }
    cbn [length] in L. unfold k. lia. }
  apply (stays_deleted _ _ (S k)); [lia|]. cbn [left_at]. apply andb_false_iff. right. apply negb_false_iff, existsb_exists.
  exists (parents arrow nodes u). split; [|now apply P].
  assert (K : In (parents arrow nodes u) (sets_of k (others nodes (left_at oracle nodes k) u v))).
  { unfold k, parents, others. set (q := fun z => andb (left_at oracle nodes (length (filter (fun p => arrow p u) nodes)) u z) (negb (Nat.eqb z v))).
    rewrite <- (filter_twice (fun p => arrow p u) q); [apply sets_of_filter|].
    intros z _ A. unfold q. rewrite (kept arrow); [|easy|easy|unfold joined; now rewrite A, orb_true_r].
    apply negb_true_iff, Nat.eqb_neq. intros ->. unfold joined in apart. rewrite A, orb_true_r in apart. discriminate. }
  unfold asked. apply in_or_app. destruct ends as [[-> ->]|[-> ->]]; auto.
Qed.

Lemma skeleton_found : forall arrow oracle nodes x y, perfect arrow oracle -> acyclic arrow -> (forall a b, arrow a b = true -> In a nodes) ->
  NoDup nodes -> In x nodes -> In y nodes -> left_at oracle nodes (length nodes - 1) x y = joined arrow x y.
Proof.
  intros arrow oracle nodes x y P no_circle inside once X Y. destruct (joined arrow x y) eqn:J; [now apply (kept arrow)|].
  destruct (Nat.eq_dec x y) as [->|differ]; [apply (stays_deleted _ _ 0); [lia|]; cbn; now rewrite Nat.eqb_refl|].
  assert (J' : joined arrow y x = false) by now rewrite joined_comm.
  destruct (classic (leads arrow x y)) as [below|far].
  - (* y is a descendant of x, so x is none of y *)
    assert (far : ~ leads arrow y x) by (intros K; apply (no_circle x); now apply (leads_on _ x y)).
    destruct (parents_separate arrow nodes y x) as [A [B C]]; auto.
    apply (deleted arrow oracle nodes y x); auto. repeat split; auto. intros W. apply open_back in W. now apply C in W.
  - destruct (parents_separate arrow nodes x y) as [A [B C]]; auto.
    apply (deleted arrow oracle nodes x y); auto. repeat split; auto. intros W. apply open_back in W. now apply C in W.
Qed.

(** The skeleton that is left after all orders is the true one: so many pairs are wrong. Only: the skeleton, not the arrows. *)
Theorem B_cpdag : forall (arrow : nat -> nat -> bool) (oracle : nat -> nat -> list nat -> bool) (nodes : list nat),
  acyclic arrow -> NoDup nodes -> (forall a b, arrow a b = true -> In a nodes) -> perfect arrow oracle ->
  wrong nodes (left_at oracle nodes (length nodes - 1)) (joined arrow) = B_cpdag__ours.
Proof.
  intros arrow oracle nodes no_circle once inside P. unfold wrong.
  rewrite (total_ext _ (fun _ => 0)); [rewrite total_const; unfold B_cpdag__ours; lra|].
  intros [x y] K. apply in_prod_iff in K as [X Y]. cbn [fst snd]. now rewrite (skeleton_found arrow), eqb_reflx.
Qed.

(* Any sentence is true or false, and a question about separation is one. *)
Lemma oracle_exists : forall arrow, exists oracle, perfect arrow oracle.
Proof.
  intros arrow. exists (fun x y given => if ClassicalDedekindReals.sig_not_dec (separated arrow x y given) then true else false).
  intros x y given. destruct (ClassicalDedekindReals.sig_not_dec (separated arrow x y given)) as [T|F].
  - split; [intros _; now apply NNPP|easy].
  - split; [discriminate|contradiction].
Qed.

(** Two causes of one effect: every question has an answer, the order 0 parts the causes, and both stay joined to the effect. *)
Theorem B_cpdag_instance : let arrow a b := andb (Nat.ltb a 2) (Nat.eqb b 2) in let nodes := [0; 1; 2]%nat in
  acyclic arrow /\ NoDup nodes /\ (forall a b, arrow a b = true -> In a nodes) /\ exists oracle, perfect arrow oracle /\
  left_at oracle nodes 2 0 1 = false /\ left_at oracle nodes 2 0 2 = true /\ left_at oracle nodes 2 1 2 = true /\
  wrong nodes (left_at oracle nodes 2) (joined arrow) = B_cpdag__ours.
Proof.
  intros arrow nodes.
  assert (only : forall a b, leads arrow a b -> (a < 2)%nat /\ b = 2%nat).
  { intros a b L; induction L as [a b E|a b c L IH E]; unfold arrow in E; apply andb_true_iff in E as [A B];
      apply Nat.ltb_lt in A; apply Nat.eqb_eq in B; lia. }
  assert (no_circle : acyclic arrow) by (intros a L; apply only in L; lia).
  assert (once : NoDup nodes) by (repeat constructor; cbn; lia).
  assert (inside : forall a b, arrow a b = true -> In a nodes).
  { intros a b E. unfold arrow in E. apply andb_true_iff in E as [A _]. apply Nat.ltb_lt in A. cbn. lia. }
  destruct (oracle_exists arrow) as [oracle P]. repeat (split; [easy|]). exists oracle. split; [easy|].
  assert (found := fun x y => skeleton_found arrow oracle nodes x y P no_circle inside once).
  change (length nodes - 1)%nat with 2%nat in found.
  repeat (split; [rewrite found by (cbn; auto); reflexivity|]). exact (B_cpdag arrow oracle nodes no_circle once inside P).
Qed.
