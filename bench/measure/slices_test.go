package measure

import (
	"os/exec"
	"slices"
	"sync"
	"testing"
)

// Runs at the same time have separate cores, and all cores are given back.
func TestSlices(t *testing.T) {
	n, err := Cores()
	if err != nil || n < 2 {
		t.Skip("needs two cores: ", err)
	}
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip(err)
	}
	m := New(Options{Cores: 1, Slices: 2})
	defer m.Close()
	for range 2 {
		var uses [2]Use
		var all sync.WaitGroup
		for i := range uses {
			all.Go(func() {
				var err error
				if uses[i], err = m.Run(exec.CommandContext(t.Context(), sleep, "0.2")); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		a, b := uses[0].Cores, uses[1].Cores
		if len(a) != 1 || len(b) != 1 || slices.Equal(a, b) {
			t.Errorf("kept on %v and %v", a, b)
		}
	}
	if got := len(m.slices); got != 2 {
		t.Errorf("%d slices were given back", got)
	}
}
