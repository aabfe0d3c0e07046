package encode_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"
)

// The whole way of a net into diagrams, against a search that goes from marking to marking: random nets ×
// decompositions × reduction rules × collections. A net on which something differs is shrunk and printed as text; put
// into testdata/regress it is tried for ever.

var (
	firstSeed = flag.Uint64("seed", 0, "first seed of the random nets")
	seeds     = flag.Uint64("seeds", 0, "number of seeds; 0 chooses a number that takes some seconds")
)

// every is a number of decompositions that nothing passes.
const every = 100

// mostMarkings is how many markings a net of these tests may have.
const mostMarkings = 3000

// kinds are the random nets.
var kinds = []struct {
	name string
	cfg  randnet.Config
	more func(net *petri.Net, rng *rand.Rand) *petri.Net // done to the net, if not nil
}{
	{"plain", randnet.Config{States: 400}, nil},
	{"safe", randnet.Config{Safe: true, Blocks: 6, States: 400}, nil},
	{"open", randnet.Config{Open: true, States: 400}, nil},
	{"heavy", randnet.Config{Tokens: 9, Weight: 7, Open: true}, nil},
	{"many blocks", randnet.Config{Blocks: 7, Tokens: 2, Transitions: 24}, nil},
	{"one block", randnet.Config{Blocks: 1, Tokens: 20, States: 2000}, nil},
	{"arbitrary", randnet.Config{Arbitrary: true, Open: true, Tokens: 3, Weight: 2}, nil},
	{"large numbers", randnet.Config{Open: true}, enlarged},
}

func TestRandomNets(t *testing.T) {
	n := *seeds
	if n == 0 {
		n = 3
		if testing.Short() {
			n = 1
		}
	}
	for _, kind := range kinds {
		t.Run(strings.ReplaceAll(kind.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			for seed := *firstSeed; seed < *firstSeed+n; seed++ {
				rng := rand.New(rand.NewPCG(seed, 11))
				net := randnet.Generate(rng, kind.cfg)
				if kind.more != nil {
					net = kind.more(net, rng)
				}
				judge(t, net, seed)
			}
		})
	}
}

// judge fails the test if something about net differs from the oracle, with the smallest net that shows it.
func judge(t *testing.T, net *petri.Net, seed uint64) {
	t.Helper()
	err := disagreement(net, 3, seed)
	if err == nil {
		return
	}
	small := randnet.Shrink(net, func(n *petri.Net) bool { return disagreement(n, every, seed) != nil })
	t.Fatalf("seed %d: %v\nshrunk: %v\n%s", seed, err, disagreement(small, every, seed), randnet.Text(small))
}

// Nets that once failed.
func TestRegress(t *testing.T) {
	files, err := filepath.Glob("testdata/regress/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no files testdata/regress/*.txt")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			net, err := randnet.ParseText(file, string(text))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := oracle.Explore(net, mostMarkings); err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(3) {
				if err := disagreement(net, every, seed); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
		})
	}
}

// disagreement returns the first thing about net that differs from the oracle, under so many decompositions. Random
// choices follow seed. A net without places, or with too many markings, agrees.
func disagreement(net *petri.Net, tries int, seed uint64) error {
	if len(net.Places) == 0 {
		return nil
	}
	space, err := oracle.Explore(net, mostMarkings)
	if err != nil {
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, 12))
	list := decompositions(net, rng)
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for _, d := range list[:min(tries, len(list))] {
		options := []mdd.Options{{Rule: mdd.ZeroSuppressed}, {Rule: mdd.QuasiReduced},
			{Rule: mdd.Rule(rng.IntN(2)), CollectEvery: 7}}
		if len(space.States) <= 80 { // it takes its time
			options = append(options, mdd.Options{Rule: mdd.Rule(rng.IntN(2)), CollectEvery: 1})
		}
		for _, o := range options {
			if err := compare(space, d, o, rng.Uint64()); err != nil {
				return fmt.Errorf("order %s %v, %v, collections every %d: %w", d.Method, d.Levels, o.Rule,
					o.CollectEvery, err)
			}
		}
	}
	return nil
}

// decompositions returns the orders under which a net is tried: all that the project makes, and random ones.
func decompositions(net *petri.Net, rng *rand.Rand) []order.Decomposition {
	file := order.Decomposition{Levels: order.Singles(net), Method: "file"}
	shuffled := order.Decomposition{Method: "random"}
	for _, p := range rng.Perm(len(net.Places)) {
		shuffled.Levels = append(shuffled.Levels, []int{p})
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	list := []order.Decomposition{
		file, file.Reversed(), shuffled, grouped(net, rng, 1), grouped(net, rng, 3),
		{Levels: [][]int{rng.Perm(len(net.Places))}, Method: "all in one"},
		{Levels: order.Groups(net, flows, order.Limits{}), Method: "groups"},
	}
	return append(list, order.Candidates(net, flows, order.Options{})...)
}

// grouped throws the places into components of about size+1 places, both in random order.
func grouped(net *petri.Net, rng *rand.Rand, size int) order.Decomposition {
	levels := make([][]int, 1+len(net.Places)/(size+1))
	for _, p := range rng.Perm(len(net.Places)) {
		k := rng.IntN(len(levels))
		levels[k] = append(levels[k], p)
	}
	d := order.Decomposition{Method: "random groups"}
	for _, level := range levels {
		if len(level) > 0 {
			d.Levels = append(d.Levels, level)
		}
	}
	return d
}

// enlarged returns a net of the same shape and with as many markings as net, in which tokens and weights of each place
// are some number of times as large; what is left over in the division by that number never moves.
func enlarged(net *petri.Net, rng *rand.Rand) *petri.Net {
	b := petri.NewBuilder(net.Name)
	times := make([]int64, len(net.Places))
	for p, place := range net.Places {
		times[p] = []int64{1, 2, 3, 65535, 1 << 20, 1e9, 1 << 31, 1<<40 + 1, 1 << 50}[rng.IntN(9)]
		b.Place(place.Name, place.Initial*times[p]+rng.Int64N(times[p]))
	}
	for i, t := range net.Transitions {
		b.Transition(t.Name)
		for _, a := range t.Pre {
			b.In(i, a.Place, a.Weight*times[a.Place])
		}
		for _, a := range t.Post {
			b.Out(i, a.Place, a.Weight*times[a.Place])
		}
		for _, a := range t.Inhibit {
			b.Inhibit(i, a.Place, a.Weight*times[a.Place])
		}
	}
	large, err := b.Net()
	if err != nil {
		panic(err)
	}
	return large
}
