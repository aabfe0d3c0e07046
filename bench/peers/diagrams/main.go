// Command diagrams solves a problem with one package of decision diagrams and prints the number of its solutions or
// reachable states: what bench/peers/diagrams.toml measures beside cudd.c, which does the same with CUDD.
//
//	diagrams PACKAGE PROBLEM N
//
// Packages are mdd, mdd-saturation, where states are to be reached, and rudd, with binary encodings.
package main

import (
	"fmt"
	"math/big"
	"os"
	"slices"
	"strconv"
)

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

func main() {
	packages := map[string]solver{"mdd": withMDD{}, "mdd-saturation": withMDD{saturation: true}, "rudd": withRudd{}}
	problems := map[string]func(solver, int) *big.Int{
		"queens":       func(s solver, n int) *big.Int { return s.queens(n) },
		"choices":      func(s solver, n int) *big.Int { return s.choices(n, excluded(n)) },
		"hanoi":        func(s solver, n int) *big.Int { return s.reach(hanoi(n)) },
		"philosophers": func(s solver, n int) *big.Int { return s.reach(philosophers(n)) },
	}
	if len(os.Args) == 4 {
		s, solve := packages[os.Args[1]], problems[os.Args[2]]
		if n, err := strconv.Atoi(os.Args[3]); err == nil && n > 1 && s != nil && solve != nil {
			fmt.Println("states", solve(s, n))
			return
		}
	}
	fmt.Fprintf(os.Stderr, "usage: diagrams PACKAGE PROBLEM N, with one of %v and one of %v\n", names(packages), names(problems))
	os.Exit(2)
}

func names[T any](m map[string]T) []string {
	var list []string
	for name := range m {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
