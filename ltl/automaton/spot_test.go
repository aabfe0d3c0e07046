package automaton

import (
	"flag"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/ltl"
)

var spot = flag.String("ltl2tgba", "", "Spot's translator, to compare our automata with its own")

// Our automata and Spot's compared: states, and seconds (for Spot, of its processor).
func TestBesideSpot(t *testing.T) {
	if *spot == "" {
		t.Skip("-ltl2tgba PROGRAM names Spot's translator")
	}
	type set struct {
		name  string
		paths []*syntax.Formula
	}
	sets := []set{{name: "patterns"}, {name: "negated patterns"}}
	for _, x := range patterns(t) {
		sets[0].paths = append(sets[0].paths, x.path)
		sets[1].paths = append(sets[1].paths, x.path.Pool().Not(x.path))
	}
	for _, size := range []int{10, 15, 20} {
		d := newDrawer(uint64(size), 4)
		random := set{name: "random formulas of size " + strconv.Itoa(size)}
		for range *formulas {
			random.paths = append(random.paths, d.path(size))
		}
		sets = append(sets, random)
	}
	for _, set := range sets {
		var text strings.Builder
		for _, f := range set.paths {
			text.WriteString(spotText(f) + "\n")
		}
		cmd := exec.Command(*spot, "-F", "-", "--stats=%s %a")
		cmd.Stdin = strings.NewReader(text.String())
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		theirTime := cmd.ProcessState.UserTime()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if len(lines) != len(set.paths) {
			t.Fatalf("%d answers to %d formulas", len(lines), len(set.paths))
		}
		began := time.Now()
		list := make([]*Automaton, len(set.paths))
		for i, f := range set.paths {
			if list[i], err = Of(t.Context(), ltl.NNF(f), Limits{}); err != nil {
				t.Fatal(err)
			}
		}
		ourTime := time.Since(began)
		var ours, theirs []int
		var ratios []float64
		larger, smaller, sum, theirSum := 0, 0, 0, 0
		for i, f := range set.paths {
			var n, marks int
			if _, err := fmt.Sscan(lines[i], &n, &marks); err != nil {
				t.Fatal(err)
			}
			a := list[i]
			ours, theirs = append(ours, len(a.States)), append(theirs, n)
			ratios = append(ratios, float64(len(a.States))/float64(n))
			sum, theirSum = sum+len(a.States), theirSum+n
			if len(a.States) > n {
				larger++
				t.Logf("larger: %d states, %d of Spot: %s", len(a.States), n, spotText(f))
			} else if len(a.States) < n {
				smaller++
			}
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		slices.Sort(ratios)
		half := len(ours) / 2
		t.Logf("%s: %d formulas, median %d states (Spot %d), all %d (%d), median ratio %.3f, larger %d, smaller %d, "+
			"%.2f s (%.2f s)",
			set.name, len(ours), ours[half], theirs[half], sum, theirSum, ratios[half], larger, smaller,
			ourTime.Seconds(), theirTime.Seconds())
		if ratios[half] > 1.1 || 10*ours[half] > 11*theirs[half] {
			t.Errorf("%s: the median is above 1.1 times Spot's", set.name)
		}
	}
}

// spotText writes a path formula for Spot. Propositions are enabled transitions.
func spotText(f *syntax.Formula) string {
	switch f.Op {
	case syntax.True:
		return "1"
	case syntax.False:
		return "0"
	case syntax.Enabled:
		return f.Transitions[0].Name
	}
	args := make([]string, len(f.Args))
	for i, g := range f.Args {
		args[i] = spotText(g)
	}
	if len(args) == 1 {
		return f.Op.String() + args[0]
	}
	return "(" + strings.Join(args, " "+f.Op.String()+" ") + ")"
}
