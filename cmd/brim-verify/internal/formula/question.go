package formula

import (
	"fmt"
	"os"
	"path/filepath"
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

// ReadQuestion reads a question: a word for a property or a number that the contest asks for, FILE.xml:ID or FILE.xml#ID
// for a property in a file of the contest, "bound" and a sum of places, or a formula. Words come first: a place that is
// called so has to be written in quotes. Properties in files whose names have LTL in them are read as LTL.
func ReadQuestion(text string, n *net.Net) (*Question, error) {
	text = strings.TrimSpace(text)
	if q, err := readWord(text, n); q != nil || err != nil {
		return q, err
	}
	if sum, ok := strings.CutPrefix(text, "bound "); ok {
		terms, err := ParseSum(sum, n)
		if err != nil {
			return nil, err
		}
		return boundOf(terms)
	}
	if at := strings.Index(text, ".xml"); at >= 0 && !strings.Contains(text[:at], `"`) {
		file, id := text[:at+4], text[at+4:]
		if strings.HasPrefix(id, ":") || strings.HasPrefix(id, "#") {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			return ReadXML(data, file, id[1:], n, strings.Contains(filepath.Base(file), "LTL"))
		}
	}
	f, err := Parse(text, n)
	if err != nil {
		return nil, err
	}
	return &Question{Kind: Truth, Formula: f}, nil
}

// boundOf returns the question for the bound of a sum.
func boundOf(terms []Term) (*Question, error) {
	terms, err := collect(terms)
	return &Question{Kind: Bound, Sums: [][]Term{terms}}, err
}

// readWord returns the question of a word of the contest, nil if text is none. The properties speak of places and
// transitions as the model file has them: of a coloured place all colours together, of a transition any binding. The
// numbers are those of the unfolding.
func readWord(text string, n *net.Net) (*Question, error) {
	var all []Term
	for p := range n.Places {
		all = append(all, Term{p, 1})
	}
	switch text {
	case "STATES":
		return &Question{Kind: States, Sums: [][]Term{all}}, nil
	case "TRANSITIONS":
		return &Question{Kind: Transitions, Sums: [][]Term{all}}, nil
	case "MAX_TOKEN_PER_MARKING":
		return &Question{Kind: Bound, Sums: [][]Term{all}}, nil
	case "MAX_TOKEN_IN_PLACE":
		q := &Question{Kind: Bound}
		for i := range all {
			q.Sums = append(q.Sums, all[i:i+1])
		}
		return q, nil
	case "ReachabilityDeadlock":
		return &Question{Kind: Truth, Formula: EF(NewDeadlock())}, nil
	case "OneSafe":
		var safe []*Formula
		for _, name := range n.PlaceNames {
			f, err := compare(tokens(n.PlaceNamed[name]), "<=", &sum{number: 1})
			if err != nil {
				return nil, err
			}
			safe = append(safe, f)
		}
		return &Question{Kind: Truth, Formula: AG(NewAnd(safe...))}, nil
	case "QuasiLiveness", "Liveness":
		var live []*Formula
		for _, name := range n.TransitionNames {
			f := EF(NewEnabled(n.TransitionNamed[name]))
			if text == "Liveness" {
				f = AG(f)
			}
			live = append(live, f)
		}
		return &Question{Kind: Truth, Formula: NewAnd(live...)}, nil
	case "StableMarking":
		var stable []*Formula
		for _, name := range n.PlaceNames {
			now, fits := &sum{}, true
			for _, p := range n.PlaceNamed[name] {
				if now, fits = now.plus(&sum{number: n.Initial[p]}); !fits {
					return nil, fmt.Errorf("place %q: %w", name, ErrOverflow)
				}
			}
			f, err := compare(tokens(n.PlaceNamed[name]), "=", now)
			if err != nil {
				return nil, err
			}
			stable = append(stable, AG(f))
		}
		return &Question{Kind: Truth, Formula: NewOr(stable...)}, nil
	}
	return nil, nil
}

// Goal returns the formula that has to hold in the initial marking for the answer, a word or number, to be right. It is
// nil if the answer says no formula: numbers of States and Transitions, and infinite, that one of Sums has no bound.
func (q *Question) Goal(answer string) (*Formula, error) {
	if q.Kind == Truth {
		switch answer {
		case "holds":
			return q.Formula, nil
		case "fails":
			return Not(q.Formula), nil
		}
		return nil, fmt.Errorf("answer %q; expected holds or fails", answer)
	}
	if answer == "infinite" {
		return nil, nil
	}
	if answer == "" || !isNumber(answer) {
		return nil, fmt.Errorf("answer %q; expected a number or infinite", answer)
	}
	if q.Kind != Bound {
		return nil, nil
	}
	k, err := strconv.ParseInt(answer, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("answer %s: %w", answer, ErrOverflow)
	}
	var below, above []*Formula
	for _, terms := range q.Sums {
		f, err := compare(&sum{terms: terms}, "<=", &sum{number: k})
		if err != nil {
			return nil, err
		}
		g, err := compare(&sum{terms: terms}, ">=", &sum{number: k})
		if err != nil {
			return nil, err
		}
		below, above = append(below, f), append(above, EF(g))
	}
	return NewAnd(AG(NewAnd(below...)), NewOr(above...)), nil
}
