// Command diagrams solves a problem with one package of decision diagrams and prints the number of its solutions or
// reachable states. It is what bench/peers/diagrams.toml measures next to cudd.c, which does the same with CUDD.
//
//	diagrams PACKAGE PROBLEM N
//
// Packages are mdd, mdd-saturation, where states are to be reached, and rudd, with binary encodings. As package
// mdd-sift it sifts the functions of bench/peers/sifting.toml, and prints nodes and the time that took; as
// mdd-sift-once it makes one pass with CUDD's bound of growth.
package main

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"strconv"

	"brim/bench/peers/puzzles"
	"brim/mdd"
)

func main() {
	if len(os.Args) == 4 {
		switch os.Args[1] {
		case "mdd-sift":
			sift(os.Args[2], os.Args[3], mdd.Reordering{})
			return
		case "mdd-sift-once":
			sift(os.Args[2], os.Args[3], mdd.Reordering{MaxGrowth: 1.2, Passes: 1})
			return
		}
	}
	states, err := solve(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "usage: diagrams PACKAGE PROBLEM N:", err)
		os.Exit(2)
	}
	fmt.Println("states", states)
}

// solve solves the problem of a command line.
func solve(args []string) (*big.Int, error) {
	if len(args) != 3 {
		return nil, errors.New("expected three arguments")
	}
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return nil, err
	}
	return puzzles.Solve(args[0], args[1], n)
}

// sift sifts a problem of a size.
func sift(problem, size string, o mdd.Reordering) {
	n, err := strconv.Atoi(size)
	if err == nil {
		var s *puzzles.Sifting
		if s, err = puzzles.Sift(problem, n, o); err == nil {
			fmt.Printf("states %v\nbefore %d\nsifting %.3f s\nafter %d\n", s.Ones, s.Before, s.Took.Seconds(), s.After)
			return
		}
	}
	fmt.Fprintln(os.Stderr, "usage: diagrams mdd-sift PROBLEM N:", err)
	os.Exit(2)
}
