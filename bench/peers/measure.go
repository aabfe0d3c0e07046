package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"brim/internal/host"
	"brim/petri/nets"
)

// measure runs brim on every row and writes the records into a new file of the given name, if there is one. The runs of a net are spread
// over the whole time, so that a disturbance does not hit all of them.
func measure(ctx context.Context, rows []row, runs int, limit time.Duration, name string) ([]record, error) {
	dir, err := os.MkdirTemp("", "brim-peers")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "brim")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/brim").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building brim: %w\n%s", err, out)
	}
	out := io.Writer(io.Discard)
	if name != "" {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, err
		}
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return nil, err
		}
		defer file.Close() // each record is written at once: there is nothing left to fail
		fmt.Fprintln(os.Stderr, "records go to", name)
		out = file
	}
	host := record{
		Commit: commit(ctx), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		CPU: host.Processor(), Cores: runtime.NumCPU(),
	}
	var records []record
	for i := range runs {
		for _, r := range rows {
			rec, err := measureOne(ctx, binary, r, limit, host)
			if err == nil {
				err = appendRecord(out, rec)
			}
			if err != nil {
				return records, err
			}
			records = append(records, rec)
			fmt.Fprintf(os.Stderr, "%d/%d %-12s %8.2f s %8.1f MB\n", i+1, runs, r.spec(), rec.Seconds, float64(rec.Memory)/1e6)
		}
	}
	return records, nil
}

// measureOne is one run. It fails if brim does, or counts wrong.
func measureOne(ctx context.Context, binary string, r row, limit time.Duration, rec record) (record, error) {
	cmd := exec.CommandContext(ctx, binary, "states", r.spec(), "--json", "--count-only", "--limit-time", limit.String())
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return rec, err
	}
	p := cmd.ProcessState
	rec.Time = start.UTC().Format(time.RFC3339)
	rec.Family, rec.N, rec.Status = r.family, r.n, p.ExitCode()
	rec.Wall = time.Since(start).Seconds()
	rec.Seconds = (p.UserTime() + p.SystemTime()).Seconds()
	rec.Memory = host.PeakMemory(p)
	var line bytes.Buffer
	if err := json.Compact(&line, out.Bytes()); err != nil {
		return rec, fmt.Errorf("%s: status %d: %s", r.spec(), rec.Status, errs.String())
	}
	rec.Result = line.Bytes()
	res, err := rec.result()
	if err != nil {
		return rec, err
	}
	if want, known := states(r); known && res.Complete && res.States != want {
		return rec, fmt.Errorf("%s: %s states, expected %s", r.spec(), res.States, want)
	}
	return rec, nil
}

// states returns the number of reachable markings of a net by its closed form.
func states(r row) (n string, known bool) {
	for _, f := range nets.All() {
		if f.Name == r.family && f.States != nil {
			return f.States(r.n).String(), true
		}
	}
	return "", false
}

// commit names the sources that were built.
func commit(ctx context.Context) string {
	head, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	changes, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "--untracked-files=no").Output()
	if err != nil || len(changes) > 0 {
		return strings.TrimSpace(string(head)) + "+changes"
	}
	return strings.TrimSpace(string(head))
}
