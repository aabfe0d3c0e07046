package trace

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/naming"
	"brim/internal/printable"
	"brim/internal/quantity"
)

// What an answer rests on as text, and paths of listed systems.

// Write writes what an answer rests on for people, in so many columns, or why there is nothing to show.
func Write(b *bytes.Buffer, width int, m *check.Model, q *check.Question, a *check.Answer) {
	x := &witnessText{w: b, width: width, names: NamesOf(m)}
	missing := a.Path == nil && a.Witness == nil && a.Trace == nil
	switch {
	case missing && a.Reason != "":
		x.line("no trace: %s", a.Reason)
	case missing && a.By == "invariants" && q.Asks().Temporal():
		x.line("Place invariants and the initial marking decide; no single trace can show that.")
	case missing && a.By == "concurrency" && q.Asks().Temporal():
		x.line("Places that are never marked together decide; no single trace can show that.")
	case missing && a.By == "rewrite":
		x.line("What the transitions take and give decides; no single trace can show that.")
	case m.Folded():
		x.line("The net was not unfolded, so there is no trace.")
	case q.Kind == check.Truth && q.Formula != nil && !q.Formula.Temporal() && m.Outline() != nil:
		x.line("The initial marking decides: %s", x.marking(m.Outline().Initial(), width-29))
	case q.Kind == check.Truth && q.Formula != nil && !q.Formula.Temporal():
		x.line("The initial state decides: %s", m.Initial())
	case a.Trace != nil:
		x.writeRun(m.Circuit, q, a)
	case a.Witness != nil && !bare(a.Witness):
		x.witness(a.Witness, "", heads(q, a, x.names))
	case a.Path != nil:
		x.writePath(m, q, a)
	default:
		x.line("All paths were covered; no single trace can show that.")
	}
	if x.short {
		x.line("Some of it is left out here; --json has all.")
	}
}

// bare reports whether there is nothing in a witness but the claim that all paths were covered.
func bare(w *check.Witness) bool {
	return len(w.Steps) == 0 && len(w.Branches) == 0 && check.Claimed(w.Formula)
}

// heads says what a witness shows.
func heads(q *check.Question, a *check.Answer, names naming.Names) string {
	text := "witness"
	if a.Result == check.Fails {
		text = "counterexample, a witness"
	}
	shows := a.Shows
	if a.Witness != nil {
		shows = a.Witness.Formula
	}
	if shows != nil {
		if s := names.Formula(shows); s != q.Format(names.Aliases()) {
			text += " of " + printable.Cut(s, LongOperand)
		}
	}
	return text
}

// pathExtent tells how long a path is whose last state is equal to that after loop steps, if it is a lasso.
func pathExtent(steps, loop int) string {
	switch loop {
	case check.NoLoop:
		return quantity.Count(steps, "step")
	case 0:
		return "a loop of " + quantity.Count(steps, "step")
	}
	return quantity.Count(loop, "step") + ", then a loop of " + quantity.Count(steps-loop, "step")
}

// writePath writes a path through single states, one line for each state with the label that led to it, and then how
// the path ends.
func (x *witnessText) writePath(m *check.Model, q *check.Question, a *check.Answer) {
	p := m.Run(a)
	n := len(p.Steps)
	loop := a.Path.Loop
	if a.Timed != nil {
		loop = a.Timed.Loop
	}
	x.line("%s: %s", heads(q, a, naming.Names{}), pathExtent(n, loop))
	if m.Outline() != nil && a.Timed == nil {
		for i := range p.Steps {
			p.Steps[i].Label = x.names.Transition(a.Path.Labels[i])
		}
	}
	x.runLines(m, p, loop)
	state := "state"
	if m.Outline() != nil {
		state = "marking"
	}
	if a.Timed != nil {
		x.timedEnd(p)
		return
	}
	switch {
	case p.Loop != nil:
		x.line("  the %s is that of %d again", state, *p.Loop)
	case p.Dead && a.Shows != nil && a.Shows.Op == syntax.E:
		x.line("  no transition leaves this %s: it repeats for ever", state)
	case p.Dead:
		x.line("  no transition leaves this %s: the path ends", state)
	}
}

// runLines writes a line for each state of a run, the last of which is that after loop steps again, if it is a lasso.
func (x *witnessText) runLines(m *check.Model, p *check.Run, loop int) {
	n := len(p.Steps)
	width := len("start")
	for _, s := range p.Steps {
		width = max(width, utf8.RuneCountInString(s.Label))
	}
	width = min(width, longTransition)
	digits := len(quantity.Int(n))
	x.moments(n, "  ", func(i int) {
		label, state := "start", "state "+p.Start
		if i > 0 {
			label, state = p.Steps[i-1].Label, "state "+p.Steps[i-1].State
		}
		switch {
		case i > 0 && p.Steps[i-1].Delay != nil && *p.Steps[i-1].Delay > 0:
			state = fmt.Sprintf("it is time %d", *p.Steps[i-1].Time)
		case m.System != nil || m.HasTime():
			state = x.values(m, p, i, max(x.width-digits-width-8, leastChanges))
		}
		x.line("  %s%*d  %s  %s", gutter(i, loop, n), digits, i, pad(label, width), state)
	})
}

// timedEnd says how a run of a net with time ends.
func (x *witnessText) timedEnd(p *check.Run) {
	switch {
	case p.Loop != nil && *p.Loop == len(p.Steps)-1 && *p.Steps[*p.Loop].Delay > 0:
		x.line("  time may pass for ever")
	case p.Loop != nil:
		x.line("  the marking and the clocks are those of %d again", *p.Loop)
	case p.Dead:
		x.line("  neither can a transition fire nor time pass: the run ends")
	}
}

// values lists, as far as there is room for them, the variables of a system that are not 0 at first, and later what
// step i changed, losses before gains.
func (x *witnessText) values(m *check.Model, p *check.Run, i, room int) string {
	after := func(i int) []int64 {
		if i == 0 {
			return p.Values
		}
		return p.Steps[i-1].Values
	}
	name := func(v int) string { return syntax.NameText(m.System.Variables()[v]) }
	if m.Outline() != nil {
		name = x.names.Place
	}
	var list, gains []string
	for v, n := range after(i) {
		switch {
		case i == 0 && n != 0:
			list = append(list, name(v)+": "+quantity.Int(n))
		case i > 0 && n < after(i - 1)[v]:
			list = append(list, name(v)+": "+arrow(Change{v, after(i - 1)[v], n}))
		case i > 0 && n > after(i - 1)[v]:
			gains = append(gains, name(v)+": "+arrow(Change{v, after(i - 1)[v], n}))
		}
	}
	if list = append(list, gains...); len(list) == 0 {
		return map[bool]string{true: "all are 0", false: "changes nothing"}[i == 0]
	}
	text, all := fit(list, ", ", room)
	x.short = x.short || !all && i > 0
	return text
}
