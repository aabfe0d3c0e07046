package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// Sweeps of brim with workers that are killed and cut off: every cell has one record in the end.

var cells = flag.Int("cells", 200, "of the sweep of TestSweep, about")

// patience is how long a test waits for what has to come, at each step.
func patience() time.Duration { return 2*time.Minute + time.Duration(*cells)*time.Second }

// built has brim and brim-queue, side by side, for all tests.
var built = sync.OnceValues(func() (folder string, err error) {
	if folder, err = os.MkdirTemp("", "brim-queue-test-"); err != nil {
		return "", err
	}
	for _, args := range [][]string{{"-C", "../..", "-o", folder, "./cmd/brim", "./cmd/brim-bench",
		"./cmd/brim-verify"}, {"-o", filepath.Join(folder, "brim-queue"), "."}} {
		if out, err := exec.Command("go", append([]string{"build"}, args...)...).CombinedOutput(); err != nil {
			return folder, fmt.Errorf("%w\n%s", err, out)
		}
	}
	return folder, nil
})

func TestMain(m *testing.M) {
	if url, helper, ok := strings.Cut(os.Getenv(liarVariable), " "); ok {
		lie(url, helper)
		return
	}
	used := false
	build := built
	built = func() (string, error) { used = true; return build() }
	status := m.Run()
	if used {
		folder, _ := build()
		os.RemoveAll(folder)
	}
	os.Exit(status)
}

// programs returns the executable of brim; those of brim-bench and brim-queue are in the same folder.
func programs(t *testing.T) (brim string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs brim")
	}
	if runtime.GOOS == "windows" {
		t.Skip("needs SIGKILL")
	}
	folder, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "brim")
}

// A process is one that was started, with what it prints.
type process struct {
	*exec.Cmd
	out   bytes.Buffer
	ended chan error
}

func start(t *testing.T, program string, args ...string) *process {
	t.Helper()
	return startWith(t, nil, program, args...)
}

// startWith starts a program with more variables in its environment.
func startWith(t *testing.T, variables []string, program string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(program, args...), ended: make(chan error, 1)}
	p.Env = append(os.Environ(), variables...)
	p.Stdout, p.Stderr = &p.out, &p.out
	p.WaitDelay = time.Second
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.Wait() }()
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// end waits until a process ends by itself.
func (p *process) end(t *testing.T) error {
	t.Helper()
	select {
	case err := <-p.ended:
		return err
	case <-time.After(patience()):
		_ = p.Process.Kill()
		<-p.ended
		t.Fatalf("%s does not end:\n%s", p, p.out.String())
		return nil
	}
}

// kill sends SIGKILL.
func (p *process) kill(t *testing.T) {
	t.Helper()
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.ended
}

// An entry is what this test looks at of a record.
type entry struct {
	Cell    string
	Run     int
	Outcome string
	Reason  string
	Verdict string
	Build   string
}

// journal reads the records below a folder, of which the last line may not be whole yet.
func journal(t *testing.T, results string) (list []entry) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(results, "raw", "*.jsonl"))
	if err != nil || len(files) > 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	if len(files) == 0 {
		return nil
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(b) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// until waits until there are n records.
func until(t *testing.T, results string, n int, who *process) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(5*time.Millisecond + time.Duration(*cells)*time.Millisecond/10) {
		if len(journal(t, results)) >= n {
			return
		}
		if time.Since(begin) > patience() {
			t.Fatalf("%d records, expected %d:\n%s", len(journal(t, results)), n, who.out.String())
		}
	}
}

// address returns one that is free now.
func address(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// Three workers measure a sweep. One is killed, and then the server, which is started again: each run is in the records
// once, and none is lost.
func TestSweep(t *testing.T) {
	brim := programs(t)
	results, at := t.TempDir(), address(t)
	const perRun = 10
	runs := (*cells + perRun - 1) / perRun
	all := runs * perRun
	serve := []string{
		"bench", "table1", "--quick", "--only", "(dphil|rr)/n=10/strategy=[b-z]", "--limit-time", "5m", "--runs",
		fmt.Sprint(runs),
		"--results", results, "--serve", at, "--silence", "2s",
	}
	begin := time.Now()
	server := start(t, brim, serve...)
	var workers []*process
	for range 3 {
		workers = append(workers, start(t, brim, "work", "--queue", "nats://"+at, "--json"))
	}
	until(t, results, all/4, server)
	workers[0].kill(t)
	until(t, results, all/2, server)
	server.kill(t)
	had := len(journal(t, results))
	server = start(t, brim, serve...)
	if err := server.end(t); err != nil {
		t.Errorf("the server ended with %v:\n%s", err, server.out.String())
	}
	brought := 0
	for _, w := range workers[1:] {
		if err := w.end(t); err != nil {
			t.Errorf("a worker ended with %v:\n%s", err, w.out.String())
		}
		var report struct{ Records int }
		_, text, _ := strings.Cut(w.out.String(), "{") // before it the client may complain that the server is gone
		if err := json.Unmarshal([]byte("{"+text), &report); err != nil {
			t.Errorf("%v:\n%s", err, w.out.String())
		}
		brought += report.Records
	}
	seen := map[string]int{}
	builds := map[string]bool{}
	for _, e := range journal(t, results) {
		seen[fmt.Sprint(e.Cell, " ", e.Run)]++
		builds[e.Build] = true
		if e.Outcome != "done" || e.Verdict != "holds" {
			t.Errorf("%+v", e)
		}
	}
	for run, n := range seen {
		if n != 1 {
			t.Errorf("%s has %d records", run, n)
		}
	}
	if len(seen) != all || len(builds) != 1 {
		t.Errorf("%d runs have records, expected %d; %d builds", len(seen), all, len(builds))
	}
	t.Logf("%d runs, each once, in %v: the server was killed when %d were recorded; the two workers left brought %d",
		len(seen), time.Since(begin).Round(time.Second), had, brought)
}

// A worker with another build, or without what the sweep needs, or without the token, gets an error and does not
// measure.
func TestRefused(t *testing.T) {
	brim := programs(t)
	dir, at := t.TempDir(), address(t)
	token, other := filepath.Join(dir, "token"), filepath.Join(dir, "other")
	for file, text := range map[string]string{token: "abc\n", other: "abd\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := start(t, brim, "bench", "table1", "--quick", "--only", "dphil/n=10/strategy=unlim", "--limit-time", "5m",
		"--results", dir, "--serve", at, "--token-file", token)
	second := filepath.Join(t.TempDir(), "brim") // another build: a byte more
	b, err := os.ReadFile(brim)
	if err == nil {
		err = os.WriteFile(second, append(b, 0), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		measured, token, want string
	}{
		{second, token, "the sweep is of build "},
		{brim, other, "uthorization"},
		{brim, "", "uthorization"},
	} {
		args := []string{"work", "--queue", "nats://" + at, "--wait", "2s", "--brim", c.measured}
		if c.token != "" {
			args = append(args, "--token-file", c.token)
		} else {
			args[4] = "100ms"
		}
		w := start(t, brim, args...)
		if err := w.end(t); err == nil || w.ProcessState.ExitCode() != 2 || !strings.Contains(w.out.String(), c.want) {
			t.Errorf("with the token %q: %v: %s; expected %q", c.token, err, w.out.String(), c.want)
		}
	}
	if n := len(journal(t, dir)); n != 0 {
		t.Errorf("%d records of workers that were refused", n)
	}
	w := start(t, brim, "work", "--queue", "nats://"+at, "--token-file", token)
	if err := w.end(t); err != nil {
		t.Errorf("%v: %s", err, w.out.String())
	}
	if err := server.end(t); err != nil || len(journal(t, dir)) != 1 {
		t.Errorf("%v: %s", err, server.out.String())
	}
}
