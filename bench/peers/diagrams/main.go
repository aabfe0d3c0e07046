// Command diagrams solves a problem with one package of decision diagrams and prints the number of its solutions or
// reachable states. It is what bench/peers/diagrams.toml measures next to cudd.c, which does the same with CUDD.
//
//	diagrams PACKAGE PROBLEM N
//
// Packages are mdd, mdd-saturation, where states are to be reached, and rudd, with binary encodings.
package main

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"strconv"

	"brim/bench/peers/puzzles"
)

func main() {
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
