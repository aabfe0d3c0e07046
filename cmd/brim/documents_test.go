package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/internal/testkit/golden"
)

// documents are the texts whose snippets are run.
var documents = []string{
	"README.md", "docs/tutorial.md", "docs/for-verifiers.md", "docs/for-researchers.md", "docs/for-programmers.md",
	"docs/for-contest.md", "docs/for-process-miners.md", "docs/for-teachers.md",
}

// A snippet is a fenced block: its language, the file that it is saved as if it names one, and its text.
type snippet struct {
	language, file, text string
	line                 int // of its first one in the document
}

var fenced = regexp.MustCompile("(?ms)^```(\\w+)(?: (\\S+))?\n(.*?)^```$")

// snippetsOf returns the text of a document and its blocks.
func snippetsOf(t *testing.T, document string) (text string, list []snippet) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(document)))
	if err != nil {
		t.Fatal(err)
	}
	text = string(b)
	for _, m := range fenced.FindAllStringSubmatchIndex(text, -1) {
		s := snippet{language: text[m[2]:m[3]], text: text[m[6]:m[7]], line: 2 + strings.Count(text[:m[0]], "\n")}
		if m[4] >= 0 {
			s.file = text[m[4]:m[5]]
		}
		list = append(list, s)
	}
	return text, list
}

// TestDocuments follows the documents from above, each in a folder of its own that has the examples and results of this
// one:
//
//   - a block that names a file is saved as that;
//   - a console block has commands behind "$ ", or "> " where one goes on, and below each what it prints, if that is
//     shown; a command that prints "fails" may end with status 1, all others end with 0;
//   - go and python blocks are whole programs, and the text block behind one is what it prints;
//   - an sh block with a text block behind it is a command likewise, of the README alone, where "go run ./cmd/brim" is
//     how to call brim.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a hundred commands")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	programs := buildGoSnippets(t)
	t.Setenv("PATH", buildVerifier(t)+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, document := range documents {
		t.Run(filepath.Base(document), func(t *testing.T) {
			r := newReader(t, document)
			text, list := snippetsOf(t, document)
			for i, s := range list {
				if s.file != "" {
					r.save(s)
				}
				printed := "" // by a program
				if i+1 < len(list) && list[i+1].language == "text" {
					if printed = list[i+1].text; strings.TrimSpace(printed) == "" {
						t.Errorf("%s:%d: expected what the program prints", document, list[i+1].line)
					}
				}
				switch {
				case s.language == "console":
					r.console(s)
				case s.language == "go" && document != "README.md":
					r.program(s, printed, programs, goSnippet(document, i))
				case s.language == "python":
					r.python(s, printed)
				case s.language == "sh" && document == "README.md" && printed != "":
					r.command(s.line, strings.Replace(s.text, "go run ./cmd/brim", "brim", 1), printed)
				case s.language == "text" && i > 0 && slices.Contains([]string{"go", "python", "sh"},
					list[i-1].language):
				case s.file == "" && document != "README.md":
					t.Errorf("%s:%d: a block of %s that nothing checks", document, s.line, s.language)
				}
			}
			r.pictures(text)
		})
	}
}

// buildVerifier builds brim-verify, which documents call, and returns the folder that has it.
func buildVerifier(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", folder+string(os.PathSeparator),
		"brim/cmd/brim-verify")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

// A reader follows one document in a folder.
type reader struct {
	*testing.T
	document, folder string
	python3          string // "" if there is none
}

func newReader(t *testing.T, document string) *reader {
	r := &reader{T: t, document: document, folder: t.TempDir()}
	r.python3, _ = exec.LookPath("python3")
	for _, name := range []string{"examples", "results", "python"} {
		there, err := filepath.Abs(filepath.Join("..", "..", name))
		if err == nil {
			err = os.Symlink(there, filepath.Join(r.folder, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func (r *reader) save(s snippet) {
	file := filepath.Join(r.folder, filepath.FromSlash(s.file))
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	if err == nil {
		err = os.WriteFile(file, []byte(s.text), 0o666)
	}
	if err != nil {
		r.Fatal(err)
	}
}

// console runs the commands of a block and compares what they print.
func (r *reader) console(s snippet) {
	command, printed, at := "", "", s.line
	end := func() {
		if command != "" && (!strings.Contains(command, "python3") || r.python3 != "") {
			r.command(at, command, printed)
		}
		command, printed = "", ""
	}
	n := s.line
	for line := range strings.Lines(s.text) {
		rest, begins := strings.CutPrefix(line, "$ ")
		more, goesOn := strings.CutPrefix(line, "> ")
		switch {
		case begins:
			end()
			command, at = rest, n
		case goesOn && printed == "":
			command += more
		case command == "":
			r.Errorf("%s:%d: expected a command behind $", r.document, n)
		default:
			printed += line
		}
		n++
	}
	end()
}

// command runs a command by the shell.
func (r *reader) command(line int, command, printed string) {
	r.run(line, exec.Command("sh", "-c", command), printed)
}

// program runs a Go program of the document, one of those that were built.
func (r *reader) program(s snippet, printed, programs, name string) {
	r.run(s.line, exec.Command(programs, name), printed)
}

func (r *reader) python(s snippet, printed string) {
	if r.python3 != "" {
		r.run(s.line, exec.Command(r.python3, "-c", s.text), printed)
	}
}

var pictured = regexp.MustCompile(`!\[[^\]]*\]\(images/([^)]+)\)`)

// pictures compares the pictures that the commands of the document have drawn with those that it shows; -update writes
// these anew.
func (r *reader) pictures(text string) {
	for _, m := range pictured.FindAllStringSubmatch(text, -1) {
		drawn, err := os.ReadFile(filepath.Join(r.folder, m[1]))
		if err != nil {
			continue // a screenshot
		}
		golden.Check(r, filepath.Join("..", "..", "docs", "images", m[1]), string(drawn))
	}
}

// run runs a command in the folder and compares what it prints with what is shown, if something is.
func (r *reader) run(line int, command *exec.Cmd, shown string) {
	r.Helper()
	command.Dir = r.folder
	command.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(r.folder, "python"), "PYTHONDONTWRITEBYTECODE=1")
	begin := time.Now()
	b, err := command.CombinedOutput()
	got := string(b)
	failed := command.ProcessState != nil && command.ProcessState.ExitCode() == 1 && says(got, "fails")
	if s := command.ProcessState; s != nil {
		r.Logf("%s:%d: %v of CPU, %v", r.document, line, s.UserTime()+s.SystemTime(), time.Since(begin))
	}
	if err != nil && !failed {
		r.Errorf("%s:%d: %v\n%s", r.document, line, err, got)
		return
	}
	if strings.TrimSpace(shown) != "" && !alike(got, shown) {
		r.Errorf("%s:%d: got\n%s\nwhere the document shows\n%s", r.document, line, got, shown)
	}
}

// says reports whether a line begins with a word, or has it as a field.
func says(text, word string) bool {
	for line := range strings.Lines(text) {
		if slices.Contains(strings.Fields(line), word) {
			return true
		}
	}
	return false
}

// volatile lists the words at the beginning of lines whose rest differs between machines or runs.
var volatile = []string{"decided", "nodes", "memory", "time", "order", "covered"}

// ofDiagrams lists those of lines that are there only if the diagrams came to an end, of which automaton goes with LTL.
var ofDiagrams = []string{"states", "method", "automaton"}

var (
	timesAndSizes = regexp.MustCompile(`\b\d[\d.,]*(?:ns|µs|ms|s|min|h|m\d+s| B| KiB| MiB| GiB)\b`)
	blanks        = regexp.MustCompile(`[ \t]+`)
)

// alike reports whether what a command prints is what a document shows. This is the one way in which they may differ:
//
//   - times and sizes of memory are any times and sizes, with as many blanks before them as they leave;
//   - what stands behind the words of volatile is anything, and such lines, and those of diagrams, may be missing;
//   - a line … stands for any lines.
func alike(got, shown string) bool {
	lines := func(text string, other string) (list []string) {
		for line := range strings.Lines(strings.TrimSpace(text)) {
			line = blanks.ReplaceAllString(strings.TrimSpace(timesAndSizes.ReplaceAllString(line, "…")), " ")
			word, _, _ := strings.Cut(line, " ")
			optional := slices.Contains(ofDiagrams, word) && !strings.Contains("\n"+other, "\n"+word+" ")
			if !slices.Contains(volatile, word) && !optional {
				list = append(list, line)
			}
		}
		return list
	}
	return matches(lines(got, shown), lines(shown, got))
}

// matches reports whether lines are those of a pattern, in which … is any lines.
func matches(lines, pattern []string) bool {
	for i, p := range pattern {
		if p == "…" {
			for n := range len(lines) - i + 1 {
				if matches(lines[i+n:], pattern[i+1:]) {
					return true
				}
			}
			return false
		}
		if i >= len(lines) || lines[i] != p {
			return false
		}
	}
	return len(lines) == len(pattern)
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		got, shown string
		want       bool
	}{
		{"a  b\ntime 3ms\n", "a b\n", true},
		{"took 270µs of 3 steps, 24.5 MiB", "took 1.2s of 3 steps, 9 KiB", true},
		{"took 270µs of 3 steps", "took 270µs of 4 steps", false},
		{"a\nb\nc\n", "a\n…\nc\n", true}, {"a\nc\n", "a\n…\nc\n", true}, {"a\nb\n", "a\n…\nc\n", false},
		{"a\nb\n", "…", true}, {"a\nb\n", "a\n", false}, {"a\n", "a\nb\n", false},
		{"holds\nstates 3\n", "holds\n", true}, {"holds\nstates 3\n", "holds\nstates 4\n", false},
	} {
		if got := alike(c.got, c.shown); got != c.want {
			t.Errorf("alike(%q, %q) = %v", c.got, c.shown, got)
		}
	}
}
