package certificate

import "math/big"

// A Step is a proof that what is known is contradictory: *Sum, *Either, *Trap, *Order or *Cut.
//
// What is known are two lists. Facts are inequalities: of a goal that is assumed, its atom, or the facts of all its
// parts in their order; a step adds its own at the end. Choices are the disjunctions met on the same way.
type Step interface{ step() }

// A Sum ends a proof. The facts, each times its factor, and the inequalities m(p) ≥ 0, each times the factor of its
// place, add up to  Σ y(p)·m(p) + Σ b(t)·x(t) ≥ c.  By the state equation the left side is
//
//	Σ y(p)·m0(p) + Σ (b(t) + Σ y(p)·Δt(p))·x(t).
//
// If no x(t) that can be positive has a positive factor, that is at most Σ y(p)·m0(p), and if this is less than c,
// nothing satisfies what is known.
type Sum struct {
	Facts  []Factor // by number
	Places []Factor // by place
}

// A Factor is a number ≥ 0 for a fact or a place.
type Factor struct {
	Index int
	By    *big.Int
}

// Either looks at all parts of a choice: one of them holds. Cases has a proof for each, in which it is assumed.
type Either struct {
	Choice int
	Cases  []Step
}

// Trap adds the fact that the places hold a token together. They must hold one in m0, and each transition that takes
// from one of them must put something into one. Then the first token cannot get lost: a firing that takes none leaves
// it, and one that takes some puts at least one back.
type Trap struct {
	Places []int
	Then   Step
}

// Order splits by what comes first. Say that something has happened when a place in Raised has had more tokens than in
// m0, or one in Lowered fewer. A transition is blocked if it needs that: it takes more from a place in Raised than m0
// has there, or is inhibited by as many tokens of a place in Lowered as m0 has, or fewer. It is a cause if it is not
// blocked and can make it happen: it adds to a place in Raised or takes from one in Lowered. What makes it happen first
// is enabled before it has happened, so it is not blocked, so it is a cause. Hence
//
//	Never  no blocked transition fires: their x are 0; or
//	First  Σ x(t) ≥ 1 over the causes, which is the fact that is added.
type Order struct {
	Raised, Lowered []int // places
	Never, First    Step
}

// Cut splits by  S = Σ Places + Σ Transitions,  which is an integer: Below has the fact −S ≥ −At, and Above the fact
// S ≥ At + 1.
type Cut struct {
	Places, Transitions []Term
	At                  *big.Int
	Below, Above        Step
}

func (*Sum) step()    {}
func (*Either) step() {}
func (*Trap) step()   {}
func (*Order) step()  {}
func (*Cut) step()    {}
