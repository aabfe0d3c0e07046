// Package laboratory has the commands bench, report and work, which measure and show what was measured. Another
// program, brim-bench, does their work: as git runs its parts, each command runs it with its own arguments, streams and
// signals, and ends with its exit status. So brim itself links nothing of the laboratory.
package laboratory

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// Program is the name of the executable of the laboratory.
const Program = "brim-bench"

// errMissing says what to do where there is no such executable.
var errMissing = errors.New("brim bench, brim report and brim work run the program " + Program +
	", which is neither next to brim nor in the path; in a checkout, 'go install ./cmd/brim ./cmd/brim-bench' makes " +
	"both")

// Bench returns the command that measures.
func Bench(a *cli.App) *cobra.Command { return part(a, "bench [SUITE…]") }

// Report returns the command that writes a page of what was measured.
func Report(a *cli.App) *cobra.Command { return part(a, "report [SUITE…]", "report") }

// Work returns the command that measures for a server.
func Work(a *cli.App) *cobra.Command { return part(a, "work --queue URL", "work") }

// part returns a command that runs the laboratory with these arguments before those of the command line.
func part(a *cli.App, use string, first ...string) *cobra.Command {
	line := strings.Join(append([]string{Program}, first...), " ")
	cmd := &cobra.Command{
		Use:                use,
		Long:               "Run " + line + " with the same arguments. Its help is that of this command.",
		Example:            "  brim " + strings.Fields(use)[0] + " --help",
		DisableFlagParsing: true,
		RunE:               func(_ *cobra.Command, args []string) error { return run(a, append(first, args...)) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion,
			cobra.ShellCompDirective) {
			return complete(append(append(first, args...), typed))
		},
	}
	usual := cmd.HelpFunc()
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if run(a, append(first, "--help")) != nil {
			usual(cmd, args)
		}
	})
	return cmd
}

// find returns the path of the executable: the one next to that of brim, else the first in the path.
func find() (string, error) {
	path, err := cli.Companion(Program)
	if err != nil {
		return "", cli.Exit(cli.StatusInput, errMissing)
	}
	return path, nil
}

// run runs the laboratory to its end. Where the system can do it, and brim's streams are those of its process, the
// laboratory takes the place of brim's process, so signals and the exit status are its own.
func run(a *cli.App, args []string) error {
	path, err := find()
	if err != nil {
		return err
	}
	if a.In == os.Stdin && a.Out == os.Stdout && a.Err == os.Stderr {
		if err := replace(path, append([]string{Program}, args...)); !errors.Is(err, errors.ErrUnsupported) {
			return fmt.Errorf("cannot run %s: %w", path, err)
		}
	}
	cmd := exec.Command(path, args...) // an interrupt reaches it as it reaches brim: from the terminal
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.In, a.Out, a.Err
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		return cli.ExitAfterResult(exit.ExitCode(), nil)
	}
	return err
}

// complete returns what the laboratory offers in place of the last argument.
func complete(args []string) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	path, err := find()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	text, err := exec.Command(path, append([]string{cobra.ShellCompRequestCmd}, args...)...).Output()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if number, ok := strings.CutPrefix(line, ":"); ok { // the last line
			n, err := strconv.Atoi(number)
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			return list, cobra.ShellCompDirective(n)
		}
		list = append(list, line)
	}
	return list, cobra.ShellCompDirectiveDefault
}
