// Bmc3 asks bounded model checking of ABC about a circuit, and answers as brim check --engine bmc does, so that a suite
// of bench can run both:
//
//	bmc3 check FILE [--no-trace] [--json] [--limit-time DURATION] [--limit-memory BYTES]
//
// It looks for a bad state (or an output, in a file without these), one length after the other, and proves nothing. The
// circuit reaches ABC in a binary AIGER file, since it reads no others; statistics.cpu_seconds are those of ABC alone.
// ABC is what the path has as berkeley-abc or abc. The limit of memory is not passed on.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"brim/engine/circuit"
)

func main() {
	status, err := run(context.Background(), os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bmc3:", err)
		status = 2
	}
	os.Exit(status)
}

// An answer has the keys of brim check --json that bench reads.
type answer struct {
	Engine     string     `json:"engine"`
	Commit     string     `json:"commit"` // which ABC
	Verdict    string     `json:"verdict"`
	Reason     string     `json:"reason,omitempty"`
	Limit      string     `json:"limit,omitempty"`
	Complete   bool       `json:"complete"`
	Steps      *int       `json:"steps,omitempty"`
	Statistics statistics `json:"statistics"`
}

type statistics struct {
	Length  int     `json:"length"` // steps of the longest paths looked at, −1 if ABC did not say
	Seconds float64 `json:"cpu_seconds"`
}

// run parses the arguments, reads the circuit, asks ABC and prints the answer as JSON. status is 1 if ABC found a
// path and 3 if the question is open.
func run(ctx context.Context, args []string, w io.Writer) (status int, err error) {
	if len(args) < 2 || args[0] != "check" {
		return 0, fmt.Errorf("found %q; expected check FILE", args)
	}
	f := flag.NewFlagSet("bmc3", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Bool("no-trace", true, "")
	f.Bool("json", true, "")
	f.String("limit-memory", "", "")
	limit := f.Duration("limit-time", time.Minute, "")
	if err := f.Parse(args[2:]); err != nil {
		return 0, err
	}
	if f.NArg() > 0 || *limit <= 0 {
		return 0, fmt.Errorf("found %q; expected check FILE, and a limit of time", args)
	}
	c, err := circuit.ReadFile(ctx, args[1])
	if err != nil {
		return 0, err
	}
	if len(c.Constraints) > 0 {
		return 0, fmt.Errorf("%s has constraints; expected none", args[1])
	}
	c.Outputs, c.Bad = c.Goals(), nil
	a, err := ask(ctx, c, *limit)
	if err != nil {
		return 0, err
	}
	if status = 3; a.Verdict == "fails" {
		status = 1
	}
	return status, json.NewEncoder(w).Encode(a)
}

// ask writes the circuit into a temporary file, runs bmc3 of ABC on it, and returns its answer with the version and
// the CPU time of ABC. ABC checks its limit of time only now and then, so it is killed at the limit.
func ask(ctx context.Context, c *circuit.Circuit, limit time.Duration) (*answer, error) {
	abc, err := exec.LookPath("berkeley-abc")
	if err != nil {
		if abc, err = exec.LookPath("abc"); err != nil {
			return nil, errors.New("ABC is not there, neither as berkeley-abc nor as abc")
		}
	}
	dir, err := os.MkdirTemp("", "brim-bmc3")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "circuit.aig")
	var file bytes.Buffer
	if err := c.WriteBinary(&file); err != nil {
		return nil, err
	}
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		return nil, err
	}
	command := func(ctx context.Context, line string) (string, *os.ProcessState, error) {
		cmd := exec.CommandContext(ctx, abc, "-q", line)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%s: %w: %s", abc, err, out)
		}
		return string(out), cmd.ProcessState, err
	}
	version, _, err := command(ctx, "version")
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, limit) // ABC looks at its own limit now and then only
	defer cancel()
	out, state, err := command(limited, fmt.Sprintf("read_aiger circuit.aig; bmc3 -T %d",
		int(math.Ceil(limit.Seconds()))))
	var a *answer
	switch {
	case limited.Err() != nil && ctx.Err() == nil && state != nil:
		a = undecided(-1)
	case err != nil:
		return nil, err
	default:
		if a, err = read(out); err != nil {
			return nil, err
		}
	}
	a.Commit, _, _ = strings.Cut(strings.TrimSpace(version), "\n")
	a.Statistics.Seconds = (state.UserTime() + state.SystemTime()).Seconds()
	return a, nil
}

var (
	asserted = regexp.MustCompile(`was asserted in frame (\d+)`)
	open     = regexp.MustCompile(`No output asserted in (\d+) frames`)
)

// read reads what bmc3 of ABC prints.
func read(out string) (*answer, error) {
	if m := asserted.FindStringSubmatch(out); m != nil {
		n, err := strconv.Atoi(m[1])
		return &answer{Engine: "bmc3", Verdict: "fails", Steps: &n, Statistics: statistics{Length: n}}, err
	}
	if m := open.FindStringSubmatch(out); m != nil {
		n, err := strconv.Atoi(m[1])
		return undecided(n - 1), err
	}
	return nil, fmt.Errorf("ABC printed %q; expected an output that was asserted in some frame, or none", out)
}

// undecided is the answer at the limit of time, where no path of that length was found.
func undecided(length int) *answer {
	return &answer{Engine: "bmc3", Verdict: "unknown", Reason: "time limit", Limit: "time",
		Statistics: statistics{Length: length}}
}
