package workflow

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

var nets = flag.Uint64("nets", 400, "how many random nets")

// mostMarkings is how many markings the judge explores at most.
const mostMarkings = 3000

// A judge knows all markings that k cases reach.
type judge struct {
	*oracle.Space
	sound bool   // from all of them the cases can complete
	fires []bool // by transition
}

// judged explores the markings that k cases reach. It returns nil if there are too many.
func judged(net *petri.Net, source, sink int, k int64) *judge {
	start, end := make(petri.Marking, len(net.Places)), make(petri.Marking, len(net.Places))
	start[source], end[sink] = k, k
	space, err := oracle.Explore(net.WithInitial(start), mostMarkings)
	if err != nil {
		return nil
	}
	j := &judge{Space: space}
	back := make([][]int, len(space.States))
	j.fires = make([]bool, len(net.Transitions))
	for i, list := range space.Succ {
		for _, e := range list {
			back[e.To] = append(back[e.To], i)
			j.fires[e.Transition] = true
		}
	}
	n := 0
	if last, ok := space.Number(end); ok {
		seen := make([]bool, len(space.States))
		seen[last] = true
		for queue := []int{last}; len(queue) > 0; queue = queue[1:] {
			n++
			for _, i := range back[queue[0]] {
				if !seen[i] {
					seen[i] = true
					queue = append(queue, i)
				}
			}
		}
	}
	j.sound = n == len(space.States)
	return j
}

// randomNet returns a random workflow net with source and sink, or nil if defects left none.
func randomNet(seed uint64) *petri.Net {
	rng := rand.New(rand.NewPCG(seed, 191))
	w := randnet.Workflow{Tasks: 2 + rng.IntN(9), Defects: rng.IntN(4), Ties: rng.IntN(4)}
	net := randnet.GenerateWorkflow(rng, w)
	for _, t := range net.Transitions {
		if weight(t.Post, 0) > 0 || weight(t.Pre, 1) > 0 || len(t.Pre)*len(t.Post) == 0 {
			return nil
		}
	}
	return net
}

// Invariant: for each k the core is k-sound exactly if the net is; transitions of the net fire as those of the core
// say, and all do if all of the core do; a run of the core, lifted, is a run of the net to the same tokens.
func TestCoresAgree(t *testing.T) {
	var all, steps, places, left int
	for seed := range *nets {
		net := randomNet(seed)
		if net == nil {
			continue
		}
		c := Reduce(net, 0, 1)
		all++
		if c.Step() {
			steps++
		}
		places, left = places+len(net.Places), left+len(c.Net.Places)
		for k := int64(1); k <= 3; k++ {
			j, jc := judged(net, 0, 1, k), judged(c.Net, c.Source, c.Sink, k)
			if j == nil || jc == nil {
				break
			}
			if j.sound != jc.sound {
				t.Fatalf("seed %d, %d cases: the net is sound: %v, the core: %v\n%s\n%s", seed, k, j.sound, jc.sound,
					randnet.Text(net), randnet.Text(c.Net))
			}
			checkFires(t, seed, j, jc, c)
			checkLift(t, seed, net, c, k)
		}
	}
	t.Logf("%d nets, %d become a step, %d of %d places are left", all, steps, left, places)
}

// checkFires compares which transitions fire.
func checkFires(t *testing.T, seed uint64, j, jc *judge, c *Core) {
	var firing []int
	for u, fires := range jc.fires {
		if fires {
			firing = append(firing, u)
		}
		if j.fires[c.Original(u)] != fires {
			t.Fatalf("seed %d: transition %d fires in the core: %v\n%s", seed, u, fires, randnet.Text(j.Net))
		}
	}
	list := c.Fires(firing)
	for _, u := range list {
		if !j.fires[u] {
			t.Fatalf("seed %d: transition %d never fires\n%s", seed, u, randnet.Text(j.Net))
		}
	}
	slices.Sort(list)
	if len(firing) == len(jc.fires) && len(slices.Compact(list)) < len(j.fires) {
		t.Fatalf("seed %d: only %v fire\n%s", seed, list, randnet.Text(j.Net))
	}
}

// checkLift fires random runs of the core in the net.
func checkLift(t *testing.T, seed uint64, net *petri.Net, c *Core, k int64) {
	rng := rand.New(rand.NewPCG(seed, uint64(k)))
	start := make(petri.Marking, len(net.Places))
	start[0] = k
	m := make(petri.Marking, len(c.Net.Places))
	m[c.Source] = k
	var run []int
	for range 20 {
		list := slices.Collect(c.Net.EnabledTransitions(m))
		if len(list) == 0 {
			break
		}
		u := list[rng.IntN(len(list))]
		run = append(run, u)
		if err := c.Net.Fire(m, u); err != nil {
			t.Fatal(err)
		}
	}
	lifted, ok := c.Lift(run, 100_000)
	if !ok {
		t.Fatalf("seed %d: the run has too many steps", seed)
	}
	end, err := net.WithInitial(start).Replay(lifted)
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(net))
	}
	for i, p := range c.Places {
		if end[p] != m[i] {
			t.Fatalf("seed %d: place %s has %d tokens, want %d", seed, net.Places[p].Name, end[p], m[i])
		}
	}
}
