package bmc

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// actAs is the variable of the environment that makes the test binary a SAT solver.
const actAs = "BRIM_TEST_SOLVER"

func TestMain(m *testing.M) {
	if kind := os.Getenv(actAs); kind != "" {
		os.Exit(solve(kind, os.Args[len(os.Args)-1]))
	}
	os.Exit(m.Run())
}

// solve acts as a SAT solver on a file. A liar turns the last variable of its model, a mute one says nothing.
func solve(kind, name string) int {
	file, err := os.Open(name)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer file.Close()
	s, err := gini.NewDimacs(file)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	case kind == "mute":
		return 0
	case s.Solve() != 1:
		fmt.Println("c a comment\ns UNSATISFIABLE")
		return 20
	}
	fmt.Println("s SATISFIABLE")
	for v := z.Var(1); v <= s.MaxVar(); v++ {
		l := int(v)
		if s.Value(v.Pos()) == (kind == "liar") {
			l = -l
		}
		fmt.Printf("v %d\n", l)
	}
	fmt.Println("v 0")
	return 10
}

var otherSolver = flag.String("solver", "",
	"command of a SAT solver for TestExternalSolver, which then looks at more nets; empty means a solver of the "+
		"test's own")

// solvers returns commands of SAT solvers: that of the test's own, and CaDiCaL where it is installed.
func solvers(t *testing.T) [][]string {
	t.Setenv(actAs, "honest")
	list := [][]string{{os.Args[0], "-"}}
	if _, err := exec.LookPath("cadical"); err == nil {
		list = append(list, []string{"cadical", "-q"})
	}
	return list
}

// An external solver and the built-in one give the same verdicts, and paths of the same length.
func TestExternalSolver(t *testing.T) {
	commands, seeds := solvers(t), uint64(6)
	if *otherSolver != "" {
		commands, seeds = [][]string{strings.Fields(*otherSolver)}, 100
	}
	seen := map[engine.Result]int{}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 4))
		net := randnet.Generate(rng, randnet.Config{Safe: true, States: 20, Transitions: 6})
		x, err := oracle.Explore(net, 20)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		f := pool.Make(syntax.EF, pool.And(stateFormula(rng, net, pool), stateFormula(rng, net, pool)))
		o := Options{Algorithm: Algorithm(seed % 3), Start: 1, Most: 3}
		own := decide(t, seed, x, f, syntax.Maximal, o)
		seen[own.Result]++
		for _, command := range commands {
			o.newSolver = byCommand(command)
			if other := decide(t, seed, x, f, syntax.Maximal, o); own.Result != other.Result ||
				own.Length != other.Length {
				t.Errorf("seed %d, %v, %+v: %v by the built-in solver, %v by the other", seed, f, o, own, other)
			}
		}
	}
	t.Logf("%v by %q", seen, commands)
}

// An external solver that is missing, mute or wrong is an error.
func TestExternalErrors(t *testing.T) {
	net, pool := twoBits(t), syntax.NewPool()
	f := parse(t, net, pool, "EF(x = 1 & y = 1)")
	for _, c := range []struct{ kind, command, want string }{
		{"honest", "/no/such/solver", "cannot run the solver /no/such/solver: no such file or directory"},
		{"honest", "no-such-solver", "cannot run the solver no-such-solver: executable file not found in $PATH"},
		{"mute", os.Args[0], `no answer; expected a line "s SATISFIABLE" or "s UNSATISFIABLE"`},
		{"liar", os.Args[0], "its model leaves a clause false"},
	} {
		t.Setenv(actAs, c.kind)
		_, err := Decide(context.Background(), net, f, syntax.Maximal,
			Options{newSolver: byCommand([]string{c.command})})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %q", c.kind, c.command, err, c.want)
		}
	}
}

// The last question, written as DIMACS and read back, has a model exactly if there is a path.
func TestDIMACS(t *testing.T) {
	net, pool := twoBits(t), syntax.NewPool()
	for _, c := range []struct {
		formula string
		sat     int
	}{{"EF(x = 1 & y = 1)", 1}, {"EF(x = 1 & y = 0)", -1}, {"EG(y = 0)", -1}, {"EG true", 1}} {
		r, err := Decide(context.Background(), net, parse(t, net, pool, c.formula), syntax.Infinite,
			Options{Algorithm: Induction})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := r.Last.WriteDIMACS(&b); err != nil {
			t.Fatal(err)
		}
		head := fmt.Sprintf("c %s\np cnf %d %d\n", r.Last.About, r.Last.Variables(), r.Last.Clauses())
		if !strings.HasPrefix(b.String(), head) || strings.Count(b.String(), " 0\n") != r.Last.Clauses() {
			t.Errorf("%s: not as announced:\n%s", c.formula, b.String())
		}
		s, err := gini.NewDimacs(&b)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Solve(); got != c.sat {
			t.Errorf("%s: %d, want %d", c.formula, got, c.sat)
		}
	}
	if err := (&CNF{lits: []Lit{1, 0}}).WriteDIMACS(full{}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

var errFull = errors.New("no room")

// full is a file on a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
