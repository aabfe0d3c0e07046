package command_test

import (
	"context"
	"os"
	"strings"

	"brim/bench/command"
	"brim/internal/cli"
)

// A program runs the commands by package cli: here brim-bench lists the two cells of a suite.
func ExampleRoot() {
	args := []string{"figure1", "--list"}
	cli.Run(context.Background(), "brim-bench", command.Root, args, strings.NewReader(""), os.Stdout, os.Stderr)
	// Output:
	// suite    cell                                limit  command
	// figure1  model=prodcons/n=1/what=markings   10.00s  brim states prodcons:1 --json
	// figure1  model=prodcons/n=1/what=distances  10.00s  brim check prodcons:1 'AG(EF(empty))' --no-trace --json --strategy rest --bound 1 --step 1
}
