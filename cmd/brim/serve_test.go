package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"brim/internal/watch"
)

var tabs = flag.Int("tabs", 0, "TestServeManyTabs starts a server and has so many explorations run at the same time")

// Many explorations keep a server within its limit of memory, those that end by it say so, a question beside them is
// answered, and an interrupt ends all of it. Takes two minutes.
func TestServeManyTabs(t *testing.T) {
	if *tabs == 0 {
		t.Skip("many explorations at the same time are tested with -tabs 10")
	}
	const limit = 512 << 20
	program := filepath.Join(t.TempDir(), "brim")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command(program, "serve", "kanban:200", "hanoi:16", "sr:400", "dphil:8", "--limit-memory",
		fmt.Sprint(limit))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body string, x any) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, strings.TrimSpace(line)+"api/"+path,
			strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		if err := json.NewDecoder(a.Body).Decode(x); err != nil {
			t.Fatal(err)
		}
	}
	type job struct{ ID, State, Problem string }
	var open []job
	for i := range *tabs {
		var j job
		ask("POST", fmt.Sprintf("models/%d/explore", 1+i%3), "{}", &j)
		open = append(open, j)
	}
	start := time.Now()
	var question job
	ended, most := 0, int64(0)
	for len(open) > 0 && time.Since(start) < 2*time.Minute {
		if question.ID == "" && time.Since(start) > 8*time.Second {
			ask("POST", "models/4/ask", `{"formula": "EF deadlock"}`, &question)
			open = append(open, question)
		}
		still := open[:0]
		for _, j := range open {
			var look struct{ Job job }
			ask("GET", "jobs/"+j.ID, "", &look)
			switch {
			case look.Job.State == "runs":
				still = append(still, j)
				continue
			case look.Job.State == "stopped" && strings.Contains(look.Job.Problem,
				"memory limit reached: the limit is 512 MiB"):
				ended++
			case look.Job.State != "done":
				t.Errorf("job %s: %+v", j.ID, look.Job)
			}
			t.Logf("%5.1f s: job %s %s %s", time.Since(start).Seconds(), j.ID, look.Job.State, look.Job.Problem)
		}
		open = still
		if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", cmd.Process.Pid)); err == nil {
			var size, resident int64
			if _, err := fmt.Fscan(bytes.NewReader(status), &size, &resident); err == nil {
				most = max(most, resident*int64(os.Getpagesize()))
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	for _, j := range open {
		if j.ID == question.ID {
			t.Error("the question was not answered")
		}
	}
	t.Logf("at most %d MB, %d ended by the limit, %d run still", most>>20, ended, len(open))
	if most > limit+limit/watch.Overrun {
		t.Errorf("%d bytes resident; the limit is %d", most, limit)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("an interrupt ended the server with %v", err)
	}
}
