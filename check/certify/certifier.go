package certify

import (
	"bufio"
	"context"
	"time"

	"brim/check/certify/sets"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
	"brim/petri/coloured/unfold"
	"brim/petri/equation"
)

// This file decides which evidence is looked for, and in which sequence.

// insteadTime is how long other evidence is looked for if the checker can explore all markings.
const insteadTime = 4 * time.Second

// Options of a Certifier. The zero value is right for most uses.
type Options struct {
	// Digest is the SHA-256 of the model's file, uncompressed, in hexadecimal digits. Without it there are no
	// certificates.
	Digest string
	// Decide answers a question about the model within a context, as check.Decide does. nil stands for techniques that
	// know nothing.
	Decide func(context.Context, *model.Model, *model.Question) *model.Answer
	// Each is how long a search for one kind of evidence may take; 0 stands for a minute.
	Each time.Duration
	// Equation is how long the state equation may try one formula; 0 stands for two seconds.
	Equation time.Duration
	// Few is the number of markings up to which the checker explores all of them, and no other proof is looked for; 0
	// stands for 100.
	Few int
	// Explore is how many markings the checker may be told to explore itself; 0 stands for 100,000.
	Explore int
	// Memory and Nodes limit decision diagrams; 0 is no limit.
	Memory int64
	Nodes  int
	// Unfolding limits the whole unfolding of a coloured net.
	Unfolding unfold.Limits
}

// A Certifier finds certificates for answers about one net. What it finds for one answer is of use for the next. It
// belongs to one goroutine at a time.
type Certifier struct {
	model   *model.Model
	strict  *model.Model // the net with time, reset arcs or priorities that model relaxes; nil without one
	net     *petri.Net
	options Options
	pool    *syntax.Pool

	first      *start
	witnesses  map[*syntax.Formula]*engine.Witness // found by search
	proofs     map[*syntax.Formula]*never          // by the condition
	vain       map[*syntax.Formula]bool            // that have no cheap proof
	descents   map[*syntax.Formula]*descent        // to it
	exclusions map[*syntax.Formula]*inductive      // by the condition; nil if the relation shows nothing
	system     *equation.System                    //
	counted    *count                              // of the reachable markings
	space      *sets.Space                         //
	numbers    *sets.Evidence                      // of the number of markings
	tried      time.Duration                       // how long it took in vain to build the space
	noSpace    error                               // why there is none
	allowed    allowed                             //
}

// New returns a certifier for answers about the model. Close it.
func New(m *model.Model, o Options) *Certifier {
	if o.Each == 0 {
		o.Each = time.Minute
	}
	if o.Equation == 0 {
		o.Equation = 2 * time.Second
	}
	if o.Explore == 0 {
		o.Explore = 100_000
	}
	if o.Few == 0 {
		o.Few = 100
	}
	net := m.Net
	if m.Coloured != nil {
		net = nil // the whole unfolding, when it is needed
	}
	return &Certifier{
		model: m, net: net, options: o, pool: syntax.NewPool(),
		first: &start{net: net}, witnesses: map[*syntax.Formula]*engine.Witness{}, proofs: map[*syntax.Formula]*never{},
		exclusions: map[*syntax.Formula]*inductive{},
		vain:       map[*syntax.Formula]bool{}, descents: map[*syntax.Formula]*descent{},
	}
}

// Close gives the memory of diagrams back.
func (c *Certifier) Close() {
	if c.space != nil {
		c.space.Close()
		c.space = nil
	}
	c.allowed.close()
}

// Certify looks for a certificate of the answer to a question about the model, within ctx, whose time the kinds of
// evidence share. So an attempt with more time may find what one with less time has not. The error is an *Uncertified.
func (c *Certifier) Certify(ctx context.Context, q *model.Question, a *model.Answer) (*Certificate, error) {
	return c.certify(ctx, q, a, false)
}

// Quick is Certify with cheap evidence only: what the answer has, walks of a moment, the state equation, and few
// markings.
func (c *Certifier) Quick(ctx context.Context, q *model.Question, a *model.Answer) (*Certificate, error) {
	return c.certify(ctx, q, a, true)
}

func (c *Certifier) certify(ctx context.Context, q *model.Question, a *model.Answer, quick bool) (*Certificate, error) {
	if err := c.takes(q, a); err != nil {
		return nil, err
	}
	asked := q
	q, a, err := c.relaxed(ctx, q, a)
	if err != nil {
		return nil, err
	}
	relaxed := q != asked
	if q, a, err = c.whole(ctx, q, a); err != nil {
		return nil, err
	}
	f, err := Proven(c.model, q, a)
	if err != nil {
		return nil, uncertified("%v", err)
	}
	out := &Certificate{digest: c.options.Digest, paths: q.Paths, answer: answerText(q, a)}
	if relaxed {
		out.about = q
	}
	switch {
	case a.Infinite:
		err = c.pump(ctx, q, out)
	case f == nil:
		err = c.number(ctx, q, a, out, quick)
	case f.Op == syntax.A || f.Op == syntax.E:
		err = c.linear(ctx, q, a, c.pool.Copy(f), out, quick)
	default:
		err = c.branching(ctx, q, a, c.pool.Copy(f), out, quick)
	}
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil:
		return nil, uncertified("%v; the search for a proof ended: %v", err, context.Cause(ctx))
	}
	return nil, err
}

// whole returns the question as one about the whole unfolding of a coloured net, whose names the checker knows, and the
// answer without what is about another unfolding.
func (c *Certifier) whole(
	ctx context.Context, q *model.Question, a *model.Answer,
) (*model.Question, *model.Answer, error) {
	if c.model.Coloured == nil {
		return q, a, nil
	}
	m, list, err := c.model.Whole(ctx, []*model.Question{q}, c.options.Unfolding)
	if err != nil {
		return nil, nil, uncertified("the net has no whole unfolding: %v", err)
	}
	if c.net == nil {
		c.model, c.net, c.first = m, m.Net, &start{net: m.Net}
	}
	b := *a
	b.Witness, b.Invariant = nil, nil
	return list[0], &b, nil
}

// takes returns why an answer of that kind has no certificate.
func (c *Certifier) takes(q *model.Question, a *model.Answer) error {
	switch {
	case a.Wrong != nil:
		return uncertified("the question cannot be answered")
	case !a.Known():
		return uncertified("the answer is not known")
	case c.model.Net == nil && c.model.Coloured == nil && c.model.Document == nil:
		return uncertified("only Petri nets have certificates")
	case c.options.Digest == "":
		return uncertified("the net is not from a file in PNML")
	case q.Mu != nil:
		return uncertified("formulas of the μ-calculus have no certificates")
	}
	return nil
}

// answerText returns an answer as certificates name it.
func answerText(q *model.Question, a *model.Answer) string {
	if q.Kind.Numeric() {
		return a.Text()
	}
	return a.Result.String()
}

// branching finds evidence for a formula of CTL.
func (c *Certifier) branching(
	ctx context.Context, q *model.Question, a *model.Answer, f *syntax.Formula, out *Certificate, quick bool,
) error {
	if c.few(ctx, c.options.Few) && f.Temporal() {
		c.exploreIn(out)
		return nil
	}
	if quick || !c.vain[f] {
		if err := c.cheap(ctx, q, a, f, out); err == nil || quick {
			c.vain[f] = err != nil
			return err
		}
		c.vain[f] = true
	}
	if c.few(ctx, min(quickMarkings, c.options.Explore)) {
		c.exploreIn(out)
		return nil
	}
	most := c.each(ctx)
	few := c.few(ctx, c.options.Explore)
	if few {
		most = min(most, insteadTime)
	}
	own, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	s := c.shower(own, q.Paths, false)
	s.most, s.whole = most, f
	s.take(a.Witness)
	s.outer, s.offered = ctx, nil
	if a.By == "ic3" {
		s.offered = a.Invariant
	}
	err := s.complete(f)
	switch {
	case err == nil:
		s.writeIn(out)
	case few:
		c.exploreIn(out)
		return nil
	}
	return err
}

// each returns how long one search may take within ctx.
func (c *Certifier) each(ctx context.Context) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return min(c.options.Each, time.Until(end))
	}
	return c.options.Each
}

// cheap is branching by runs and equations alone.
func (c *Certifier) cheap(
	ctx context.Context, q *model.Question, a *model.Answer, f *syntax.Formula, out *Certificate,
) error {
	own, cancel := context.WithTimeout(ctx, quickTime)
	defer cancel()
	s := c.shower(own, q.Paths, true)
	s.take(a.Witness)
	if !s.show(f, 0) && !s.locally(f, 0, quickLocal) {
		return uncertified("no proof is cheap")
	}
	s.writeIn(out)
	return nil
}

// take notes what a witness of the answer shows of the initial marking.
func (s *shower) take(w *engine.Witness) {
	if w == nil || w.Formula == nil {
		return
	}
	if w.Formula.Op == syntax.And || w.Formula.Op == syntax.Or {
		for _, b := range w.Branches {
			s.take(b.Witness)
		}
		return
	}
	s.found[s.pool.Copy(w.Formula)] = w
}

// writeIn adds sections for what was shown.
func (s *shower) writeIn(out *Certificate) {
	if s.part.size() > 1 {
		out.add("part", s.part.write)
	}
	for _, n := range s.nevers {
		out.add("never", n.write)
	}
	for _, n := range s.clauses {
		out.add(n.kind, n.write)
	}
	if s.evidence != nil {
		out.add("sets", func(w *bufio.Writer) error { _, err := s.evidence.WriteTo(w); return err })
	}
}
