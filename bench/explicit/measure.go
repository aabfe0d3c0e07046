package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"brim/internal/host"
)

// A record is one run of brim.
type record struct {
	Time    string  `json:"time"`   // when it began, UTC
	Commit  string  `json:"commit"` // of the sources; "+changes" behind it if they differed
	Go      string  `json:"go"`
	CPU     string  `json:"cpu,omitempty"`
	Cores   int     `json:"cores"`
	Net     string  `json:"net"`
	Engine  string  `json:"engine"`
	Seconds float64 `json:"cpu_seconds"`  // user and system, the whole process
	Wall    float64 `json:"wall_seconds"` // from start to end
	Memory  int64   `json:"peak_bytes"`   // the most that were resident
	States  int     `json:"states"`
	Bytes   int64   `json:"table_bytes"` // of these, what the states took
}

// engines are the runs of a net: the arguments, and what brim's JSON says of the states.
var engines = []struct {
	name string
	args func(model string) []string
	read func(out []byte) (states int, bytes int64, err error)
}{
	{"bfs", func(model string) []string { return []string{"states", model, "--engine", "bfs", "--json"} }, readStates},
	{"dfs", func(model string) []string {
		return []string{"check", model, "EF false", "--engine", "dfs", "--increment", "1", "--frontier", "states", "--json"}
	}, readCheck},
}

func readStates(out []byte) (int, int64, error) {
	var r struct {
		States int   `json:"states,string"`
		Bytes  int64 `json:"table_bytes"`
	}
	err := json.Unmarshal(out, &r)
	return r.States, r.Bytes, err
}

func readCheck(out []byte) (int, int64, error) {
	var r struct {
		Statistics struct {
			States int   `json:"states"`
			Bytes  int64 `json:"search_bytes"`
		} `json:"statistics"`
	}
	err := json.Unmarshal(out, &r)
	return r.Statistics.States, r.Statistics.Bytes, err
}

// measure runs brim on every net with every engine and writes the records into a new file. The runs of a net are spread over the whole
// time, so that a disturbance does not hit all of them.
func measure(ctx context.Context, peers []peer, models string, runs int, name string) error {
	dir, err := os.MkdirTemp("", "brim-explicit")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "brim")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/brim").CombinedOutput(); err != nil {
		return fmt.Errorf("building brim: %w\n%s", err, out)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer file.Close() // each record is written at once: there is nothing left to fail
	commit := commit(ctx)
	for i := range runs {
		for _, p := range peers {
			for _, e := range engines {
				r := record{Commit: commit, Go: runtime.Version(), CPU: host.Processor(), Cores: runtime.NumCPU(), Net: p.net, Engine: e.name}
				out, err := r.run(ctx, binary, e.args(filepath.Join(models, p.net)))
				if err != nil {
					return err
				}
				if r.States, r.Bytes, err = e.read(out); err != nil {
					return fmt.Errorf("%s: %w", p.net, err)
				}
				if r.States != p.states {
					return fmt.Errorf("%s, %s: %d states, expected %d", p.net, e.name, r.States, p.states)
				}
				if err := json.NewEncoder(file).Encode(r); err != nil {
					return err
				}
				fmt.Fprintf(os.Stderr, "%d/%d %-28s %s %8.2f s %8.1f MB\n", i+1, runs, p.net, e.name, r.Seconds, float64(r.Memory)/1e6)
			}
		}
	}
	return nil
}

// run is one run of brim. The error is one to start it; a run whose output is no JSON fails where that is read.
func (r *record) run(ctx context.Context, binary string, args []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, binary, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	if cmd.ProcessState == nil || errs.Len() > 0 {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, errs.String())
	}
	r.Time = start.UTC().Format(time.RFC3339)
	r.Wall = time.Since(start).Seconds()
	r.Seconds = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	r.Memory = host.PeakMemory(cmd.ProcessState)
	return out.Bytes(), nil
}

// commit names the sources that were built.
func commit(ctx context.Context) string {
	head, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	changes, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "--untracked-files=no", "--", "*.go").Output()
	if err != nil || len(changes) > 0 {
		return strings.TrimSpace(string(head)) + "+changes"
	}
	return strings.TrimSpace(string(head))
}

// readRecords reads what measure wrote.
func readRecords(name string) (list []record, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for d := json.NewDecoder(file); d.More(); {
		var r record
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("%s: record %d: %w", name, len(list)+1, err)
		}
		list = append(list, r)
	}
	return list, nil
}
