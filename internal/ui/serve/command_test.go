package serve

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"brim/check"
)

// A shell reads the words of a command line as they were.
func TestCommandLine(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh is installed, so nothing reads the command line")
	}
	for _, words := range [][]string{
		{"dphil:3", "EF deadlock"}, {"it's.pnml", `EF "a'b" = 1`}, {"a\nb", "$HOME `id` \\ \"x\" !x"}, {"", "ünï→code *?[a] ~ #"},
		{"-m.pnml", "-p <= 3"}, {"a;b|c&d", "(p) > 1"}, {"~/x", "{a,b}"}, {"a=b", "!"},
	} {
		line := commandLine([]string{"check", "--limit-time", "30s"}, words...)
		want := append([]string{"check", "--limit-time", "30s"}, words...)
		if slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") }) {
			want = slices.Insert(want, 3, "--")
		}
		rest, ok := strings.CutPrefix(line, "brim ")
		if !ok {
			t.Fatal(line)
		}
		out, err := exec.Command(shell, "-c", `printf '%s\0' `+rest).Output()
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, want) {
			t.Errorf("%s: the shell reads %q; expected %q", line, got, want)
		}
	}
	for want, r := range map[string]AskRequest{
		"brim check dphil:3 'EF deadlock'":                    {Formula: " EF deadlock\n"},
		"brim check --deadlock infinite dphil:3 'A F Idle_1'": {Formula: "A F Idle_1", Deadlock: "infinite"},
	} {
		x := &asking{model: &model{info: ModelInfo{Name: "dphil:3"}}, request: r, limits: check.Limits{}}
		if got := x.command(); got != want {
			t.Errorf("got %s; expected %s", got, want)
		}
	}
}
