package board_test

import (
	"bytes"
	"context"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/internal/testkit/checktest"
	"brim/internal/watch"
)

// hungry takes memory until it has to end, and then closes ended.
func hungry(ended chan struct{}) custom {
	const piece = 4 << 20
	return custom{"hungry", func(ctx context.Context, t *check.Turn) error {
		defer close(ended)
		held := watch.Charge(ctx)
		for all := [][]byte(nil); ctx.Err() == nil; time.Sleep(time.Millisecond) {
			next := make([]byte, piece)
			for i := range next {
				next[i] = 1
			}
			all = append(all, next)
			held.Set(int64(len(all) * piece))
		}
		return ctx.Err()
	}}
}

// fromSystem returns how many bytes Go has from the system: under the race detector the process has more, which does
// not come back.
func fromSystem() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

// room returns limits of time and of more memory than the process has now.
func room(t *testing.T, limit time.Duration) check.Limits {
	if watch.Resident() == 0 {
		t.Skip("the memory of the process is not known here")
	}
	debug.FreeOSMemory() // the garbage of other tests would make room
	return check.Limits{Memory: watch.Resident() + 256<<20, Time: limit}
}

// A technique that takes all memory ends alone: one beside it goes on in the memory that comes back, and answers.
func TestHungerEndsOneTechnique(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	ended := make(chan struct{})
	l := room(t, time.Minute)
	back, before := false, fromSystem()
	modest := custom{"modest", func(ctx context.Context, turn *check.Turn) error {
		select {
		case <-ended:
		case <-ctx.Done():
			return ctx.Err()
		}
		for end := time.Now().Add(10 * time.Second); !back &&
			time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			back = fromSystem() < before+128<<20
		}
		return check.Symbolic{}.Run(ctx, turn)
	}}
	a, err := check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"),
		check.Options{Techniques: []check.Technique{hungry(ended), modest}, Limits: l})
	if err != nil || a.Result != check.Holds || !back {
		t.Errorf("%v (%s), error %v, memory came back: %v; want it to hold in the memory that came back", a.Result,
			a.Reason, err, back)
	}
}

// What is unknown in the end names the limit that ended the run, and the technique that ended before for lack of
// memory; if no limit ended the run, it names the memory.
func TestHungerIsNamed(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	waits := custom{"waits", func(ctx context.Context, _ *check.Turn) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	gives := custom{"gives", func(_ context.Context, turn *check.Turn) error {
		for _, q := range turn.Open() {
			turn.Undecided(q, "it is too hard", nil)
		}
		return nil
	}}
	for _, c := range []struct {
		beside check.Technique
		kind   check.StopKind
		words  []string
	}{
		{waits, check.StopTime, []string{"time limit reached", "for lack of memory ended before: hungry"}},
		{gives, check.StopMemory, []string{"memory limit reached"}},
	} {
		a, err := check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"),
			check.Options{Techniques: []check.Technique{c.beside, hungry(make(chan struct{}))},
				Limits: room(t, 4*time.Second)})
		if err != nil || a.Result != check.Unknown || a.Stop == nil || a.Stop.Kind != c.kind {
			t.Errorf("beside %s: %v, stop %v, error %v; want it unknown by %s", c.beside.Name(), a.Result, a.Stop, err,
				c.kind)
		}
		for _, w := range c.words {
			if !strings.Contains(a.Reason, w) {
				t.Errorf("beside %s: the reason is %q, want %q in it", c.beside.Name(), a.Reason, w)
			}
		}
	}
}

// What a technique keeps until the end of the run is given back when the memory becomes scarce after it has returned.
func TestKeptMemoryIsGivenBack(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	l := room(t, time.Minute)
	kept, given, freed := make(chan struct{}), make(chan struct{}), make(chan struct{})
	keeps := custom{"keeps", func(ctx context.Context, turn *check.Turn) error {
		held := watch.Charge(ctx)
		held.Set(1 << 40) // more than anything else
		turn.Finish(func(context.Context) {
			close(given)
			<-freed // only then what it kept is gone
		})
		close(kept)
		return nil
	}}
	eats := custom{"eats", func(ctx context.Context, turn *check.Turn) error {
		all := [][]byte(nil)
		defer func() { runtime.KeepAlive(all) }()
		<-kept
		for ; ; time.Sleep(4 * time.Millisecond) {
			select {
			case <-given:
				all = nil
				debug.FreeOSMemory()
				close(freed)
				return check.Symbolic{}.Run(ctx, turn)
			case <-ctx.Done():
				return ctx.Err()
			default:
			}
			if watch.Resident() < l.Memory-l.Memory/50 { // near the limit, and never above it
				all = append(all, bytes.Repeat([]byte{1}, 1<<20))
			}
		}
	}}
	a, err := check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"),
		check.Options{Techniques: []check.Technique{keeps, eats}, Limits: l})
	if err != nil || a.Result != check.Holds {
		t.Errorf("%v (%s), error %v; want it to hold", a.Result, a.Reason, err)
	}
}
