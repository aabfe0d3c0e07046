package main

import "testing"

// By hand: without a motor 2·2·3 city frames, 3·2·3 tour frames and 3·2 race frames are 36; with the small one 2·3 and
// 3·3 are 15, with the strong one 1·3 and 2·3 are 9. The dearest costs 500 + 1100 + 220 + 80 + 30. What is drawn is
// allowed.
func Example() {
	main()
	// Output:
	// 60 bicycles
	//   motor none in 36
	//   motor small in 15
	//   motor strong in 9
	// dearest: tour strong 24 disc rear for 1930
	// drawn:   tour strong 8 disc rear
	// drawn:   city small 1 disc none
	// drawn:   city none 8 rim rear
}

// All bicycles against the rules in plain Go.
func TestBicycles(t *testing.T) {
	b, n := bicycles(), 0
	for i := range 3 * 3 * 3 * 2 * 3 {
		v := []int{i % 3, i / 3 % 3, i / 9 % 3, i / 27 % 2, i / 54}
		city, race, motored, strong := v[0] == 0, v[0] == 2, v[1] > 0, v[1] == 2
		allowed := (!motored || v[3] == 1) && (!strong || v[2] > 0) && (!race || !motored && v[4] == 0) &&
			(!city || v[2] < 2)
		if b.Contains(v...) != allowed {
			t.Errorf("%s: got %v, want %v", describe(v), !allowed, allowed)
		}
		if allowed {
			n++
		}
	}
	if n != 60 {
		t.Errorf("%d bicycles by the rules", n)
	}
}
