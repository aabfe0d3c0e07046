package main

import (
	"context"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/petri"
)

// A question is a formula or a global property, by its name in the answer. It can be put to a state space, whole or part, and to a cover.
// The answer is "" where these do not decide.
type question struct {
	id      string
	ofSpace func(*stage) (string, error)
	ofCover func(*symbolic.Cover) string
	err     error // the limit or the other obstacle that diagrams met last

	done bool            // it has an answer
	open context.Context // ends then
	drop context.CancelFunc
}

// A stage is a state space, whole or part, with a checker.
type stage struct {
	*symbolic.Space
	checker *ctl.Checker // nil until it is needed
}

// source is what both answer.
type source interface {
	HasDeadlock() engine.Result
	QuasiLive() engine.Result
	Live() engine.Result
	OneSafe() engine.Result
	HasStablePlace() engine.Result
}

// examiner returns what answers an examination, nil if it is not supported.
func (m *contest) examiner(examination string) func(context.Context, *petri.Net) error {
	global := func(ask func(source) engine.Result) func(context.Context, *petri.Net) error {
		return func(ctx context.Context, net *petri.Net) error {
			return m.settle(ctx, net, []*question{{
				id:      examination,
				ofSpace: func(s *stage) (string, error) { return verdict(ask(s.Space)), nil },
				ofCover: func(c *symbolic.Cover) string { return verdict(ask(c)) },
			}}, func() (map[string]*syntax.Formula, error) { return globalFormula(net, examination) })
		}
	}
	switch examination {
	case "StateSpace":
		return m.stateSpace
	case "ReachabilityDeadlock":
		return global(source.HasDeadlock)
	case "QuasiLiveness":
		return global(source.QuasiLive)
	case "StableMarking":
		return global(source.HasStablePlace)
	case "Liveness":
		return global(source.Live)
	case "OneSafe":
		return global(source.OneSafe)
	case "UpperBounds", "ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality", "CTLFireability":
		return func(ctx context.Context, net *petri.Net) error { return m.formulas(ctx, net, examination) }
	}
	return nil
}

func verdict(r engine.Result) string {
	if r == engine.Unknown {
		return ""
	}
	return strings.ToUpper(strconv.FormatBool(r == engine.Holds))
}

// formulas answers the properties in the examination's file.
func (m *contest) formulas(ctx context.Context, net *petri.Net, examination string) error {
	read := func(ctx context.Context) ([]syntax.Property, error) {
		list, err := syntax.NewPool().ReadPropertyFile(ctx, filepath.Join(m.dir, examination+".xml"), names(net))
		if err != nil {
			err = readError(err)
		}
		return list, err
	}
	properties, err := reading(ctx, &m.limits, read)
	if err != nil {
		return m.giveUp("CANNOT_COMPUTE", err)
	}
	var list []*question
	var wrong error
	for _, p := range properties {
		switch {
		case p.Wrong != nil:
			wrong = p.Wrong
			m.note("brim: %s: %v", p.ID, wrong)
			if err := m.print("FORMULA " + p.ID + " CANNOT_COMPUTE"); err != nil {
				return err
			}
		case p.Bound != nil:
			list = append(list, boundQuestion(p))
		default:
			list = append(list, formulaQuestion(p))
		}
	}
	if len(list) == 0 && wrong != nil {
		return &statusError{status: statusInput}
	}
	return m.settle(ctx, net, list, func() (map[string]*syntax.Formula, error) { return byName(read(ctx)) })
}

// formulaQuestion asks whether a formula holds. A cover makes the formula simpler for the spaces that are asked later.
func formulaQuestion(p syntax.Property) *question {
	f := p.Formula
	return &question{
		id: p.ID,
		ofSpace: func(s *stage) (string, error) {
			if s.checker == nil {
				s.checker = s.Checker(syntax.Maximal)
			}
			r, err := s.Holds(s.checker, f)
			return verdict(r), err
		},
		ofCover: func(c *symbolic.Cover) string {
			f = c.Simplify(f, syntax.Maximal)
			return verdict(c.Holds(f, syntax.Maximal))
		},
	}
}

// boundQuestion asks for the least upper bound of a sum. What parts and covers find from both sides is put together.
func boundQuestion(p syntax.Property) *question {
	least, most := int64(math.MinInt64), petri.Omega
	answer := func() string {
		switch {
		case least < most:
			return ""
		case most == petri.Omega:
			return "+inf"
		}
		return strconv.FormatInt(most, 10)
	}
	return &question{
		id: p.ID,
		ofSpace: func(s *stage) (string, error) {
			x, err := s.Bound(p.Bound)
			if err != nil {
				return "", err
			}
			if least = max(least, x); s.Complete {
				most = x
			}
			return answer(), nil
		},
		ofCover: func(c *symbolic.Cover) string {
			l, m := c.Bound(p.Bound)
			least, most = max(least, l), min(most, m)
			return answer()
		},
	}
}
