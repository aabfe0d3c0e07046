package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"
)

func columns(line string) int {
	return utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
}

// TestWidthOfComments checks that lines with comments in Go files have at most mostColumns columns. The expected output
// of examples is exempt.
func TestWidthOfComments(t *testing.T) {
	texts(t, func(path, text string) {
		if !strings.HasSuffix(path, ".go") {
			return
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		lines := strings.Split(text, "\n")
		for _, group := range f.Comments {
			if strings.Contains(strings.ToLower(group.Text()), "output:\n") && inExample(f, group) {
				continue
			}
			for n := files.Position(group.Pos()).Line; n <= files.Position(group.End()).Line; n++ {
				if c := columns(lines[n-1]); c > mostColumns && !strings.HasPrefix(lines[n-1], "//go:") {
					t.Errorf("%s:%d has %d columns; expected %d at most", path, n, c, mostColumns)
				}
			}
		}
	})
}

func inExample(f *ast.File, group *ast.CommentGroup) bool {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && group.Pos() > fn.Pos() && group.End() <= fn.End() {
			return strings.HasPrefix(fn.Name.Name, "Example")
		}
	}
	return false
}

// TestWidthOfCode checks that lines of Go have at most mostColumns columns. Lines with a part of a raw string are
// exempt, and in tests those with a string that takes a third of the line.
func TestWidthOfCode(t *testing.T) {
	texts(t, func(path, text string) {
		if !strings.HasSuffix(path, ".go") {
			return
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		exempt := map[int]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.BasicLit)
			raw := ok && strings.HasPrefix(s.Value, "`")
			if raw || ok && len(s.Value) > mostColumns/3 && strings.HasSuffix(path, "_test.go") {
				for i := files.Position(s.Pos()).Line; i <= files.Position(s.End()).Line; i++ {
					exempt[i] = true
				}
			}
			return true
		})
		for i, line := range strings.Split(text, "\n") {
			comment := strings.HasPrefix(strings.TrimSpace(line), "//") // TestWidthOfComments
			if c := columns(line); c > mostColumns && !exempt[i+1] && !comment {
				t.Errorf("%s:%d has %d columns; expected %d at most", path, i+1, c, mostColumns)
			}
		}
	})
}

// TestWidthOfMarkdown checks that lines of Markdown have at most mostColumns columns. Tables, generated files and test
// data are exempt.
func TestWidthOfMarkdown(t *testing.T) {
	texts(t, func(path, text string) {
		if !strings.HasSuffix(path, ".md") || strings.HasPrefix(path, "results/tables/") ||
			strings.Contains(path, "testdata/") {
			return
		}
		n := 0
		for line := range strings.Lines(text) {
			n++
			if c := columns(strings.TrimSuffix(line, "\n")); c > mostColumns && !strings.HasPrefix(line, "|") {
				t.Errorf("%s:%d has %d columns; expected %d at most", path, n, c, mostColumns)
			}
		}
	})
}
