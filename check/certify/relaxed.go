package certify

import (
	"context"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
)

// Nets with time, reset arcs or priorities that arcs cannot express, which brim-verify does not read. The net without
// these reaches all their markings, and more. What holds in all of its markings holds in theirs, and has a certificate.

// relaxed returns a question about that net whose answer implies the given answer, with its answer. It returns
// questions about other nets unchanged.
func (c *Certifier) relaxed(
	ctx context.Context, q *model.Question, a *model.Answer,
) (*model.Question, *model.Answer, error) {
	if c.strict == nil && (c.model.Document == nil || c.model.Net != nil) {
		return q, a, nil
	}
	if q.Kind != model.Truth || q.Formula == nil {
		return nil, nil, uncertified(beyond)
	}
	f := model.Apart(q.Formula)
	if a.Result == model.Fails {
		f = f.Pool().Not(f)
	}
	if f = model.WithoutTime(f); f.Op == syntax.False {
		return nil, nil, uncertified(beyond)
	}
	if c.strict == nil {
		m, err := c.model.Relaxed(ctx)
		if err != nil {
			return nil, nil, uncertified("there is no net without time, reset arcs and priorities: %v", err)
		}
		c.strict, c.model, c.net, c.first = c.model, m, m.Net, &start{net: m.Net}
	}
	weaker := &model.Question{Paths: q.Paths}
	weaker.SetFormula(f)
	own, cancel := context.WithTimeout(ctx, c.each(ctx))
	defer cancel()
	var b *model.Answer
	if c.options.Decide != nil {
		b = c.options.Decide(own, c.model, weaker)
	}
	if b == nil || b.Result != engine.Holds {
		return nil, nil, uncertified("without time, reset arcs and priorities it is not known to hold, " +
			"and brim-verify knows none of these")
	}
	return weaker, b, nil
}

// beyond is why most answers about such nets have no certificates.
const beyond = "brim-verify knows neither time nor reset arcs nor priorities; a certificate shows only what holds in " +
	"all markings that the net reaches without these"
