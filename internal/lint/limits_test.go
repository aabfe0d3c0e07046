package lint

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// These limits keep packages, functions and documents readable. Raising one, or adding an exception, takes a decision
// in docs/decisions that says why; the usual remedy is to divide what is too long.
const (
	mostFiles         = 40   // of a package, without tests
	mostCode          = 5000 // lines of a package, without blank lines, comments and tests
	mostCodeOfMain    = 300  // lines of a package main, counted in the same way
	mostCodeOfExample = 59   // lines of a program below examples, counted in the same way
	mostOfFunction    = 80   // lines from func to the closing brace, in code that is not a test
	mostColumns       = 120  // of code, comments and Markdown, where a tab has four columns
	mostColumnsOfCell = 200  // of a table in ARCHITECTURE.md
)

// mostLines limits the lines of the documents that new readers begin with, and of the program that they show.
var mostLines = map[string]int{
	"ARCHITECTURE.md":         150,
	"README.md":               180,
	"docs/next.md":            80,
	"examples/decide/main.go": 40,
}

// large lists the packages that are exempt from mostFiles and mostCode, each with the reason.
var large = map[string]string{
	"mdd": "operations on sets and relations are methods of types that one package has to declare",
}

// over reports a thing whose size n is above its limit.
func over(t *testing.T, thing, unit string, n, most int) {
	t.Helper()
	if n > most {
		t.Errorf("%s has %d %s; expected %d at most", thing, n, unit, most)
	}
}

func TestSizesOfPackages(t *testing.T) {
	files, code := map[string]int{}, map[string]int{}
	texts(t, func(path, text string) {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), ".")
			files[dir]++
			code[dir] += linesOfCode(text)
		}
	})
	for _, p := range packages(t) {
		if large[p.name] != "" {
			continue
		}
		over(t, p.name, "files", files[p.name], mostFiles)
		switch {
		case strings.HasPrefix(p.name, "examples/"):
			over(t, p.name, "lines of code", code[p.name], mostCodeOfExample)
		case p.main:
			over(t, p.name, "lines of code", code[p.name], mostCodeOfMain)
		default:
			over(t, p.name, "lines of code", code[p.name], mostCode)
		}
	}
}

// linesOfCode counts the lines of a Go file that have more than blanks and comments, as tokens see them.
func linesOfCode(text string) (n int) {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, 0)
	last := 0
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return n
		}
		if tok == token.SEMICOLON && literal != ";" {
			continue // inserted by the scanner at the end of a line
		}
		from := file.Line(pos)
		to := from + strings.Count(literal, "\n")
		n += to - max(from-1, last)
		last = to
	}
}

func TestLinesOfCode(t *testing.T) {
	for text, want := range map[string]int{
		"":                                    0,
		"package p\n":                         1,
		"// p\npackage p\n\nvar x = `\n\n`\n": 4,
		"package p // p\n\n/* a\nb */ var x, y = 1,\n\t2\n": 3,
		"package p; var x = 1\n":                            1,
	} {
		if got := linesOfCode(text); got != want {
			t.Errorf("%q: %d lines of code, expected %d", text, got, want)
		}
	}
}

func TestSizesOfFunctions(t *testing.T) {
	texts(t, func(path, text string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				lines := files.Position(fn.End()).Line - files.Position(fn.Pos()).Line + 1
				over(t, filepath.ToSlash(filepath.Dir(path))+"."+fn.Name.Name, "lines", lines, mostOfFunction)
			}
		}
	})
}

func TestSizesOfDocuments(t *testing.T) {
	for path, most := range mostLines {
		over(t, path, "lines", strings.Count(document(t, path), "\n"), most)
	}
	const file = "ARCHITECTURE.md"
	for line := range strings.Lines(document(t, file)) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		for cell := range strings.SplitSeq(strings.Trim(line, "|\n"), "|") {
			over(t, file, "columns in a cell", columns(strings.TrimSpace(cell)), mostColumnsOfCell)
		}
	}
}
