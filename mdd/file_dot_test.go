package mdd

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Tests of drawings.

// dotOf returns the drawing of a set.
func dotOf(t *testing.T, s Set, o DOTOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.WriteDOT(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Names of levels and values in drawings.
func TestDOTLabels(t *testing.T) {
	f := New(3, Options{Rule: ZeroSuppressed})
	defer f.Close()
	s := f.Tuples([][]int{{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 6}, {4, 0, 8}})
	plain := dotOf(t, s, DOTOptions{})
	for _, want := range []string{
		`n0 -> terminal [label="1–3, 6", style=dashed];`,
		`n0 -> n1 [label="8", style=dashed];`,
		`n1 -> terminal [label="4"];`,
		`level2 [shape=plaintext, label="2"];`,
		`{ rank=same; level2; }`,
		`level3 -> level2 -> level1 -> terminal [style=invis];`,
	} {
		if !strings.Contains(plain, want) {
			t.Errorf("no line %s in\n%s", want, plain)
		}
	}
	named := dotOf(t, s, DOTOptions{
		Level: func(k int) string { return fmt.Sprintf(`a "\%d`, k) },
		Value: func(k, v int) string { return fmt.Sprintf("%d.%d", k, v) },
	})
	for _, want := range []string{`label="a \"\\3"`, `label="3.1, 3.2, 3.3, 3.6"`} {
		if !strings.Contains(named, want) {
			t.Errorf("no %s in\n%s", want, named)
		}
	}
}

// Drawings of sets without nodes.
func TestDOTOfTerminals(t *testing.T) {
	f := New(2, Options{Rule: ZeroSuppressed})
	defer f.Close()
	for label, s := range map[string]Set{"0": f.Empty(), "1": f.Tuple(0, 0)} {
		got := dotOf(t, s, DOTOptions{})
		if !strings.Contains(got, `terminal [shape=box, label="`+label+`"]`) || strings.Contains(got, "n0") {
			t.Errorf("terminal %s: got\n%s", label, got)
		}
	}
}

// Equal sets give equal texts, however they were made and wherever their nodes lie.
func TestDOTIsDeterministic(t *testing.T) {
	for seed := range uint64(50) {
		var want string
		for i, every := range []int{0, 0, 1} {
			f := New(4, Options{CollectEvery: every})
			s, twin := randomSet(f, rand.New(rand.NewPCG(seed, 8)), 12, 4)
			if i == 1 {
				s = twin.Set(f)
			}
			got := dotOf(t, s, DOTOptions{})
			if want == "" {
				want = got
			}
			if got != want {
				t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, got, want)
			}
			f.Close()
		}
	}
}

// A diagram with too many nodes is not drawn.
func TestDOTLimit(t *testing.T) {
	f := New(100, Options{Rule: QuasiReduced})
	defer f.Close()
	s := f.Tuple(make([]int, 100)...)
	var b bytes.Buffer
	err := s.WriteDOT(&b, DOTOptions{MaxNodes: 99})
	if err == nil || err.Error() != "mdd: WriteDOT: the diagram has 100 nodes, more than the limit of 99" ||
		b.Len() > 0 {
		t.Errorf("got %v and %d bytes", err, b.Len())
	}
	if err := s.WriteDOT(&b, DOTOptions{MaxNodes: 100}); err != nil {
		t.Error(err)
	}
}
