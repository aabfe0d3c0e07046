package trace

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/naming"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/petri"
)

// Witnesses of nets as text.

// How much of a witness is shown to people; --json has all of it.
const (
	Width          = 100 // columns where there is no terminal
	leastChanges   = 40  // columns for the changes of a step, however long its transition's name is
	longTransition = 28  // columns to which the names of transitions are aligned
	LongOperand    = 70  // characters of formulas inside
	mostSteps      = 400 // of one path
	mostLines      = 800 // of paths, after which inner witnesses are no longer shown
)

// A witnessText writes a witness for people.
type witnessText struct {
	w     io.Writer
	width int // columns that there are
	names naming.Names
	lines int  // written so far
	short bool // something was left out
}

func (x *witnessText) line(format string, args ...any) {
	x.lines++
	fmt.Fprintln(x.w, printable.Text(strings.TrimRight(fmt.Sprintf(format, args...), " ")))
}

// witness writes w with a heading and all that is inside of it.
func (x *witnessText) witness(w *check.Witness, indent, heading string) {
	p := Follow(x.names.Net, w)
	list := parts(w)
	x.line("%s%s: %s", indent, heading, extent(w, p, len(list)))
	if !junction(w) && (len(w.Steps) > 0 || indent == "") {
		x.path(w, p, indent+"  ")
	}
	for _, group := range alike(list) {
		x.group(group, w, indent+"  ")
	}
	if w.Cut {
		x.line("%s  Further traces inside of this one were left out: there would be too many steps.", indent)
	}
}

// junction reports whether w is the witness of several formulas in one marking.
func junction(w *check.Witness) bool {
	return w.Formula.Op == syntax.And || w.Formula.Op == syntax.Or
}

// group writes the first of several witnesses of one formula and sums up the others.
func (x *witnessText) group(group []part, w *check.Witness, indent string) {
	first := group[0]
	formula := printable.Cut(x.names.Formula(first.Formula), LongOperand)
	if check.Claimed(first.Formula) {
		x.line("%s%s: %s: all paths from there were covered", indent, where(group, w), formula)
		return
	}
	rest := group[1:]
	if x.lines < mostLines {
		x.witness(first.Witness, indent, where(group[:1], w)+": "+formula)
	} else {
		rest = group
	}
	if len(rest) > 0 {
		x.short = true
		x.line("%s%s: %s: %s", indent, where(rest, w), formula, lengths(rest))
	}
}

// lengths says how many steps there are in the parts.
func lengths(parts []part) string {
	most := 0
	for _, p := range parts {
		most = max(most, len(p.Steps))
	}
	if len(parts) == 1 {
		return quantity.Count(most, "step")
	}
	return "at most " + quantity.Count(most, "step") + " each"
}

// where says in which markings of w the parts are.
func where(group []part, w *check.Witness) string {
	switch {
	case junction(w):
		return "in the initial marking"
	case len(group) == 1:
		return fmt.Sprintf("in marking %d", group[0].at)
	}
	list := make([]int, len(group))
	for i, p := range group {
		list[i] = p.at
	}
	slices.Sort(list)
	return fmt.Sprintf("in %s from %d to %d", quantity.Count(len(slices.Compact(list)), "marking"), list[0],
		list[len(list)-1])
}

// extent sums up a witness with a number of parts in a few words.
func extent(w *check.Witness, p Replay, parts int) string {
	n := len(w.Steps)
	switch {
	case junction(w):
		return quantity.Count(parts, "part")
	case w.Loop != check.NoLoop || !p.Dead:
		return pathExtent(n, w.Loop)
	case n == 0:
		return "no transition is enabled"
	}
	return quantity.Count(n, "step") + " to a dead marking"
}

// path writes the steps of a witness with what each step changed, one a line, numbered from the start, 0. An arrow on
// the left marks a loop; a last line says how the path ends.
func (x *witnessText) path(w *check.Witness, p Replay, indent string) {
	digits := len(fmt.Sprint(len(p.Steps)))
	name := len("start")
	for _, s := range p.Steps {
		name = max(name, utf8.RuneCountInString(x.names.Transition(s.Transition)))
	}
	name = min(name, longTransition)
	row := func(i int, transition, changes string) {
		x.line("%s%s%*d  %s  %s", indent, gutter(i, w.Loop, len(p.Steps)), digits, i, pad(transition, name), changes)
	}
	room := max(x.width-len(indent)-digits-name-4, leastChanges)
	x.moments(len(p.Steps), indent, func(i int) {
		if i == 0 {
			row(0, "start", x.marking(w.Start, room))
			return
		}
		s := p.Steps[i-1]
		row(i, x.names.Transition(s.Transition), x.changes(s, room))
	})
	switch {
	case w.Loop != check.NoLoop && w.Formula == nil:
		x.line("%sthe steps from %d on can be repeated, and add tokens each time", indent, w.Loop+1)
	case w.Loop != check.NoLoop:
		x.line("%sthe marking is that of %d again", indent, w.Loop)
	case p.Dead && w.Formula != nil && w.Formula.Op == syntax.E:
		x.line("%sno transition is enabled here: the marking repeats for ever", indent)
	case p.Dead:
		x.line("%sno transition is enabled here: the path ends", indent)
	}
}

// gutter returns what stands before moment i of a path: its part of the arrow that leads from the end to the beginning
// of the loop, nothing where there is none.
func gutter(i, loop, end int) string {
	switch {
	case loop == check.NoLoop:
		return ""
	case i < loop:
		return "   "
	case i == loop:
		return "╭→ "
	case i == end:
		return "╰─ "
	}
	return "│  "
}

// beneath is gutter for a second line of the moment.
func beneath(i, loop, end int) string {
	switch {
	case loop == check.NoLoop:
		return ""
	case loop <= i && i < end:
		return "│  "
	}
	return "   "
}

// moments writes the start of a path, as number 0, and its steps, and leaves out the middle of a long one.
func (x *witnessText) moments(steps int, indent string, row func(i int)) {
	from, left := mostSteps/2, steps-mostSteps
	for i := range steps + 1 {
		switch {
		case i <= from || i > from+left:
			row(i)
		case i == from+1:
			x.short = true
			x.line("%s… %s …", indent, quantity.Count(left, "further step"))
		}
	}
}

// marking lists the marked places as far as there is room for them.
func (x *witnessText) marking(m petri.Marking, room int) string {
	list := x.held(m)
	if len(list) == 0 {
		return "no tokens"
	}
	text, _ := fit(list, ", ", room)
	return text
}

// changes lists what a step changed as far as there is room for it.
func (x *witnessText) changes(s Step, room int) string {
	list := x.changed(s)
	if len(list) == 0 {
		return "changes nothing"
	}
	text, all := fit(list, ", ", room)
	x.short = x.short || !all
	return text
}

// fit joins as many items as there is room for, at least one, and counts the others. It reports whether all are there.
func fit(items []string, between string, room int) (text string, all bool) {
	text = strings.Join(items, between)
	if len(items) == 1 || utf8.RuneCountInString(text) <= room {
		return text, true
	}
	text = items[0]
	for i, item := range items[1:] {
		more := fmt.Sprintf(" and %d more", len(items)-i-1)
		if utf8.RuneCountInString(text+between+item+more) > room {
			return text + more, false
		}
		text += between + item
	}
	return text, true
}

// pad fills a text up with blanks to a width.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-utf8.RuneCountInString(text), 0))
}
