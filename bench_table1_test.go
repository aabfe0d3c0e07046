package brim_test

import (
	"context"
	"testing"
	"time"

	"brim/bench/tables"
	"brim/ctl/syntax"
	"brim/engine/symbolic"
	"brim/petri"
	"brim/petri/nets"
)

// BenchmarkTable1 decides the properties of Table 1 of [DVB14] inside one process, the choice of the order included: what brim bench table1 measures
// as whole processes. So far that is the column Unlim. Nets that take longer than a minute are skipped.
func BenchmarkTable1(b *testing.B) {
	for _, suite := range tables.All(testing.Short()) {
		if suite.Name != "table1" {
			continue
		}
		for _, cell := range suite.Cells {
			if cell.Label("strategy") != "unlim" {
				continue
			}
			b.Run(cell.Name(), func(b *testing.B) {
				net, err := nets.Parse(cell.Model)
				if err != nil {
					b.Fatal(err)
				}
				f, err := syntax.Parse(cell.Property, cell.Name(), namesOf(net))
				if err != nil {
					b.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
				defer cancel()
				for b.Loop() {
					unlimited(b, ctx, net, f, cell.Want)
				}
			})
		}
	}
}

// unlimited explores a net and decides a formula, whose verdict is known.
func unlimited(b *testing.B, ctx context.Context, net *petri.Net, f *syntax.Formula, want string) {
	space, err := symbolic.Explore(ctx, net, symbolic.Options{})
	if space != nil {
		defer space.Close()
	}
	if ctx.Err() != nil {
		b.Skip("a minute is too short")
	}
	if err != nil {
		b.Fatal(err)
	}
	v, err := space.Verdict(ctx, space.Checker(syntax.Infinite), f, symbolic.WitnessOptions{None: true})
	switch {
	case err != nil:
		b.Fatal(err)
	case ctx.Err() != nil:
		b.Skip("a minute is too short")
	case v.Result.String() != want:
		b.Fatalf("the formula %v, want %s: %s", v.Result, want, v.Reason)
	}
	b.StopTimer() // counting is not measured
	report(b, space.Reached, space.Stats)
	b.StartTimer()
}

// namesOf resolves names in formulas over the net of a family.
func namesOf(net *petri.Net) syntax.Names {
	var places, transitions []string
	for i := range net.Places {
		places = append(places, net.Places[i].Name)
	}
	for i := range net.Transitions {
		transitions = append(transitions, net.Transitions[i].Name)
	}
	propositions := map[string]string{}
	if family, size, err := nets.Split(net.Name); err == nil {
		for name := range family.PropositionNames(size) {
			propositions[name], _ = family.Proposition(size, name)
		}
	}
	return syntax.NewLists(places, transitions, propositions)
}
