package nets

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/petri"
	"brim/petri/timed"
)

// What the families of nets with time say about their nets, judged by the exploration of single states.

// A timedSpace is the state space of a net with time.
type timedSpace struct {
	*oracle.TimedSpace
	name  string
	names []string // of places
}

func explored(t *testing.T, d *timed.Document) *timedSpace {
	t.Helper()
	s := &timedSpace{name: d.Net().Name}
	for _, p := range d.Net().Places {
		s.names = append(s.names, p.ID)
	}
	var err error
	if d.Arcs != nil {
		s.TimedSpace, err = oracle.ExploreTimedArcs(d.Arcs, 200_000)
	} else {
		s.TimedSpace, err = oracle.ExploreTimed(d.Timed, 200_000)
	}
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return s
}

func parsed(t *testing.T, spec string) *timedSpace {
	t.Helper()
	d, err := ParseTimed(spec)
	if err != nil {
		t.Fatal(err)
	}
	return explored(t, d)
}

// count returns how many tokens places of these names hold, without the numbers behind them.
func (s *timedSpace) count(m petri.Marking, names ...string) (sum int64) {
	for p, name := range s.names {
		base, _, _ := strings.Cut(name, "_")
		if slices.Contains(names, base) {
			sum += m[p]
		}
	}
	return sum
}

// first returns the least time in which a state is reached with so many tokens on places of these names, or -1.
func (s *timedSpace) first(least int64, names ...string) int64 {
	time := int64(-1)
	for i, state := range s.States {
		if s.count(state.Marking, names...) >= least && (time < 0 || s.Times[i] < time) {
			time = s.Times[i]
		}
	}
	return time
}

// tokens returns the number of tokens on the place of that name.
func (s *timedSpace) tokens(i int, name string) int64 {
	return s.States[i].Marking[slices.Index(s.names, name)]
}

// Two places that exclude each other, and places that are marked at a time that is known and not before. No net has a
// deadlock.
func TestTimedAnswers(t *testing.T) {
	for _, c := range []struct {
		spec, alone, marked string
		time                int64
	}{
		{"fischer:1", "critical", "critical", 3},
		{"fischer:2", "critical", "critical", 3},
		{"fischer:3", "critical", "critical", 3},
		{"fischer:4", "critical", "critical", 3},
		{"fischer-fold:7", "critical criticalset", "criticalset", 3},
		{"bridge:1", "bridge", "bridge", 10},
		{"bridge:2", "bridge", "bridge", 10},
		{"bridge:4", "bridge", "bridge", 10},
		{"bridge-fold:9", "bridge", "bridge", 10},
		{"bus:1", "sending", "sending", 0},
		{"bus:5", "sending", "sending", 0},
		{"crossing:1", "", "road", 3},
		{"crossing:2", "", "road", 3},
		{"timeouts:1", "", "late", -1},
		{"timeouts:2", "", "late", 7},
		{"timeouts:3", "", "late", 7},
	} {
		s := parsed(t, c.spec)
		if len(s.Dead) > 0 {
			t.Errorf("%s has %d deadlocks", c.spec, len(s.Dead))
		}
		if at := s.first(2, strings.Fields(c.alone)...); at >= 0 {
			t.Errorf("%s: two tokens on %s at time %d", c.spec, c.alone, at)
		}
		if at := s.first(1, c.marked); at != c.time {
			t.Errorf("%s: %s is marked at time %d, want %d", c.spec, c.marked, at, c.time)
		}
	}
}

// Each node of the bus sends in its slot; the gate is closed when a train is on the road.
func TestTimedSlotsAndGate(t *testing.T) {
	s := parsed(t, "bus:4")
	first := map[string]int64{}
	for i := range s.States {
		for node := 1; node <= 4; node++ {
			name := at("sending", node)
			if time, ok := first[name]; s.tokens(i, name) > 0 && (!ok || s.Times[i] < time) {
				first[name] = s.Times[i]
			}
		}
	}
	if want := map[string]int64{"sending_1": 0, "sending_2": 4, "sending_3": 8, "sending_4": 12}; !maps.Equal(first,
		want) {
		t.Errorf("the nodes send first at %v, want %v", first, want)
	}
	for _, spec := range []string{"crossing:1", "crossing:2"} {
		s := parsed(t, spec)
		for i, state := range s.States {
			if s.count(state.Marking, "road") > 0 && s.tokens(i, "closed") == 0 {
				t.Fatalf("%s: the gate is not closed in %v", spec, state.Marking)
			}
		}
	}
}

// Processes of Fischer's protocol that do not wait long enough do not exclude each other.
func TestFischerTooFast(t *testing.T) {
	for _, build := range []func(b *timedBuilder){
		func(b *timedBuilder) { b.fischer(2, fischerSets) },
		func(b *timedBuilder) { b.fischerFold(2, fischerSets) },
	} {
		b := &timedBuilder{}
		build(b)
		if s := explored(t, b.timedArc()); s.first(2, "critical", "criticalset") < 0 {
			t.Errorf("%v exclude each other", s.names)
		}
	}
}

// A net without numbers reaches the markings of its family, with numbers forgotten, at the same times. That also holds
// of processes that do not wait long enough, where places are used that stay empty otherwise.
func TestTimedFolds(t *testing.T) {
	for n := 1; n <= 4; n++ {
		size := strconv.Itoa(n)
		same(t, parsed(t, "fischer:"+size), parsed(t, "fischer-fold:"+size), fischerFolded)
		same(t, parsed(t, "bridge:"+size), parsed(t, "bridge-fold:"+size), func(s *timedSpace, i int) string {
			return s.sums(i, "free", "left", "safe", "near", "stopped", "start", "bridge")
		})
		if n == 4 {
			break
		}
		for waits := int64(1); waits <= 2; waits++ {
			a, b := &timedBuilder{}, &timedBuilder{}
			a.fischer(n, waits)
			b.fischerFold(n, waits)
			same(t, explored(t, a.timedArc()), explored(t, b.timedArc()), fischerFolded)
		}
	}
}

// fischerFolded returns a marking of a net of either family for Fischer's protocol as one of fischer-fold.
func fischerFolded(s *timedSpace, i int) string {
	if slices.Contains(s.names, "waitset") {
		return s.sums(i, "idle", "request", "wait", "critical", "waitset", "criticalset", "free")
	}
	var named [2]int64 // whether the process that the variable names is on wait or critical
	for j := 1; slices.Contains(s.names, at("set", j)); j++ {
		named[0] += s.tokens(i, at("set", j)) * s.tokens(i, at("wait", j))
		named[1] += s.tokens(i, at("set", j)) * s.tokens(i, at("critical", j))
	}
	m := s.States[i].Marking
	return fmt.Sprint([]int64{
		s.count(m, "idle"), s.count(m, "request"), s.count(m, "wait") - named[0], s.count(m, "critical") - named[1],
		named[0], named[1], s.tokens(i, "set_0"),
	})
}

// sums returns how many tokens places of each name hold in state i.
func (s *timedSpace) sums(i int, names ...string) string {
	var sums []int64
	for _, name := range names {
		sums = append(sums, s.count(s.States[i].Marking, name))
	}
	return fmt.Sprint(sums)
}

// same compares the markings of two spaces, made equal by a function, and the least times in which they are reached.
func same(t *testing.T, a, b *timedSpace, folded func(s *timedSpace, i int) string) {
	t.Helper()
	times := func(s *timedSpace) map[string]int64 {
		least := map[string]int64{}
		for i, time := range s.Times {
			k := folded(s, i)
			if known, ok := least[k]; !ok || time < known {
				least[k] = time
			}
		}
		return least
	}
	if x, y := times(a), times(b); !maps.Equal(x, y) {
		t.Errorf("%s and %s differ: %d and %d markings", a.name, b.name, len(x), len(y))
	}
}

// Of two trains that are stopped none waits for ever; of three one may.
func TestBridgeWaits(t *testing.T) {
	for spec, forever := range map[string]bool{"bridge:1": false, "bridge:2": false, "bridge:3": true} {
		s := parsed(t, spec)
		// A stopped train waits for ever if and only if a cycle of states has it stopped: take away states without a
		// successor among them, until no such state is left.
		left, preds := map[int]int{}, map[int][]int{}
		for i := range s.States {
			if s.tokens(i, "stopped_1") > 0 {
				left[i] = 0
			}
		}
		var ends []int
		for i := range left {
			for _, e := range s.Succ[i] {
				if _, ok := left[e.To]; ok {
					left[i]++
					preds[e.To] = append(preds[e.To], i)
				}
			}
			if left[i] == 0 {
				ends = append(ends, i)
			}
		}
		for len(ends) > 0 {
			i := ends[len(ends)-1]
			ends = ends[:len(ends)-1]
			delete(left, i)
			for _, j := range preds[i] {
				if left[j]--; left[j] == 0 {
					ends = append(ends, j)
				}
			}
		}
		if (len(left) > 0) != forever {
			t.Errorf("%s: a stopped train may wait for ever: %v, want %v", spec, len(left) > 0, forever)
		}
	}
}

// All families of nets with time have nets whose time is exact and which have the name of their spec; other functions
// refuse them.
func TestTimedSpecs(t *testing.T) {
	for _, f := range Timed() {
		for n := f.Numbers[0].Min; n <= 3; n++ {
			spec := f.spec([]int{n})
			d, err := ParseTimed(spec)
			if err != nil || d.Net().Name != spec || !IsTimed(spec) || IsColoured(spec) {
				t.Fatalf("%s: %v, %v", spec, d, err)
			}
			if d.Arcs != nil {
				err = d.Arcs.Exact()
			} else {
				err = d.Timed.Exact()
			}
			if err != nil {
				t.Errorf("%s is not exact: %v", spec, err)
			}
			if _, err := Parse(spec); err == nil || !strings.Contains(err.Error(), "have time") {
				t.Errorf("Parse(%q): %v", spec, err)
			}
			if _, err := ParseColoured(spec); err == nil {
				t.Errorf("ParseColoured(%q) has no error", spec)
			}
		}
		if _, err := ParseTimed(f.spec([]int{f.Numbers[0].Max + 1})); err == nil {
			t.Errorf("%s has no largest size", f.Name)
		}
	}
	for _, spec := range []string{"dphil:3", "dphil-col:3", "fischer", "fisher:3"} {
		if _, err := ParseTimed(spec); err == nil {
			t.Errorf("ParseTimed(%q) has no error", spec)
		}
	}
}
