package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"brim/ctl/syntax"
	"brim/petri/extended"
	"brim/petri/timed"
)

// Nets with time as models.

// OfTimed returns a time Petri net as a model. Formulas name its places and transitions. The system that answers them
// is made for the questions of a run: see Compile. The model keeps a copy of the net. The error is that of its Check.
func OfTimed(n *timed.Net) (*Model, error) {
	if err := n.Check(); err != nil {
		return nil, err
	}
	own := (&timed.Document{Timed: n}).Clone().Timed
	m, err := ofTime(own.Net)
	if err == nil {
		m.Timed = own
	}
	return m, err
}

// OfTimedArcs is OfTimed for a timed-arc net.
func OfTimedArcs(n *timed.ArcNet) (*Model, error) {
	if err := n.Check(); err != nil {
		return nil, err
	}
	own := (&timed.Document{Arcs: n}).Clone().Arcs
	m, err := ofTime(own.Net)
	if err == nil {
		m.TimedArcs = own
	}
	return m, err
}

func ofTime(net *extended.Net) (*Model, error) {
	outline, err := outlineOf(net)
	if err != nil {
		return nil, err
	}
	return &Model{Name: net.Name, Document: net, outline: outline, names: timedNames{&nameTable{net: outline}}}, nil
}

// timedNames are the names of a net with time.
type timedNames struct{ *nameTable }

func (timedNames) HasTime() bool { return true }

// HasTime reports whether the model is a net with time.
func (m *Model) HasTime() bool { return m.Timed != nil || m.TimedArcs != nil }

// Exact returns nil if answers about reachable markings of a net with time are those of real time, else the reason why
// they may be true of integer time only; see package timed.
func (m *Model) Exact() error {
	if m.Timed != nil {
		return m.Timed.Exact()
	}
	return m.TimedArcs.Exact()
}

// Untimed returns the model of a net with time without its time and without its priorities. It reaches all markings
// that the net with time reaches. The error says that neither a net nor a system expresses it.
func (m *Model) Untimed(ctx context.Context) (*Model, error) {
	net := *m.Document
	if m.TimedArcs != nil {
		net = *m.TimedArcs.Ageless()
	}
	net.Over, net.Transitions = nil, slices.Clone(net.Transitions)
	for t := range net.Transitions {
		net.Transitions[t].Priority = 0
	}
	return OfExtended(ctx, &net)
}

// How questions for times begin.
const (
	least   = "min time to "
	longest = "max time to "
)

// asksTime tells which kind of question a text about the model is, and returns the formula in it, at its place. The
// error says that the model has no time; file is for it.
func (m *Model) asksTime(file, text string) (Kind, string, error) {
	for kind, begin := range map[Kind]string{LeastTime: least, LongestTime: longest} {
		switch rest, ok := strings.CutPrefix(text+" ", begin); {
		case ok && !m.HasTime():
			return Truth, "", fmt.Errorf("%s:1:1: found %q; expected a formula, since the model has no time", file,
				strings.TrimSpace(begin))
		case ok:
			return kind, strings.Repeat(" ", len(begin)) + rest, nil
		}
	}
	return Truth, text, nil
}

// fitsTime returns an error if the question cannot be asked about a net with time.
func (q *Question) fitsTime(m *Model) error {
	if q.Kind == Firings {
		return fmt.Errorf("%s is a net with time, whose firings are not counted", m.Name)
	}
	switch {
	case q.OfTime() && q.Formula == nil:
		return errors.New("a question for a time needs a formula of CTL")
	case q.OfTime() && q.HasWindows():
		return errors.New("a question for a time has a formula with times; expected one without")
	case q.Mu != nil:
		return errors.New("formulas of the μ-calculus are about models without time")
	}
	return nil
}

// WithoutTime returns a formula about a net with time that is stronger than what is asked, and speaks of markings
// without time: if it holds in the net without time, f holds in the net with time. It returns false where there is no
// such formula but that. Time and priorities keep some firings back, and a run may wait for ever. So what holds of all
// reachable markings without time holds of all those with time.
func WithoutTime(f *syntax.Formula) *syntax.Formula {
	pool := f.Pool()
	var stronger func(f *syntax.Formula) *syntax.Formula
	stronger = func(f *syntax.Formula) *syntax.Formula {
		switch f.Op {
		case syntax.And, syntax.Or:
			var args []*syntax.Formula
			for _, g := range f.Args {
				args = append(args, stronger(g))
			}
			return pool.Make(f.Op, args...)
		case syntax.True, syntax.Compare:
			return f
		case syntax.Not: // of an atom
			if f.Args[0].Op == syntax.Enabled {
				return f
			}
		case syntax.AG:
			return pool.Make(syntax.AG, stronger(f.Args[0]))
		case syntax.Within:
			if f.Args[0].Op == syntax.AG {
				return stronger(f.Args[0])
			}
		}
		return pool.Bool(false)
	}
	return syntax.Simplify(stronger(syntax.NNF(f)), syntax.Maximal)
}
