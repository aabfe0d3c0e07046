package main

import (
	"bytes"
	"unicode/utf8"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/internal/printable"
	"brim/internal/quantity"
)

// A pathReport is a path of a labelled transition system as --json prints it.
type pathReport struct {
	Formula string           `json:"formula,omitempty"`
	Start   string           `json:"start"`
	Steps   []pathStepReport `json:"steps"`
	Loop    *int             `json:"loop"`
	Dead    bool             `json:"dead"`
}

type pathStepReport struct {
	Label string `json:"label"`
	State string `json:"state"`
}

func (q *request) reportPath(a *explicitAnswer) *pathReport {
	p := a.path
	r := &pathReport{Formula: a.showsText(nil), Start: q.Format(p.States[0]), Steps: []pathStepReport{}, Dead: q.dead(p.States[len(p.Labels)])}
	for i, label := range p.Labels {
		r.Steps = append(r.Steps, pathStepReport{q.Labels()[label], q.Format(p.States[i+1])})
	}
	if p.Loop != engine.NoLoop {
		r.Loop = new(p.Loop)
	}
	return r
}

// showsText writes what a witness shows.
func (a *explicitAnswer) showsText(name syntax.Namer) string {
	if a.shows == nil {
		return ""
	}
	return a.shows.Format(name)
}

// dead tells whether s has no transition.
func (m *explicitModel) dead(s kripke.State) bool {
	var out kripke.Successors
	return m.Successors(s, &out) == nil && out.Len() == 0
}

// writeTrace writes the witness of an answer for people, or why there is none.
func (q *request) writeTrace(b *bytes.Buffer, width int, a *explicitAnswer) {
	x := &witnessText{w: b, width: width}
	switch {
	case a.path == nil && a.Witness == nil && a.trace == nil && a.Reason != "":
		x.line("no trace: %s", a.Reason)
	case a.shows != nil && !a.shows.Temporal() && q.net != nil:
		x.net = q.petri()
		x.line("The initial state decides: %s", x.marking(x.net.Initial(), width-28))
	case a.shows != nil && !a.shows.Temporal():
		x.line("The initial state decides: %s", q.Format(q.Initial()[0]))
	case a.trace != nil:
		q.writeRun(x, a)
	case q.net != nil && a.Witness != nil:
		x.net = q.net.Net()
		x.witness(a.Witness, "", a.heading(aliases(x.net)))
	case a.path != nil:
		q.writePath(x, a)
	default:
		x.line("All paths were covered; no single trace can show that.")
	}
	if x.short {
		x.line("Some of it is left out here; --json has all.")
	}
}

// heading says what a witness shows.
func (a *explicitAnswer) heading(name syntax.Namer) string {
	text := "witness"
	if a.Result == engine.Fails {
		text = "counterexample, a witness"
	}
	if s := a.showsText(name); s != "" && s != a.format(name) {
		text += " of " + printable.Cut(s, longOperand)
	}
	return text
}

// pathExtent tells how long a path is whose last state is equal to that after loop steps, if it is a lasso.
func pathExtent(steps, loop int) string {
	switch loop {
	case engine.NoLoop:
		return quantity.Count(steps, "step")
	case 0:
		return "a loop of " + quantity.Count(steps, "step")
	}
	return quantity.Count(loop, "step") + ", then a loop of " + quantity.Count(steps-loop, "step")
}

// writePath writes a path state by state.
func (q *request) writePath(x *witnessText, a *explicitAnswer) {
	p := a.path
	n := len(p.Labels)
	x.line("%s: %s", a.heading(nil), pathExtent(n, p.Loop))
	width := len("start")
	for _, label := range p.Labels {
		width = max(width, utf8.RuneCountInString(q.Labels()[label]))
	}
	width = min(width, longTransition)
	digits := len(quantity.Int(n))
	for i := range n + 1 {
		if from, left := mostSteps/2, n-mostSteps; i > from && i <= from+left {
			if i == from+1 {
				x.short = true
				x.line("  … %s …", quantity.Count(left, "further step"))
			}
			continue
		}
		label := "start"
		if i > 0 {
			label = q.Labels()[p.Labels[i-1]]
		}
		x.line("  %*d  %s  state %s", digits, i, pad(label, width), q.Format(p.States[i]))
	}
	switch {
	case p.Loop != engine.NoLoop:
		x.line("  the state is that of %d again", p.Loop)
	case q.dead(p.States[n]):
		x.line("  no transition leaves this state: the path ends")
	}
}
