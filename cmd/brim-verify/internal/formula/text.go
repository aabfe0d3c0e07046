package formula

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// Text of formulas for messages, in the notation of Parse, which reads it back.

// short has what operators are called if their left operand is true (U) or false (R).
var short = map[Op]string{EU: "EF ", AU: "AF ", ER: "EG ", AR: "AG ", U: "F ", R: "G "}

// String returns f in the notation of Parse, or of ParsePath if f is an operand of E and A.
func (f *Formula) String(n *net.Net) string {
	bracketed := func(g *Formula) string {
		if g.Op == And || g.Op == Or {
			return "(" + g.String(n) + ")"
		}
		return g.String(n)
	}
	switch f.Op {
	case AtMost:
		name := func(p int) string { return Name(n.Places[p]) }
		if slices.ContainsFunc(f.Terms, func(t Term) bool { return t.Weight > 0 }) || f.Bound == math.MinInt64 {
			return f.sum(name) + " <= " + strconv.FormatInt(f.Bound, 10)
		}
		opposite := Not(f) // s <= k becomes -s <= -k-1, and that -s > -k-1
		return opposite.sum(name) + " >= " + strconv.FormatInt(opposite.Bound+1, 10)
	case Enabled:
		var list []string
		for _, t := range f.Transitions {
			list = append(list, Name(n.Transitions[t].Name))
		}
		return "enabled(" + strings.Join(list, ", ") + ")"
	case NotEnabled, Alive:
		return "!" + Not(f).String(n)
	case And, Or:
		var list []string
		for _, a := range f.Args {
			list = append(list, bracketed(a))
		}
		return strings.Join(list, " "+names[f.Op]+" ")
	case EX, AX, X:
		return names[f.Op] + " " + bracketed(f.Args[0])
	case E, A: // A (G p) is LTL, and A G p would be CTL
		return names[f.Op] + " (" + f.Args[0].String(n) + ")"
	case EU, AU, U, ER, AR, R:
		left, right := f.Args[0], f.Args[1]
		switch {
		case left.Op == True || left.Op == False:
			return short[f.Op] + bracketed(right)
		case f.Op == ER || f.Op == AR: // which the notation has in LTL only
			return "!" + Not(f).String(n)
		case f.Op == EU || f.Op == AU:
			return names[f.Op][:1] + "(" + bracketed(left) + " U " + bracketed(right) + ")"
		}
		return "(" + bracketed(left) + " " + names[f.Op] + " " + bracketed(right) + ")"
	}
	return names[f.Op] // true, false, deadlock
}

// Name returns a name as it is written in formulas: in quotes unless it is a plain one.
func Name(name string) string {
	if token := lexeme.FindStringSubmatch(name); token == nil || token[2] != name || isNumber(name) ||
		strings.Contains(name, "-") || slices.Contains(reserved, name) {
		return strconv.Quote(name)
	}
	return name
}

// isNumber reports whether s is made of digits.
func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }
