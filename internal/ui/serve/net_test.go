package serve

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/check"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
)

// shown returns the model of a net as a server has it, and what is drawn of it.
func shown(t *testing.T, m *check.Model) (*model, *Net) {
	t.Helper()
	s := &Server{models: new(shelf)}
	x, err := s.models.add(t.Context(), Options{}, m)
	if err != nil {
		t.Fatal(err)
	}
	n, err := s.net(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	return x, n
}

// weights reads the arcs of a transition back from the drawing: what it takes, gives, and is inhibited by.
func weights(t *testing.T, n *Net, node int) (pre, post, inhibit []petri.Arc) {
	t.Helper()
	for _, a := range n.Arcs {
		w := int64(1)
		if a.Label != "" {
			var err error
			if w, err = strconv.ParseInt(a.Label, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		switch {
		case a.To == node && a.Kind == "inhibitor":
			inhibit = append(inhibit, petri.Arc{Place: a.From, Weight: w})
		case a.To == node && a.Kind == "read":
			pre, post = append(pre, petri.Arc{Place: a.From, Weight: w}),
				append(post, petri.Arc{Place: a.From, Weight: w})
		case a.To == node:
			pre = append(pre, petri.Arc{Place: a.From, Weight: w})
		case a.From == node:
			post = append(post, petri.Arc{Place: a.To, Weight: w})
		}
	}
	for _, list := range [][]petri.Arc{pre, post, inhibit} {
		slices.SortFunc(list, func(a, b petri.Arc) int { return a.Place - b.Place })
	}
	return pre, post, inhibit
}

// The drawing has the arcs of the net, and no others.
func TestDrawnNet(t *testing.T) {
	var list []*petri.Net
	for _, f := range nets.All() {
		if net, err := nets.Parse(f.Name + ":3"); err == nil {
			list = append(list, net)
		}
	}
	for seed := range uint64(100) {
		list = append(list, randnet.Loose(rand.New(rand.NewPCG(seed, 104))))
	}
	if len(list) < 110 {
		t.Errorf("%d nets", len(list))
	}
	for _, net := range list {
		_, n := shown(t, check.OfNet(net))
		if len(n.Places) != len(net.Places) || len(n.Transitions) != len(net.Transitions) ||
			len(n.Nodes) != len(n.Places)+len(n.Transitions) {
			t.Fatalf("%s: %d places, %d transitions, %d nodes are drawn", net.Name, len(n.Places), len(n.Transitions),
				len(n.Nodes))
		}
		for i := range net.Transitions {
			tr := &net.Transitions[i]
			pre, post, inhibit := weights(t, n, n.Transitions[i].Node)
			if !slices.Equal(pre, tr.Pre) || !slices.Equal(post, tr.Post) || !slices.Equal(inhibit, tr.Inhibit) {
				t.Errorf("%s: %s takes %v, gives %v, below %v; expected %v, %v, %v", net.Name, tr.Name, pre, post,
					inhibit, tr.Pre, tr.Post, tr.Inhibit)
			}
		}
	}
}

// The places and transitions of an unfolding are drawn as those that they stand for.
func TestDrawnColouredNet(t *testing.T) {
	net, err := nets.ParseColoured("dphil-col:3")
	if err != nil {
		t.Fatal(err)
	}
	m, n := shown(t, check.OfColoured(net))
	u := m.played.Unfolding
	for p, e := range n.Places {
		if place, _ := u.PlaceOf(p); n.Nodes[e.Node].Transition || n.Nodes[e.Node].Name != net.Places[place].Name ||
			e.Part == "" {
			t.Errorf("place %s is drawn as %v", e.Name, n.Nodes[e.Node])
		}
	}
	for i, e := range n.Transitions {
		if tr, _ := u.TransitionOf(i); !n.Nodes[e.Node].Transition ||
			n.Nodes[e.Node].Name != net.Transitions[tr].Name || e.Part == "" {
			t.Errorf("transition %s is drawn as %v", e.Name, n.Nodes[e.Node])
		}
	}
	if len(n.Places) != len(u.Net.Places) || len(n.Transitions) != len(u.Net.Transitions) {
		t.Errorf("%d places and %d transitions are played", len(n.Places), len(n.Transitions))
	}
}

// A game stands where the net's own rule leads, also after random steps and up to one that cannot be fired.
func TestPlay(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 105))
		net := randnet.Loose(rng)
		m, _ := shown(t, check.OfNet(net))
		s := &Server{}
		drawn, err := s.play(t.Context(), m, PlayRequest{Random: 30, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		steps := append(slices.Clone(drawn.Steps), rng.IntN(len(net.Transitions)+1), 0)
		got, err := s.play(t.Context(), m, PlayRequest{Steps: steps})
		if err != nil {
			t.Fatal(err)
		}
		possible := 0
		want := net.Initial()
		for marking, err := range net.Markings(steps) {
			if err != nil {
				break
			}
			copy(want, marking)
			possible++
		}
		possible-- // the initial marking is before the first step
		if len(got.Steps) != possible || (possible < len(steps)) != (got.Problem != "") || possible < len(drawn.Steps) {
			t.Fatalf("seed %d: %d of %d steps fired, problem %q; expected %d", seed, len(got.Steps), len(steps),
				got.Problem, possible)
		}
		if !slices.Equal(got.Marking, tokens(want)) || !slices.Equal(got.Enabled,
			slices.Collect(net.EnabledTransitions(want))) {
			t.Errorf("seed %d: %v, enabled %v; expected %s", seed, got.Marking, got.Enabled, net.Format(want))
		}
	}
	m, _ := shown(t, check.OfNet(randnet.Loose(rand.New(rand.NewPCG(1, 1)))))
	for _, n := range []int{mostSteps + 1, math.MaxInt, -1} {
		if _, err := new(Server).play(t.Context(), m, PlayRequest{Steps: []int{0}, Random: n}); err == nil {
			t.Errorf("a game of %d steps more", n)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := new(Server).play(ended, m, PlayRequest{Random: mostSteps}); !errors.Is(err, context.Canceled) {
		t.Errorf("a game that nobody waits for: %v", err)
	}
}

// Files that are too large get a sentence.
func TestLargeFiles(t *testing.T) {
	address, _ := running(t, Options{Models: []string{"dphil:2"}})
	for _, what := range []string{"trace", "properties"} {
		got, text := send(t, "POST", address+"api/models/1/"+what+"?name=f", asFile,
			&long{part: "# \n", left: 2 * mostJSON})
		if got != 422 || !strings.Contains(text, "f is larger than 16 MiB") {
			t.Errorf("%s: status %d, %.200s", what, got, text)
		}
	}
}

// Traces in any form are played as far as they go.
func TestLoadTrace(t *testing.T) {
	net, err := nets.Parse("dphil:3")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{models: new(shelf)}
	if _, err := s.models.add(t.Context(), Options{}, check.OfNet(net)); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"GoEat_1\nGetL_1\n":                         "GoEat_1 GetL_1",
		"<trace><transition id='GoEat_2'/></trace>": "GoEat_2",
		`{"format":"brim-trace","version":1,"witness":{"formula":"EF WaitL_1 = 1 | AG false","branches":[{"at":0,"formula":"EF WaitL_1 = 1","steps":[{"transition":"GoEat_1"}]}]}}`: "GoEat_1",
		"GoEat_1\nRel_1\nGetL_1\n": "GoEat_1: step 2: transition Rel_1 is not enabled: place HasL_1 holds 0, needs 1 " +
			"or more",
		`{"format":"brim-trace","version":1,"x":true}`: "t:1: there is no witness",
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/models/1/trace?name=t",
			strings.NewReader(text))
		w := httptest.NewRecorder()
		s.routes().ServeHTTP(w, r)
		var play Play // a Problem has the same key
		if err := json.Unmarshal(w.Body.Bytes(), &play); err != nil {
			t.Fatal(err)
		}
		var fired []string
		for _, step := range play.Steps {
			fired = append(fired, net.Transitions[step].Name)
		}
		got := strings.Join(fired, " ")
		if play.Problem != "" {
			got = strings.TrimPrefix(got+": "+play.Problem, ": ")
		}
		if got != want {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
}

// add puts a model that was read elsewhere on the shelf.
func (s *shelf) add(ctx context.Context, o Options, m *check.Model) (*model, error) {
	x, err := newModel(ctx, o, m)
	if err != nil {
		return nil, err
	}
	s.put(x)
	return x, nil
}
