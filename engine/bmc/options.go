package bmc

import (
	"fmt"
	"time"

	"brim/engine"
	"brim/engine/circuit"
	"brim/petri/structure"
)

// An Algorithm says how Decide goes on from one length of paths to the next, and what ends it.
type Algorithm uint8

const (
	// Plain asks three questions for each length, from 0 on: is there a path without a loop from the initial state, is
	// there one from anywhere to the goal, is there a path from the initial state to the goal? A path that it finds is
	// a shortest one.
	Plain Algorithm = iota
	// Refined begins with a path of at most Options.Start steps. Then it asks for paths one step longer without a loop:
	// with only the first state initial, and with only the last one in the goal.
	Refined
	// Induction is k-induction [ES03]. For each length it asks for a path to the goal, and for a path from anywhere
	// with only the last state in the goal. Two states of the latter are made different (a distinctness lemma) only
	// when a model has made them equal. Long proofs and paths share the time. A path that it finds is a shortest one.
	Induction
	// None begins with a path of at most Options.Start steps, then asks for a path one step longer, and so on. It
	// proves nothing, so without a path it ends at a limit only.
	None
)

func (a Algorithm) String() string { return [...]string{"plain", "refined", "induction", "none"}[a] }

// Options say how Decide works. The zero value is usable.
type Options struct {
	Algorithm Algorithm
	Start     int // the length that Refined and None begin with
	Most      int // steps of the longest path looked at; 0 means any number

	// Tokens bounds the places that invariants do not bound; 0 is no bound. Paths on which such a place holds more are
	// left out, and nothing is proved if there are any.
	Tokens int64

	// Facts are those of the net, for callers that ask several questions about it; nil finds them anew.
	Facts *structure.Profile

	// Together is step semantics [DJH12]: independent transitions may fire in one step, so that paths have fewer steps.
	// The least number of steps need not be the least number of firings then. It has no meaning for paths that stay in
	// a set, since the markings within a step are not looked at.
	Together bool

	newSolver func() solver // of tests; nil is the built-in solver

	patience time.Duration // see induction; 0 means that of nets or circuits
}

// check returns what is wrong with o for nets and circuits alike.
func (o *Options) check() error {
	if o.Start < 0 || o.Most < 0 || o.Tokens < 0 {
		return fmt.Errorf("bounded model checking: a start of %d steps, at most %d steps, at most %d tokens; "+
			"expected no negative number", o.Start, o.Most, o.Tokens)
	}
	if (o.Algorithm == Refined || o.Algorithm == None) && o.Most > 0 && o.Start > o.Most {
		return fmt.Errorf("bounded model checking: a start of %d steps, where at most %d are looked at", o.Start,
			o.Most)
	}
	return nil
}

// A Result is what Decide or DecideCircuit found, and what it took.
type Result struct {
	engine.Verdict
	Trace     *circuit.Trace // of a circuit, which has no Witness: shows what Result says; nil without one
	Length    int            // steps of the longest paths from the initial state that were asked for, −1 for none
	Questions int            // to the solver
	Apart     int            // distinctness lemmas: pairs of states that Induction had to keep apart
	// the last question about a path from the initial state to the goal, or, for EG, about a lasso; nil if there was
	// none
	Last    *CNF
	Largest *CNF // the question with most clauses, nil if there was none
	Stopped error
}
