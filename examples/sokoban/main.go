// Command sokoban solves a level of Sokoban, in which a man pushes boxes onto goals. It counts the reachable positions
// and finds a solution with the fewest moves. The level is the first of Microban, by David W. Skinner.
package main

import (
	"fmt"

	"brim/mdd"
)

var board = []string{
	"####",
	"# .#",
	"#  ###",
	"#*@  #",
	"#  $ #",
	"#  ###",
	"####",
}

// boxes and goals are 1 for the cells that have a box at first, and for those that need one in the end.
var boxes, goals = map[rune]int{'$': 1, '*': 1}, map[rune]int{'.': 1, '*': 1}

type place struct{ x, y int }

func main() {
	// The value of level 1 is the level of the man's cell. Each cell has a level from 2 on: 1 if a box is there.
	var cells []place
	levels := map[place]int{}            // 0 for walls
	start, goal := []int{0}, [][]int{{}} // by level: the initial value, and the values in solved positions
	for y, row := range board {
		for x, c := range row {
			if c == '#' {
				continue
			}
			cells = append(cells, place{x, y})
			start, goal = append(start, boxes[c]), append(goal, []int{goals[c]})
			levels[place{x, y}], goal[0] = len(start), append(goal[0], len(start)) // in the end the man may be anywhere
			if c == '@' {
				start[0] = len(start)
			}
		}
	}
	f := mdd.New(len(start), mdd.Options{})
	moves, letters := f.NewRelation(), "" // by event: the letter in players' notation, a capital for a push
	step := func(level, from, to int) mdd.Step {
		return mdd.Step{Level: level, Effect: mdd.NewPairs([2]int{from, to})}
	}
	for _, p := range cells {
		for i, d := range []place{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
			from, to, behind := levels[p], levels[place{p.x + d.x, p.y + d.y}], levels[place{p.x + 2*d.x, p.y + 2*d.y}]
			if to > 0 {
				moves.Add(step(1, from, to), step(to, 0, 0)) // no box is there
				letters += "udlr"[i : i+1]
			}
			if to > 0 && behind > 0 {
				moves.Add(step(1, from, to), step(to, 1, 0), step(behind, 0, 1)) // a box goes on
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
