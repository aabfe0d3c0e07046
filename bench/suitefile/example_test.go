package suitefile_test

import (
	"fmt"
	"strings"

	"brim/bench/suitefile"
)

// A suite of one program on four files.
func ExampleRead() {
	s, err := suitefile.Read("solvers.toml", []byte(`
title = "solvers"
[tool.minisat]
command = ["minisat", "{size}-{kind}.cnf"]
patterns = ['^(?P<verdict>SATISFIABLE|UNSATISFIABLE)$']
verdicts = { SATISFIABLE = "holds", UNSATISFIABLE = "fails" }
[[cells]]
grid = { size = [10, 20], kind = ["easy", "hard"] }
`), nil)
	if err != nil {
		fmt.Println(err)
	}
	for _, c := range s.Cells {
		fmt.Println(c.Name(), strings.Join(c.Tool.Line, " "))
	}
	// Output:
	// size=10/kind=easy/tool=minisat minisat 10-easy.cnf
	// size=10/kind=hard/tool=minisat minisat 10-hard.cnf
	// size=20/kind=easy/tool=minisat minisat 20-easy.cnf
	// size=20/kind=hard/tool=minisat minisat 20-hard.cnf
}
