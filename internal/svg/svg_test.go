package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestRender(t *testing.T) {
	const dot = `digraph "two rows" {
		node [shape=box, fontsize=10];
		a [label="first\nline & more"];
		b [shape=ellipse, style=filled, fillcolor="gray92"];
		"a" -> b [label="2"]; b -> c -> a [style=dashed];
		c -> b [arrowhead=odot]; c -> d [dir=none]; d -> d; { rank=same; c; d; }
		note [shape=plaintext]; note -> a [style=invis];
	}`
	picture := render(t, dot)
	for _, part := range []string{
		`>first</text>`, `>line &amp; more</text>`, `>2</text>`, `fill="#ebebeb"`, `stroke-dasharray`, `r="3" fill="white"`, `>note</text>`,
	} {
		if !strings.Contains(picture, part) {
			t.Errorf("no %s in\n%s", part, picture)
		}
	}
	if n := strings.Count(picture, "<ellipse"); n != 1 {
		t.Errorf("%d ellipses", n)
	}
	if again := render(t, dot); again != picture {
		t.Error("a second picture differs")
	}
}

// Clusters stand side by side, none over another, and share nothing, not even names.
func TestClusters(t *testing.T) {
	picture := render(t, `digraph {
		node [shape=box];
		subgraph cluster1 { label="left & first"; a -> b; }
		subgraph "cluster2" { label="right"; a -> b -> c; { rank=same; b; d; } }
	}`)
	for _, part := range []string{`>left &amp; first</text>`, `>right</text>`, `<g transform="translate(0,32)">`} {
		if !strings.Contains(picture, part) {
			t.Errorf("no %s in\n%s", part, picture)
		}
	}
	if n := strings.Count(picture, "<rect x="); n != 2+4 {
		t.Errorf("%d boxes, want 6", n)
	}
	left, _ := laidOut(t, `digraph { node [shape=box]; a -> b; }`).size()
	if part := fmt.Sprintf(`<g transform="translate(%.0f,32)">`, left); !strings.Contains(picture, part) {
		t.Errorf("the second cluster does not begin where the first one ends: no %s in\n%s", part, picture)
	}
	if beside := render(t, `digraph { x; subgraph cluster1 { a; } }`); strings.Count(beside, "<ellipse") != 2 {
		t.Errorf("not two nodes in\n%s", beside)
	}
}

func TestRenderErrors(t *testing.T) {
	for _, dot := range []string{"", "digraph {", "digraph {} digraph {}", "<svg/>"} {
		if _, err := Render([]byte(dot)); err == nil || !strings.HasPrefix(err.Error(), "svg: ") {
			t.Errorf("%q: %v", dot, err)
		}
	}
}

// TestNoCrossings draws a graph whose text crosses all edges and whose layout need not.
func TestNoCrossings(t *testing.T) {
	l := laidOut(t, "digraph { a; b; c; r -> a; r -> b; r -> c; c -> x; b -> y; a -> z }")
	if n := l.crossings(); n != 0 {
		t.Errorf("%d crossings", n)
	}
}

// TestRandom checks of random graphs: edges run between the layers of their ends, nothing overlaps within a layer and
// everything is within the picture.
func TestRandom(t *testing.T) {
	for seed := range uint64(200) {
		l := laidOut(t, randomDot(rand.New(rand.NewPCG(seed, 0))))
		for k, layer := range l.layers {
			for i, s := range layer {
				if s.layer != k || s.at != i {
					t.Fatalf("seed %d: spot %d of layer %d says %d of %d", seed, i, k, s.at, s.layer)
				}
				if i > 0 && s.x < layer[i-1].x+distance(layer[i-1], s)-1e-6 {
					t.Errorf("seed %d: spots %d and %d of layer %d overlap", seed, i-1, i, k)
				}
				if s.x-s.width/2 < 0 {
					t.Errorf("seed %d: spot %d of layer %d is left of the picture", seed, i, k)
				}
			}
		}
		for i := range l.routes {
			for j, s := range l.routes[i].spots {
				if j > 0 && !l.routes[i].flat() && s.layer != l.routes[i].spots[j-1].layer+1 {
					t.Errorf("seed %d: an edge jumps from layer %d to %d", seed, l.routes[i].spots[j-1].layer, s.layer)
				}
			}
		}
	}
}

// randomDot writes a random graph.
func randomDot(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("digraph {\n")
	n := 1 + r.IntN(15)
	for range r.IntN(30) {
		fmt.Fprintf(&b, "n%d -> n%d", r.IntN(n), r.IntN(n))
		switch r.IntN(4) {
		case 0:
			b.WriteString(" [label=\"some text\"]")
		case 1:
			b.WriteString(" [constraint=false]")
		}
		b.WriteString(";\n")
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "{ rank=same; n%d; n%d }\n", r.IntN(n), r.IntN(n))
	}
	b.WriteString("n0 }\n")
	return b.String()
}

func laidOut(t *testing.T, dot string) *layout {
	t.Helper()
	g, err := parse([]byte(dot))
	if err != nil {
		t.Fatal(err)
	}
	return g.laidOut()
}

// render returns the picture after a look whether it is well-formed XML.
func render(t *testing.T, dot string) string {
	t.Helper()
	picture, err := Render([]byte(dot))
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		if _, err := d.Token(); err == io.EOF {
			return string(picture)
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, picture)
		}
	}
}
