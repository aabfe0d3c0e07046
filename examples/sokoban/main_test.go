package main

import (
	"fmt"
	"strings"
	"testing"
)

// The fewest moves for this level are known to be 33, with 8 pushes; TestLevel finds them and the positions by itself.
func Example() {
	main()
	// Output:
	// 639 positions
	// solved: true in 33 moves: dlUrrrdLullddrUluRuulDrddrruLdlUU
}

const solution = "dlUrrrdLullddrUluRuulDrddrruLdlUU"

// play makes a move in a position, a level as text with the man as @, or + on a goal; it returns "" if a wall or a box
// is in the way.
func play(position string, move rune) string {
	const width = 8
	d := map[rune]int{'u': -width, 'd': width, 'l': -1, 'r': 1}[move]
	b := []byte(position)
	man := strings.IndexAny(position, "@+")
	leave := map[byte]byte{'@': ' ', '+': '.', '$': ' ', '*': '.'}
	enter := map[byte]byte{' ': '@', '.': '+'}
	box := map[byte]byte{' ': '$', '.': '*'}
	if to := man + d; leave[b[to]] != 0 { // a box
		if box[b[to+d]] == 0 {
			return ""
		}
		b[to], b[to+d] = leave[b[to]], box[b[to+d]]
	}
	if enter[b[man+d]] == 0 {
		return ""
	}
	b[man], b[man+d] = leave[b[man]], enter[b[man+d]]
	return string(b)
}

// A search through texts: it knows nothing of levels and events.
func TestLevel(t *testing.T) {
	start := ""
	for _, row := range board {
		start += fmt.Sprintf("%-8s", row)
	}
	distance := map[string]int{start: 0}
	best := -1
	for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		if best < 0 && !strings.Contains(here, "$") {
			best = distance[here]
		}
		for _, move := range "udlr" {
			next := play(here, move)
			if _, known := distance[next]; next != "" && !known {
				distance[next] = distance[here] + 1
				queue = append(queue, next)
			}
		}
	}
	if len(distance) != 639 || best != len(solution) {
		t.Errorf("%d positions, solved after %d moves", len(distance), best)
	}
	here, pushes := start, 0
	for _, move := range solution {
		next := play(here, move|0x20)
		if next == "" {
			t.Fatalf("%c is not possible in\n%s", move, here)
		}
		changed := 0 // three cells by a push, two by a walk
		for i := range here {
			if here[i] != next[i] {
				changed++
			}
		}
		if (changed == 3) != (move < 'a') {
			t.Errorf("%c changes %d cells", move, changed)
		}
		if here = next; move < 'a' {
			pushes++
		}
	}
	if strings.Contains(here, "$") || pushes != 8 {
		t.Errorf("after %d pushes\n%s", pushes, here)
	}
}
