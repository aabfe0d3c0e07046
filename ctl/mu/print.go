package mu

import (
	"slices"
	"strconv"
	"strings"
)

// Formulas of the calculus as text.

// String returns f in the notation of Parse, which reads the same formula from it.
func (f *Formula) String() string {
	var b strings.Builder
	f.print(&b, bindsNothing, true)
	return b.String()
}

// How tightly an operand has to bind.
const (
	bindsNothing = iota
	bindsOr
	bindsAnd
	bindsUnary
)

// print prints f as an operand; last: f is the rightmost operand, so a μ, ν or ∃ here needs no brackets.
func (f *Formula) print(b *strings.Builder, min int, last bool) {
	open := func(brackets bool) {
		if brackets {
			b.WriteByte('(')
			last = true
		}
	}
	shut := func(brackets bool) {
		if brackets {
			b.WriteByte(')')
		}
	}
	switch f.Op {
	case True:
		b.WriteString("true")
	case False:
		b.WriteString("false")
	case Var:
		b.WriteString(f.Name)
	case State:
		b.WriteString("{" + f.Atom.String() + "}")
	case And, Or:
		power, sign := bindsOr, " | "
		if f.Op == And {
			power, sign = bindsAnd, " & "
		}
		brackets := min > power
		open(brackets)
		for i, a := range f.Args {
			if i > 0 {
				b.WriteString(sign)
			}
			a.print(b, power+1, last && i == len(f.Args)-1)
		}
		shut(brackets)
	case Diamond:
		b.WriteByte('<')
		f.Regular.print(b, 0)
		b.WriteByte('>')
		f.Args[0].print(b, bindsUnary, last)
	case Mu, Nu, Exists:
		brackets := !last
		open(brackets)
		f.printBinder(b)
		f.Args[0].print(b, bindsNothing, true)
		shut(brackets)
	}
}

// printBinder prints mu, nu or exists with the names up to the dot.
func (f *Formula) printBinder(b *strings.Builder) {
	switch f.Op {
	case Mu:
		b.WriteString("mu " + f.Name)
	case Nu:
		b.WriteString("nu " + f.Name)
	default:
		b.WriteString("exists " + strings.Join(f.Names, ", ") + " in ")
		if f.Domain.Values != nil {
			b.WriteString("{" + strings.Join(f.Domain.Values, ", ") + "}")
		} else {
			b.WriteString(f.Domain.Label.String())
		}
	}
	b.WriteString(". ")
}

// How tightly a regular expression has to bind.
const (
	bindsChoice = iota
	bindsConcat
	bindsFactor
	bindsSet
)

// print writes r, in brackets if it binds less tightly than min.
func (r *Regular) print(b *strings.Builder, min int) {
	list := func(power int, sign string) {
		if min > power {
			b.WriteByte('(')
			defer b.WriteByte(')')
		}
		for i, a := range r.Args {
			if i > 0 {
				b.WriteString(sign)
			}
			a.print(b, power+1)
		}
	}
	switch r.Op {
	case All:
		b.WriteString("true")
	case One:
		b.WriteString(r.Label.String())
	case Not:
		b.WriteByte('!')
		r.Args[0].print(b, bindsSet)
	case Choice:
		list(bindsChoice, " | ")
	case Concat:
		list(bindsConcat, " . ")
	case Star:
		if min > bindsFactor {
			b.WriteByte('(')
			defer b.WriteByte(')')
		}
		r.Args[0].print(b, bindsSet)
		b.WriteByte('*')
	}
}

// String returns the label as it is written in a formula, in quotes if need be.
func (l Label) String() string {
	n := wordLength(l.Text)
	plain := n > 0 && !slices.Contains(reserved, l.Text[:n])
	if plain && n < len(l.Text) {
		plain = l.Text[n] == '(' && brackets(l.Text, n) == len(l.Text)
	}
	if !plain {
		return strconv.Quote(l.Text)
	}
	return l.Text
}
