package board_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"brim/check"
	"brim/internal/testkit/checktest"
)

// Slices end when the technique is done, with an error of it, and with the run.
func TestSlices(t *testing.T) {
	m := checktest.Load(t, "dphil:2")
	broken := errors.New("broken")
	for _, c := range []struct {
		name  string
		most  int // slices after which fn ends
		err   error
		calls int
	}{{"done", 3, nil, 3}, {"error", 2, broken, 2}, {"limit", 1000, nil, 0}} {
		calls := 0
		technique := custom{"sliced", func(ctx context.Context, turn *check.Turn) error {
			return turn.Slices(ctx, 0, time.Millisecond, func(ctx context.Context) (bool, error) {
				<-ctx.Done()
				calls++
				return calls == c.most, map[bool]error{true: c.err}[calls == c.most]
			})
		}}
		o := check.Options{Techniques: []check.Technique{technique}, Limits: check.Limits{Time: 100 * time.Millisecond}}
		var err error
		synctest.Test(t, func(t *testing.T) { // where the time of a busy machine does not run away
			_, err = check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"), o)
		})
		if c.err == nil && err != nil || c.err != nil && !errors.Is(err, c.err) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.err)
		}
		if c.calls > 0 && calls != c.calls {
			t.Errorf("%s: %d slices, want %d", c.name, calls, c.calls)
		}
	}
}

// A technique whose question another one answers while it waits, or works, has no other slice.
func TestSlicesEndWithTheQuestion(t *testing.T) {
	m := checktest.Load(t, "dphil:2")
	calls := 0
	technique := custom{"sliced", func(ctx context.Context, turn *check.Turn) error {
		return turn.Slices(ctx, 0, time.Hour, func(context.Context) (bool, error) {
			calls++
			for _, q := range turn.Open() {
				turn.Answer(q, check.Answer{Verdict: check.Verdict{Result: check.Holds, Bound: check.Complete}})
			}
			return false, nil
		})
	}}
	if _, err := check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"),
		check.Options{Techniques: []check.Technique{technique}}); err != nil || calls != 1 {
		t.Errorf("%d slices, %v; want 1", calls, err)
	}
}

// A hold keeps slices from beginning for its time, and no longer than another technique works.
func TestHold(t *testing.T) {
	m := checktest.Load(t, "dphil:2")
	for _, c := range []struct{ works, want time.Duration }{
		{time.Hour, 150 * time.Millisecond}, {70 * time.Millisecond, 70 * time.Millisecond},
	} {
		var first time.Duration
		holds := custom{"holds", func(ctx context.Context, turn *check.Turn) error {
			turn.Hold(100 * time.Millisecond)
			time.Sleep(50 * time.Millisecond)
			turn.Hold(100 * time.Millisecond)
			select {
			case <-time.After(c.works - 50*time.Millisecond):
			case <-ctx.Done():
			}
			return nil
		}}
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			sliced := custom{"sliced", func(ctx context.Context, turn *check.Turn) error {
				return turn.Slices(ctx, 10*time.Millisecond, time.Second, func(context.Context) (bool, error) {
					first = time.Since(start)
					turn.Answer(turn.Open()[0],
						check.Answer{Verdict: check.Verdict{Result: check.Holds, Bound: check.Complete}})
					return true, nil
				})
			}}
			o := check.Options{Techniques: []check.Technique{holds, sliced}}
			if _, err := check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"), o); err != nil {
				t.Error(err)
			}
		})
		if first != c.want {
			t.Errorf("other work for %v: the first slice began after %v, want %v", c.works, first, c.want)
		}
	}
}

// While there are more states than explicit search can visit, slices get a tenth of the time; afterwards all of it.
func TestAtLeast(t *testing.T) {
	m := checktest.Load(t, "dphil:2")
	var during, after time.Duration // of work
	synctest.Test(t, func(t *testing.T) {
		start, end := time.Now(), 20*time.Second
		sets := custom{"sets", func(ctx context.Context, turn *check.Turn) error {
			turn.AtLeast(60)
			time.Sleep(end)
			turn.AtLeast(0)
			<-ctx.Done()
			return nil
		}}
		sliced := custom{"sliced", func(ctx context.Context, turn *check.Turn) error {
			return turn.Slices(ctx, 0, 10*time.Millisecond, func(ctx context.Context) (bool, error) {
				begin := time.Now()
				<-ctx.Done()
				if time.Since(start) < end {
					during += time.Since(begin)
				} else {
					after += time.Since(begin)
				}
				return false, nil
			})
		}}
		o := check.Options{Techniques: []check.Technique{sets, sliced}, Limits: check.Limits{Time: 25 * time.Second}}
		if _, err := check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"), o); err != nil {
			t.Error(err)
		}
	})
	if want := 2550 * time.Millisecond; during != want || after < 4800*time.Millisecond { // 8 slices
		t.Errorf("%v of work in 20 s beside many states, want %v; %v in 5 s after that, want nearly all", during, want,
			after)
	}
}
