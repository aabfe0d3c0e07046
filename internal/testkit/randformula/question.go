package randformula

import (
	"math/rand/v2"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// Random questions of LTL about random nets, with their answers.

// A Question is a random question of LTL about all runs or some run of a random net, in one of both readings of dead
// markings.
type Question struct {
	Net   *petri.Net
	LTL   *syntax.Formula
	Paths syntax.Paths
	space *oracle.Space
}

// Ask returns a question about a random net of a kind, with so many operators at most, and X among them if next is
// true; nil if the net has more than most markings.
func Ask(rng *rand.Rand, kind randnet.Config, most, operators int, next bool) *Question {
	net := randnet.Generate(rng, kind)
	space, err := oracle.Explore(net, most)
	if err != nil {
		return nil
	}
	pool := syntax.NewPool()
	op := []syntax.Op{syntax.A, syntax.E}[rng.IntN(2)]
	f := pool.Make(op, Path(rng, net, 1+rng.IntN(operators), next, pool))
	return &Question{Net: net, LTL: f, Paths: syntax.Paths(rng.IntN(2)), space: space}
}

// Holds returns the answer, by the full tableau of the oracle.
func (q *Question) Holds() bool { return q.space.Sat(q.LTL, q.Paths)[0] }
