(* Residuals of a regression whose training set may lose one record. *)
From Coq Require Import Reals List Lra Lia.
From privcausal Require Import definitions sums vectors.
Import ListNotations.
Open Scope R_scope.

(* The residual of an answer y at features phi, for weights w. *)
Definition residual {I : Type} (places : list I) (w phi : I -> R) (y : R) : R := y - dot places w phi.

Definition minus {I : Type} (v w : I -> R) (i : I) : R := v i - w i.

(** Weights that one training record moves by at most rho move the difference of two residuals by at most our number,
    where the two features are a distance s apart. Only: the first sentence, given that the rho of K-ridge bounds the
    distance that the weights move, which not its words but its theorem says of the published number, and for features with finitely many coordinates. *)
Theorem B_gap_pairs : forall (I : Type) (places : list I) (w w' phi phi' : I -> R) (y y' s n lamda : R) (rho : R -> R -> R),
  B_gap_pairs__if_lamda lamda -> 0 <= s -> 0 <= rho n lamda ->
  dot places (minus w w') (minus w w') <= rho n lamda ^ 2 -> dot places (minus phi phi') (minus phi phi') = s ^ 2 ->
  Rabs ((residual places w phi y - residual places w phi' y') - (residual places w' phi y - residual places w' phi' y'))
    <= B_gap_pairs__ours rho s n lamda.
Proof.
  intros I places w w' phi phi' y y' s n lamda rho _ S P W D.
  replace (B_gap_pairs__ours rho s n lamda) with (s * rho n lamda) by (unfold B_gap_pairs__ours; field).
  (* The answers cancel, and what is left is an inner product. *)
  replace ((residual places w phi y - residual places w phi' y') - (residual places w' phi y - residual places w' phi' y'))
    with (- dot places (minus w w') (minus phi phi')).
  2: { unfold residual, dot, minus. rewrite (total_ext (fun i => (w i - w' i) * (phi i - phi' i))
      (fun i => (w i * phi i - w i * phi' i) - (w' i * phi i - w' i * phi' i))) by (intros; ring).
    rewrite !total_minus. ring. }
  rewrite Rabs_Ropp. pose proof (cauchy places (minus w w') (minus phi phi')) as C. rewrite D in C.
  set (d := dot places (minus w w') (minus phi phi')) in *.
  assert (B : d ^ 2 <= (s * rho n lamda) ^ 2) by (rewrite Rpow_mult_distr; pose proof (pow2_ge_0 s); nra).
  rewrite <- (Rabs_pos_eq (s * rho n lamda)) by now apply Rmult_le_pos. apply Rsqr_le_abs_0. now rewrite !Rsqr_pow2.
Qed.

(** Weights that move along the difference of the features are a case of it, and move by all of our number. Only: the
    instance is of weights, and whether fits to data move so is not said. *)
Theorem B_gap_pairs_instance : forall (s n lamda : R) (rho : R -> R -> R), 0 <= s -> 0 <= rho n lamda ->
  exists w w' phi phi' : unit -> R,
  dot [tt] (minus w w') (minus w w') <= rho n lamda ^ 2 /\ dot [tt] (minus phi phi') (minus phi phi') = s ^ 2 /\
  Rabs ((residual [tt] w phi 0 - residual [tt] w phi' 0) - (residual [tt] w' phi 0 - residual [tt] w' phi' 0))
    = B_gap_pairs__ours rho s n lamda.
Proof.
  intros s n lamda rho S P. exists (fun _ => 0), (fun _ => rho n lamda), (fun _ => s), (fun _ => 0).
  unfold residual, minus, dot, total. cbn [map sum]. repeat split; [right; ring|ring|].
  replace (0 - (0 * s + 0) - (0 - (0 * 0 + 0)) - (0 - (rho n lamda * s + 0) - (0 - (rho n lamda * 0 + 0)))) with (s * rho n lamda) by ring.
  rewrite Rabs_pos_eq by now apply Rmult_le_pos. unfold B_gap_pairs__ours. field.
Qed.
