// Package model has what a run is about: models, the questions that are asked about them, and the answers.
//
// A Model is a Petri net, coloured or not, a circuit, a labelled transition system or a system of named variables, with
// the names that formulas may use. A Question is a formula of CTL, LTL or the μ-calculus, a global property, a bound or
// a number of the state space. An Answer is a verdict or a number, with a witness, path or trace, which
// Model.CheckAnswer replays by the rules of the model alone.
//
// Questions about a coloured net are read with its names and become questions about its unfolding; see Model.Unfold.
package model
