package command

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"brim/bench"
	"brim/bench/tables"
)

// What a worker refuses, and where a server may listen.

// A worker runs what suites ask for, and nothing that writes files or runs programs.
func TestRefuse(t *testing.T) {
	programs := map[string][]string{"cadical": {"/opt/brim"}, "peer": {"peer"}}
	for _, quick := range []bool{false, true} {
		for _, s := range tables.All(quick) {
			for _, c := range s.Cells {
				given := map[string][]string{c.Program: {"x"}}
				if c.Program == "" {
					given = nil
				}
				if name := c.Checker(); name != "" {
					given = map[string][]string{name: {"x"}}
				}
				if err := refuse(&c, given); err != nil {
					t.Errorf("%s %s: %v", s.Name, c.Name(), err)
				}
			}
		}
	}
	for _, c := range []struct {
		cell bench.Cell
		want string // part of the reason; "" if it is run
	}{
		{bench.Cell{Model: "dphil:3"}, ""},
		{bench.Cell{Model: "dphil:3", Program: "peer"}, ""},
		{bench.Cell{Model: "dphil:3", Program: "other"}, "--program other=COMMAND"},
		{bench.Cell{Command: "draw", Model: "dphil:3"}, "brim draw is not one of check, "},
		{bench.Cell{Command: "bench", Model: "table1"}, "brim bench is not one of check, "},
		{bench.Cell{Command: "--help", Model: "x"}, "is not one of"},
		{bench.Cell{Model: "dphil:3", Flags: []string{"--draw", "/etc/x.svg"}}, "--draw writes the file"},
		{bench.Cell{Model: "dphil:3", Flags: []string{"--draw=/etc/x.svg"}}, "--draw writes the file"},
		{bench.Cell{Model: "dphil:3", Property: "--certificate=x"}, "--certificate writes the file"},
		{bench.Cell{Model: "--dimacs=x"}, "--dimacs writes the file"},
		{bench.Cell{Command: "reduce", Model: "dphil:3", Flags: []string{"-o", "x"}}, "-o writes the file x"},
		{bench.Cell{Command: "reduce", Model: "dphil:3", Flags: []string{"-qox"}}, "short flags as -qox"},
		{bench.Cell{Model: "dphil:3", Flags: []string{"--solver", "rm -rf x"}}, "--solver runs the program rm"},
		{bench.Cell{Model: "dphil:3", Flags: []string{"--solver=rm"}}, "--solver runs the program rm"},
		{bench.Cell{Model: "dphil:3", Flags: []string{"--solver", "cadical -q"}}, ""},
		{bench.Cell{Program: "p", Tool: &bench.Tool{Line: []string{"rm", "x"}}},
			"it names the program rm; --program p=COMMAND"},
		{bench.Cell{Program: "peer", Tool: &bench.Tool{Line: []string{"rm", "x"}}}, ""}, // the peer runs, not rm
		{bench.Cell{Program: "peer", Tool: &bench.Tool{Line: []string{"x"}, Prepare: [][]string{{"rm"}}}},
			"by another program than brim: rm"},
		{bench.Cell{Program: "peer", Tool: &bench.Tool{Line: []string{"x"}, Env: []string{"LD_PRELOAD=x"}}},
			"variables"},
		{bench.Cell{Program: "peer", Tool: &bench.Tool{Line: []string{"x"},
			Prepare: [][]string{{"{brim}", "gen", "dphil:3", "-o", "{scratch}/x"}}}}, ""},
		{bench.Cell{Program: "peer", Tool: &bench.Tool{Line: []string{"x"},
			Prepare: [][]string{{"{brim}", "gen", "dphil:3", "-o", "{scratch}/../x"}}}},
			"-o writes the file {scratch}/../x"},
		{bench.Cell{Program: "peer", Tool: &bench.Tool{Line: []string{"x"}, Version: []string{"rm"}}},
			"another program: rm"},
		{bench.Cell{Tool: &bench.Tool{Line: []string{"{brim}", "check", "dphil:3"}}}, ""},
		{bench.Cell{Tool: &bench.Tool{Line: []string{"{brim}", "mcc", "--certificates", "/tmp"}}},
			"--certificates writes the file /tmp"},
		{bench.Cell{Tool: &bench.Tool{Line: []string{"{brim}", "mcc"}, Files: []bench.File{{Name: "../x"}}}},
			"it writes files elsewhere"},
		{bench.Cell{Tool: &bench.Tool{Line: []string{"{brim}", "mcc"},
			Questions: &bench.Questions{Check: []string{"rm"}}}}, "checked by the program rm"},
		{bench.Cell{Tool: &bench.Tool{Line: []string{"{brim}", "mcc"},
			Questions: &bench.Questions{File: "/etc/passwd"}}}, "the right answers from /etc/passwd"},
		{bench.Cell{Tool: &bench.Tool{Line: []string{"{brim}", "gen", "dphil:3"}}}, "brim gen is not one of"},
		{bench.Cell{Tool: &bench.Tool{Line: []string{"{brim}", "check", "dphil:3"},
			Version: []string{"{brim}", "gen", "-o", "x"}}}, "the version by"},
		{bench.Cell{Tool: &bench.Tool{Line: []string{"{brim}", "check", "x"}, Time: []string{"--draw={scratch}"}}},
			"--draw writes the file"},
		{bench.Cell{Tool: &bench.Tool{Line: []string{"{brim}", "check", "x", "--trace-out", "/tmp/x.json"}}},
			"--trace-out writes the file"},
		{bench.Cell{Tool: &bench.Tool{}}, "without a command line"},
	} {
		err := refuse(&c.cell, programs)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v; expected %q", c.cell.Args(), err, c.want)
		}
	}
}

var (
	writes = regexp.MustCompile(`\b(write|save)\b`)
	names  = regexp.MustCompile("`(file|directory|command)`")
)

// flagsOf returns the flags of a command of brim with their help, by name with the dashes.
func flagsOf(t *testing.T, brim, name string) map[string]string {
	flags := map[string]string{}
	for _, dashes := range []string{"--", "-"} {
		out, err := exec.CommandContext(t.Context(), brim, "__complete", name, dashes).Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			if flag, usage, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && strings.HasPrefix(flag, "-") {
				flags[strings.TrimSuffix(flag, "=")] = usage
			}
		}
	}
	return flags
}

// Every flag whose help speaks of a file, a directory or a command is refused, or is known to read only.
func TestRefusedFlags(t *testing.T) {
	folder := t.TempDir()
	buildBrim(t, folder)
	read := []string{"--file", "--properties", "--dir", "--order", "--equations", "--candidates"}
	refused := workWrites
	known := map[string]bool{}
	for _, command := range workCommands {
		flags := flagsOf(t, filepath.Join(folder, "brim"), command)
		if len(flags) < 5 {
			t.Errorf("brim %s has %d flags", command, len(flags))
		}
		for flag, usage := range flags {
			known[flag] = true
			about := names.MatchString(usage) || writes.MatchString(usage)
			if about && strings.HasPrefix(flag, "--") && !slices.Contains(refused, flag) &&
				!slices.Contains(read, flag) {
				t.Errorf("brim %s %s (%s): does it write a file or run a program? If so, workers have to refuse it",
					command, flag, usage)
			}
		}
	}
	for _, flag := range refused {
		if !known[flag] {
			t.Errorf("no command has the flag %s", flag)
		}
	}
}

func TestListenAddress(t *testing.T) {
	for at, want := range map[string]string{
		"4222": "127.0.0.1:4222", ":0": "127.0.0.1:0", "0.0.0.0:1": "0.0.0.0:1", "[::1]:5": "[::1]:5",
		"host:7": "host:7",
		"host":   "", "1:2:3": "", "x:y": "", ":99999": "", ":-1": "",
	} {
		got, err := listenAddress(at)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v; expected %q", at, got, err, want)
		}
	}
	for at, ok := range map[string]bool{"4222": true, "localhost:1": true, "0.0.0.0:4222": false,
		"nats://host:4222": true} {
		s := serverFlags{at: at, silence: 1, tries: 1, queueFlags: queueFlags{name: "brim"}}
		if _, err := s.setup(); (err == nil) != ok {
			t.Errorf("%s without a token: %v", at, err)
		}
		if s.token = "file"; !ok {
			if _, err := s.setup(); err != nil {
				t.Errorf("%s with a token: %v", at, err)
			}
		}
	}
}
