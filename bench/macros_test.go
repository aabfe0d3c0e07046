package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Tables as LaTeX macros: names are unique, and special characters are safe.

func macroSheet() *Sheet {
	return &Sheet{
		Name: "table_1", Title: "T", Left: 2, Header: []string{"net", "", "cpu_s", "50 % > x"},
		Rows: [][]string{{"fms:25", "B-I", "0.5 ± 3%", "<1_0"}, {"", "B δ", "a&b", "–"}, {"", "B δ", `\x{`, ""},
			{"x  y", "q", "1", "2"}},
	}
}

var macroLine = regexp.MustCompile(`^\\expandafter\\def\\csname brim@\\detokenize\{([^{}\\%#~^&$_]*)\}\\endcsname\{(.*)\}$`)

// Each entry has a macro whose name LaTeX takes as it stands and whose text is balanced.
func TestMacros(t *testing.T) {
	var b bytes.Buffer
	if err := macroSheet().macros(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if !strings.HasPrefix(lines[0], `\providecommand{\brim}[3]{`) || depth(lines[0]) != 0 {
		t.Errorf("it begins with %s", lines[0])
	}
	got := map[string]string{}
	for _, l := range lines[1:] {
		m := macroLine.FindStringSubmatch(l)
		if m == nil || depth(l) != 0 {
			t.Errorf("no macro: %s", l)
			continue
		}
		if _, twice := got[m[1]]; twice {
			t.Errorf("twice: %s", m[1])
		}
		got[m[1]] = m[2]
	}
	want := map[string]string{
		"table-1@fms:25 B-I@cpu-s": `0.5 $\pm$ 3\%`, "table-1@fms:25 B-I@50 - > x": `$<$1\_0`,
		"table-1@fms:25 B -@cpu-s":    `a\&b`,
		"table-1@fms:25 B -@50 - > x": "--", "table-1@fms:25 B - 2@cpu-s": `\textbackslash{}x\{`,
		"table-1@x y q@cpu-s": "1", "table-1@x y q@50 - > x": "2",
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s: %s, want %s", k, got[k], v)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d macros, want %d", len(got), len(want))
	}
}

// depth returns how many braces are open at the end, -1 if one was closed that was not open.
func depth(text string) (n int) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			n++
		case '}':
			if n--; n < 0 {
				return -1
			}
		}
	}
	return n
}

// LaTeX itself sets the macros and the table.
func TestMacrosInLaTeX(t *testing.T) {
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("left out: there is no pdflatex")
	}
	var b bytes.Buffer
	b.WriteString("\\documentclass{article}\n")
	if err := macroSheet().macros(&b); err != nil {
		t.Fatal(err)
	}
	b.WriteString("\\begin{document}\n\\typeout{GOT \\brim{table-1}{fms:25 B-I}{cpu-s} AND \\brim{table-1}{x y " +
		"q}{none}}\n")
	if err := macroSheet().latex(&b); err != nil {
		t.Fatal(err)
	}
	b.WriteString("\\end{document}\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.tex"), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "x.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
