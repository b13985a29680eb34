(* What the proofs speak about, in one place. Records are lists of any type; numbers are Coq's real numbers. *)
From Coq Require Import Reals List Lra Lia.
Import ListNotations.
Open Scope R_scope.

(* ---- numbers ---- *)

Definition whole (x : R) : Prop := exists k : Z, x = IZR k.

(* A value that Python computed: by arithmetic alone. *)
Ltac computes :=
  unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); try lra; field_simplify; lra.

(* ---- sums over lists ---- *)

Fixpoint sum (l : list R) : R :=
  match l with nil => 0 | cons x rest => x + sum rest end.

Definition total {A : Type} (f : A -> R) (l : list A) : R := sum (map f l).

(* The sum of f over all pairs of places i < j of a list. *)
Fixpoint pairs {A : Type} (f : A -> A -> R) (l : list A) : R :=
  match l with nil => 0 | cons x rest => total (f x) rest + pairs f rest end.

Definition size {A : Type} (l : list A) : R := INR (length l).

Definition mean {A : Type} (f : A -> R) (l : list A) : R := total f l / size l.

(* ---- data sets ---- *)

(* One record replaced by another. *)
Inductive neighbours {A : Type} : list A -> list A -> Prop :=
  replaced : forall before x x' after, neighbours (before ++ x :: after) (before ++ x' :: after).

(* k steps of a relation. *)
Inductive steps {D : Type} (near : D -> D -> Prop) : nat -> D -> D -> Prop :=
  | no_step : forall d, steps near 0 d d
  | one_more : forall k d d' d'', steps near k d d' -> near d' d'' -> steps near (S k) d d''.

(* ---- mechanisms: an output of a list of outputs is drawn with a probability ---- *)

Definition law {O : Type} (outputs : list O) (p : O -> R) : Prop :=
  (forall r, In r outputs -> 0 <= p r) /\ total p outputs = 1.

(* The probability of an event. *)
Definition chance {O : Type} (outputs : list O) (p : O -> R) (E : O -> bool) : R :=
  total (fun r => if E r then p r else 0) outputs.

(* The promise (epsilon, delta) for one ordered pair of laws: the inequality for all events. *)
Definition hides {O : Type} (outputs : list O) (epsilon delta : R) (p p' : O -> R) : Prop :=
  forall E : O -> bool, chance outputs p E <= exp epsilon * chance outputs p' E + delta.

(* Differential privacy under a relation between data sets. *)
Definition private {D O : Type} (near : D -> D -> Prop) (outputs : list O) (epsilon delta : R)
  (M : D -> O -> R) : Prop := forall d d', near d d' -> hides outputs epsilon delta (M d) (M d').

(* The exponential mechanism: weights mu(r) exp(epsilon q(r)). *)
Definition weight {O : Type} (epsilon : R) (q mu : O -> R) (r : O) : R := exp (epsilon * q r) * mu r.

Definition choose {O : Type} (outputs : list O) (epsilon : R) (q mu : O -> R) (r : O) : R :=
  weight epsilon q mu r / total (weight epsilon q mu) outputs.

(* Base weights: never negative, and not all of them nothing. *)
Definition base {O : Type} (outputs : list O) (mu : O -> R) : Prop :=
  (forall r, In r outputs -> 0 <= mu r) /\ 0 < total mu outputs.

(* What was drawn is handed to a random function K that does not see the data. *)
Definition through {O O' : Type} (outputs : list O) (K : O -> O' -> R) (p : O -> R) (s : O') : R :=
  total (fun r => p r * K r s) outputs.

(* ---- rank correlations: records are compared, and a comparison is -1, 0 (a tie) or 1 ---- *)

Definition sgn (x : R) : R := if Rlt_dec 0 x then 1 else if Rlt_dec x 0 then -1 else 0.

(* A total preorder, ties allowed: by a number, or by a number and then by a fixed rule. *)
Definition compares {A : Type} (c : A -> A -> R) : Prop :=
  (forall a b, c a b = -1 \/ c a b = 0 \/ c a b = 1) /\
  (forall a b, c b a = - c a b) /\
  (forall a b d, 0 <= c a b -> 0 <= c b d -> 0 <= c a d).

(* One more than the number of smaller records; tied records share the mean of their places. *)
Definition rank {A : Type} (c : A -> A -> R) (l : list A) (a : A) : R :=
  (size l + 1) / 2 + total (c a) l / 2.

Definition spearman {A : Type} (cx cy : A -> A -> R) (l : list A) : R :=
  1 - 6 * total (fun a => (rank cx l a - rank cy l a) ^ 2) l / (size l * (size l ^ 2 - 1)).

(* Concordant minus discordant pairs, over all pairs: `sign` says what a pair counts. *)
Definition kendall {A : Type} (sign : A -> A -> R) (l : list A) : R :=
  pairs sign l / (size l * (size l - 1) / 2).

(* A tied pair counts as neither. *)
Definition concordance (a b : R * R) : R := sgn (fst a - fst b) * sgn (snd a - snd b).

(* A tied pair counts as discordant. *)
Definition strictly (a b : R * R) : R := if Rlt_dec 0 (concordance a b) then 1 else -1.

(* ---- several releases ---- *)

(* A release from p, and then one from q, which may depend on what the first was. *)
Definition and_then {O O' : Type} (p : O -> R) (q : O -> O' -> R) (r : O * O') : R := p (fst r) * q (fst r) (snd r).

(* Releases that are made one after the other until it stops: at each, the law on one data set and on its neighbour. *)
Inductive releases {O : Type} : Type :=
  | stop : releases
  | ask : list O -> (O -> R) -> (O -> R) -> (O -> releases) -> releases.

(* The probability that what is released, in its order, lies in E. *)
Fixpoint released {O : Type} (here : bool) (t : @releases O) (E : list O -> bool) : R :=
  match t with
  | stop => if E nil then 1 else 0
  | ask outputs p p' next =>
      total (fun r => (if here then p r else p' r) * released here (next r) (fun rest => E (r :: rest))) outputs
  end.

(* No release is made with which the sum of the prices would exceed the budget. *)
Fixpoint within {O : Type} (budget : R) (t : @releases O) : Prop :=
  match t with
  | stop => 0 <= budget
  | ask outputs p p' next => exists price, 0 <= price <= budget /\ law outputs p /\ law outputs p' /\
      hides outputs price 0 p p' /\ forall r, In r outputs -> within (budget - price) (next r)
  end.

(* One record more, or one less. *)
Inductive one_more_or_less {A : Type} : list A -> list A -> Prop :=
  | more : forall before x after, one_more_or_less (before ++ after) (before ++ x :: after)
  | less : forall before x after, one_more_or_less (before ++ x :: after) (before ++ after).

(* ---- predicates of records ---- *)

(* The share of the records for which a predicate is true. *)
Definition share {A : Type} (phi : A -> bool) (l : list A) : R := total (fun a => if phi a then 1 else 0) l / size l.

(* The largest of several numbers that are not negative. *)
Definition largest {A : Type} (f : A -> R) (l : list A) : R := fold_right Rmax 0 (map f l).
