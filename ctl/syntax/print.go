package syntax

import (
	"strconv"
	"strings"
)

// String returns f in the notation of Parse, with brackets only where they are
// needed and around comparisons below ! and path operators. Parse reads the same
// formula from it, if the names stand for the same places and transitions.
//
// A formula that is used twice is printed twice: after rewriting, the text can be
// much longer than f.Size.
func (f *Formula) String() string {
	var b strings.Builder
	f.print(&b)
	return b.String()
}

func (f *Formula) print(b *strings.Builder) {
	switch f.Op {
	case True, False, Deadlock:
		b.WriteString(f.Op.String())
	case Compare:
		f.printComparison(b)
	case Enabled:
		b.WriteString("enabled(")
		for i, t := range f.Transitions {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(nameText(t.Name))
		}
		b.WriteByte(')')
	case Not, EX, EF, EG, AX, AF, AG:
		f.printUnary(b)
	case EU, AU:
		b.WriteString(f.Op.String()[:1] + "(")
		f.Args[0].print(b)
		b.WriteString(" U ")
		f.Args[1].print(b)
		b.WriteByte(')')
	default:
		for i, a := range f.Args {
			if i > 0 {
				b.WriteString(" " + f.Op.String() + " ")
			}
			a.printInside(b, f.operandBinds(i))
		}
	}
}

// printInside prints f as an operand that has to bind at least as tightly as min.
func (f *Formula) printInside(b *strings.Builder, min int) {
	if f.binds() < min {
		b.WriteByte('(')
		f.print(b)
		b.WriteByte(')')
		return
	}
	f.print(b)
}

// binds returns how tightly the printed f holds together.
func (f *Formula) binds() int {
	switch f.Op {
	case Iff:
		return bindsIff
	case Implies:
		return bindsImplies
	case Or:
		return bindsOr
	case And:
		return bindsAnd
	}
	return bindsUnary
}

// operandBinds returns how tightly the i-th operand of a connective has to hold
// together: more than the connective, except where that groups to this side.
func (f *Formula) operandBinds(i int) int {
	if f.Op == Implies && i == 1 || f.Op == Iff && i == 0 {
		return f.binds()
	}
	return f.binds() + 1
}

func (f *Formula) printUnary(b *strings.Builder) {
	b.WriteString(f.Op.String())
	a := f.Args[0]
	switch {
	case a.Op == Compare || a.binds() < bindsUnary:
		b.WriteByte('(')
		a.print(b)
		b.WriteByte(')')
		return
	case f.Op != Not:
		b.WriteByte(' ')
	}
	a.print(b)
}

// printComparison prints a comparison without a minus: terms of negative weight and
// negative constants stand on the other side.
func (f *Formula) printComparison(b *strings.Builder) {
	left, right := Sum{}, Sum{}
	for _, t := range f.Terms {
		if t.Weight > 0 {
			left.Terms = append(left.Terms, t)
		} else {
			right.Terms = append(right.Terms, Term{t.Place, -t.Weight})
		}
	}
	if f.Const >= 0 {
		right.Const = f.Const
	} else {
		left.Const = -f.Const
	}
	b.WriteString(left.String())
	b.WriteString(" " + f.Rel.String() + " ")
	b.WriteString(right.String())
}

// String returns s as Parse reads it on one side of a comparison.
func (s Sum) String() string {
	var b strings.Builder
	for i, t := range s.Terms {
		w := t.Weight
		switch {
		case i > 0 && w < 0:
			b.WriteString(" - ")
		case w < 0:
			b.WriteByte('-')
		case i > 0:
			b.WriteString(" + ")
		}
		if m := magnitude(w); m != 1 {
			b.WriteString(strconv.FormatUint(m, 10) + "*")
		}
		b.WriteString(nameText(t.Place.Name))
	}
	switch {
	case len(s.Terms) == 0:
		b.WriteString(strconv.FormatInt(s.Const, 10))
	case s.Const < 0:
		b.WriteString(" - " + strconv.FormatUint(magnitude(s.Const), 10))
	case s.Const > 0:
		b.WriteString(" + " + strconv.FormatInt(s.Const, 10))
	}
	return b.String()
}
