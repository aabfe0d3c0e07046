package randcoloured

import (
	"fmt"
	"strings"

	"brim/petri/coloured"
)

// Coloured nets as text for people.

// Text writes a net in a form for debugging: everything by its number, with names in quotes.
func Text(net *coloured.Net) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for i, s := range net.Sorts {
		text := ""
		switch s.Kind {
		case coloured.Range:
			text = fmt.Sprint(s.Low, "..", s.High)
		case coloured.Product:
			text = fmt.Sprint(s.Parts)
		default:
			for _, c := range s.Constants {
				text += fmt.Sprintf("%q/%q %v ", c.ID, c.Name, c.Members)
			}
		}
		line("sort %d %q/%q %s of %d: %s", i, s.ID, s.Name, kinds[s.Kind], s.Size, text)
	}
	for i, v := range net.Variables {
		line("variable x%d %q/%q of sort %d", i, v.ID, v.Name, v.Sort)
	}
	for i, p := range net.Places {
		line("place %d %q/%q of sort %d: %s", i, p.Name, p.Alias, p.Sort, termText(p.Initial))
	}
	for i, t := range net.Transitions {
		line("transition %d %q/%q of %v if %s", i, t.Name, t.Alias, t.Variables, guardText(t.Guard))
		for _, a := range t.Pre {
			line("  takes from %d: %s", a.Place, termText(a.Term))
		}
		for _, a := range t.Post {
			line("  gives to %d: %s", a.Place, termText(a.Term))
		}
		for _, a := range t.Inhibit {
			line("  below on %d: %s", a.Place, termText(a.Term))
		}
	}
	return b.String()
}

var ops = map[coloured.Op]string{
	coloured.Successor: "succ", coloured.Predecessor: "pred", coloured.BlockOf: "block", coloured.Tuple: "",
	coloured.Sum: "sum", coloured.Difference: "difference",
}

func termText(t *coloured.Term) string {
	if t == nil {
		return "none"
	}
	var args []string
	for _, a := range t.Args {
		args = append(args, termText(a))
	}
	list := "(" + strings.Join(args, ", ") + ")"
	switch t.Op {
	case coloured.Colour:
		return fmt.Sprintf("%d:%d", t.Sort, t.Value)
	case coloured.Bound:
		return fmt.Sprint("x", t.Value)
	case coloured.All:
		return fmt.Sprint("all:", t.Sort)
	case coloured.Times:
		return fmt.Sprint(t.Value, "*", list)
	}
	return ops[t.Op] + list
}

func guardText(g *coloured.Guard) string {
	if g == nil {
		return "true"
	}
	if g.Left != nil {
		return termText(g.Left) + " " + tests[g.Test] + " " + termText(g.Right)
	}
	var args []string
	for _, a := range g.Args {
		args = append(args, guardText(a))
	}
	return tests[g.Test] + "(" + strings.Join(args, ", ") + ")"
}
