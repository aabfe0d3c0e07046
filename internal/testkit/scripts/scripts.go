// Package scripts runs the scripts that test command lines (testscript), with commands that testscript does not have:
// an exit status that is expected, and limits and interrupts that come neither too early nor too late, however busy the
// machine is. Only tests import it.
package scripts

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// interrupter is the name of the program that interrupts another one.
const interrupter = "interrupting"

// Main runs the tests of a package, in whose scripts the programs can be executed by name.
func Main(m *testing.M, programs map[string]func()) {
	programs[interrupter] = interrupting
	testscript.Main(m, programs)
}

// Run runs the scripts in the folder testdata/script, each after setup, which may be nil. $EXAMPLES is the folder of
// that name. In addition to the usual commands there are
//
//	exits STATUS PROGRAM ARGUMENT…
//	limited STATUS PATTERN PROGRAM ARGUMENT…
//	interrupted STATUS PATTERN PROGRAM ARGUMENT…
//
// Each expects the exit status. The second one puts a number of seconds where an argument has {limit}, and the third
// one interrupts the program after that time. It is 0.3 s; where a busy machine has not come far enough for the output
// to match the pattern, the program runs once more with 3 s, 30 s and 5 minutes.
func Run(t *testing.T, examples string, setup func(*testscript.Env) error) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			examples, err := filepath.Abs(examples)
			if err != nil {
				return err
			}
			e.Setenv("EXAMPLES", examples)
			if setup == nil {
				return nil
			}
			return setup(e)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": func(ts *testscript.TestScript, _ bool, args []string) {
				expect(ts, args[0], args[1:], status(ts, args[1:]))
			},
			"limited": func(ts *testscript.TestScript, _ bool, args []string) {
				patiently(ts, args, func(seconds string) []string {
					line := slices.Clone(args[2:])
					for i := range line {
						line[i] = strings.ReplaceAll(line[i], "{limit}", seconds)
					}
					return line
				})
			},
			"interrupted": func(ts *testscript.TestScript, _ bool, args []string) {
				patiently(ts, args, func(seconds string) []string {
					return append([]string{interrupter, seconds}, args[2:]...)
				})
			},
		},
	})
}

// patiently runs a command line that depends on a time, until the time is enough.
func patiently(ts *testscript.TestScript, args []string, line func(seconds string) []string) {
	pattern, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	got := 0
	for _, seconds := range []string{"0.3", "3", "30", "300"} {
		got = status(ts, line(seconds))
		if pattern.MatchString(ts.ReadFile("stdout")) || pattern.MatchString(ts.ReadFile("stderr")) {
			expect(ts, args[0], args[2:], got)
			return
		}
	}
	ts.Fatalf("%s: nothing that is printed matches %s", strings.Join(args[2:], " "), args[1])
}

// status returns the exit status of a command line.
func status(ts *testscript.TestScript, line []string) int {
	err := ts.Exec(line[0], line[1:]...)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	ts.Fatalf("%v", err)
	return 0
}

func expect(ts *testscript.TestScript, want string, line []string, got int) {
	if want != strconv.Itoa(got) {
		ts.Fatalf("%s: exit status %d, want %s", strings.Join(line, " "), got, want)
	}
}

// interrupting is a program that runs another one, interrupts it after a time, and ends with its status.
func interrupting() {
	after, err := time.ParseDuration(os.Args[1] + "s")
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Signal(os.Interrupt) }) // it may have ended
	defer timer.Stop()
	_ = cmd.Wait()
	os.Exit(cmd.ProcessState.ExitCode())
}
