package syntax

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns f in the notation of Parse, with brackets only where they are
// needed and around comparisons below ! and path operators. Parse reads the same
// formula from it, if the names stand for the same places and transitions.
//
// A formula that is used twice is printed twice: after rewriting, the text can be
// much longer than f.Size.
func (f *Formula) String() string { return f.Format(nil) }

// A Namer returns what stands for a place or a transition in the text of a formula: see NameText.
type Namer func(Kind, Ref) string

// Format is String with other names, or the same ones if name is nil.
func (f *Formula) Format(name Namer) string {
	p := newPrinter(name)
	p.print(f)
	return p.String()
}

// Format is String with other names, or the same ones if name is nil.
func (s Sum) Format(name Namer) string {
	p := newPrinter(name)
	p.sum(s)
	return p.String()
}

// String returns s as Parse reads it on one side of a comparison.
func (s Sum) String() string { return s.Format(nil) }

type printer struct {
	strings.Builder
	name Namer
}

func newPrinter(name Namer) *printer {
	if name == nil {
		name = func(_ Kind, r Ref) string { return NameText(r.Name) }
	}
	return &printer{name: name}
}

// print prints f without brackets around it.
func (b *printer) print(f *Formula) {
	switch f.Op {
	case True, False, Deadlock, Timelock:
		b.WriteString(f.Op.String())
	case Compare:
		b.comparison(f)
	case Enabled:
		b.WriteString("enabled(")
		for i, t := range f.Transitions {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(b.name(Transitions, t))
		}
		b.WriteByte(')')
	case Not, EX, EF, EG, AX, AF, AG, X, F, G:
		b.unary(f.Op.String(), f)
	case Within:
		end := "inf)"
		if f.High != NoEnd {
			end = strconv.FormatInt(f.High, 10) + "]"
		}
		if times, g := fmt.Sprintf("[%d,%s", f.Low, end), f.Args[0]; g.Op == EU || g.Op == AU {
			b.until(times, g)
		} else {
			b.unary(g.Op.String()+times, g)
		}
	case A, E:
		b.quantified(f)
	case EU, AU:
		b.until("", f)
	default:
		for i, a := range f.Args {
			if i > 0 {
				b.WriteString(" " + f.Op.String() + " ")
			}
			b.inside(a, f.operandBinds(i))
		}
	}
}

// inside prints f as an operand that has to bind at least as tightly as min.
func (b *printer) inside(f *Formula, min int) {
	if f.binds() < min {
		b.WriteByte('(')
		b.print(f)
		b.WriteByte(')')
		return
	}
	b.print(f)
}

// binds returns how tightly the printed f holds together.
func (f *Formula) binds() int {
	switch f.Op {
	case U, R, W:
		return bindsUntil
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

// operandBinds returns how tightly the i-th operand of a connective or of U, R and W
// has to hold together: more than the operator, except where that groups to this
// side. Below U, R and W connectives have brackets.
func (f *Formula) operandBinds(i int) int {
	if f.binds() == bindsUntil {
		return bindsUnary
	}
	if f.Op == Implies && i == 1 || f.Op == Iff && i == 0 {
		return f.binds()
	}
	return f.binds() + 1
}

// unary prints the operator of f, which has one operand, in brackets where that needs them.
func (b *printer) unary(operator string, f *Formula) {
	b.WriteString(operator)
	a := f.Args[0]
	switch {
	case a.Op == Compare || a.binds() < bindsUnary:
		b.WriteByte('(')
		b.print(a)
		b.WriteByte(')')
		return
	case f.Op != Not:
		b.WriteByte(' ')
	}
	b.print(a)
}

// until prints f, an EU or AU, with times behind its U.
func (b *printer) until(times string, f *Formula) {
	b.WriteString(f.Op.String()[:1] + "(")
	b.print(f.Args[0])
	b.WriteString(" U" + times + " ")
	b.print(f.Args[1])
	b.WriteByte(')')
}

// quantified prints A φ or E φ, with brackets that tell it from the formula of CTL.
func (b *printer) quantified(f *Formula) {
	path := f.Args[0]
	pairs := 0
	switch {
	case path.Op == U && !path.Args[0].linear && !path.Args[1].linear:
		pairs = 2
	case path.binds() < bindsUnary || path.Op == Compare || (path.Op == F || path.Op == G) && !path.Args[0].linear:
		pairs = 1
	}
	b.WriteString(f.Op.String() + " " + strings.Repeat("(", pairs))
	b.print(path)
	b.WriteString(strings.Repeat(")", pairs))
}

// comparison prints a comparison without a minus: terms of negative weight and
// negative constants stand on the other side.
func (b *printer) comparison(f *Formula) {
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
	b.sum(left)
	b.WriteString(" " + f.Rel.String() + " ")
	b.sum(right)
}

// sum prints the terms of a sum and its constant.
func (b *printer) sum(s Sum) {
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
		b.WriteString(b.name(Places, t.Place))
	}
	switch {
	case len(s.Terms) == 0:
		b.WriteString(strconv.FormatInt(s.Const, 10))
	case s.Const < 0:
		b.WriteString(" - " + strconv.FormatUint(magnitude(s.Const), 10))
	case s.Const > 0:
		b.WriteString(" + " + strconv.FormatInt(s.Const, 10))
	}
}
