package petri

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// Replay and Markings must tell the same story as firing by hand, whether the
// trace is possible or not.
func TestReplayAgreesWithFire(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := drawNet(t)
		trace := rapid.SliceOfN(rapid.IntRange(-1, len(net.Transitions)), 0, 8).Draw(t, "trace")

		want := []Marking{net.Initial()}
		var failed error
		for _, tr := range trace {
			m := want[len(want)-1].Clone()
			if tr < 0 || tr >= len(net.Transitions) {
				failed = errors.New("no such transition")
			} else {
				failed = net.Fire(m, tr)
			}
			if failed != nil {
				break
			}
			want = append(want, m)
		}

		m, err := net.Replay(trace)
		if (err != nil) != (failed != nil) || !m.Equal(want[len(want)-1]) {
			t.Fatalf("Replay = %v, %v; want %v, %v", m, err, want[len(want)-1], failed)
		}
		var re *ReplayError
		if err != nil && (!errors.As(err, &re) || re.Step != len(want)-1 || re.Transition != trace[re.Step]) {
			t.Fatalf("Replay: error %#v", err)
		}
		step := 0
		for m, err := range net.Markings(trace) {
			if err != nil {
				if failed == nil || step != len(want) || !m.Equal(want[step-1]) {
					t.Fatalf("Markings: error %v after %d markings at %v", err, step, m)
				}
				failed = nil
				continue
			}
			if !m.Equal(want[step]) {
				t.Fatalf("Markings: number %d is %v, want %v", step, m, want[step])
			}
			step++
		}
		if step != len(want) || failed != nil {
			t.Fatalf("Markings: %d markings, want %d; error left: %v", step, len(want), failed)
		}
	})
}

func TestMarkingsStopsWhenAsked(t *testing.T) {
	b := NewBuilder("n")
	b.Transition("t")
	net, _ := b.Net()
	seen := 0
	for range net.Markings([]int{0, 0, 0}) {
		if seen++; seen == 2 {
			break
		}
	}
	if seen != 2 {
		t.Errorf("saw %d markings", seen)
	}
}

func TestReplayErrorMessage(t *testing.T) {
	b := NewBuilder("n")
	b.Transition("t")
	net, _ := b.Net()
	_, err := net.Replay([]int{0, 7})
	if want := "after 1 step: no transition 7: net n has 1"; err == nil || err.Error() != want {
		t.Errorf("Replay: %v, want %s", err, want)
	}
}
