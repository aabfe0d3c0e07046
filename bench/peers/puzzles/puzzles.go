// Package puzzles has four problems for packages of decision diagrams, and solves each with mdd and with rudd, in the
// encoding that suits the package: queens on a board, choices among options that exclude each other, and the reachable
// states of the towers of Hanoi and of dining philosophers.
package puzzles

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
)

// solvers are the packages: mdd, also with saturation where states are to be reached, and rudd, with binary encodings.
var solvers = map[string]solver{"mdd": withMDD{}, "mdd-saturation": withMDD{saturation: true}, "rudd": withRudd{}}

var problems = map[string]func(solver, int) *big.Int{
	"queens":       func(s solver, n int) *big.Int { return s.queens(n) },
	"choices":      func(s solver, n int) *big.Int { return s.choices(n, excluded(n)) },
	"hanoi":        func(s solver, n int) *big.Int { return s.reach(hanoi(n)) },
	"philosophers": func(s solver, n int) *big.Int { return s.reach(philosophers(n)) },
}

// Solve returns the number of solutions or reachable states of a problem of size n, which is 2 at least, by one of the
// packages. The error says which packages and problems there are.
func Solve(by, problem string, n int) (*big.Int, error) {
	s, solve := solvers[by], problems[problem]
	if s == nil || solve == nil || n < 2 {
		return nil, fmt.Errorf("expected a package, one of %v, a problem, one of %v, and a size from 2 on",
			slices.Sorted(maps.Keys(solvers)), slices.Sorted(maps.Keys(problems)))
	}
	return solve(s, n), nil
}

// A solver answers the problems with one package.
type solver interface {
	queens(n int) *big.Int
	choices(n int, excluded []pair) *big.Int
	reach(s system) *big.Int
}

// A pair says that option i with value v and option j with value w exclude each other.
type pair struct{ i, v, j, w int }

// excluded are pairs of n options with four values each, three for each two options that are at most reach apart, the
// same in all programs. What concerns low options alone comes first.
func excluded(n int) []pair {
	const reach, perPair = 5, 3
	var list []pair
	x := uint32(1)
	next := func() int {
		x = x*1664525 + 1013904223
		return int(x >> 30)
	}
	for j := range n {
		for i := max(0, j-reach); i < j; i++ {
			for range perPair {
				v := next()
				list = append(list, pair{i, v, j, next()})
			}
		}
	}
	return list
}

// A system has variables with the values 0 … values−1, the first at the bottom, and starts where all are 0.
type system struct {
	variables, values int
	events            []event
}

// An event is possible where each variable of may has a value of its list, and changes those of to. Variables that are
// in neither stay and may have any value.
type event struct {
	may map[int][]int
	to  map[int]int
}

// hanoi has a variable for each disk, the smallest one at the bottom: its peg.
func hanoi(disks int) system {
	s := system{variables: disks, values: 3}
	for d := range disks {
		for from := range 3 {
			for to := range 3 {
				if from == to {
					continue
				}
				e := event{may: map[int][]int{d: {from}}, to: map[int]int{d: to}}
				for smaller := range d {
					e.may[smaller] = []int{3 - from - to}
				}
				s.events = append(s.events, e)
			}
		}
	}
	return s
}

// philosophers sit round a table with a fork between each two: variable i is 0 for one who thinks, 1 with the left
// fork, 2 with the right one, 3 with both.
func philosophers(n int) system {
	s := system{variables: n, values: 4}
	for i := range n {
		left, right := (i+n-1)%n, (i+1)%n
		s.events = append(s.events,
			event{map[int][]int{i: {0}, left: {0, 1}}, map[int]int{i: 1}},
			event{map[int][]int{i: {2}, left: {0, 1}}, map[int]int{i: 3}},
			event{map[int][]int{i: {0}, right: {0, 2}}, map[int]int{i: 2}},
			event{map[int][]int{i: {1}, right: {0, 2}}, map[int]int{i: 3}},
			event{map[int][]int{i: {3}}, map[int]int{i: 0}})
	}
	return s
}
