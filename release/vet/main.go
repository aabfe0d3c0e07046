// Command vet does for other platforms what go vet does, from sources alone: go vet would first compile what is
// imported, a minute of CPU for each platform. All packages of the module with their tests and what they import are
// checked for types, and the module's by those checks of go vet that find mistakes in code that only these platforms
// have.
//
//	go run ./release/vet windows/amd64 darwin/arm64
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/atomic"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/lostcancel"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/printf"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/unmarshal"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unsafeptr"
	"golang.org/x/tools/go/analysis/passes/unusedresult"
	"golang.org/x/tools/go/packages"
)

var checks = []*analysis.Analyzer{
	assign.Analyzer, atomic.Analyzer, bools.Analyzer, copylock.Analyzer, lostcancel.Analyzer, nilfunc.Analyzer,
	printf.Analyzer, shift.Analyzer, unmarshal.Analyzer, unreachable.Analyzer, unsafeptr.Analyzer,
	unusedresult.Analyzer,
}

func main() {
	for _, platform := range os.Args[1:] {
		n, err := vet(platform)
		if err != nil {
			fmt.Fprintf(os.Stderr, "vet: %s: %v\n", platform, err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d packages\n", platform, n)
	}
}

// vet checks the packages of the module in the working directory, and returns how many there are, packages of tests
// among them.
func vet(platform string) (int, error) {
	system, machine, _ := strings.Cut(platform, "/")
	list, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax,
		Tests: true,
		Env:   append(os.Environ(), "GOOS="+system, "GOARCH="+machine, "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return 0, err
	}
	if n := packages.PrintErrors(list); n > 0 {
		return 0, fmt.Errorf("%d errors", n)
	}
	graph, err := checker.Analyze(checks, list, nil)
	if err != nil {
		return 0, err
	}
	found := 0
	for _, root := range graph.Roots {
		found += len(root.Diagnostics)
		err = errors.Join(err, root.Err)
	}
	if found > 0 {
		err = errors.Join(err, fmt.Errorf("%d findings", found), graph.PrintText(os.Stderr, 0))
	}
	return len(list), err
}
