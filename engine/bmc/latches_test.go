package bmc

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/internal/testkit/randcircuit"
)

var circuits = flag.Int("circuits", 300, "number of random circuits")

// asked parses a formula about c.
func asked(t testing.TB, c *circuit.Circuit, text string) *syntax.Formula {
	t.Helper()
	f, err := syntax.NewPool().Parse(text, "test", c.Names())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Verdicts on random circuits are those of a search through all states and inputs; traces replay, and those of plain
// and induction are shortest ones. A large run is -circuits 100000.
func TestCircuits(t *testing.T) {
	seen, far := map[engine.Result]int{}, 0
	for seed := range uint64(*circuits) {
		rng := rand.New(rand.NewPCG(seed, 5))
		c := randcircuit.Generate(rng, 5)
		p := randcircuit.Property(rng, c)
		x := randcircuit.NewRuns(c, asked(t, c, p))
		if !x.Start() {
			if _, err := DecideCircuit(context.Background(), c, asked(t, c, "EF("+p+")"), Options{}); !errors.Is(err,
				circuit.ErrNoStart) {
				t.Errorf("seed %d: error %v, want %v", seed, err, circuit.ErrNoStart)
			}
			continue
		}
		d := x.Nearest()
		if d > 1 {
			far++
		}
		for algorithm := Plain; algorithm <= Induction; algorithm++ {
			o := Options{Algorithm: algorithm, Start: rng.IntN(5),
				patience: time.Duration(seed%3) * 50 * time.Microsecond}
			r, err := DecideCircuit(context.Background(), c, asked(t, c, "EF("+p+")"), o)
			if err != nil {
				t.Fatalf("seed %d, %s, %+v: %v", seed, p, o, err)
			}
			seen[r.Result]++
			switch {
			case (r.Result == engine.Holds) != (d >= 0) || (r.Result == engine.Fails) != (d < 0):
				t.Fatalf("seed %d, EF(%s), %+v: %v (%s), the distance is %d", seed, p, o, r.Result, r.Reason, d)
			case d < 0:
			case r.Trace == nil || r.Trace.Steps() < d || algorithm != Refined && r.Trace.Steps() != d:
				t.Fatalf("seed %d, EF(%s), %+v: %d steps, the distance is %d", seed, p, o, r.Trace.Steps(), d)
			}
		}
		for _, text := range []string{"EG(" + p + ")", "AF(!(" + p + "))"} {
			r, err := DecideCircuit(context.Background(), c, asked(t, c, text), Options{})
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, text, err)
			}
			if want := x.Forever() == (text[0] == 'E'); (r.Result == engine.Holds) != want ||
				(r.Result == engine.Fails) == want || (r.Trace != nil) != x.Forever() {
				t.Fatalf("seed %d, %s: %v with trace %v, right is %v", seed, text, r.Result, r.Trace, want)
			}
		}
	}
	t.Logf("%v; %d goals more than one step away", seen, far)
	if seen[engine.Holds] == 0 || seen[engine.Fails] == 0 || far < 5 {
		t.Error("the circuits say too little")
	}
}

var depths = flag.Bool("depths", false, "look for the bad states of all circuits in shared/models/aiger, the deep "+
	"ones too")

// published has the number of steps to the nearest bad state, −1 for none.
var published = []struct {
	file  string
	steps int
	deep  bool // takes longer than a moment
	far   bool // too far for proofs of all shorter lengths: the length is given, and a minute may not be enough
}{
	{"petri/C01_motor", 5, false, false}, {"petri/C02_ccp3", 7, true, false}, {"petri/C03_rr10", 7, false, false},
	{"petri/C04_rr25", 11, true, false},
	{"petri/C05_abp16", 11, true, false}, {"petri/C10_sr10", 8, false, false}, {"petri/C11_sr20", 8, true, false},
	{"petri/C12_dphil5", 10, true, false},
	{"petri/C15_cabp16", 12, true, false}, {"petri/X16_rr40", 28, true, true}, {"petri/X19_rr40b", 41, true, true},
	{"petri/X17_hanoi6", 32, true, false},
	{"petri/X20_hanoi8", 16, true, false}, {"petri/X18_priseS", 34, true, true},
	{"hwmcc/viscoherencep1", 5, false, false}, {"hwmcc/mutexp0", 7, false, false}, {"hwmcc/csmacdp0", 7, false, false},
	{"hwmcc/ringp0", 8, false, false},
	{"hwmcc/counterp0", 9, false, false}, {"hwmcc/pdtviscoherence1", 10, false, false},
	{"hwmcc/bj08amba2g4f3", 10, true, false}, {"hwmcc/nusmvtcasp1", 11, true, false},
	{"hwmcc/nusmvtcastp1", 11, true, false}, {"hwmcc/texastwoprocp1", 14, true, false},
	{"hwmcc/abp4p2ff", 17, true, false}, {"hwmcc/abp4ptimo", 20, true, false},
	{"hwmcc/texasifetch1p5", 20, true, false}, {"hwmcc/viseisenberg", 20, true, false},
	{"hwmcc/prodconsp0", 22, true, false}, {"hwmcc/nusmvtcasp5", 24, true, false},
	{"hwmcc/pdtvisretherrtf4", 32, true, false}, {"hwmcc/visbakery", 59, true, true},
	{"hwmcc/prodcellp3", 82, true, true}, {"hwmcc/intel001", -1, true, true},
}

// The nearest bad states of public circuits are at the depths that other tools report.
func TestPublishedDepths(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "models", "aiger")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the circuits are not here: no folder shared/models/aiger beside the module")
	}
	for _, row := range published {
		if row.deep && !*depths {
			continue
		}
		t.Run(row.file, func(t *testing.T) {
			c, err := circuit.ReadFile(t.Context(), filepath.Join(dir, row.file+".aag"))
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			f := asked(t, c, "EF "+c.Goals()[0].Name+" = 1")
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			o := Options{Algorithm: Induction}
			if row.far {
				o = Options{Algorithm: None, Start: max(row.steps, 0)}
			}
			r, err := DecideCircuit(ctx, c, f, o)
			if err != nil {
				t.Fatal(err)
			}
			steps := -1
			if r.Trace != nil {
				steps = r.Trace.Steps()
			}
			if (steps != row.steps || r.Result == engine.Unknown) && !(row.far && r.Stopped != nil) {
				t.Errorf("%v after %d steps (%s), want %d", r.Result, steps, r.Reason, row.steps)
			}
			k, err := newCone(t.Context(), c, f, false)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v after %d steps, %d of %d latches, %d questions, %d clauses, %v", r.Result, r.Length,
				len(k.latches), len(c.Latches), r.Questions, r.Largest.Clauses(),
				time.Since(start).Round(time.Millisecond))
		})
	}
}

// lectureBits returns the lecture's example: two bits, 00 → 01 → 11 → 00, and an input that lets 11 stay; nothing leads
// to 10.
func lectureBits(t testing.TB) *circuit.Circuit {
	t.Helper()
	b := circuit.NewBuilder("bits", []string{"stay"}, []string{"x", "y", "idle"})
	stay, x, y := b.Input(0), b.Latch(0), b.Latch(1)
	b.SetNext(0, b.Or(b.And(y, x.Not()), b.And(x, y, stay)))
	b.SetNext(1, b.Or(x.Not(), b.And(x, y, stay)))
	b.SetNext(2, stay)
	b.Bad("both", b.And(x, y))
	b.Bad("first", b.And(x, y.Not()))
	c, err := b.Circuit()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// By hand: x and y are both true after 2 steps, x alone never is, and with the input both stay true for ever. What is
// not asked for is left out.
func TestLectureCircuit(t *testing.T) {
	c := lectureBits(t)
	for _, row := range []struct {
		formula string
		result  engine.Result
		steps   int
	}{
		{"EF(both = 1)", engine.Holds, 2}, {"AG(both = 0)", engine.Fails, 2}, {"EF(first = 1)", engine.Fails, -1},
		{"AG(first = 0)", engine.Holds, -1},
		{"EF(EG(both = 1))", engine.Unknown, -1}, {"EG(first = 0)", engine.Holds, 3},
		{"AF(both = 1)", engine.Holds, -1}, {"EG(both = 0)", engine.Fails, -1},
	} {
		r, err := DecideCircuit(context.Background(), c, asked(t, c, row.formula), Options{Algorithm: Induction})
		if row.result == engine.Unknown {
			if err == nil || !strings.Contains(err.Error(), "where f has no path operators") {
				t.Errorf("%s: error %v", row.formula, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		steps := -1
		if r.Trace != nil {
			steps = r.Trace.Steps()
		}
		if r.Result != row.result || row.steps != steps {
			t.Errorf("%s: %v by %d steps; want %v by %d", row.formula, r.Result, steps, row.result, row.steps)
		}
	}
	if k, _ := newCone(t.Context(), c, asked(t, c, "both = 1"), false); len(k.latches) != 2 {
		t.Errorf("latches %v; only x and y matter", k.latches)
	}
}

// Options that have no meaning for circuits are errors, and so is a formula about no run.
func TestCircuitOptions(t *testing.T) {
	c := lectureBits(t)
	for _, row := range []struct {
		formula string
		o       Options
		want    string
	}{
		{"EF(both = 1)", Options{Together: true}, "a circuit has no transitions and no tokens"},
		{"EF(both = 1)", Options{Tokens: 1}, "a circuit has no transitions and no tokens"},
		{"EF(both = 1)", Options{Most: -1}, "expected no negative number"},
		{"both = 1", Options{}, "the engine bmc decides EF f, AG f, EG f and AF f where f has no path operators; " +
			"found both = 1"},
	} {
		if _, err := DecideCircuit(context.Background(), c, asked(t, c, row.formula), row.o); err == nil ||
			!strings.Contains(err.Error(), row.want) {
			t.Errorf("%s, %+v: error %v, want %q", row.formula, row.o, err, row.want)
		}
	}
}

// An external solver gives the same verdicts about circuits, and traces of the same length.
func TestCircuitsExternally(t *testing.T) {
	commands := solvers(t)
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 7))
		c := randcircuit.Generate(rng, 5)
		f := asked(t, c, "EF("+randcircuit.Property(rng, c)+")")
		o := Options{Algorithm: Algorithm(seed % 3), Most: 3}
		own, err := DecideCircuit(context.Background(), c, f, o)
		if errors.Is(err, circuit.ErrNoStart) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range commands {
			o.newSolver = byCommand(command)
			other, err := DecideCircuit(context.Background(), c, f, o)
			if err != nil {
				t.Fatal(err)
			}
			if own.Result != other.Result || own.Length != other.Length {
				t.Errorf("seed %d: %v after %d steps by the built-in solver, %v after %d by %q", seed, own.Result,
					own.Length, other.Result, other.Length, command)
			}
		}
	}
}
