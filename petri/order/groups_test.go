package order

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"brim/petri"
	"brim/petri/structure"
)

// TestGroupsOfFamilies finds the processes of the families without looking at
// names. lines are some of the components expected.
func TestGroupsOfFamilies(t *testing.T) {
	for _, c := range []struct {
		spec   string
		levels int
		lines  []string
	}{
		{"dphil:5", 5, []string{"Idle_3 WaitL_3 WaitR_3 HasL_3 HasR_3 Fork_3"}},
		{"dphil:50", 50, []string{"Idle_50 WaitL_50 WaitR_50 HasL_50 HasR_50 Fork_50"}},
		{"sr:6", 6, []string{"A_2 B_2 C_2 D_2 E_2 F_2 G_2 H_2"}},
		{"rr:5", 6, []string{"BE_4 BF_4 P0_4 P1_4 P2_4 P3_4 P4_4", "Res Own_1 Own_2 Own_3 Own_4 Own_5"}},
		{"rr:20", 21, []string{"Res", "Own_4 BE_4 BF_4 P0_4 P1_4 P2_4 P3_4 P4_4"}}, // the resource is shared
		{"prodcons:20", 3, []string{"Buf.free Buf.full"}},
		{"hanoi:10", 10, []string{"A_1 B_1 C_1", "A_10 B_10 C_10"}},
		{"kanban:10", 16, nil},
		{"fms:10", 19, []string{"P1M1 M1", "P2M2 M2", "P12M3 M3"}},
	} {
		net, flows := family(t, c.spec)
		groups := Groups(net, flows, Limits{})
		if len(groups) != c.levels {
			t.Errorf("%s: %d components, want %d:\n%s", c.spec, len(groups), c.levels, names(net, groups))
		}
		for _, line := range c.lines {
			if !slices.ContainsFunc(groups, func(g []int) bool { return names(net, [][]int{g}) == line }) {
				t.Errorf("%s: no component %s in\n%s", c.spec, line, names(net, groups))
			}
		}
	}
}

func TestGroupsIsPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := randomNet(t)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		limits := Limits{States: rapid.IntRange(1, 40).Draw(t, "states"),
			OneHot: rapid.IntRange(1, 40).Draw(t, "one-hot")}
		groups := Groups(net, flows, limits)
		if err := (Decomposition{Levels: groups}).Check(net); err != nil {
			t.Fatal(err)
		}
		count := newCounter(net, flows)
		still := net.Fixed()
		for i, g := range groups {
			if !slices.IsSorted(g) || i > 0 && groups[i-1][0] >= g[0] {
				t.Fatalf("not in order: %v", groups)
			}
			most := max(limits.States, limits.OneHot+1)
			if len(g) > 1 && !still[g[0]] && count.count(g, most) > most {
				t.Fatalf("component %v has more than %d local states", g, most)
			}
		}
	})
}

// TestCountAgreesWithEnumeration compares count with all vectors over a box.
func TestCountAgreesWithEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := randomNet(t)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		c := newCounter(net, flows)
		var places []int
		for p := range net.Places {
			if c.bound[p] >= 0 && len(places) < 5 && rapid.Bool().Draw(t, "take") {
				places = append(places, p)
			}
		}
		if len(places) == 0 {
			return
		}
		const most = 10_000
		got := c.count(places, most)
		if want := enumerate(net, flows, c, places); got != min(want, most+1) && got != most+1 {
			t.Fatalf("count(%v) = %d, enumeration %d", places, got, want)
		}
	})
}

// enumerate counts the vectors over places that break no flow or unit, slowly.
func enumerate(net *petri.Net, flows []structure.Semiflow, c *counter, places []int) int {
	value := make([]int64, len(net.Places))
	legal := func() bool {
		for _, f := range useful(net, flows) {
			sum, inside := int64(0), 0
			for i, p := range f.Places {
				sum += f.Weights[i] * value[p]
				if slices.Contains(places, p) {
					inside++
				}
			}
			if sum > f.Constant || inside == len(f.Places) && sum != f.Constant {
				return false
			}
		}
		if net.Units != nil && net.Units.Safe {
			for _, u := range net.Units.List {
				sum := int64(0)
				for _, p := range u.Places {
					sum += value[p]
				}
				if sum > 1 {
					return false
				}
			}
		}
		return true
	}
	found := 0
	var try func(i int)
	try = func(i int) {
		if i == len(places) {
			if legal() {
				found++
			}
			return
		}
		for v := int64(0); v <= c.bound[places[i]]; v++ {
			value[places[i]] = v
			try(i + 1)
		}
		value[places[i]] = 0
	}
	try(0)
	return found
}

// TestGroupsOfConstantPlaces puts what never changes on one level.
func TestGroupsOfConstantPlaces(t *testing.T) {
	b := petri.NewBuilder("constant")
	for i := range 6 {
		b.Place(fmt.Sprintf("c%d", i), 1_000_000)
	}
	x, y := b.Place("x", 700), b.Place("y", 0)
	move := b.Transition("move")
	b.In(move, x, 1)
	b.Out(move, y, 1)
	b.Read(move, 0, 3)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	flows, _ := structure.Semiflows(net, structure.Limit{})
	const want = "c0 c1 c2 c3 c4 c5\nx\ny"
	if got := names(net, Groups(net, flows, Limits{})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, d := range Candidates(net, flows, Options{OnlyGroups: true}) {
		if len(d.Levels[0]) != 6 {
			t.Errorf("%s: the constant places are not at the bottom: %v", d.Method, d.Levels)
		}
	}
}

// TestGroupsOfUnits uses the units of a safe net and ignores those of another.
func TestGroupsOfUnits(t *testing.T) {
	for _, safe := range []bool{true, false} {
		b := petri.NewBuilder("units")
		u := &petri.Units{Safe: safe, List: []petri.Unit{{Name: "root"}}}
		for i := range 4 {
			unit := petri.Unit{Name: fmt.Sprintf("u%d", i)}
			for j := range 3 {
				unit.Places = append(unit.Places, b.Place(fmt.Sprintf("p%d_%d", i, j), 0))
			}
			u.List[0].Sub = append(u.List[0].Sub, len(u.List))
			u.List = append(u.List, unit)
		}
		source := b.Place("source", 1)
		for p := range source { // no invariant: the token can get lost
			start, stop := b.Transition(fmt.Sprintf("start%d", p)), b.Transition(fmt.Sprintf("stop%d", p))
			b.In(start, source, 1)
			b.Out(start, p, 1)
			b.In(stop, p, 1)
		}
		b.Units(u)
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		want := 13
		if safe {
			want = 5
		}
		if got := Groups(net, nil, Limits{}); len(got) != want {
			t.Errorf("safe=%v: %d components, want %d:\n%s", safe, len(got), want, names(net, got))
		}
	}
}
