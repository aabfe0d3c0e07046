package formula

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// Text of formulas for messages, in the notation of Parse, which reads it back.

// short has what operators are called if their left operand is true (U) or false (R).
var short = map[Op]string{EU: "EF", AU: "AF", ER: "EG", AR: "AG", U: "F", R: "G"}

// String returns f in the notation of Parse; ParsePath if f is an operand of E and A.
func (f *Formula) String(n *net.Net) string {
	switch f.Op {
	case AtMost:
		return f.comparison(n)
	case Enabled, NotEnabled:
		list := make([]string, len(f.Transitions))
		for i, t := range f.Transitions {
			list[i] = Name(n.Transitions[t].Name)
		}
		return negated(f.Op == NotEnabled) + "enabled(" + strings.Join(list, ", ") + ")"
	case Deadlock, Alive:
		return negated(f.Op == Alive) + "deadlock"
	case And, Or:
		list := make([]string, len(f.Args))
		for i, a := range f.Args {
			list[i] = a.operand(n)
		}
		return strings.Join(list, " "+names[f.Op]+" ")
	case EX, AX, X:
		return names[f.Op] + " " + f.Args[0].operand(n)
	case E, A: // in brackets, since A G p is read as CTL
		return names[f.Op] + " (" + f.Args[0].String(n) + ")"
	case EU, AU, U, ER, AR, R:
		left, right := f.Args[0], f.Args[1]
		neutral := True
		if f.Op == ER || f.Op == AR || f.Op == R {
			neutral = False
		}
		if left.Op == neutral {
			return short[f.Op] + " " + right.operand(n)
		}
		switch f.Op {
		case ER, AR: // which the notation has in LTL only
			return "!" + Not(f).String(n)
		case U, R:
			return "(" + left.operand(n) + " " + names[f.Op] + " " + right.operand(n) + ")"
		}
		return names[f.Op][:1] + "(" + left.operand(n) + " U " + right.operand(n) + ")"
	}
	return names[f.Op]
}

func negated(yes bool) string {
	if yes {
		return "!"
	}
	return ""
}

// operand returns f as text, in brackets if an operator before it would not reach over it.
func (f *Formula) operand(n *net.Net) string {
	if f.Op == And || f.Op == Or {
		return "(" + f.String(n) + ")"
	}
	return f.String(n)
}

// comparison returns the text of a comparison, with more positive weights than negative ones.
func (f *Formula) comparison(n *net.Net) string {
	sign, relation, bound := int64(1), "<=", f.Bound
	positive := func(t Term) bool { return t.Weight > 0 }
	if !slices.ContainsFunc(f.Terms, positive) && bound > -1<<62 {
		sign, relation, bound = -1, ">=", -bound
	}
	var list []string
	for _, t := range f.Terms {
		text := Name(n.Places[t.Place])
		if w := sign * t.Weight; w != 1 {
			text = fmt.Sprintf("%d*%s", w, text)
		}
		list = append(list, text)
	}
	if len(list) > 0 && bound == -1<<63 { // no number of the notation
		return fmt.Sprintf("%s < -%d", strings.Join(list, " + "), uint64(1<<63-1))
	}
	return fmt.Sprintf("%s %s %d", strings.Join(list, " + "), relation, bound)
}

// Name returns a name as it is written in formulas: in quotes unless it is a plain one.
func Name(name string) string {
	if plain(name) && !slices.Contains(reserved, name) {
		return name
	}
	return strconv.Quote(name)
}
