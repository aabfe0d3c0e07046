package symbolic_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
)

// A questionnaire is a net with questions and their answers, from a file of testdata/answers. Its lines are
//
//	p …, t …          the net, as package randnet writes it
//	net FAMILY:N      or a net of a family
//	+- FORMULA        whether the formula holds, with maximal and with infinite paths
//	is PROPERTY       a global property of the contest that the net has
//	not PROPERTY      one that it has not
//	max N SUM         the largest value of a sum of places
type questionnaire struct {
	net      *petri.Net
	formulas []answered
	global   map[string]bool
	bounds   []bound
}

type answered struct {
	formula *syntax.Formula
	holds   [2]bool // by the readings maximal, infinite
}

type bound struct {
	sum  *syntax.Sum
	most int64
}

var readings = [2]syntax.Paths{syntax.Maximal, syntax.Infinite}

func readQuestions(t *testing.T, file string) questionnaire {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var net strings.Builder
	var questions [][2]string
	q := questionnaire{global: map[string]bool{}}
	family, size := nets.Family{}, []int(nil)
	for line := range strings.Lines(string(text)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "", "#", "p", "t":
			net.WriteString(line)
		case "net":
			if family, size, err = nets.Split(rest); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			q.net = family.Build(size...)
		default:
			questions = append(questions, [2]string{word, rest})
		}
	}
	if q.net == nil {
		if q.net, err = randnet.ParseText(file, net.String()); err != nil {
			t.Fatal(err)
		}
	}
	pool, names := syntax.NewPool(), familyNames(q.net, family, size)
	parse := func(text string) *syntax.Formula {
		f, err := pool.Parse(text, file, names)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, question := range questions {
		switch word, rest := question[0], question[1]; word {
		case "is", "not":
			q.global[rest] = word == "is"
		case "max":
			n, sum, _ := strings.Cut(rest, " ")
			most, err := strconv.ParseInt(n, 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			q.bounds = append(q.bounds, bound{&syntax.Sum{Terms: parse(sum + " >= 1").Terms}, most})
		case "++", "+-", "-+", "--":
			q.formulas = append(q.formulas, answered{parse(rest), [2]bool{word[0] == '+', word[1] == '+'}})
		default:
			t.Fatalf("%s: %s %s is not understood", file, word, rest)
		}
	}
	return q
}

// familyNames returns the names of a net for formulas, with the propositions of its family.
func familyNames(net *petri.Net, f nets.Family, size []int) *syntax.Lists {
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, t := range net.Transitions {
		transitions = append(transitions, t.Name)
	}
	propositions := map[string]string{}
	for name := range f.PropositionNames(size) {
		propositions[name], _ = f.Proposition(size, name)
	}
	return syntax.NewLists(places, transitions, propositions)
}

// Questions of all kinds with answers from the literature or by hand: the oracle and the diagrams agree with them. All
// operators occur, those of paths with either answer in both readings.
func TestAnswers(t *testing.T) {
	files, err := filepath.Glob("testdata/answers/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata/answers: ", err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			q := readQuestions(t, file)
			explicit, err := oracle.Explore(q.net, 10_000)
			if err != nil {
				t.Fatal(err)
			}
			space, err := symbolic.Explore(context.Background(), q.net, symbolic.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer space.Close()
			q.checkFormulas(t, explicit, space, seen)
			q.checkGlobal(t, explicit, space, seen)
			q.checkBounds(t, explicit, space)
		})
	}
	for op := syntax.EX; op <= syntax.AU; op++ {
		for _, paths := range readings {
			for _, holds := range []bool{true, false} {
				if !seen[kindOf(op, paths, holds)] {
					t.Errorf("no formula: %s", kindOf(op, paths, holds))
				}
			}
		}
	}
	for op := syntax.False; op < syntax.EX; op++ {
		if !seen[op.String()] && op != syntax.Timelock {
			t.Errorf("no formula with %v", op)
		}
	}
	for name := range globals {
		if !seen["is "+name] || !seen["not "+name] {
			t.Errorf("no net with and one without %s", name)
		}
	}
}

// kindOf describes a formula by its outermost operator.
func kindOf(op syntax.Op, paths syntax.Paths, holds bool) string {
	return fmt.Sprintf("%v … with %v paths is %t", op, paths, holds)
}

func (q *questionnaire) checkFormulas(t *testing.T, explicit *oracle.Space, space *symbolic.Space,
	seen map[string]bool) {
	for i, paths := range readings {
		checker := space.Checker(paths)
		for _, a := range q.formulas {
			if sat := explicit.Sat(a.formula, paths)[0]; sat != a.holds[i] {
				t.Errorf("oracle, %v paths: %v is %t, want %t", paths, a.formula, sat, a.holds[i])
			}
			want := map[bool]engine.Result{true: engine.Holds, false: engine.Fails}[a.holds[i]]
			if got, err := space.Holds(checker, a.formula); err != nil || got != want {
				t.Errorf("%v paths: %v %v, want %v, %v", paths, a.formula, got, want, err)
			}
			seen[kindOf(a.formula.Op, paths, a.holds[i])] = true
			for g := range a.formula.All() {
				seen[g.Op.String()] = true
			}
		}
	}
}

// checkGlobal compares the global properties; the oracle has them from its own lists of markings and firings.
func (q *questionnaire) checkGlobal(t *testing.T, explicit *oracle.Space, space *symbolic.Space, seen map[string]bool) {
	fired, live := map[int]bool{}, true
	for _, edges := range explicit.Succ {
		for _, e := range edges {
			fired[e.Transition] = true
		}
	}
	pool := syntax.NewPool()
	for i := range q.net.Transitions {
		again := pool.Make(syntax.AG, pool.Make(syntax.EF, pool.Enabled(syntax.Ref{Index: i})))
		live = live && explicit.Sat(again, syntax.Maximal)[0]
	}
	stable := false
	for p, tokens := range explicit.States[0] {
		stable = stable || !slices.ContainsFunc(explicit.States, func(m petri.Marking) bool { return m[p] != tokens })
	}
	byHand := map[string]bool{
		"ReachabilityDeadlock": len(explicit.Dead) > 0,
		"QuasiLiveness":        len(fired) == len(q.net.Transitions),
		"Liveness":             live,
		"OneSafe":              explicit.MaxInPlace <= 1,
		"StableMarking":        stable,
	}
	for name, want := range q.global {
		ask, known := globals[name]
		if !known {
			t.Errorf("there is no property %s", name)
			continue
		}
		if byHand[name] != want {
			t.Errorf("oracle: %s is %t, want %t", name, byHand[name], want)
		}
		if got := truth(ask(space)); got != strings.ToUpper(strconv.FormatBool(want)) {
			t.Errorf("%s: %s, want %t", name, got, want)
		}
		seen[map[bool]string{true: "is ", false: "not "}[want]+name] = true
	}
}

func (q *questionnaire) checkBounds(t *testing.T, explicit *oracle.Space, space *symbolic.Space) {
	for _, b := range q.bounds {
		most := int64(0)
		for _, m := range explicit.States {
			sum := int64(0)
			for _, term := range b.sum.Terms {
				sum += term.Weight * m[term.Place.Index]
			}
			most = max(most, sum)
		}
		if most != b.most {
			t.Errorf("oracle: %v is at most %d, want %d", b.sum, most, b.most)
		}
		if got, err := space.Bound(b.sum); err != nil || got != b.most {
			t.Errorf("%v is at most %d, want %d, %v", b.sum, got, b.most, err)
		}
	}
}
