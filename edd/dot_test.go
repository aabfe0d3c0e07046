package edd_test

import (
	"bytes"
	"strings"
	"testing"

	"brim/edd"
	"brim/mdd"
)

// Tests of drawings.

// expectLines fails unless the drawing has these lines.
func expectLines(t *testing.T, drawing string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains(drawing, line) {
			t.Errorf("no %s in\n%s", line, drawing)
		}
	}
}

// A drawing has the levels, nodes and edges of a function, with their values.
func TestWriteDOT(t *testing.T) {
	f := newForest(3, edd.Options{})
	defer closeBoth(f)
	at := func(d int, values ...int) edd.Func { return f.Zero(f.Sets().Tuple(values...)).Plus(d) }
	g := at(7, 1, 0, 0).Min(at(7, 2, 0, 0)).Min(at(7, 3, 0, 0)).Min(at(9, 4, 0, 0)).Min(at(5, 1, 0, 2)).Min(at(5, 2, 0,
		2)).Min(at(5, 3, 0, 2)).Min(at(7, 4, 0, 2))
	for _, c := range []struct {
		g     edd.Func
		o     mdd.DOTOptions
		lines []string
	}{
		{g, mdd.DOTOptions{}, []string{
			`digraph edd {`, `root -> n0 [label="5"];`, `n0 -> n1 [label="0: 2", style=dashed];`,
			`n0 -> n1 [label="2: 0", style=dashed];`,
			`n1 -> terminal [label="1–3: 0"];`, `n1 -> terminal [label="4: 2"];`, `terminal [shape=box, label="1"];`,
			`level2 [shape=plaintext, label="2"];`,
		}},
		{g, mdd.DOTOptions{Value: func(int, int) string { return "x" }},
			[]string{`n1 -> terminal [label="x, x, x: 0"];`}},
		{f.Infinity(), mdd.DOTOptions{}, []string{`terminal [shape=box, label="∞"];`, `root -> terminal [label=""];`}},
		{at(3, 0, 0, 0), mdd.DOTOptions{}, []string{`root -> terminal [label="3", style=dashed];`}},
	} {
		var b bytes.Buffer
		if err := c.g.WriteDOT(&b, c.o); err != nil {
			t.Fatal(err)
		}
		expectLines(t, b.String(), c.lines...)
	}
	var b bytes.Buffer
	const want = "edd: WriteDOT: the diagram has 2 nodes, more than the limit of 1"
	if err := g.WriteDOT(&b, mdd.DOTOptions{MaxNodes: 1}); err == nil || err.Error() != want || b.Len() > 0 {
		t.Errorf("got %v and %d bytes, want %s", err, b.Len(), want)
	}
}

// A set and a function are drawn side by side.
func TestWriteDOTBeside(t *testing.T) {
	f := newForest(2, edd.Options{})
	defer closeBoth(f)
	sets := f.Sets()
	for _, c := range []struct {
		set   mdd.Set
		lines []string
	}{
		{sets.Tuple(1, 1), []string{`label="MDD";`, `d1_root -> d1_n0 [label=""];`, `d1_n0 -> d1_n1 [label="1"];`,
			`label="EDD";`, `d2_n0 -> d2_n1 [label="1: 0"];`}},
		{sets.Empty(), []string{`d1_terminal [shape=box, label="0"];`, `d2_terminal [shape=box, label="∞"];`}},
		{sets.Tuple(0, 0), []string{`d1_root -> d1_terminal`, `d2_root -> d2_terminal [label="0", style=dashed];`}},
	} {
		var b bytes.Buffer
		if err := f.Zero(c.set).WriteDOTBeside(&b, c.set, mdd.DOTOptions{}); err != nil {
			t.Fatal(err)
		}
		expectLines(t, b.String(), c.lines...)
	}
	var b bytes.Buffer
	if err := f.Infinity().WriteDOTBeside(&b, sets.Tuple(1, 1), mdd.DOTOptions{MaxNodes: 1}); err == nil ||
		b.Len() > 0 {
		t.Errorf("got %v and %d bytes, want an error", err, b.Len())
	}
}
