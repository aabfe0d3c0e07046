package format_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"brim/petri/extended"
	"brim/petri/timed"
)

// What documents with time have in common if only their names and the order of their nodes differ.

// levels says of the states that a net reaches with each number of steps, which are units of time and firings: how many
// there are, how many firings begin there, and a sum over the numbers of tokens on single places.
func levels(d *timed.Document) string {
	var b strings.Builder
	seen := map[string]bool{}
	rule := ruleOf(d)
	add := func(list []any, s any) []any {
		if key := fmt.Sprint(s); !seen[key] {
			seen[key] = true
			list = append(list, s)
		}
		return list
	}
	for todo := add(nil, rule.initial); len(todo) > 0 && len(seen) < 150; {
		var next []any
		firings, tokens := 0, uint32(0)
		for _, s := range todo {
			m := slices.Clone(rule.marking(s))
			slices.Sort(m)
			h := fnv.New32()
			fmt.Fprint(h, m)
			tokens += h.Sum32()
			list, fired := rule.successors(s)
			firings += fired
			for _, s := range list {
				next = add(next, s)
			}
		}
		fmt.Fprintln(&b, len(todo), firings, tokens)
		todo = next
	}
	return b.String()
}

// A game is the firing rule of a document of any kind.
type game struct {
	initial    any
	marking    func(s any) []int64
	successors func(s any) (list []any, firings int)
}

func ruleOf(d *timed.Document) game {
	switch {
	case d.Timed != nil:
		return timedGame(d.Timed)
	case d.Arcs != nil:
		return arcGame(d.Arcs)
	}
	r, err := extended.NewRule(d.Untimed)
	if err != nil {
		panic(err)
	}
	return game{
		initial: []int64(r.Initial()),
		marking: func(s any) []int64 { return s.([]int64) },
		successors: func(s any) (list []any, firings int) {
			for t := range d.Untimed.Transitions {
				if next, err := r.Fire(s.([]int64), t); err == nil {
					list, firings = append(list, []int64(next)), firings+1
				}
			}
			return list, firings
		},
	}
}

func timedGame(n *timed.Net) game {
	r, err := timed.NewRule(n)
	if err != nil {
		panic(err)
	}
	return game{
		initial: r.Initial(),
		marking: func(s any) []int64 { return s.(timed.State).Marking },
		successors: func(s any) (list []any, firings int) {
			if next, err := r.Delay(s.(timed.State), 1); err == nil {
				list = append(list, next)
			}
			for t := range n.Transitions {
				if next, err := r.Fire(s.(timed.State), t); err == nil {
					list, firings = append(list, next), firings+1
				}
			}
			return list, firings
		},
	}
}

func arcGame(n *timed.ArcNet) game {
	r, err := timed.NewArcRule(n)
	if err != nil {
		panic(err)
	}
	return game{
		initial: r.Initial(),
		marking: func(s any) []int64 { return s.(timed.ArcState).Marking() },
		successors: func(s any) (list []any, firings int) {
			if next, err := r.Delay(s.(timed.ArcState), 1); err == nil {
				list = append(list, next)
			}
			for t := range n.Transitions {
				for c := range r.Choices(s.(timed.ArcState), t) {
					if next, err := r.Fire(s.(timed.ArcState), t, c); err == nil {
						list, firings = append(list, next), firings+1
					}
				}
			}
			return list, firings
		},
	}
}

// normalTime returns a document in a form in which the order of its nodes and arcs makes no difference: its net and, in
// order, what its time says of nodes and arcs by their names.
func normalTime(d *timed.Document) any {
	net := d.Net()
	var list []string
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	place, transition := func(p int) string { return net.Places[p].ID },
		func(t int) string { return net.Transitions[t].ID }
	if n := d.Timed; n != nil {
		say("weak %t, memory %d", n.Weak, n.Memory)
		for t, i := range n.Intervals {
			say("transition %q: %v", transition(t), i)
		}
	}
	if n := d.Arcs; n != nil {
		for i, a := range n.Arcs {
			say("arc %q %q %d %d: %v", place(a.Place), transition(a.Transition), a.Kind, a.Weight, n.Ages[i])
		}
		for _, a := range n.Transports {
			say("transport %q %q %q %d: %v by %v and %v", place(a.From), transition(a.Transition), place(a.To),
				a.Weight, a.Ages,
				a.Before, a.After)
		}
		for p, b := range n.Invariants {
			say("place %q: %v", place(p), b)
		}
		for t, u := range n.Urgent {
			say("transition %q: %t", transition(t), u)
		}
	}
	slices.Sort(list)
	return struct {
		net  *extended.Net
		time []string
	}{normal(net), list}
}
