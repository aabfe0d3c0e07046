package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

// Coloured nets as models, and their unfolding for questions.

// UnfoldOptions say how a coloured net is unfolded.
type UnfoldOptions struct {
	Limits     unfold.Limits // of the unfolding; a zero field is no limit
	Whole      bool          // one transition for each assignment of colours to variables, whatever the questions are
	AllColours bool          // each colour has its own place, also where no question can tell colours apart
	Most       int           // bindings of each transition; 0 is no bound. With one, the net may have more runs
}

// OfColoured returns a coloured net as a model. It has no Net until it is unfolded, by Unfold or by check.DecideAll.
func OfColoured(net *coloured.Net) *Model {
	c := &colours{net: net}
	return &Model{Name: net.Name, Coloured: net, names: &symbols{colours: c}, colours: c}
}

// colours are what the models of one coloured net share: its whole unfolding, which is built once when it is needed.
type colours struct {
	net   *coloured.Net
	mu    sync.Mutex
	whole *unfold.Unfolding // one transition for each binding: firings can be counted, all names are known
	proof *unfold.Unfolding // the same with the names of certificates
}

// all returns the whole unfolding, which it builds the first time.
func (c *colours) all(ctx context.Context, l unfold.Limits) (*unfold.Unfolding, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.whole != nil {
		return c.whole, nil
	}
	u, err := unfold.Net(ctx, c.net, unfold.Options{Limits: l})
	c.whole = u
	return u, err
}

// Unfold returns the model of an unfolding of a coloured net that is large enough for the questions, and these as
// questions about it, in the same order. Numbers of the state space need the whole unfolding. For other questions,
// bindings with the same effect become one transition and, where no trace is wanted, colours that no question can tell
// apart become one place; single colours and bindings that questions name stay apart. A model that is not a coloured
// net, or is unfolded already, is returned unchanged. The error is a limit, which is a *unfold.LimitError if it is one
// of the unfolding, or says what is wrong with the net.
func (m *Model) Unfold(ctx context.Context, questions []*Question, o UnfoldOptions) (*Model, []*Question, error) {
	if m.Coloured == nil || m.Net != nil {
		return m, questions, nil
	}
	u, err := m.unfolding(ctx, questions, o)
	if err != nil {
		return nil, nil, err
	}
	inner, list := m.over(u, questions)
	return inner, list, nil
}

// over returns the model of an unfolding, and questions about it.
func (m *Model) over(u *unfold.Unfolding, questions []*Question) (*Model, []*Question) {
	names, inner := m.names.(*symbols), OfNet(u.Net)
	inner.Name, inner.Coloured, inner.Unfolding, inner.names, inner.colours = m.Name, m.Coloured, u, names, m.colours
	x := &expander{symbols: names, unfolding: u}
	list := make([]*Question, len(questions))
	for i, q := range questions {
		list[i] = x.question(q)
	}
	return inner, list
}

// Whole returns the model of the whole unfolding of a coloured net, with the names of certificates, and questions about
// the net, or about a smaller unfolding of it, as questions about the whole one. Errors are those of Unfold.
func (m *Model) Whole(ctx context.Context, questions []*Question, l unfold.Limits) (*Model, []*Question, error) {
	if m.Coloured == nil {
		return m, questions, nil
	}
	u, err := m.colours.all(ctx, l)
	if err != nil {
		return nil, nil, err
	}
	m.colours.mu.Lock()
	if m.colours.proof == nil {
		m.colours.proof = u.Numbered()
	}
	m.colours.mu.Unlock()
	inner, list := m.over(m.colours.proof, questions)
	return inner, list, nil
}

// unfolding returns the smallest unfolding that is large enough for the questions.
func (m *Model) unfolding(ctx context.Context, questions []*Question, o UnfoldOptions) (*unfold.Unfolding, error) {
	if o.Whole || slices.ContainsFunc(questions, func(q *Question) bool { return q.Kind >= States }) {
		return m.colours.all(ctx, o.Limits)
	}
	keep := m.names.(*symbols).named(questions)
	options := unfold.Options{Limits: o.Limits, Merge: len(keep.Bindings) == 0, Most: o.Most}
	if traced := slices.ContainsFunc(questions, func(q *Question) bool { return q.Trace }); traced || o.AllColours {
		u, err := unfold.Net(ctx, m.Coloured, options)
		var limit *unfold.LimitError
		if errors.As(err, &limit) && !o.AllColours {
			err = fmt.Errorf("%w; without a trace, colours that nothing tells apart would be one", err)
		}
		return u, err
	}
	c, err := unfold.Coarsen(ctx, m.Coloured, keep)
	if err != nil {
		return nil, err
	}
	return c.Unfold(ctx, options)
}

// asked returns a question as it was read as one about the model: over a coloured net, the formula is kept in Asked
// and, if the net is unfolded, translated to the unfolding.
func (m *Model) asked(q *Question) *Question {
	if m.Coloured == nil {
		return q
	}
	names := m.names.(*symbols)
	q.Asked, q.AskedSum, q.Sum, q.symbols = q.Asks(), q.Sum, nil, names
	q.SetFormula(nil)
	if m.Unfolding == nil {
		return q
	}
	return (&expander{symbols: names, unfolding: m.Unfolding}).question(q)
}
