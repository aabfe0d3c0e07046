package net

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/randcoloured"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
	"brim/petri/pnml"
)

// The readers compared with those of brim, which share nothing with them.

// canonical returns a line for each place and transition, sorted.
func canonical(n *Net) string {
	var lines []string
	for i, p := range n.Places {
		lines = append(lines, fmt.Sprint("place ", p, " ", n.Initial[i]))
	}
	for _, t := range n.Transitions {
		var arcs []string
		for _, a := range t.Arcs {
			arcs = append(arcs, fmt.Sprint(n.Places[a.Place], " ", a.Pre, " ", a.Post, " ", a.Most))
		}
		slices.Sort(arcs)
		lines = append(lines, fmt.Sprint("transition ", t.Name, arcs))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// theirs returns a net of brim as one of ours.
func theirs(n *petri.Net) *Net {
	m := &Net{}
	for _, p := range n.Places {
		m.Places, m.Initial = append(m.Places, p.Name), append(m.Initial, p.Initial)
	}
	for _, t := range n.Transitions {
		at := map[int]Arc{}
		add := func(list []petri.Arc, pre, post, inhibit int64) {
			for _, x := range list {
				a, known := at[x.Place]
				if !known {
					a = Arc{Place: x.Place, Most: math.MaxInt64}
				}
				a.Pre, a.Post = a.Pre+pre*x.Weight, a.Post+post*x.Weight
				if inhibit == 1 {
					a.Most = x.Weight - 1
				}
				at[x.Place] = a
			}
		}
		add(t.Pre, 1, 0, 0)
		add(t.Post, 0, 1, 0)
		add(t.Inhibit, 0, 0, 1)
		m.Transitions = append(m.Transitions, Transition{t.Name, slices.Collect(maps.Values(at))})
	}
	return m
}

func TestPlainAsBrim(t *testing.T) {
	for seed := range uint64(300) {
		n := randnet.Generate(rand.New(rand.NewPCG(seed, 0)), randnet.Config{Arbitrary: seed%2 == 0})
		var file bytes.Buffer
		if err := pnml.Write(&file, n); err != nil {
			t.Fatal(err)
		}
		own, err := netOf(file.Bytes())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got, want := canonical(own), canonical(theirs(n)); got != want {
			t.Fatalf("seed %d:\n%s\nwant\n%s", seed, got, want)
		}
	}
}

// sameUnfolding compares the unfolding of a file with that of brim.
func sameUnfolding(t *testing.T, file []byte, what string) (read bool) {
	t.Helper()
	_, n, err := pnml.ReadAny(bytes.NewReader(file), what)
	if err != nil || n == nil {
		t.Fatalf("%s: %v", what, err)
	}
	u, err := unfold.Net(context.Background(), n, unfold.Options{})
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	own, err := netOf(file)
	if err != nil && refused.MatchString(err.Error()) {
		return false
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", what, err, file)
	}
	if got, want := canonical(own), canonical(theirs(u.Numbered().Net)); got != want {
		t.Fatalf("%s:\n%s\nwant\n%s", what, got, want)
	}
	return true
}

// refused is what no net of the contest has: some operators, and neighbours in an enumeration without a cycle.
var refused = regexp.MustCompile("<(imply|empty)|the colours form no cycle")

func TestColouredAsBrim(t *testing.T) {
	read := 0
	for seed := range uint64(2000) {
		n := randcoloured.Generate(rand.New(rand.NewPCG(seed, 0)), randcoloured.Config{Open: seed%3 == 0})
		if hasBlocks(n) { // partitions in guards are not read
			continue
		}
		var file bytes.Buffer
		if err := pnml.WriteColoured(&file, n); err != nil {
			t.Fatal(err)
		}
		if sameUnfolding(t, file.Bytes(), fmt.Sprint("seed ", seed)) {
			read++
		}
	}
	if read < 300 {
		t.Error("too few")
	}
	t.Logf("%d nets compared", read)
}

// TestExamplesAsBrim unfolds the coloured nets in the repository.
func TestExamplesAsBrim(t *testing.T) {
	for _, file := range []string{"examples/symposium.pnml", "petri/pnml/testdata/coloured.pnml"} {
		data, err := os.ReadFile(filepath.Join("../../../..", file))
		if err != nil {
			t.Fatal(err)
		}
		if !sameUnfolding(t, data, file) {
			t.Errorf("%s is not read", file)
		}
	}
}

// hasBlocks reports whether a net has a partition.
func hasBlocks(n *coloured.Net) bool {
	return slices.ContainsFunc(n.Sorts, func(s coloured.Sort) bool { return s.Kind == coloured.Partition })
}
