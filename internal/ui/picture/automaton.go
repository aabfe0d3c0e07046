package picture

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"brim/ctl/syntax"
	"brim/internal/naming"
	"brim/ltl/automaton"
)

// Pictures of Büchi automata.

// Automaton writes a picture of an automaton for Graphviz, with the title below it. States of accepting components are
// filled. An arc is labelled with its guard, unless that is always true, and with a dot for each acceptance mark,
// numbered if there are several.
func Automaton(w io.Writer, names naming.Names, a *automaton.Automaton, title string) error {
	n := &netPrinter{w: bufio.NewWriter(w)}
	n.begin("automaton")
	n.line("  label=%s;", dotQuote(broken(title, guardBreaks)))
	n.line("  rankdir=LR;")
	n.line("  begin [shape=point];")
	accepting := make([]bool, len(a.States))
	for _, c := range a.Components() {
		for _, s := range c.States {
			accepting[s] = c.Accepting
		}
	}
	for s := range a.States {
		style := ""
		if accepting[s] {
			style = ", style=filled, fillcolor=\"gray92\""
		}
		n.line("  s%d [shape=circle, label=\"%d\"%s];", s, s, style)
	}
	n.line("  begin -> s%d;", a.Initial)
	for s := range a.States {
		for _, arc := range a.States[s].Arcs {
			var lines []string
			if guard := guardText(names, a.Props, arc.Guard); guard != "" {
				lines = append(lines, broken(guard, guardBreaks))
			}
			if arc.Marks != 0 {
				lines = append(lines, marksText(arc.Marks, a.Marks))
			}
			label := ""
			if lines != nil {
				label = ", label=" + dotQuote(strings.Join(lines, "\n"))
			}
			n.line("  s%d -> s%d%s;", s, arc.To, attributes(label))
		}
	}
	n.line("}")
	return n.w.Flush() // it keeps the first error of all writes
}

// guardText writes a guard as a formula, "" if it holds wherever.
func guardText(names naming.Names, props []*syntax.Formula, g automaton.Guard) string {
	if g.Always() {
		return ""
	}
	pool := props[0].Pool()
	cubes := make([]*syntax.Formula, len(g))
	for i, c := range g {
		var literals []*syntax.Formula
		for p, f := range props {
			switch bit := uint64(1) << p; {
			case c.True&bit != 0:
				literals = append(literals, f)
			case c.False&bit != 0:
				literals = append(literals, syntax.NNF(pool.Not(f)))
			}
		}
		cubes[i] = pool.And(literals...)
	}
	return names.Formula(pool.Or(cubes...))
}

// marksText writes marks as dots, numbered from 1 if there are several.
func marksText(marks uint64, of int) string {
	if of == 1 {
		return "●"
	}
	var list []string
	for ; marks != 0; marks &= marks - 1 {
		list = append(list, fmt.Sprintf("●%d", bits.TrailingZeros64(marks)+1))
	}
	return strings.Join(list, " ")
}
