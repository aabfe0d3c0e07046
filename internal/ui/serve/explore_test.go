package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/check"
	"brim/check/explore"
	"brim/internal/naming"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/order"
)

func quiet(check.Progress) {}

// Levels, values and the diagram node by node are those of all markings found one by one.
func TestSpaceAgrees(t *testing.T) {
	drawn := 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 108))
		net := randnet.Generate(rng, randnet.Config{})
		want, err := oracle.Explore(net, 3000)
		if err != nil || len(net.Places) == 0 {
			continue
		}
		m := served(net)
		d := order.Decomposition{}
		for _, p := range rng.Perm(len(net.Places)) {
			d.Levels = append(d.Levels, []int{p})
		}
		chosen := &d
		if seed%3 == 0 {
			chosen = nil
		}
		x, err := spaceOf(t.Context(), m, chosen, check.Limits{}, quiet)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if x.States != strconv.Itoa(len(want.States)) || !x.Complete || x.Stopped != "" {
			t.Fatalf("seed %d: %s markings, complete %v, want %d", seed, x.States, x.Complete, len(want.States))
		}
		nodes := 0
		for k, l := range x.Levels {
			nodes += l.Nodes
			if chosen != nil && (len(l.Places) != 1 || l.Places[0] != net.Places[d.Levels[k][0]].Name) {
				t.Fatalf("seed %d: level %d is %v", seed, k, l.Places)
			}
			values := map[string]bool{}
			for _, s := range want.States {
				text := ""
				for _, name := range l.Places {
					p, _ := net.PlaceIndex(name)
					text += fmt.Sprint(s[p], " ")
				}
				values[text] = true
			}
			if l.Values != len(values) {
				t.Errorf("seed %d: level %d, %v, has %d values, want %d", seed, k, l.Places, l.Values, len(values))
			}
		}
		if nodes != x.Nodes || x.Nodes > x.Peak {
			t.Errorf("seed %d: %d nodes by level, %d in all, %d at most", seed, nodes, x.Nodes, x.Peak)
		}
		if chosen == nil {
			continue
		}
		if x.Diagram == nil {
			if x.Nodes <= mostDrawn {
				t.Errorf("seed %d: %d nodes are not drawn", seed, x.Nodes)
			}
			continue
		}
		drawn++
		for i, s := range want.States {
			if i%7 == 0 && !reads(t, x, net, d, s) {
				t.Fatalf("seed %d: the drawing has no way for %v", seed, s)
			}
		}
		if got, want := ways(x.Diagram), len(want.States); got != want {
			t.Errorf("seed %d: the drawing has %d markings, want %d", seed, got, want)
		}
	}
	if drawn == 0 {
		t.Error("nothing was drawn")
	}
}

// reads reports whether the drawing has a way for the marking. Where arcs skip levels, places have no tokens.
func reads(t *testing.T, x *Space, net *petri.Net, d order.Decomposition, m petri.Marking) bool {
	at := len(x.Diagram.Nodes) - 1
	for k := len(d.Levels) - 1; k >= 0; k-- {
		tokens := m[d.Levels[k][0]]
		if at < 0 || x.Diagram.Nodes[at].Level != k {
			if tokens != x.lowest(t, net, d, k) {
				return false
			}
			continue
		}
		i := slices.IndexFunc(x.Diagram.Nodes[at].Arcs, func(a DiagramArc) bool { return contains(a.Values, tokens) })
		if i < 0 {
			return false
		}
		at = x.Diagram.Nodes[at].Arcs[i].To
	}
	return at == -1
}

// lowest is the number of tokens that the value 0 of a level stands for.
func (x *Space) lowest(t *testing.T, net *petri.Net, d order.Decomposition, k int) int64 {
	t.Helper()
	s, err := explore.Explore(t.Context(), net, explore.Options{Order: &d}, check.Limits{}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	text := s.LocalState(naming.Of(net).Place, k+1, 0)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// contains reports whether a label such as 0, 2–5 has the number.
func contains(label string, tokens int64) bool {
	for part := range strings.SplitSeq(label, ", ") {
		first, last, isRun := strings.Cut(part, "–")
		if !isRun {
			last = first
		}
		lo, _ := strconv.ParseInt(first, 10, 64)
		hi, _ := strconv.ParseInt(last, 10, 64)
		if lo <= tokens && tokens <= hi {
			return true
		}
	}
	return false
}

// ways counts the markings of a drawing whose levels have one place each.
func ways(d *Diagram) int {
	if len(d.Nodes) == 0 {
		return 1
	}
	counts := make([]int, len(d.Nodes))
	for i, n := range d.Nodes {
		for _, a := range n.Arcs {
			values := 0
			for part := range strings.SplitSeq(a.Values, ", ") {
				first, last, isRun := strings.Cut(part, "–")
				values++
				if isRun {
					lo, _ := strconv.Atoi(first)
					hi, _ := strconv.Atoi(last)
					values += hi - lo
				}
			}
			below := 1
			if a.To >= 0 {
				below = counts[a.To]
			}
			counts[i] += values * below
		}
	}
	return counts[len(counts)-1]
}

// Known numbers of families, and labels of local states where levels have several places.
func TestSpaceOfFamilies(t *testing.T) {
	for name, states := range map[string]string{"kanban:2": "4600", "dphil:3": "76", "fms:2": "3444"} {
		m, err := check.Load(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		x, err := spaceOf(t.Context(), &model{whole: m, played: m, info: ModelInfo{Name: name}}, nil, check.Limits{},
			quiet)
		if err != nil || x.States != states || !x.Complete || x.Tried < 1 {
			t.Errorf("%s: %+v, %v", name, x, err)
		}
		if want := "brim states --show-order " + name; x.Command != want {
			t.Errorf("the command is %s, want %s", x.Command, want)
		}
	}
	m, err := check.Load(t.Context(), "dphil:2")
	if err != nil {
		t.Fatal(err)
	}
	d := order.Decomposition{Levels: [][]int{{}}}
	for p := range m.Net.Places {
		d.Levels[0] = append(d.Levels[0], p)
	}
	x, err := spaceOf(t.Context(), &model{whole: m, played: m, info: ModelInfo{Name: "a net"}}, &d, check.Limits{},
		quiet)
	if err != nil || x.Nodes != 1 || len(x.Diagram.Nodes) != 1 || !strings.Contains(x.Diagram.Nodes[0].Arcs[0].Values,
		"Idle_1") {
		t.Errorf("one level: %+v, %v", x, err)
	}
	if !strings.HasPrefix(x.Command, "printf '%s\\n' '") || !strings.HasSuffix(x.Command,
		"' | brim states --order /dev/stdin 'a net'") {
		t.Errorf("the command is %s", x.Command)
	}
}

// What the page asks for has to be an order.
func TestOrderRefused(t *testing.T) {
	m, err := check.Load(t.Context(), "prodcons:1")
	if err != nil {
		t.Fatal(err)
	}
	x := &model{whole: m, played: m}
	var all [][]string
	for _, p := range m.Net.Places {
		all = append(all, []string{p.Name})
	}
	for want, levels := range map[string][][]string{
		`there is no place "nobody"`:         append(slices.Clone(all), []string{"nobody"}),
		"is on no level":                     all[1:],
		"is on level 1 and again on level 2": append([][]string{all[0]}, all...),
		"level 2 has no places":              append([][]string{all[0], {}}, all[1:]...),
		"\" is on no level":                  {},
	} {
		if _, err := x.order(levels); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", levels, err, want)
		}
	}
	if d, err := x.order(all); err != nil || len(d.Levels) != len(all) {
		t.Errorf("%v: %v", d, err)
	}
	if d, err := x.order(nil); d != nil || err != nil {
		t.Errorf("no order: %v, %v", d, err)
	}
}

// Who stops an exploration gets what was found, and was told of levels that grow before.
func TestExploreStopped(t *testing.T) {
	m, err := check.Load(t.Context(), "kanban:200")
	if err != nil {
		t.Fatal(err)
	}
	x := &model{whole: m, played: m, info: ModelInfo{Name: "kanban:200"}}
	d := order.Decomposition{} // a bad one
	for p := range m.Net.Places {
		d.Levels = append(d.Levels, []int{(5 * p) % len(m.Net.Places)})
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last *Growth
	var k looker
	s, err := spaceOf(ctx, x, &d, check.Limits{}, func(p check.Progress) {
		if last = k.look(p, x.names(), last); last != nil && slices.Max(last.Widths) > 1 {
			cancel()
		}
	})
	if err != nil || s.Complete || s.Stopped != "interrupted" || len(s.Levels) != len(m.Net.Places) || s.States == "" {
		t.Errorf("stopped: %+v, %v", s, err)
	}
	if last == nil || len(last.Widths) != len(m.Net.Places) || len(last.Labels) != len(m.Net.Places) ||
		slices.Max(last.Widths) < 2 {
		t.Errorf("the last look saw %+v", last)
	}
	if _, err := json.Marshal(s); err != nil {
		t.Error(err)
	}
}
