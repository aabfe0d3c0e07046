package certify

import (
	"context"
	"time"

	"brim/check/model"
)

// ByClauses returns the certificate of an answer by an invariant in clauses alone.
func (c *Certifier) ByClauses(ctx context.Context, q *model.Question, a *model.Answer) (*Certificate, error) {
	f, err := Proven(c.model, q, a)
	if err != nil {
		return nil, err
	}
	s := c.shower(ctx, q.Paths, false)
	s.outer, s.offered = ctx, a.Invariant
	if err := s.byClauses(c.pool.Copy(f)); err != nil {
		return nil, err
	}
	out := &Certificate{digest: c.options.Digest, paths: q.Paths, answer: answerText(q, a)}
	s.writeIn(out)
	return out, nil
}

// ByLocal returns the certificate of an answer by local searches alone.
func (c *Certifier) ByLocal(ctx context.Context, q *model.Question, a *model.Answer) (*Certificate, error) {
	f, err := Proven(c.model, q, a)
	if err != nil {
		return nil, err
	}
	s := c.shower(ctx, q.Paths, false)
	if !s.locally(c.pool.Copy(f), 0, time.Second) {
		return nil, uncertified("no local search shows it")
	}
	out := &Certificate{digest: c.options.Digest, paths: q.Paths, answer: answerText(q, a)}
	s.writeIn(out)
	return out, nil
}

// ByTraps returns the certificate of an answer by traps alone.
func (c *Certifier) ByTraps(ctx context.Context, q *model.Question, a *model.Answer) (*Certificate, error) {
	f, err := Proven(c.model, q, a)
	if err != nil {
		return nil, err
	}
	s := c.shower(ctx, q.Paths, false)
	s.outer = ctx
	if err := s.byTraps(c.pool.Copy(f)); err != nil {
		return nil, err
	}
	out := &Certificate{digest: c.options.Digest, paths: q.Paths, answer: answerText(q, a)}
	s.writeIn(out)
	return out, nil
}

// ByDescent returns the certificate of the answer AG EF p by a descent alone.
func (c *Certifier) ByDescent(ctx context.Context, q *model.Question, a *model.Answer) (*Certificate, error) {
	f, err := Proven(c.model, q, a)
	if err != nil {
		return nil, err
	}
	s := c.shower(ctx, q.Paths, false)
	s.outer = ctx
	if f = c.pool.Copy(f); !recurs(f) || !s.descends(f.Args[0].Args[0]) {
		return nil, uncertified("no descent shows it")
	}
	out := &Certificate{digest: c.options.Digest, paths: q.Paths, answer: answerText(q, a)}
	s.writeIn(out)
	return out, nil
}
