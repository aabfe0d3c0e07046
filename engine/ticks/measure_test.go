package ticks

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/mdd"
	"brim/petri/nets"
	"brim/petri/timed"
)

var (
	measuredNet   = flag.String("net", "", "the nets that are measured have names that begin like this")
	measuredSteps = flag.Int("steps", 100, "the larger, the more sizes are measured")
	measuredCodes = flag.Int("codes", fewCodes, "up to how many multisets of ages a place has a variable for them")
)
var mergedOnly = flag.Bool("merged", false, "only plans with merged variables are measured")
var measure = flag.Int("measure", 0, "up to which size the families are measured")

func sorted(m in) []string { return slices.Sorted(maps.Keys(m)) }

// TestMeasure prints, for growing nets, the states, and the variables, nodes and times of saturation, in plans with
// merged variables and without; and the time with the tick as a matrix diagram. Tasks without capacities have unbounded
// places, so that their firings are products, one for each case.
func TestMeasure(t *testing.T) {
	if *measure == 0 {
		t.Skip("-measure N prints a table")
	}
	fmt.Println("| net | merged | variables | events | sequences | states | nodes | peak | order | saturation | tick " +
		"as a matrix |")
	fmt.Println("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, c := range []struct {
		name string
		most int
		make func(n int) (*plan, error)
	}{
		{"fischer", *measure, func(n int) (*plan, error) {
			return agedPlan(family("fischer", n), fewCodes)
		}},
		{"fischer-fold", *measure, func(n int) (*plan, error) {
			return agedPlan(family("fischer-fold", n), *measuredCodes)
		}},
		{"tasks", *measure, func(n int) (*plan, error) { return clockedPlan(tasks(n, true)) }},
		{"tasks, no capacities", min(*measure, 4), func(n int) (*plan, error) { return clockedPlan(tasks(n, false)) }},
	} {
		if !strings.HasPrefix(c.name, *measuredNet) {
			continue
		}
		for n := 2; n <= c.most; n += max(1, n / *measuredSteps) {
			p, err := c.make(n)
			if err != nil {
				t.Fatal(err)
			}
			if !*mergedOnly {
				measured(t, fmt.Sprintf("| %s:%d | no |", c.name, n), p)
			}
			measured(t, fmt.Sprintf("| %s:%d | yes |", c.name, n), p.merged().plan())
		}
	}
}

// family returns a timed-arc net of a family of package nets.
func family(name string, n int) *timed.ArcNet {
	d, err := nets.ParseTimed(fmt.Sprint(name, ":", n))
	if err != nil {
		panic(err)
	}
	return d.Arcs
}

func agedPlan(net *timed.ArcNet, few int) (*plan, error) {
	a, _, _, err := aged(context.Background(), net, few)
	if err != nil {
		return nil, err
	}
	return &a.plan, nil
}

func clockedPlan(net *timed.Net) (*plan, error) {
	c, _, _, err := clocked(context.Background(), net)
	if err != nil {
		return nil, err
	}
	return &c.plan, nil
}

// measured prints a row of the table.
func measured(t *testing.T, begin string, p *plan) {
	start := time.Now()
	m, err := p.model(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	order := time.Since(start)
	sequences := 0
	for _, e := range p.events {
		if len(e.stages) > 1 || len(e.stages[0]) > 1 {
			sequences++
		}
	}
	reached, product := saturated(p, m, false)
	nodes, peak := reached.Nodes(), m.System.Start().Forest().Stats().PeakNodes
	_, matrix := saturated(p, m, true)
	fmt.Printf("%s %d | %d | %d | %v | %d | %d | %v | %v | %v |\n", begin, len(p.names), len(p.events), sequences,
		reached.Count(),
		nodes, peak, order.Round(time.Microsecond), product.Round(time.Microsecond), matrix.Round(time.Microsecond))
	m.System.Start().Forest().Close()
}

// saturated makes the events anew, so that no result is known, and returns the states and the time of saturation.
func saturated(p *plan, m *Model, tickAsMatrix bool) (mdd.Set, time.Duration) {
	f := m.System.Start().Forest()
	r := f.NewRelation()
	values := make([][]int, f.Levels())
	for v, most := range p.most {
		for value := range most + 1 {
			values[m.System.Level(v)-1] = append(values[m.System.Level(v)-1], value)
		}
	}
	for _, e := range p.events {
		all := f.Identity()
		for _, stage := range e.stages {
			one := f.NoPairs()
			for _, steps := range stage {
				steps = slices.Clone(steps)
				for i := range steps {
					steps[i].Level = m.System.Level(steps[i].Level - 1)
				}
				if len(e.stages) == 1 && len(stage) == 1 && !(tickAsMatrix && e.transition == Tick) {
					r.Add(steps...)
					continue
				}
				one = one.Union(f.Steps(values, steps...))
			}
			all = all.Compose(one)
		}
		if !all.IsEmpty() {
			r.AddMatrix(all)
		}
	}
	begin := time.Now()
	reached := r.Saturate(m.System.Start())
	return reached, time.Since(begin)
}
