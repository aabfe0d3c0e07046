package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"brim/bench"
	"brim/bench/adapter"
	"brim/bench/suitefile"
	"brim/internal/cli"
	"brim/internal/nearest"
	"brim/malformed"
)

// Suites from files, and the programs of --program that suites measure next to brim.

// isSuiteFile reports whether an argument of brim bench is a file and no name of a suite.
func isSuiteFile(arg string) bool { return strings.HasSuffix(arg, ".toml") }

// readSuite reads a suite file whose suite has none of the names that are taken.
func readSuite(ctx context.Context, path string, taken []string) (bench.Suite, error) {
	s, err := suitefile.ReadFile(ctx, path, adapter.All())
	var fault *malformed.Error
	switch {
	case errors.As(err, &fault):
		return s, err
	case err != nil:
		return s, cli.FileError("read", err)
	case slices.Contains(taken, s.Name):
		return s, malformed.Line(path, 0, "there is another suite %s; expected name = with another one", s.Name)
	}
	return s, nil
}

// Programs of other makers by name, as --program gives them: with a command, or without one for an adapter's.
type programs map[string][]string

func (p programs) Set(text string) error {
	name, command, given := strings.Cut(text, "=")
	words := strings.Fields(command)
	switch {
	case name == "":
		return errors.New("expected a name, or name=command")
	case given && len(words) == 0:
		return fmt.Errorf("%s has no command", name)
	}
	p[name] = words
	return nil
}

func (programs) Type() string { return "name=command" }

func (p programs) String() string { return strings.Join(slices.Sorted(maps.Keys(p)), ",") }

// adapt resolves the names that --program gives without a command. Where cells of the suites have an adapter for the
// program, it becomes their tool; elsewhere the program of that name in the path is taken, which has to answer as
// brim does. A name that no suite measures is an error.
func (p programs) adapt(suites []bench.Suite) error {
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if len(p[name]) > 0 {
			continue
		}
		var known []string
		adapted := false
		for _, s := range suites {
			for i := range s.Cells {
				c := &s.Cells[i]
				known = append(known, c.Program)
				if c.Program == name && c.Peer != nil {
					c.Tool, adapted = c.Peer, true
				}
			}
		}
		delete(p, name)
		switch {
		case !slices.Contains(known, name):
			hint := ""
			if best, ok := nearest.Of(name, slices.Values(known)); ok && best != "" {
				hint = "; did you mean " + best + "?"
			}
			return fmt.Errorf("--program %s: the suites measure no program of that name%s", name, hint)
		case !adapted:
			if err := p.look(name); err != nil {
				return err
			}
		}
	}
	return nil
}
