package format_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"brim/petri"
	"brim/petri/extended"
	"brim/petri/format"
	"brim/petri/timed"
)

var netsFlag = flag.Int("nets", 60, "random nets that are written and read again in each format")

// TestRoundTrip checks on random nets with arcs of all kinds, capacities, priorities and names of all kinds, for each
// format: what is written and read again is the net that Fit made, and Fit changes what can happen only where it says
// so. For the number of issue 35: go test ./petri/format -run RoundTrip -nets 10000
func TestRoundTrip(t *testing.T) {
	for seed := range uint64(*netsFlag) {
		net := random(rand.New(rand.NewPCG(seed, 35)))
		for _, f := range format.All() {
			if !f.Writable() {
				continue
			}
			d, losses, err := f.Fit(&timed.Document{Untimed: net})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			back, fitted := again(t, f, d).Net(), d.Net()
			if got, want := normal(back), normal(fitted); !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, %s: another net came back:\n%+v\nwant\n%+v", seed, f.Name, got, want)
			}
			if !slices.ContainsFunc(losses, func(l format.Loss) bool { return l.Behaviour }) {
				if diff := behaves(net, back, fitted); diff != "" {
					t.Fatalf("seed %d, %s: %s\n%+v\n%+v\n%v", seed, f.Name, diff, net, back, losses)
				}
			}
		}
	}
}

// again writes a net and reads it.
func again(t *testing.T, f *format.Format, d *timed.Document) *timed.Document {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, d); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	text := b.String()
	back, err := f.Read(&b, "x"+f.Endings[0])
	if err != nil {
		t.Fatalf("%s: %v\n%s", f.Name, err, text)
	}
	return back
}

// normal returns a net with nodes in the order of their names, and arcs in that of their nodes, one of a kind between
// the same two; without the name, which some formats take from the file.
func normal(net *extended.Net) *extended.Net {
	n := &extended.Net{}
	places, transitions := sorted(net.Places, func(p extended.Place) string { return p.ID }),
		sorted(net.Transitions, func(t extended.Transition) string { return t.ID })
	for _, p := range places {
		n.Places = append(n.Places, net.Places[p])
	}
	for _, t := range transitions {
		n.Transitions = append(n.Transitions, net.Transitions[t])
	}
	for _, a := range net.Arcs {
		a.Place, a.Transition = slices.Index(places, a.Place), slices.Index(transitions, a.Transition)
		same := slices.IndexFunc(n.Arcs, func(b extended.Arc) bool {
			return a.Place == b.Place && a.Transition == b.Transition && a.Kind == b.Kind
		})
		switch {
		case same < 0:
			n.Arcs = append(n.Arcs, a)
		case a.Kind == extended.Input || a.Kind == extended.Output:
			n.Arcs[same].Weight += a.Weight
		case a.Kind == extended.Read:
			n.Arcs[same].Weight = max(a.Weight, n.Arcs[same].Weight)
		default:
			n.Arcs[same].Weight = min(a.Weight, n.Arcs[same].Weight)
		}
	}
	slices.SortFunc(n.Arcs, func(a, b extended.Arc) int {
		return cmp.Or(a.Transition-b.Transition, a.Place-b.Place, int(a.Kind)-int(b.Kind),
			cmp.Compare(a.Weight, b.Weight))
	})
	for _, o := range net.Over {
		n.Over = append(n.Over, extended.Priority{First: slices.Index(transitions, o.First),
			Then: slices.Index(transitions, o.Then)})
	}
	slices.SortFunc(n.Over, func(a, b extended.Priority) int { return cmp.Or(a.First-b.First, a.Then-b.Then) })
	n.Over = slices.Compact(n.Over)
	for _, f := range net.Finals {
		final := make(extended.Final, len(places))
		for i, p := range places {
			final[i] = f[p]
		}
		n.Finals = append(n.Finals, final)
	}
	return n
}

// sorted returns the numbers of things in the order of their names.
func sorted[T any](list []T, name func(T) string) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(name(list[a]), name(list[b])) })
	return order
}

// behaves returns in what a and b differ, up to two hundred markings from the initial one; b has the nodes of fitted,
// which are those of a by their numbers, under their names.
func behaves(a, b, fitted *extended.Net) string {
	ra, err := extended.NewRule(a)
	if err != nil {
		return err.Error()
	}
	rb, err := extended.NewRule(b)
	if err != nil {
		return err.Error()
	}
	places, transitions := make([]int, len(a.Places)), make([]int, len(a.Transitions))
	for p := range places {
		places[p] = slices.IndexFunc(b.Places, func(x extended.Place) bool { return x.ID == fitted.Places[p].ID })
	}
	for t := range transitions {
		transitions[t] = slices.IndexFunc(b.Transitions,
			func(x extended.Transition) bool { return x.ID == fitted.Transitions[t].ID })
	}
	turned := func(m petri.Marking) petri.Marking {
		o := make(petri.Marking, len(m))
		for p := range m {
			o[places[p]] = m[p]
		}
		return o
	}
	todo := []petri.Marking{ra.Initial()}
	if !slices.Equal(turned(todo[0]), rb.Initial()) {
		return fmt.Sprintf("initial markings %v and %v", todo[0], rb.Initial())
	}
	seen := map[string]bool{fmt.Sprint(todo[0]): true}
	for len(todo) > 0 && len(seen) < 200 {
		m := todo[0]
		todo = todo[1:]
		for t := range a.Transitions {
			if x, y := ra.Enabled(m, t), rb.Enabled(turned(m), transitions[t]); x != y {
				return fmt.Sprintf("transition %s in %v: %t and %t", a.Transitions[t].ID, m, x, y)
			} else if !x {
				continue
			}
			next, err := ra.Fire(m, t)
			other, err2 := rb.Fire(turned(m), transitions[t])
			if (err == nil) != (err2 == nil) || err == nil && !slices.Equal(turned(next), other) {
				return fmt.Sprintf("transition %s from %v: %v and %v", a.Transitions[t].ID, m, next, other)
			}
			if err == nil && !seen[fmt.Sprint(next)] {
				seen[fmt.Sprint(next)] = true
				todo = append(todo, next)
			}
		}
	}
	return ""
}
