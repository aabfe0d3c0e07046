package race

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"brim/petri"
	"brim/petri/nets"
)

// The race: the choice of the order does not depend on the number of cores, and shares of work, promises and parking
// follow their rules.

func mustNet(t *testing.T, name string) *petri.Net {
	t.Helper()
	net, err := nets.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// A choice is all that must not depend on the number of cores.
type choiceMade struct {
	order       string
	tried       int
	choice, run int64
	states      string
}

func choiceOf(t *testing.T, net *petri.Net, tick func()) choiceMade {
	t.Helper()
	x, err := Prepare(t.Context(), net, Options{})
	if err != nil {
		t.Fatal(err)
	}
	x.tick = tick
	s, err := x.Explore()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return choiceMade{s.Order.Method, s.Choice.Tried, s.Choice.Work, s.Stats.Work, s.States().String()}
}

// The choice is the same on any number of cores, and when it takes turns with another task: for nets that race, and
// for nets with a sibling, on which orders are improved while the race goes on.
func TestChoiceDoesNotDependOnCores(t *testing.T) {
	for _, name := range []string{"sr:25", "kanban:100", "fms:60", "fms:110"} {
		net := mustNet(t, name)
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		want := choiceOf(t, net, nil)
		if want.tried < 3 {
			t.Errorf("%s: %d orders tried, the test needs a race", name, want.tried)
		}
		for _, cores := range []int{2, 8} {
			runtime.GOMAXPROCS(cores)
			if got := choiceOf(t, net, nil); got != want {
				t.Errorf("%s: %+v on %d cores, %+v on one", name, got, cores, want)
			}
		}
		ticks := 0
		if got := choiceOf(t, net, func() { ticks++ }); got != want {
			t.Errorf("%s: %+v in turns, %+v without", name, got, want)
		}
		if ticks == 0 {
			t.Errorf("%s: no turns", name)
		}
	}
}

// After each lap of a race under a memory limit, all its diagrams together are within it.
func TestRaceSharesItsMemory(t *testing.T) {
	const limit = 8 << 20
	x, err := Prepare(t.Context(), mustNet(t, "sr:80"), Options{Memory: limit})
	if err != nil {
		t.Fatal(err)
	}
	r := &race{x: x, lap: QuickWork}
	r.add(Orders(x.net, x.Flows))
	start := len(r.racers)
	for range 40 {
		winner, err := r.runLap()
		if err != nil {
			t.Fatal(err)
		}
		if winner != nil {
			break
		}
		var sum int64
		for _, o := range r.racers {
			if o.run != nil {
				sum += o.run.bytes()
			}
		}
		if sum > limit {
			t.Errorf("lap %d: %d bytes, limit %d", r.lap, sum, limit)
		}
		r.lap = int64(raceGrowth * float64(r.lap))
	}
	if len(r.racers) == start {
		t.Errorf("all %d stayed in the race: the test needs a smaller limit", start)
	}
	r.only(nil)
	if len(x.runs) != 0 {
		t.Errorf("%d explorations are left", len(x.runs))
	}
}

// Ranks go by what was found at the same work.
func TestRanks(t *testing.T) {
	had := func(found ...float64) *racer { return &racer{found: found} }
	slow, quick := had(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), had(2, 3, 4)
	if !quick.ahead(slow) || slow.ahead(quick) {
		t.Error("of two the one that had found more at the last common mark is not ahead")
	}
	if slow.behind(quick) || quick.behind(slow) {
		t.Error("three marks are no long time")
	}
	best := had(2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
	if !slow.behind(best) || best.behind(slow) {
		t.Error("ten marks are a long time")
	}
	if nobody := had(); nobody.ahead(slow) || slow.ahead(nobody) || nobody.behind(slow) || nobody.stuck() {
		t.Error("without marks nothing is known")
	}
	if slow.stuck() || !had(1, 2, 2).stuck() {
		t.Error("stuck is who has found nothing new since the last mark")
	}
	r := race{racers: []*racer{quick, slow, best}}
	if r.rank(); r.racers[0] != best && r.racers[1] != best {
		t.Error("the best did not rise")
	}
	r.rank()
	if r.racers[0] != quick && r.racers[0] != best {
		t.Error("the slow one leads")
	}
	// Shares fall with the rank, but not below the least.
	for rank := 1; rank < len(r.racers); rank++ {
		if a, b := r.share(rank-1), r.share(rank); b > a || b < leastShare {
			t.Errorf("rank %d gets %v, the one before it %v", rank, b, a)
		}
	}
}

// While the leader finds nothing new, a chaser gets more, but not one that would have to begin again.
func TestStuckLeader(t *testing.T) {
	leader := &racer{found: []float64{1, 2, 3, 4, 5, 6, 7, 7}}
	chaser, parked := &racer{run: &exploration{}}, &racer{spent: 1000}
	r := race{racers: []*racer{leader, chaser, parked}}
	if got := r.share(1); got != stuckShare {
		t.Errorf("the chaser gets %v", got)
	}
	if got := r.share(2); got >= stuckShare {
		t.Errorf("the parked one gets %v", got)
	}
	leader.found[7] = 8
	if got := r.share(1); got != nearShare {
		t.Errorf("behind a leader that finds more the chaser gets %v", got)
	}
}

// While what the leader finds grows by less than its work, the others get more, and who gains on it and is ahead leads.
func TestSlowLeader(t *testing.T) {
	line := func(marks int, from, pace float64) *racer {
		o := &racer{}
		for i := range marks {
			o.found = append(o.found, from+pace*float64(i))
		}
		return o
	}
	if !line(8, 9, 0.8).slow() || line(8, 9, 0.9).slow() || line(slowly, 9, 0).slow() {
		t.Error("slow is who finds less than 0.81 bits from mark to mark, the logarithm of how much more work that is")
	}
	net := mustNet(t, "sr:20")
	quick, slow, late := line(20, 5, 1), line(20, 9, 0.2), line(10, 0, 1)
	first := func(leader *racer, lap int64) *race {
		return &race{x: &Explorer{net: net}, lap: lap,
			racers: []*racer{leader, line(2, 0, 1), line(2, 0, 1), line(2, 0, 1), late}}
	}
	lap := int64(4 * workAt(12))
	for name, r := range map[string]*race{"quick leader": first(quick, lap), "early": first(slow, slowFrom-1)} {
		if r.findSoon(); r.slow() || r.racers[1] == late || r.share(1) != nearShare {
			t.Errorf("%s: slow %t, the next one gets %v", name, r.slow(), r.share(1))
		}
	}
	r := first(slow, lap) // late has found as much at mark 11: 9+0.2i = i
	if r.findSoon(); !slices.Equal(r.soon, []*racer{late}) || r.share(4) != slowShare || r.share(1) != slowNear {
		t.Errorf("%d are soon, the last one gets %v, the next one %v", len(r.soon), r.share(4), r.share(1))
	}
	few := int64(slowFrom)
	if a, b := first(slow, few).target(3), first(quick, few).target(3); a <= b {
		t.Errorf("a new order gets %d behind a slow leader and %d behind a quick one", a, b)
	}
	late.found = append(late.found, 10, 11, 12) // ahead at mark 12, and behind the others at their last mark
	if r.findSoon(); r.racers[0] != late || slices.Contains(r.soon, late) || len(r.racers) != 5 || r.slow() {
		t.Errorf("who gains on a slow leader and is ahead of it has rank %d of %d", slices.Index(r.racers, late),
			len(r.racers))
	}
}

// A racer that has little to do and has overdrawn gives its memory back, before all do that have little to do.
func TestPark(t *testing.T) {
	x, err := Prepare(t.Context(), mustNet(t, "sr:100"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := &race{x: x, lap: QuickWork}
	r.add(Orders(x.net, x.Flows))
	defer r.only(nil)
	parked := 0
	for ; r.lap < parkAll; r.lap = int64(raceGrowth * float64(r.lap)) {
		if winner, err := r.runLap(); err != nil || winner != nil {
			t.Fatalf("lap %d: won by %v, error %v: the test needs a longer race", r.lap, winner, err)
		}
		for rank, o := range r.racers {
			switch idle := rank > chasers || o.behind(r.racers[0]); {
			case o.run == nil && o.spent > 0:
				parked++
				if r.lap <= parkFrom {
					t.Errorf("lap %d: rank %d is parked", r.lap, rank)
				}
			case o.run == nil || !idle || slices.Contains(r.soon, o) || r.lap <= parkFrom:
			case o.run.work() > overdrawn*r.target(rank):
				t.Errorf("lap %d: rank %d has done %d and %d are due", r.lap, rank, o.run.work(), r.target(rank))
			}
		}
	}
	if parked == 0 {
		t.Error("nobody was parked")
	}
}

// Who gains on the leader is told by where the two would have found as much.
func TestCrossing(t *testing.T) {
	line := func(marks int, from, pace float64) *racer {
		o := &racer{}
		for i := range marks {
			o.found = append(o.found, from+pace*float64(i))
		}
		return o
	}
	leader := line(20, 10, 1) // 29 at mark 19
	for _, c := range []struct {
		name string
		o    *racer
		want float64
	}{
		{"ahead now", line(8, 11, 1), workAt(7)},
		{"as far at a mark that the leader has passed", line(8, 0, 2), workAt(10)},  // 2i = 10+i
		{"as far behind the leader's last mark", line(8, -2.25, 1.5), workAt(24.5)}, // 1.5i−2.25 = 10+i
		{"never: as quick as the leader", line(8, 9, 1), math.Inf(1)},
		{"never: slower", line(8, 0, 0.5), math.Inf(1)},
		{"not known: few marks", line(trend, 0, 9), math.Inf(1)},
	} {
		if got := c.o.crossing(leader); got != c.want && math.Abs(got-c.want) > 1e-9*c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	slowing := line(8, 0, 2)
	slowing.found = append(slowing.found, 14.5, 15)
	if got := slowing.crossing(leader); !math.IsInf(got, 1) {
		t.Errorf("one that slows down: %v", got)
	}
	if got := line(8, 0, 2).crossing(line(trend, 9, 1)); !math.IsInf(got, 1) {
		t.Errorf("a leader with few marks: %v", got)
	}
	// The soonest come first, those too late and the leader not at all, and each gets its share whatever its rank.
	late, soon, sooner := line(8, -2.25, 1.5), line(8, 0, 2), line(8, 4, 1.75)
	r := race{lap: int64(4 * workAt(10)),
		racers: []*racer{leader, late, line(8, 0, 0.5), line(8, 0, 0.4), line(8, 0, 0.3), soon, sooner}}
	r.findSoon()
	if !slices.Equal(r.soon, []*racer{sooner, soon}) {
		t.Errorf("%d are soon", len(r.soon))
	}
	for rank, want := range map[int]float64{5: soonShare, 6: soonShare} {
		if got := r.share(rank); got != want {
			t.Errorf("rank %d gets %v, want %v", rank, got, want)
		}
	}
	if got := r.share(4); got >= soonShare {
		t.Errorf("rank 4, which does not gain on the leader, gets %v", got)
	}
	// A racer that does not keep its promise is believed later.
	if soon.promise != workAt(10) || late.promise != 0 {
		t.Errorf("promises of %v and %v", soon.promise, late.promise)
	}
	soon.found = append(soon.found, 15, 16, 17)
	if r.findSoon(); soon.broken != 1 || slices.Contains(r.soon, soon) {
		t.Errorf("behind at the mark of the promise: %d broken", soon.broken)
	}
	sooner.found = append(sooner.found, 18)
	if r.findSoon(); sooner.broken != 0 || !slices.Contains(r.soon, sooner) {
		t.Errorf("as far at the mark of the promise: %d broken", sooner.broken)
	}
}

// A panic in another goroutine is passed on to the caller.
func TestEachPanics(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	defer func() {
		if p := recover(); p != "mine" {
			t.Errorf("recovered %v", p)
		}
	}()
	(&Explorer{}).each(8, func(i int) {
		if i == 5 {
			panic("mine")
		}
	})
	t.Error("each went on")
}
