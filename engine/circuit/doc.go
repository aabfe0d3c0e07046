// Package circuit has sequential circuits: inputs, latches that keep a bit from one step to the next, and gates of two
// inputs between them. They come from files in the AIGER format [Bie07, BHW11], from a Builder, or are the motor
// control.
//
// A state of a circuit is a value for each latch. In each step the inputs have any values that meet the constraints;
// the gates compute, and each latch takes the value of its next function. What is asked of a circuit is whether a bad
// signal can become true: a property is a formula over signals, and signals may depend on the inputs of the step in
// which they are looked at.
//
//	state s₀ ── inputs x₀ ─→ state s₁ ── inputs x₁ ─→ … state s_k, inputs x_k: bad
//
// Such a trace has k steps, the number that the tools of the hardware model-checking competition call the depth of bad.
// What is said of infinite runs is a formula of LTL, or a justice property of a file, which its fairness signals
// restrict to fair runs; a lasso is evidence.
package circuit
