// Command sokoban pushes boxes onto goals: it counts the positions that can be reached, and finds a way with the fewest
// moves. The level is the first of Microban, by David W. Skinner.
package main

import (
	"fmt"

	"brim/mdd"
)

var level = []string{
	"####",
	"# .#",
	"#  ###",
	"#*@  #",
	"#  $ #",
	"#  ###",
	"####",
}

var boxes, goals = map[rune]int{'$': 1, '*': 1}, map[rune]int{'.': 1, '*': 1}

type place struct{ x, y int }

func main() {
	var cells []place
	at := map[place]int{}                // by cell: its level, 2, 3, …, whose value is 1 where a box is
	start, goal := []int{0}, [][]int{{}} // level 1 has the level of the cell where the man is
	for y, row := range level {
		for x, c := range row {
			if c == '#' {
				continue
			}
			cells = append(cells, place{x, y})
			k := len(cells) + 1
			at[place{x, y}], start, goal = k, append(start, boxes[c]), append(goal, []int{goals[c]})
			goal[0] = append(goal[0], k)
			if c == '@' {
				start[0] = k
			}
		}
	}
	f := mdd.New(len(start), mdd.Options{})
	moves, letters := f.NewRelation(), "" // letter by event
	step := func(k, from, to int) mdd.Step { return mdd.Step{Level: k, Effect: mdd.NewPairs([2]int{from, to})} }
	for _, p := range cells {
		for i, d := range []place{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
			from, to, behind := at[p], at[place{p.x + d.x, p.y + d.y}], at[place{p.x + 2*d.x, p.y + 2*d.y}]
			if to > 0 {
				moves.Add(step(1, from, to), step(to, 0, 0))
				letters += "udlr"[i : i+1]
			}
			if to > 0 && behind > 0 { // a push
				moves.Add(step(1, from, to), step(to, 1, 0), step(behind, 0, 1))
				letters += "UDLR"[i : i+1]
			}
		}
	}
	fmt.Println(moves.Saturate(f.Tuple(start...)).Count(), "positions")
	path, ok := moves.Path(f.Tuple(start...), f.Box(goal))
	fmt.Print("solved: ", ok, " in ", len(path.Events), " moves: ")
	for _, event := range path.Events {
		fmt.Print(letters[event : event+1])
	}
	fmt.Println()
}
