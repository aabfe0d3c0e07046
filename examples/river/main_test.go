package main

import "testing"

// Of the 16 ways to be on two sides 10 are safe, and the puzzle is known to take 7 crossings.
func Example() {
	main()
	// Output:
	// explicit: 10 true
	// shortest: goat farmer wolf goat cabbage farmer goat
	// dfs: holds <nil>
	// bbmc: holds
}

// The safe states by the story: without the farmer, neither wolf and goat nor goat and cabbage share a side.
func TestSafe(t *testing.T) {
	safe := 0
	for farmer := range 2 {
		for wolf := range 2 {
			for goat := range 2 {
				for cabbage := range 2 {
					eaten := goat != farmer && (wolf == goat || cabbage == goat)
					if !eaten {
						safe++
					}
				}
			}
		}
	}
	if safe != 10 {
		t.Errorf("%d safe states", safe)
	}
}
