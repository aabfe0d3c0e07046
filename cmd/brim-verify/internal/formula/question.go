package formula

import (
	"regexp"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// Questions, and the formulas that their answers claim.

// A Kind is a kind of question.
type Kind uint8

const (
	Truth       Kind = iota // does Formula hold in the initial marking?
	Bound                   // how many tokens can one of Sums have at most?
	States                  // how many markings are reachable?
	Transitions             // how many pairs of a reachable marking and a transition that it enables are there?
)

// A Question is what an answer is about.
type Question struct {
	Kind    Kind
	Formula *Formula // of Truth
	Sums    [][]Term // of Bound; of States and Transitions all places: they are infinite if it has no bound
}

// ReadQuestion reads a question: a word for a property or a number that the contest asks for, FILE.xml:ID or
// FILE.xml#ID for a property in a file of the contest, "bound" and a sum of places, or a formula. Words come first: a
// place that is called so has to be written in quotes. Formulas in files whose names have LTL in them are read as LTL,
// in others as CTL.
func ReadQuestion(text string, n *net.Net) *Question {
	text = strings.TrimSpace(text)
	if q := readWord(text, n); q != nil {
		return q
	}
	if sum, ok := strings.CutPrefix(text, "bound "); ok {
		return &Question{Kind: Bound, Sums: [][]Term{parseSum(sum, n)}}
	}
	if parts := property.FindStringSubmatch(text); parts != nil {
		return readXML(parts[1], parts[2], n)
	}
	return &Question{Formula: Parse(text, n)}
}

// property is a file of the contest and an id in it.
var property = regexp.MustCompile(`^([^"]*\.xml)[:#](.*)$`)

// readWord returns the question of a word of the contest, nil for other texts. The properties speak of places and
// transitions as the model file has them: of a coloured place all colours together, of a transition any binding. The
// numbers are those of the unfolding.
func readWord(text string, n *net.Net) *Question {
	var all []Term
	for p := range n.Places {
		all = append(all, Term{p, 1})
	}
	var fs []*Formula
	switch text {
	case "STATES":
		return &Question{Kind: States, Sums: [][]Term{all}}
	case "TRANSITIONS":
		return &Question{Kind: Transitions, Sums: [][]Term{all}}
	case "MAX_TOKEN_PER_MARKING":
		return &Question{Kind: Bound, Sums: [][]Term{all}}
	case "MAX_TOKEN_IN_PLACE":
		q := &Question{Kind: Bound}
		for i := range all {
			q.Sums = append(q.Sums, all[i:i+1])
		}
		return q
	case "ReachabilityDeadlock":
		return &Question{Formula: EF(Deadlock(n))}
	case "OneSafe":
		for _, name := range n.PlaceNames {
			fs = append(fs, compare(tokens(n.PlaceNamed[name]), "<=", number(1)))
		}
		return &Question{Formula: AG(NewAnd(fs...))}
	case "QuasiLiveness", "Liveness":
		for _, name := range n.TransitionNames {
			f := EF(Enabled(n, n.TransitionNamed[name]))
			if text == "Liveness" {
				f = AG(f)
			}
			fs = append(fs, f)
		}
		return &Question{Formula: NewAnd(fs...)}
	case "StableMarking":
		for _, name := range n.PlaceNames {
			var now []Term
			for _, p := range n.PlaceNamed[name] {
				now = append(now, Term{one, n.Initial[p]})
			}
			fs = append(fs, AG(compare(tokens(n.PlaceNamed[name]), "=", now)))
		}
		return &Question{Formula: NewOr(fs...)}
	}
	return nil
}

// Goal returns the formula that has to hold in the initial marking for the answer, a word or number, to be right. It is
// nil if the answer says no formula: numbers of States and Transitions, and infinite, that one of Sums has no bound.
func (q *Question) Goal(answer string) *Formula {
	switch {
	case q.Kind == Truth && answer == "holds":
		return q.Formula
	case q.Kind == Truth && answer == "fails":
		return Not(q.Formula)
	case q.Kind == Truth || answer != "infinite" && (answer == "" || !isNumber(answer)):
		net.Fail(net.Malformed, "answer %q; expected holds or fails of a formula, else a number or infinite", answer)
	case q.Kind != Bound || answer == "infinite":
		return nil
	}
	k, err := strconv.ParseInt(answer, 10, 64)
	net.Must(err)
	var below, above []*Formula
	for _, terms := range q.Sums {
		below = append(below, compare(terms, "<=", number(k)))
		above = append(above, EF(compare(terms, ">=", number(k))))
	}
	return NewAnd(AG(NewAnd(below...)), NewOr(above...))
}
