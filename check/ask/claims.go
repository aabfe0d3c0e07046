package ask

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/naming"
	"brim/petri"
)

// What has to be proven so that an answer is right, in questions of package model, whose answers have certificates.

// A Claim says that a question about a net has an answer.
type Claim struct {
	About    string // the condition of the named question that it decides; empty if there is only one
	Model    *model.Model
	Question *model.Question
	Answer   *model.Answer // without a trace
}

// Claims returns what an answer to the question rests on. If it is yes, all claims together show it; else each does.
// They follow from the net and from what the answer says, not from how it was found. What else is used to conclude the
// answer from the claims is in docs/certificates.md. The error says why it has no claims.
func Claims(a *Answer, q Question) ([]Claim, error) {
	if a.Result == engine.Unknown {
		return nil, errors.New("the answer is not known")
	}
	if a.Model.Net == nil {
		return nil, errors.New("only Petri nets have certificates")
	}
	m := a.Model
	if m.Unfolding != nil {
		m = m.Variant(m.Net)
	}
	own := &session{model: m, shown: m, variants: map[string]*model.Model{}}
	if err := own.extend(); err != nil {
		return nil, err
	}
	c := &claims{asker: &asker{session: own, names: naming.Names{Net: m.Net}}, answer: a, f: formulasOf(m.Net)}
	holds := a.Result == engine.Holds
	switch a.Name {
	case "deadlocks":
		c.kind("", m, model.Deadlock, a.Result)
	case "live":
		c.fires("", m, model.Liveness)
	case "quasi-live":
		c.fires("", m, model.QuasiLiveness)
	case "reversible":
		c.formula("", m, c.f.ag(c.f.ef(c.f.is(m.Net.Initial()))), a.Result)
	case "conflicts":
		c.disables(holds)
	case "persistent":
		c.disables(!holds)
	case "home":
		c.home(holds)
	case "bounded":
		c.bounds(holds)
	case "easy-sound":
		if p, _ := c.process(); p != nil {
			c.formula("", c.variant(p.start), c.f.ef(c.f.any(p.ends, c.f.is)), a.Result)
		}
	case "sound", "weak-sound":
		if p, _ := c.process(); p != nil {
			c.sound(p)
		}
	case "k-sound":
		if p, _ := c.flow(max(q.K, 1)); p != nil {
			c.sound(p)
		}
	case "generalised-sound":
		switch p, _ := c.flow(c.cases(holds)); {
		case p != nil && (!holds || p.free()):
			c.sound(p)
		case p != nil:
			c.wrong = errors.New("it is about all numbers of cases")
		}
	case "relaxed-sound":
		c.wrong = errors.New("it is about a copy of the net for each transition")
	}
	if c.wrong == nil && c.list == nil {
		c.wrong = errors.New("the net itself shows it")
	}
	return c.list, c.wrong
}

// claims collects claims. It asks nothing.
type claims struct {
	*asker
	f      formulas
	answer *Answer
	list   []Claim
	wrong  error
}

// kind adds a claim about a question that has no formula.
func (c *claims) kind(about string, m *model.Model, k model.Kind, r engine.Result) {
	c.add(about, m, &model.Question{Kind: k}, model.Answer{Verdict: model.Verdict{Result: r}})
}

// fires adds a claim about all transitions. That a coloured transition has no binding is no claim about the unfolding,
// which does not have it; so there is one only if one of its own transitions is dead, too.
func (c *claims) fires(about string, m *model.Model, k model.Kind) {
	dead := func(x Finding) bool { return x.About == about && x.Result == engine.Fails && x.Transitions != nil }
	if u := c.answer.Model.Unfolding; c.answer.Result == engine.Fails && u != nil &&
		unboundIn(u) != nil && !slices.ContainsFunc(c.answer.Findings, dead) {
		c.wrong = errors.New("a coloured transition has no binding, which the unfolding does not show")
		return
	}
	c.kind(about, m, k, c.answer.Result)
}

// formula adds the claim that a formula holds or fails.
func (c *claims) formula(about string, m *model.Model, f *syntax.Formula, r engine.Result) {
	c.add(about, m, truth(f, false), model.Answer{Verdict: model.Verdict{Result: r}})
}

func (c *claims) add(about string, m *model.Model, q *model.Question, a model.Answer) {
	a.Least, a.Most = math.MinInt64, petri.Omega
	c.list = append(c.list, Claim{about, m, q, &a})
}

// endless adds the claim that the number of tokens has no bound.
func (c *claims) endless(about string, m *model.Model) {
	c.add(about, m, &model.Question{Kind: model.MostInMarking}, model.Answer{
		Verdict: model.Verdict{Result: engine.Holds}, Infinite: true,
	})
}

// disables adds the claim that some transition that fires disables another one, or that none does: of the pair of a
// finding, or of all pairs.
func (c *claims) disables(holds bool) {
	x, err := disablingOf(c.model)
	if err != nil {
		c.wrong = err
		return
	}
	pairs, complete := x.pairs(len(c.f.net.Places))
	for _, shown := range c.answer.Findings {
		if t := shown.Transitions; holds && len(t) == 2 {
			pairs, complete = []pair{{t[0], t[1]}}, true
			break
		}
	}
	if !complete {
		c.wrong = errors.New("too many pairs of transitions may disable each other")
		return
	}
	parts := []*syntax.Formula{c.f.Bool(false)}
	for _, p := range pairs {
		parts = append(parts, x.happens(c.f, p))
	}
	c.formula("", c.model, c.f.ef(c.f.Or(parts...)), engine.Decided(holds))
}

// shown returns the last marking of the run of the first finding, or the initial marking without a run.
func (c *claims) shown() petri.Marking {
	switch {
	case len(c.answer.Findings) == 0:
		return c.f.net.Initial()
	case c.answer.Findings[0].Run == nil:
		c.wrong = errors.New("no run shows which marking is meant")
		return c.f.net.Initial()
	}
	run := c.answer.Findings[0].Run
	m, err := c.f.net.WithInitial(run.Start).Replay(run.Steps)
	if err != nil {
		panic(fmt.Sprintf("ask: the run of a finding: %v", err))
	}
	return m
}

// home adds that a marking m is a home marking. Or that the net has no home marking: from some marking on m can always
// be reached, so a home marking could be reached from m, and m from it; and from another marking on m never is.
func (c *claims) home(holds bool) {
	m := c.f.is(c.shown())
	always := c.f.ag(c.f.ef(m))
	if holds {
		c.formula("", c.model, always, engine.Holds)
	} else {
		c.formula("", c.model, c.f.And(c.f.ef(always), c.f.ef(c.f.ag(c.f.Not(m)))), engine.Holds)
	}
}

// bounds adds that each place has its bound, and reaches it where that is known of all.
func (c *claims) bounds(holds bool) {
	if !holds {
		c.endless("", c.model)
		return
	}
	var most, reached []*syntax.Formula
	exact := true
	for p, b := range c.answer.Bounds {
		if b.Most == petri.Omega {
			c.wrong = fmt.Errorf("the bound of place %s is not known", c.f.net.Places[p].Name)
			return
		}
		exact = exact && b.Known()
		most = append(most, c.f.tokens(syntax.LessEqual, b.Most, p))
		if b.Least > c.f.net.Places[p].Initial {
			reached = append(reached, c.f.ef(c.f.tokens(syntax.GreaterEqual, b.Least, p)))
		}
	}
	c.formula("no place holds more than its bound", c.model, c.f.ag(c.f.And(most...)), engine.Holds)
	if exact && reached != nil {
		c.formula("each place reaches its bound", c.model, c.f.And(reached...), engine.Holds)
	}
}

// cases returns how many cases begin together in what decides generalised soundness: one, of a free-choice net, or as
// many as a run begins with that shows why not.
func (c *claims) cases(holds bool) int64 {
	p, _ := c.flow(1)
	for _, x := range c.answer.Findings {
		if !holds && p != nil && x.Run != nil {
			return x.Run.Start[p.source]
		}
	}
	if !holds && p != nil {
		c.wrong = errors.New("no run shows how many cases begin together")
	}
	return 1
}

// sound adds the conditions of soundness, or those that fail. Where completion is not proper, there is no option to
// complete in a workflow net, and the former is claimed; where it is, the option is to cover the last marking.
func (c *claims) sound(p *process) {
	s := &soundness{process: p, asker: c.asker, model: c.variant(p.start)}
	questions, results := p.questions(), map[string]engine.Result{}
	holds := c.answer.Result == engine.Holds
	for _, x := range c.answer.Findings {
		if !holds && x.Run != nil && x.Run.Loop != engine.NoLoop {
			c.endless("an unbounded net is not sound", s.model)
			return
		}
		results[x.About] = x.Result
	}
	improper := results[properCompletion] == engine.Fails
	if holds || improper {
		c.formula(properCompletion, s.model, questions[0].Formula, c.answer.Result)
	}
	if holds || results[optionToComplete] == engine.Fails && !(s.ofWorkflow && improper) {
		c.formula(optionToComplete, s.model, questions[2].Formula, c.answer.Result)
	}
	if holds && c.answer.Name == "sound" || results[noDeadTransitions] == engine.Fails {
		c.fires(noDeadTransitions, s.model, model.QuasiLiveness)
	}
}
