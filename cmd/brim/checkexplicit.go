package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/internal/quantity"
	"brim/internal/watch"

	"github.com/spf13/cobra"
)

// runExplicit is run for an explicit engine.
func (c *checkCommand) runExplicit(cmd *cobra.Command, e explicitEngine, args []string) error {
	if err := errors.Join(c.explicitLimits.begin(cmd), e.begin(cmd)); err != nil {
		return err
	}
	if c.properties != "" && cmd.Flags().Changed("mu") {
		return &usageError{cmd.CommandPath(), errors.New("--mu has no meaning for --properties: they are in CTL")}
	}
	p := c.startProgress()
	defer p.end()
	model, err := reading(cmd.Context(), &c.limits, func(ctx context.Context) (*explicitModel, error) { return c.loadExplicit(ctx, args[0]) })
	if err != nil {
		return err
	}
	list, err := reading(cmd.Context(), &c.limits, func(ctx context.Context) ([]*request, error) { return c.requests(ctx, model, args[1:], p) })
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("dimacs") && len(list) > 1 {
		return fmt.Errorf("--dimacs writes one question; expected a formula or one property, not %d", len(list))
	}
	p.at("exploring")
	answers, err := c.answers(cmd.Context(), e, list)
	if err != nil {
		return err
	}
	p.end()
	err = c.reportExplicit(args[0], e, list, answers)
	for _, a := range answers {
		if a.write != nil {
			err = after(err, c.save(cmd.Context(), &c.limits, a.file, a.write))
		}
	}
	return err
}

// requests returns what an engine is asked about a model: a formula, or properties.
func (c *checkCommand) requests(ctx context.Context, model *explicitModel, args []string, p *progress) (list []*request, err error) {
	q := request{
		explicitModel: model, trace: !c.noTrace, nodes: c.limits.nodes, progress: p, reason: c.limits.reason,
		limits: kripke.Limits{States: c.explicitLimits.states, Depth: c.explicitLimits.depth, Memory: c.limits.process().Room(), Progress: p.searched()},
	}
	if c.deadlock.value == syntax.Infinite.String() || model.circuit != nil { // a circuit never ends
		q.paths = syntax.Infinite
	}
	if c.properties == "" {
		q.text, q.file, err = c.question(ctx, model, args)
		return []*request{&q}, err
	}
	properties, err := c.read(ctx, model.names, args)
	for _, property := range properties {
		one := q
		one.property, one.trace = property, q.trace && len(properties) == 1
		list = append(list, &one)
	}
	return list, err
}

// answers asks e one question after the other, each with an equal share of the time that is left. If there are several, each that e cannot
// answer says so by itself. The error is about the only question or a fault of this program.
func (c *checkCommand) answers(ctx context.Context, e explicitEngine, list []*request) (answers []*explicitAnswer, err error) {
	w := watch.New(ctx, c.limits.process())
	defer w.Cancel(nil)
	for i, q := range list {
		start := time.Now()
		var a *explicitAnswer
		if wrong := q.wrong(e); wrong != nil {
			a, err = nil, wrong
		} else {
			a, err = c.answerOne(w, e, q, share(w.Ctx, len(list)-i))
		}
		var internal *statusError
		switch {
		case err == nil:
		case len(list) == 1 || errors.As(err, &internal) && internal.status == statusInternal:
			return nil, err
		default:
			a = &explicitAnswer{wrong: err}
		}
		a.took = time.Since(start)
		answers = append(answers, a)
	}
	return answers, nil
}

// wrong tells why an engine cannot answer a property at all.
func (q *request) wrong(e explicitEngine) error {
	if q.property.Bound != nil {
		return fmt.Errorf("the engine %s finds no bounds of sums; expected --engine %s", e.name(), symbolicEngine)
	}
	return q.property.Wrong
}

// answerOne asks e one question, within a time of its own if that is not 0.
func (c *checkCommand) answerOne(w *watch.Watch, e explicitEngine, q *request, own time.Duration) (*explicitAnswer, error) {
	ctx := w.Ctx
	if own > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, own)
		defer cancel()
	}
	unknown := func(reason string) *explicitAnswer {
		return &explicitAnswer{Verdict: engine.Verdict{Reason: reason}, formula: q.asked(), ctl: q.property.Formula}
	}
	var a *explicitAnswer
	var err error
	if late := w.Do(exploreGrace, func() { a, err = q.ask(ctx, e) }); late != nil {
		return unknown(c.limits.reason(late)), nil // a and err may still be written
	}
	if tooMany(err) {
		return unknown(err.Error()), nil
	}
	if err != nil {
		return nil, err
	}
	switch cause := w.Cause(); {
	case a.Result != engine.Unknown:
	case cause != nil:
		a.Reason = c.limits.reason(cause)
	case ctx.Err() != nil:
		a.Reason = "its share of the time limit was too short: " + quantity.Seconds(own)
	}
	if err := q.witness(a); err != nil {
		return nil, &statusError{statusInternal, false, err}
	}
	return a, nil
}

// ask has e answer the request.
func (q *request) ask(ctx context.Context, e explicitEngine) (*explicitAnswer, error) {
	a, err := q.checkModel(ctx, e)
	if a != nil {
		a.ctl = q.read
	}
	return a, err
}

// asked returns the question as it was given.
func (q *request) asked() string {
	if q.property.Formula != nil {
		return q.property.Formula.String()
	}
	return strings.TrimSpace(q.text)
}

// format returns the formula that was asked with other names.
func (a *explicitAnswer) format(name syntax.Namer) string {
	if a.ctl != nil {
		return a.ctl.Format(name)
	}
	return a.formula
}

// question returns the text of the formula that is asked for, or that stands for none, and its name in errors.
func (c *checkCommand) question(ctx context.Context, m *explicitModel, args []string) (text, name string, err error) {
	if m.circuit != nil && len(args) == 0 && c.file == "" {
		text, err = safety(m.circuit)
		return text, "formula", err
	}
	return c.formula(ctx, args)
}
