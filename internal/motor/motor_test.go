package motor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"brim/internal/motor"
)

// The system has the numbers of states and steps that its comments name, in both readings.

func Example() {
	s := motor.New()
	fmt.Println(len(s.Machines), "machines,", len(s.Events), "events,", len(s.Transitions), "transitions")
	state, next := make([]int, len(s.Machines)), make([]int, len(s.Machines))
	s.Step(next, state, slices.Index(s.Events, "mainsOn"))
	g := s.Goals(nil)[1]
	fmt.Println(g.Name, g.Holds(state), g.Holds(next))
	// Output:
	// 12 machines, 27 events, 123 transitions
	// state Mains.On false true
}

// The counts are those of two independent programs.
func TestReachable(t *testing.T) {
	s := motor.New()
	goals := s.Goals(motor.Exchanges())
	shortest := make([]int, len(goals))
	for i := range shortest {
		shortest[i] = -1
	}
	// A state is a number: its machines' states, one after the other.
	code := func(state []int) (c int) {
		for i, x := range state {
			c = c*len(s.Machines[i].States) + x
		}
		return c
	}
	first := make([]int, len(s.Machines))
	seen := map[int]bool{code(first): true}
	level, next, depth, changes := [][]int{first}, make([]int, len(first)), 0, 0
	for ; ; depth++ {
		var later [][]int
		for _, state := range level {
			for i := range goals {
				if shortest[i] < 0 && goals[i].Holds(state) {
					shortest[i] = depth
				}
			}
			for e := range s.Events {
				s.Step(next, state, e)
				if !slices.Equal(next, state) {
					changes++
				}
				if c := code(next); !seen[c] {
					seen[c] = true
					later = append(later, slices.Clone(next))
				}
			}
		}
		if len(later) == 0 {
			break
		}
		level = later
	}
	if len(seen) != 100_642 || depth != 40 || changes != 1_025_184 {
		t.Errorf("%d states, depth %d, %d steps that change the state; want 100642, 40, 1025184", len(seen), depth,
			changes)
	}
	for i, want := range map[int]int{0: 0, 50: 5, 100: 3, 150: 5, 200: 0, 250: 4} {
		if shortest[i] != want {
			t.Errorf("goal %d, %s: shortest path %d, want %d", i, goals[i].Name, shortest[i], want)
		}
	}
	count := map[int]int{}
	for _, n := range shortest {
		count[n]++
	}
	want := map[int]int{-1: 1, 0: 53, 1: 31, 2: 29, 3: 36, 4: 48, 5: 35, 6: 8, 7: 5, 8: 15, 9: 15, 10: 6, 11: 1, 12: 2,
		15: 1, 16: 1}
	for n, goals := range want {
		if count[n] != goals {
			t.Errorf("%d goals at distance %d, want %d", count[n], n, goals)
		}
	}
	compareGoals(t, goals, shortest)
}

// compareGoals compares with a list that another program made.
func compareGoals(t *testing.T, goals []motor.Goal, shortest []int) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "models", "motor", "goals.txt"))
	if err != nil {
		t.Skipf("the list of goals is not there: %v", err)
	}
	i := 0
	for line := range strings.Lines(string(text)) {
		want := strings.TrimSpace(line)
		length := fmt.Sprint(shortest[i])
		if got := fmt.Sprintf("%d %s shortest=%s", i, goals[i].Name, length); got != want &&
			!(shortest[i] < 0 && strings.HasPrefix(want, fmt.Sprintf("%d %s ", i, goals[i].Name))) {
			t.Errorf("got %q, want %q", got, want)
		}
		i++
	}
	if i != len(goals) {
		t.Errorf("%d goals, want %d", len(goals), i)
	}
}
