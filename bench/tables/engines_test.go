package tables

import (
	"testing"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/oracle"
)

// The verdicts and least numbers of steps that the comparison of engines takes for right are those of plain search, on
// nets that are small enough for it.
func TestEngineQuestions(t *testing.T) {
	most := 100_000
	if testing.Short() {
		most = 5000
	}
	looked := 0
	for _, q := range enginesSmall {
		m, err := check.Load(t.Context(), q.model)
		if err != nil {
			t.Fatal(err)
		}
		space, err := oracle.Explore(m.Net, most)
		if err != nil {
			continue
		}
		looked++
		pool := syntax.NewPool()
		f, err := pool.Parse(q.property, "", m.Names())
		if err != nil {
			t.Fatal(err)
		}
		right := map[bool]string{true: "holds", false: "fails"}[space.Sat(f, syntax.Maximal)[0]]
		goal := f.Args[0]
		if f.Op == syntax.AG {
			goal = pool.Not(goal)
		}
		least := 0
		for s, in := range space.Sat(goal, syntax.Maximal) {
			if d := space.Dist[s]; in && (least == 0 || d < least) {
				least = d
			}
		}
		if right != q.right || least != q.steps {
			t.Errorf("%s, %s: %s, %d steps; the table says %s, %d", q.model, q.property, right, least, q.right, q.steps)
		}
	}
	if looked < 4 || !testing.Short() && looked < len(enginesSmall) {
		t.Errorf("only %d questions could be looked at", looked)
	}
}
