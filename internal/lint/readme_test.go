package lint

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A block is a fenced block of the README.
type block struct {
	language, text string
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

func readme(t *testing.T) (text string, blocks []block) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range fence.FindAllStringSubmatch(string(b), -1) {
		blocks = append(blocks, block{m[1], m[2]})
	}
	return string(b), blocks
}

// The Go code of the README is that of the examples in example_test.go, which are compiled and run, and so is their
// output.
func TestReadmeCode(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, "example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	examples := string(b)
	_, blocks := readme(t)
	snippets := 0
	for i, s := range blocks {
		if s.language != "go" {
			continue
		}
		snippets++
		if !strings.Contains(examples, indented(s.text, "\t")) {
			t.Errorf("this code is not in example_test.go:\n%s", s.text)
		}
		if i+1 < len(blocks) && blocks[i+1].language == "text" && !strings.Contains(examples, indented(blocks[i+1].text, "\t// ")) {
			t.Errorf("this output is not in example_test.go:\n%s", blocks[i+1].text)
		}
	}
	if snippets == 0 {
		t.Error("no Go code found")
	}
}

func indented(text, by string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(by)
		}
		b.WriteString(line)
	}
	return b.String()
}

// The commands of the README do what it shows, up to what depends on the machine and on chance.
func TestReadmeCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the command")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	brim := filepath.Join(t.TempDir(), "brim")
	if runtime.GOOS == "windows" {
		brim += ".exe"
	}
	build := exec.Command("go", "build", "-o", brim, "./cmd/brim")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(command string) string {
		sh := exec.Command("sh", "-c", command)
		sh.Dir = root
		sh.Env = append(os.Environ(), "PATH="+filepath.Dir(brim)+string(filepath.ListSeparator)+os.Getenv("PATH"))
		out, err := sh.CombinedOutput()
		// a formula, or one of some properties
		fails := strings.HasPrefix(string(out), "fails\n") || strings.Contains(string(out), " fails\n")
		// not the command
		failed := sh.ProcessState.ExitCode() == 1 && fails
		if err != nil && !failed {
			t.Errorf("%s: %v", command, err)
		}
		return string(out)
	}
	_, blocks := readme(t)
	// The first command and what it is said to print.
	first := slices.IndexFunc(blocks, func(b block) bool { return b.language == "sh" && strings.Contains(b.text, "go run ./cmd/brim ") })
	printed := slices.IndexFunc(blocks, func(b block) bool { return b.language == "text" })
	if first != 0 || printed < 0 {
		t.Fatal("the README does not begin with a command and show what it prints")
	}
	command := strings.TrimSpace(blocks[first].text)
	compare(t, command, run(strings.Replace(command, "go run ./cmd/brim ", "brim ", 1)), blocks[printed].text)

	for _, b := range blocks {
		if b.language != "console" {
			continue
		}
		for part := range strings.SplitSeq("\n"+b.text, "\n$ ") {
			command, want, _ := strings.Cut(part, "\n")
			if command == "" {
				continue
			}
			if got := run(command); strings.TrimSpace(want) != "" { // else the README shows the command alone
				compare(t, command, got, want)
			}
		}
	}
}

// volatile lists the words at the beginning of a line whose rest differs between machines or runs.
var volatile = []string{"decided", "nodes", "memory", "time", "order"}

// ofDiagrams lists the words of lines that are there only if the diagrams were done. They are compared if they are.
var ofDiagrams = []string{"states", "method"}

// compare compares what a command prints with what the README shows.
func compare(t *testing.T, command, got, want string) {
	t.Helper()
	missing := func(word string) bool { return !strings.Contains("\n"+got, "\n"+word+" ") }
	stable := func(text string) string {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
			word, _, _ := strings.Cut(line, " ")
			return slices.Contains(volatile, word) || slices.Contains(ofDiagrams, word) && missing(word)
		}), "\n")
	}
	if stable(got) != stable(want) {
		t.Errorf("%s: got\n%s\nwhere the README shows\n%s", command, got, want)
	}
}

// The README compares by figures that stand in results.
func TestReadmeComparison(t *testing.T) {
	_, table, _ := strings.Cut(document(t, "README.md"), "## How it compares")
	table, _, _ = strings.Cut(table, "\n## ")
	measured := map[string]bool{} // rows without their last columns
	row := func(line string) string {
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		return strings.Join(cells[:min(len(cells), 8)], "|")
	}
	for line := range strings.Lines(document(t, "results/tables/reach-peers-part.md")) {
		measured[row(line)] = true
	}
	rows := 0
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| net ") {
			continue
		}
		if rows++; !measured[row(line)] {
			t.Errorf("results/tables/reach-peers-part.md does not have %s", line)
		}
	}
	if rows == 0 {
		t.Error("the README has no rows")
	}
}

var link = regexp.MustCompile(`\]\(([^)#]+)\)`)

// Links from documents to files of the repository lead somewhere.
func TestLinks(t *testing.T) {
	texts(t, func(path, text string) {
		if !strings.HasSuffix(path, ".md") || strings.Contains(path, "testdata/") {
			return
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(path), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", path, m[1])
			}
		}
	})
}

// The checks that run for every commit run the command with which the README begins.
func TestReadmeCommandsAreChecked(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	_, blocks := readme(t)
	if s := blocks[0]; s.language != "sh" || !strings.Contains(string(b), "\n"+s.text) {
		t.Errorf(".ci/run does not run %q", strings.TrimSpace(s.text))
	}
}
