package engine

import (
	"fmt"
	"slices"
	"strings"

	"brim/ctl/syntax"
	"brim/internal/printable"
	"brim/ltl"
)

// A Goal is what one path, or one state, would tell of a formula: where Path holds in a state, Formula has the verdict
// Found there, and where it does not, the other one.
type Goal struct {
	Formula *syntax.Formula
	Path    *syntax.Formula // the formula or its negation, in the form of syntax.NNF
	Found   Result          // Holds or Fails
	Kind    Kind            // the form of Path
}

// A Kind is the form of what a path would show. Below, p is any formula without path operators.
type Kind uint8

const (
	Other       Kind = iota // what no path shows, nor does one show its negation
	State                   // p, which a state decides
	Reach                   // EF p
	Stay                    // EG p
	ReachStay               // EF EG p
	Existential             // made of p, EX, EF, EG, E( U ), & and | in another way
)

// GoalOf returns what a path would tell of f: Path is f if each path operator in it speaks of some path once negations
// are pushed inwards, else !f if that is such a formula, else f. Cost: that of syntax.NNF.
func GoalOf(f *syntax.Formula) Goal {
	g := Goal{Formula: f, Path: syntax.NNF(f), Found: Holds}
	if !existential(g.Path) {
		if not := syntax.NNF(f.Pool().Not(f)); existential(not) {
			g.Path, g.Found = not, Fails
		}
	}
	switch p := g.Path; {
	case !p.Temporal():
		g.Kind = State
	case !existential(p):
		g.Kind = Other
	case p.Op == syntax.EF && !p.Args[0].Temporal():
		g.Kind = Reach
	case p.Op == syntax.EG && !p.Args[0].Temporal():
		g.Kind = Stay
	case p.Op == syntax.EF && p.Args[0].Op == syntax.EG && !p.Args[0].Args[0].Temporal():
		g.Kind = ReachStay
	default:
		g.Kind = Existential
	}
	return g
}

// State returns the p of Path, for the kinds State, Reach, Stay and ReachStay.
func (g Goal) State() *syntax.Formula {
	p := g.Path
	for p.Temporal() {
		p = p.Args[0]
	}
	return p
}

// Among returns nil if g is of one of the kinds, which are all that an engine decides, and otherwise the error that
// says so. One of them is Reach, Stay or ReachStay; that the engine decides State as well is not said.
func (g Goal) Among(engine string, kinds ...Kind) error {
	if slices.Contains(kinds, g.Kind) {
		return nil
	}
	var forms []string
	for _, k := range kinds {
		switch k {
		case Reach:
			forms = append(forms, "EF f", "AG f")
		case Stay:
			forms = append(forms, "EG f", "AF f")
		case ReachStay:
			forms = append(forms, "EF EG f", "AG AF f")
		}
	}
	last := len(forms) - 1
	return fmt.Errorf("the engine %s decides %s and %s where f has no path operators; found %s",
		engine, strings.Join(forms[:last], ", "), forms[last], printable.Cut(g.Formula.String(), mostShown))
}

// mostShown is how much of a formula an error has, in characters.
const mostShown = 70

// existential reports whether each path operator in f, which is in the form of syntax.NNF, speaks of some path.
func existential(f *syntax.Formula) bool {
	for g := range f.All() {
		if g.Op.Temporal() && Claimed(g) || g.Op == syntax.Not && g.Temporal() {
			return false
		}
	}
	return true
}

// Shown returns what a witness of a verdict on f shows: f, or !f if it fails, in the form of syntax.NNF, below A and E
// in that of ltl.NNF.
func Shown(f *syntax.Formula, r Result) *syntax.Formula {
	if f.Op == syntax.A || f.Op == syntax.E {
		return shownOfRuns(f, r)
	}
	if r == Fails {
		f = f.Pool().Not(f)
	}
	return syntax.NNF(f)
}

// shownOfRuns is Shown for a question of LTL.
func shownOfRuns(f *syntax.Formula, r Result) *syntax.Formula {
	p, g := f.Pool(), ltl.GoalOf(f)
	if r == Decided(g.Holds) {
		return p.Make(syntax.E, g.Path)
	}
	return p.Make(syntax.A, ltl.NNF(p.Not(g.Path)))
}
