package bmc

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// A CNF is a formula in conjunctive normal form. It shares its clauses with the unrolling that it was taken from.
type CNF struct {
	About string // what a model of it shows, in one line

	vars, clauses int
	lits          []Lit // the clauses, each ended by 0
	assumed       []Lit // clauses of one literal
}

// ask returns the question whether g can be satisfied with all of assumed.
func (g *gates) ask(about string, assumed ...Lit) *CNF {
	return &CNF{about, int(g.vars), g.clauses, g.lits[:len(g.lits):len(g.lits)], assumed}
}

// Variables returns the number of variables.
func (f *CNF) Variables() int { return f.vars }

// Clauses returns the number of clauses.
func (f *CNF) Clauses() int { return f.clauses + len(f.assumed) }

// WriteDIMACS writes f in the DIMACS format, with About as a comment. The error is that of w.
func (f *CNF) WriteDIMACS(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "c %s\np cnf %d %d\n", f.About, f.Variables(), f.Clauses())
	var number []byte
	write := func(l Lit) {
		number = strconv.AppendInt(number[:0], int64(l), 10)
		if l == 0 {
			number = append(number, '\n')
		} else {
			number = append(number, ' ')
		}
		_, _ = b.Write(number) // Flush tells
	}
	for _, l := range f.lits {
		write(l)
	}
	for _, l := range f.assumed {
		write(l)
		write(0)
	}
	return b.Flush()
}
