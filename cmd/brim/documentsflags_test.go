package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"brim/bench/command"
	"brim/internal/cli"
)

// undocumented lists the Markdown files in which flags of other programs or of earlier versions stand.
var undocumented = []string{"CHANGELOG.md"}

// foreign lists flags of other programs that documents name without the program.
var foreign = []string{"bench/artifact/texts/", "contrib/"}

var (
	span     = regexp.MustCompile("`([^`\n]+(?:\n[^`\n]+)?)`")
	called   = regexp.MustCompile(`(?:^|[\s("'/=])(brim|brim-bench)((?: [^|;&)>#]*)?)(?:$|[|;&)>#])`)
	flagWord = regexp.MustCompile(`^--([a-z][a-z0-9-]*)`)
	quoted   = regexp.MustCompile(`'[^']*'|"[^"]*"`)
)

// everywhere lists flags that cobra adds when a command is executed.
var everywhere = []string{"help", "json", "quiet", "version"}

// Every document names subcommands and flags that exist: "brim check --flag" in the text and in blocks of commands, and
// a flag that stands alone in the text belongs to some command.
func TestFlagsOfDocuments(t *testing.T) {
	all := slices.Clone(everywhere)
	var collect func(*cobra.Command)
	collect = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { all = append(all, f.Name) })
		for _, sub := range c.Commands() {
			collect(sub)
		}
	}
	programs := map[string]*cobra.Command{"brim": newRoot(&cli.App{}), "brim-bench": command.Root(&cli.App{})}
	for _, root := range programs {
		collect(root)
	}
	list, err := exec.Command("git", "-C", filepath.Join("..", ".."), "ls-files", "*.md").Output()
	if err != nil {
		t.Skip("no list of the documents: ", err)
	}
	found := 0
	for _, document := range strings.Fields(string(list)) {
		other := slices.ContainsFunc(foreign, func(folder string) bool { return strings.HasPrefix(document, folder) })
		if slices.Contains(undocumented, document) || strings.Contains(document, "testdata/") || other {
			continue
		}
		b, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(document)))
		if err != nil {
			continue // deleted, but not committed yet
		}
		for _, m := range span.FindAllStringSubmatch(fenced.ReplaceAllString(string(b), ""), -1) {
			words := strings.Fields(m[1])
			if name := flagWord.FindStringSubmatch(words[0]); name != nil && !slices.Contains(all, name[1]) {
				t.Errorf("%s: `%s`: no command has the flag --%s", document, m[1], name[1])
			}
			found += checkCalls(t, programs, document, m[1])
		}
		for _, m := range fenced.FindAllStringSubmatch(string(b), -1) {
			if !slices.Contains([]string{"sh", "console"}, m[1]) {
				continue
			}
			text := strings.ReplaceAll(strings.ReplaceAll(m[3], "\n> ", " "), "\\\n", " ")
			for line := range strings.Lines(text) {
				if command, ok := strings.CutPrefix(line, "$ "); ok || m[1] == "sh" {
					found += checkCalls(t, programs, document, strings.TrimSpace(command))
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("found %d calls of brim in the documents; expected 100 and more", found)
	}
}

// checkCalls looks up the subcommands and flags of each call of brim or brim-bench in a text, and returns the number of
// calls. "brim bench", "brim report" and "brim work" are commands of brim-bench.
func checkCalls(t *testing.T, programs map[string]*cobra.Command, document, text string) (calls int) {
	t.Helper()
	for _, m := range called.FindAllStringSubmatch(quoted.ReplaceAllString(text, "X"), -1) {
		root, words := programs[m[1]], strings.Fields(m[2])
		words = slices.DeleteFunc(words, func(w string) bool { return w == "help" || w == "…" })
		if len(words) == 0 || text == "brim equations 2" || !regexp.MustCompile(`^(--)?[a-z]`).MatchString(words[0]) {
			continue // brim in a sentence, or the format of a file
		}
		calls++
		bench := root == programs["brim-bench"]
		if !bench && slices.Contains([]string{"bench", "report", "work"}, words[0]) {
			root, bench = programs["brim-bench"], true
			words = slices.DeleteFunc(words, func(w string) bool { return w == "bench" })
		}
		cmd, _, err := root.Find(words)
		if err != nil || !bench && !cmd.HasParent() && !strings.HasPrefix(words[0], "-") {
			t.Errorf("%s: `%s`: there is no command %s; %v", document, text, words[0], err)
			continue
		}
		for _, w := range words {
			if w == "--" {
				break
			}
			name := flagWord.FindStringSubmatch(w)
			if name != nil && cmd.Flag(name[1]) == nil && !slices.Contains(everywhere, name[1]) {
				t.Errorf("%s: `%s`: brim %s has no flag --%s", document, text, cmd.Name(), name[1])
			}
		}
	}
	return calls
}
