// Command puzzle solves the 8-puzzle on a 3×3 board: it computes the distance of each position from home, and a
// shortest way home from one of the farthest positions.
package main

import (
	"fmt"
	"log"
	"slices"

	"brim/edd"
	"brim/mdd"
)

const side = 3

func main() {
	// Cell c, counted from 0 row by row, is on level c+1. Its value is the tile there, 0 for the hole.
	sets := mdd.New(side*side, mdd.Options{})
	slides := sets.NewRelation()
	var tiles []int // by event: the tile that slides
	for from := range side * side {
		for _, d := range [][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
			x, y := from%side+d[0], from/side+d[1]
			if x < 0 || x == side || y < 0 || y == side {
				continue
			}
			to := y*side + x
			for tile := 1; tile < side*side; tile++ {
				slides.Add(
					mdd.Step{Level: from + 1, Effect: mdd.NewPairs([2]int{tile, 0})},
					mdd.Step{Level: to + 1, Effect: mdd.NewPairs([2]int{0, tile})},
				)
				tiles = append(tiles, tile)
			}
		}
	}
	f := edd.New(sets, edd.Options{})
	home := f.Zero(sets.Tuple(1, 2, 3, 4, 5, 6, 7, 8, 0))
	search := f.NewSaturator(slides, edd.Layered)
	distances := search.Bounded(home, 40)
	fmt.Println(distances.Support().Count(), "positions")
	farthest := distances.Border(distances.Largest())
	for values := range farthest.All() {
		fmt.Println(distances.Largest(), "moves from home:", values)
	}
	path, ok := search.Path(home, distances, farthest) // read backwards it leads home: slides can be taken back
	if !ok {
		log.Fatal("there is no way")
	}
	fmt.Print("tiles on the way home:")
	for _, event := range slices.Backward(path.Events) {
		fmt.Print(" ", tiles[event])
	}
	fmt.Println()
}
