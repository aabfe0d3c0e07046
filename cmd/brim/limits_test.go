package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"brim/internal/host"
)

var (
	limitsRun = flag.Bool("limits", false,
		"measure whether every command and engine keeps its limits; a quarter of an hour")
	limitsMemory = flag.Int64("limits-memory", 300, "limit of memory of -limits, in MiB")
	limitsOnly   = flag.String("limits-only", "", "run only the rows of -limits whose name matches this `expression`")
	limitsTime   = flag.Duration("limits-time", 3*time.Second, "limit of time of -limits")
)

// limitRows are runs that need more memory, or more time, than the limits allow. MODEL stands for a large file.
var limitRows = []struct{ name, args string }{
	{"reading", "states MODEL"},
	{"info", "info MODEL"},
	{"draw a file", "draw MODEL"},
	{"states", "states fms:300 --order file"},
	{"states, order", "states fms:2000 --order tuned"},
	{"orders", "orders fms:2000"},
	{"states, chaining", "states fms:200 --order file --method chaining"},
	{"states, breadth-first", "states kanban:100 --order file --method bfs"},
	{"states, bfs", "states dphil:200 --engine bfs"},
	{"draw, mdd", "draw fms:300 --what mdd --order file"},
	{"draw, edd", "draw fms:60 --what edd --order file"},
	{"gen, aut", "gen brp:4000,81 -o OUT.aut"},
	{"auto", "check fms:400 EF(deadlock) --order file"},
	{"unlim", "check fms:400 EF(deadlock) --order file --strategy unlim"},
	{"rest", "check fms:400 EF(deadlock) --order file --strategy rest"},
	{"cont", "check fms:400 EF(deadlock) --order file --strategy cont"},
	{"comp", "check fms:400 EF(deadlock) --order file --strategy comp"},
	{"fix", "check fms:400 EF(deadlock) --order file --strategy fix --bound 300"},
	{"exact", "check fms:400 EF(deadlock) --order file --strategy cont --distances exact"},
	{"layered", "check fms:400 EF(deadlock) --order file --strategy cont --distances layered"},
	{"unbounded", "check unbounded:100 EF(AX(deadlock))"},
	{"bfs", "check dphil:200 EF(HasL_1=2) --engine bfs"},
	{"dfs", "check dphil:200 EF(HasL_1=2) --engine dfs --increment 5"},
	{"dfs, workers", "check dphil:200 EF(HasL_1=2) --engine dfs --increment 5 --workers 2 --visited hash64"},
	{"bbmc", "check kanban:100 EF(pout1=99&pm2=77&pm3=20) --engine bbmc --breadth 100000 --degrade 0"},
	{"bfsbmc", "check kanban:100 EF(pout1=99&pm2=77&pm3=20) --engine bfsbmc"},
	{"bmc", "check kanban:100 EF(pout1=99&pm2=77&pm3=20) --engine bmc --together"},
	{"ic3", "check kanban:100 EF(pout1=99&pm2=77&pm3=20&pb4>=3) --engine ic3"},
	{"gmc", "check kanban:1000 EF(pout1=99&pm2=77&pm3=20) --engine gmc"},
	{"bdd", "check kanban:100 EF(pout1=99&pm2=77&pm3=20) --engine bdd"},
	{"mcc", "mcc StateSpace"},
	{"mcc, formulas", "mcc ReachabilityDeadlock"},
}

// TestLimits runs each row twice, once with a limit of memory and once with one of time. More than a tenth above
// that of memory is a fault; how long a run took is only told.
func TestLimits(t *testing.T) {
	if !*limitsRun {
		t.Skip("needs -limits")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	large := filepath.Join(dir, "large.pnml")
	writeLarge(t, large)
	contest := filepath.Join(dir, "contest")
	if err := os.Mkdir(contest, 0o777); err != nil {
		t.Fatal(err)
	}
	if status, _, text := brim(t, t.Context(), "gen", "fms:5000", "-o",
		filepath.Join(contest, "model.pnml")); status != 0 {
		t.Fatal(text)
	}
	report := regexp.MustCompile(`[a-z ]*limit reached[^;\n"]*|CANNOT_COMPUTE|holds|fails|too many states`)
	only := regexp.MustCompile(*limitsOnly)
	for _, row := range limitRows {
		if !only.MatchString(row.name) {
			continue
		}
		for _, memory := range []bool{true, false} {
			args := strings.Fields(strings.NewReplacer("MODEL", large, "OUT",
				filepath.Join(dir, "out")).Replace(row.args))
			var env []string
			most, end := *limitsMemory<<20, time.Minute
			if !memory {
				most, end = 8<<30, *limitsTime
			}
			if args[0] == "mcc" {
				env = []string{"BK_EXAMINATION=" + args[1], fmt.Sprintf("BK_MEMORY_CONFINEMENT=%f", float64(most)/1e6),
					fmt.Sprintf("BK_TIME_CONFINEMENT=%f", end.Seconds())}
				args = []string{"mcc", "--dir", contest}
			} else {
				args = append(args, "--limit-memory", fmt.Sprint(most), "--limit-time", end.String())
			}
			var out bytes.Buffer
			cmd := exec.CommandContext(t.Context(), exe)
			cmd.Args, cmd.Env, cmd.Stdout, cmd.Stderr = append([]string{"brim"}, args...), append(os.Environ(), env...),
				&out, &out
			start := time.Now()
			var exit *exec.ExitError
			if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			took, peak := time.Since(start), host.PeakMemory(cmd.ProcessState)
			t.Logf("%-22s %-6s status %d  %6.2f s  %5d MiB (%.2f)  %s", row.name,
				map[bool]string{true: "memory", false: "time"}[memory], cmd.ProcessState.ExitCode(),
				took.Seconds(), peak>>20, float64(peak)/float64(most), report.FindString(out.String()))
			if peak > most+most/10 {
				t.Errorf("%s: %d MiB of %d", row.name, peak>>20, most>>20)
			}
			if cmd.ProcessState.ExitCode() == 4 || cmd.ProcessState.ExitCode() < 0 {
				t.Errorf("%s: %s", row.name, out.String())
			}
		}
	}
}

// writeLarge writes a net with a quarter of a million places in rings, some 70 MB.
func writeLarge(t *testing.T, path string) {
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	b := bufio.NewWriter(f) // little memory: on Linux that of this process counts for those that it starts
	b.WriteString(`<pnml><net id="rings"><page id="page">` + "\n")
	const n, ring = 250_000, 1000
	for i := range n {
		fmt.Fprintf(b, "<place id=\"place%d\"><name><text>a place of the "+
			"ring</text></name><initialMarking><text>%d</text></initialMarking></place>\n", i, max(0, 1-i%ring))
		fmt.Fprintf(b, "<transition id=\"transition%d\"><name><text>a transition</text></name></transition>\n", i)
	}
	for i := range n {
		next := i + 1
		if next%ring == 0 {
			next -= ring
		}
		fmt.Fprintf(b, "<arc id=\"in%d\" source=\"place%d\" target=\"transition%d\"/>\n", i, i, i)
		fmt.Fprintf(b, "<arc id=\"out%d\" source=\"transition%d\" target=\"place%d\"/>\n", i, i, next)
	}
	b.WriteString("</page></net></pnml>\n")
	if err := errors.Join(b.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
}
