package race

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"brim/petri"
	"brim/petri/nets"
	"brim/petri/order"
)

// trialsOf returns the trials of all orders of a net.
func trialsOf(ctx context.Context, t *testing.T, net *petri.Net, o Options) []Trial {
	t.Helper()
	flows := o.Invariants(context.Background(), net)
	orders := Orders(net, flows)
	if !slices.ContainsFunc(orders, FileOrder(net, flows).Equal) {
		t.Error("the order of the file is not among them")
	}
	list := make([]Trial, len(orders))
	if err := Trials(ctx, net, orders, o, func(i int, x Trial) { list[i] = x }); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if list[i].Stats.Work > 0 && !list[i].Order.Equal(orders[i]) {
			t.Errorf("trial %d has the order %s, want %s", i, list[i].Order.Method, orders[i].Method)
		}
	}
	return list
}

// Under each order that is not given up the markings are those of the closed form, and the work is that of Explore.
// What is given up had more than Hopeless times the work of the best.
func TestTrials(t *testing.T) {
	family, size, err := nets.Split("kanban:50")
	if err != nil {
		t.Fatal(err)
	}
	net, err := nets.Parse("kanban:50")
	if err != nil {
		t.Fatal(err)
	}
	list := trialsOf(t.Context(), t, net, Options{})
	best := int64(1 << 60)
	for _, x := range list {
		if x.States != nil {
			best = min(best, x.Stats.Work)
		}
	}
	ended, left := 0, 0
	for _, x := range list {
		if x.States == nil {
			left++
			if x.Stats.Work < Hopeless*best || !RanOut(x.Err) {
				t.Errorf("%s was given up at %d, %v; the best is %d", x.Order.Method, x.Stats.Work, x.Err, best)
			}
			continue
		}
		ended++
		if x.States.Cmp(family.States(size...)) != 0 || x.Err != nil {
			t.Errorf("%s: %v states, %v", x.Order.Method, x.States, x.Err)
		}
		s, err := Explore(t.Context(), net, Options{Order: &x.Order})
		if err != nil {
			t.Fatal(err)
		}
		if s.Stats.Work != x.Stats.Work || s.Reached.Nodes() != x.Nodes {
			t.Errorf("%s: work %d and %d nodes, Explore has %d and %d", x.Order.Method, x.Stats.Work, x.Nodes,
				s.Stats.Work, s.Reached.Nodes())
		}
		s.Close()
	}
	if ended == 0 || left == 0 {
		t.Errorf("%d orders ended and %d were given up; the test needs some of both", ended, left)
	}
}

// Limits end single trials, the context ends all.
func TestTrialsKeepLimits(t *testing.T) {
	net, err := nets.Parse("kanban:200")
	if err != nil {
		t.Fatal(err)
	}
	limited := 0
	for _, x := range trialsOf(t.Context(), t, net, Options{Nodes: 2000}) {
		var s *Stopped
		if errors.As(x.Err, &s) && s.Err.Kind == "nodes" {
			limited++
		}
	}
	if limited == 0 {
		t.Error("no trial ended at the limit of nodes")
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, x := range trialsOf(over, t, net, Options{}) {
		if x.Stats.Work > 0 {
			t.Errorf("%s was tried after the end", x.Order.Method)
		}
	}
}

// The choice ends after the work that it is given; with enough of it, it is that of Explore.
func TestTryChoice(t *testing.T) {
	net, err := nets.Parse("fms:50")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := TryChoice(t.Context(), net, Options{}, 1<<60)
	if err != nil || whole.Err != nil || whole.Choice.Work == 0 {
		t.Fatalf("%+v, %v", whole, err)
	}
	s, err := Explore(t.Context(), net, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if !s.Order.Equal(whole.Order) || s.Choice.Work != whole.Choice.Work || s.Stats.Work != whole.Stats.Work ||
		s.States().Cmp(whole.States) != 0 {
		t.Errorf("%s, work %d after %d; Explore has %s, %d after %d", whole.Order.Method, whole.Stats.Work,
			whole.Choice.Work, s.Order.Method, s.Stats.Work, s.Choice.Work)
	}
	half := (whole.Choice.Work + whole.Stats.Work) / 2
	part, err := TryChoice(t.Context(), net, Options{}, half)
	var limit *Stopped
	if err != nil || part.States != nil || !errors.As(part.Err, &limit) || limit.Err.Kind != "work" {
		t.Fatalf("%+v, %v", part, err)
	}
	// the last encoding counts for neither
	if did := part.Choice.Work + part.Stats.Work; did < half-setupWork(net) || did > 3*half {
		t.Errorf("it ended at %d, the limit is %d", did, half)
	}
}

// Each trial has its part of the time.
func TestPartOf(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Hour)
	defer cancel()
	part, stop := partOf(ctx, 5)
	defer stop()
	if end, ok := part.Deadline(); !ok || time.Until(end) > 2*time.Hour || time.Until(end) < time.Hour {
		t.Errorf("a fifth of 10h ends in %v", time.Until(end))
	}
	part, stop = partOf(t.Context(), 5)
	defer stop()
	if _, ok := part.Deadline(); ok {
		t.Error("a part of what has no end has one")
	}
}

// What cannot be explored under any order is an error, as of Explore.
func TestTrialsOfAnUnboundedNet(t *testing.T) {
	net, err := nets.Parse("unbounded:2")
	if err != nil {
		t.Fatal(err)
	}
	var u *UnboundedError
	err = Trials(t.Context(), net, order.Candidates(net, nil, order.Options{}), Options{},
		func(int, Trial) { t.Error("a trial") })
	if !errors.As(err, &u) {
		t.Errorf("got %v", err)
	}
}
