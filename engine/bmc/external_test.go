package bmc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// An external solver is a command that is started anew for each question.
type external struct {
	command []string
	model   []bool // by variable
}

// byCommand makes a solver of a command.
func byCommand(command []string) func() solver {
	return func() solver { return &external{command: command} }
}

func (s *external) value(l Lit) bool { return s.model[max(l, -l)] == (l > 0) }

// solve writes f to a file and reads what the command makes of it. Many solvers end with a status that is not 0, so
// only the output counts.
func (s *external) solve(ctx context.Context, f *CNF) (bool, error) {
	file, err := os.CreateTemp("", "brim-*.cnf")
	if err != nil {
		return false, err
	}
	defer os.Remove(file.Name())
	if err := errors.Join(f.WriteDIMACS(file), file.Close()); err != nil {
		return false, fmt.Errorf("cannot write %s: %w", file.Name(), err)
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, s.command[0], append(s.command[1:len(s.command):len(s.command)], file.Name())...)
	cmd.Stdout = &out
	cmd.WaitDelay = 100 * time.Millisecond // for what a script has started
	err = cmd.Run()
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	case err != nil && !errors.As(err, &status):
		return false, fmt.Errorf("cannot run the solver %s: %w", s.command[0], errors.Unwrap(err))
	}
	sat, err := s.read(&out, f)
	if err != nil {
		return false, fmt.Errorf("the solver %s: %w", s.command[0], err)
	}
	return sat, nil
}

// read reads the lines "s SATISFIABLE" or "s UNSATISFIABLE" and "v LITERAL …", and checks the model.
func (s *external) read(out *bytes.Buffer, f *CNF) (bool, error) {
	result := ""
	s.model = make([]bool, f.vars+1)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<30)
	for lines.Scan() {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		switch kind {
		case "s":
			result = strings.TrimSpace(rest)
		case "v":
			for _, word := range strings.Fields(rest) {
				l, err := strconv.Atoi(word)
				if err != nil || l > f.vars || l < -f.vars {
					return false, fmt.Errorf("found %q in a model of %d variables; expected a literal", word, f.vars)
				}
				s.model[max(l, -l)] = l > 0
			}
		}
	}
	switch {
	case lines.Err() != nil:
		return false, lines.Err()
	case result == "UNSATISFIABLE":
		return false, nil
	case result != "SATISFIABLE":
		return false, errors.New(`no answer; expected a line "s SATISFIABLE" or "s UNSATISFIABLE"`)
	}
	return true, s.check(f)
}

// check reports whether the model is one of f.
func (s *external) check(f *CNF) error {
	holds := false
	for _, l := range f.lits {
		switch {
		case l != 0:
			holds = holds || s.value(l)
		case !holds:
			return errors.New("its model leaves a clause false")
		default:
			holds = false
		}
	}
	for _, l := range f.assumed {
		if !s.value(l) {
			return errors.New("its model leaves a clause false")
		}
	}
	return nil
}
