package check

import (
	"context"
	"slices"

	"brim/check/board"
	"brim/check/technique/bbmc"
	"brim/check/technique/bdd"
	"brim/check/technique/bfs"
	"brim/check/technique/bfsbmc"
	"brim/check/technique/bmc"
	"brim/check/technique/colours"
	"brim/check/technique/concurrency"
	"brim/check/technique/counting"
	"brim/check/technique/dfs"
	"brim/check/technique/equation"
	"brim/check/technique/explicit"
	"brim/check/technique/fragment"
	"brim/check/technique/gmc"
	"brim/check/technique/home"
	"brim/check/technique/ic3"
	"brim/check/technique/initial"
	"brim/check/technique/invariants"
	"brim/check/technique/lasso"
	"brim/check/technique/local"
	"brim/check/technique/partial"
	"brim/check/technique/product"
	"brim/check/technique/reduced"
	"brim/check/technique/rewrite"
	"brim/check/technique/siphons"
	"brim/check/technique/skeleton"
	"brim/check/technique/stubborn"
	"brim/check/technique/symbolic"
	"brim/check/technique/untimed"
	"brim/check/technique/walk"
	"brim/petri"
	"brim/petri/timed"
)

// The techniques and the choice among them; Decide and DecideAll.

// The techniques, each in a package of its name.
type (
	BFS         = bfs.Technique         // states one by one, in the order of their distance
	DFS         = dfs.Technique         // depth first, within growing bounds
	BBMC        = bbmc.Technique        // random parts of the states
	BFSBMC      = bfsbmc.Technique      // the first states of a breadth-first search
	GMC         = gmc.Technique         // random sequences, repaired until they are paths
	BDD         = bdd.Technique         // sets of states, as binary decision diagrams
	BMC         = bmc.Technique         // bounded model checking by satisfiability
	IC3         = ic3.Technique         // property-directed reachability
	Initial     = initial.Technique     // the initial marking
	Invariants  = invariants.Technique  // place invariants
	Concurrency = concurrency.Technique // places that are never marked together
	Rewrite     = rewrite.Technique     // simpler formulas
	Siphons     = siphons.Technique     // deadlocks and liveness by siphons and traps
	Walk        = walk.Technique        // random and guided walks
	Equation    = equation.Technique    // the state equation
	Counting    = counting.Technique    // numbers of the state space by equations
	Symbolic    = symbolic.Technique    // decision diagrams
	Explicit    = explicit.Technique    // all markings one by one
	Local       = local.Technique       // searches for what a formula of CTL asks for
	Partial     = partial.Technique     // a part of the markings one by one
	Product     = product.Technique     // the product with an automaton
	Stubborn    = stubborn.Technique    // stubborn sets
	Reduced     = reduced.Technique     // other techniques on a smaller net
	Colours     = colours.Technique     // other techniques on the net with all colours
	Skeleton    = skeleton.Technique    // other techniques on the net without colours
	Fragment    = fragment.Technique    // other techniques on a part of the unfolding
	Untimed     = untimed.Technique     // other techniques on the net without time
	Lasso       = lasso.Technique       // runs in two parts, by other techniques
	Home        = home.Technique        // what follows if the net can always reach its initial marking, or a formula
)

// Decide answers one question about a model; see DecideAll.
func Decide(ctx context.Context, m *Model, q *Question, o Options) (*Answer, error) {
	r, err := DecideAll(ctx, m, []*Question{q}, o)
	if r == nil {
		return nil, err
	}
	return r.Answers[0], err
}

// DecideAll answers questions about a model. All techniques work at the same time, on all cores; the first certain
// answer to a question is the one that counts, and ends the work on it. What no technique decides within the limits is
// Unknown, with a Reason and, if it was a limit, a Stop.
//
// The error is a *Fault, an error in brim itself; the report has what was known before. Negative limits are an error
// without a report.
func DecideAll(ctx context.Context, m *Model, questions []*Question, o Options) (*Report, error) {
	if o.Techniques == nil {
		o.Techniques = Techniques(m)
	}
	return board.Decide(ctx, m, questions, o)
}

// Techniques returns the techniques that work on questions about the model if no others are asked for, in the order in
// which they are believed to be cheap.
//
//	initial      formulas without path operators, in the initial marking                    nets
//	concurrency  what pairs of places that are never marked together decide                 nets
//	invariants   what place invariants and their bounds decide                              nets
//	rewrite      formulas of CTL that transitions decide or make simpler                    nets
//	siphons      deadlocks and liveness by siphons, traps and the class of the net           nets
//	walk         what one marking or one run shows, found by firing transitions at random   nets, systems
//	equation     what the state equation refutes, and walks along its solutions            nets
//	counting     numbers of the state space by equations, from a smaller net                nets
//	symbolic     all markings, rounds, parts and covers, by decision diagrams               nets, systems
//	explicit     all markings one by one, and fixed points on their graph                   nets, all systems
//	local        CTL, by searches for the paths that the formula asks for                   nets
//	partial      CTL, by what is certain on a part of the markings                          nets
//	product      LTL, by the product with an automaton, state by state                      all
//	stubborn     deadlocks, bounds, EF p and AG p, without firings that do not matter       nets
//	bmc          EF p, AG p, EG p, AF p, p without path operators, LTL, by satisfiability  nets with bounds, circuits
//	ic3          EF p, AG p and LTL, by clauses that hold after more and more steps         nets with bounds, circuits
//	bdd          EF p and AG p, by sets of states                                           circuits
//	reduced      what others decide on a net made smaller for the question                  nets
//	colours      what others decide with all colours, where one stands for several          coloured nets
//	skeleton     what others decide without colours                                         coloured nets
//	fragment     what others find in a part of the unfolding                                coloured nets, too large
//	home         CTL and liveness, by what the net can always reach, as its initial marking nets
//	lasso        LTL, by ways to a marking and back that others find                        nets
//	bfs          EF p and AG p, by single states                                            listed systems
//	untimed      what others decide on the net without time                                 nets with time
func Techniques(m *Model) []Technique {
	switch {
	case m.HasTime():
		return append([]Technique{Untimed{Techniques: Techniques}}, Techniques(&Model{System: new(System)})...)
	case m.LTS != nil:
		return []Technique{BFS{}, Explicit{}, Product{}}
	case m.System != nil:
		return []Technique{Walk{}, Symbolic{}, Explicit{}, Product{}}
	case m.Circuit != nil:
		return []Technique{BMC{}, IC3{}, BDD{}, Product{}}
	}
	return []Technique{
		Initial{}, Concurrency{}, Invariants{}, Rewrite{}, Siphons{}, Walk{}, Equation{}, Counting{}, Symbolic{},
		Explicit{},
		Local{}, Partial{}, Product{}, Stubborn{}, BMC{Slices: true}, IC3{Slices: true},
		Reduced{Techniques: Techniques},
		Colours{Techniques: Techniques}, Skeleton{Techniques: Techniques}, Fragment{Techniques: Techniques},
		Home{Techniques: Techniques}, Lasso{Techniques: Techniques},
	}
}

// onDemand returns the techniques that work only if they are named, whatever the model is.
func onDemand() []Technique {
	return []Technique{DFS{}, bbmc.Default(), BFSBMC{}, GMC{}}
}

// TechniqueNames lists all names that Options.Without takes: those of the techniques, of the parts of symbolic, and
// CTLBesideLTL of package board.
func TechniqueNames() []string {
	names := append(symbolic.Parts(), board.CTLBesideLTL)
	for _, m := range []*Model{{Net: new(petri.Net)}, {Circuit: new(Circuit)}, {LTS: new(LTS)},
		{Timed: new(timed.Net)}} {
		for _, t := range Techniques(m) {
			if !slices.Contains(names, t.Name()) {
				names = append(names, t.Name())
			}
		}
	}
	for _, t := range onDemand() {
		names = append(names, t.Name())
	}
	return names
}

// TechniquesFor returns Techniques of the model, followed by those in names that are not among them. With Without set
// to AllBut of the same names, exactly the named techniques work.
func TechniquesFor(m *Model, names []string) []Technique {
	list := Techniques(m)
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(t Technique) bool { return t.Name() == name })
	}
	for _, t := range append([]Technique{BFS{}, BDD{}, BMC{}, IC3{}, Symbolic{}, Explicit{}}, onDemand()...) {
		if slices.Contains(names, t.Name()) && !has(t.Name()) {
			list = append(list, t)
		}
	}
	return list
}

// AllBut lists all of TechniqueNames except the given ones, for Options.Without. The name symbolic stands for all parts
// of that technique.
func AllBut(names []string) []string {
	parts, symbolic := symbolic.Parts(), Symbolic{}.Name()
	return slices.DeleteFunc(TechniqueNames(), func(name string) bool {
		switch {
		case slices.Contains(names, name):
			return true
		case slices.Contains(parts, name):
			return slices.Contains(names, symbolic)
		case name == symbolic:
			return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(parts, n) })
		}
		return false
	})
}
