package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestPackagesAreDocumented checks that every package has one package comment, and that every package that other
// modules can import has an example that is run.
func TestPackagesAreDocumented(t *testing.T) {
	for _, p := range packages(t) {
		files, err := filepath.Glob(filepath.Join(p.dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		comment, example := 0, false
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Error(err)
				continue
			}
			if strings.HasSuffix(file, "_test.go") {
				example = example || hasExample(f)
			} else if f.Doc != nil {
				comment++
			}
		}
		switch where := dirOf(p.name); {
		case comment == 0:
			t.Errorf("package %s has no comment", where)
		case comment > 1 && p.name != "internal/invariants": // where a build tag selects one of two files
			t.Errorf("package %s has %d comments", where, comment)
		case !example && !p.main && !strings.Contains("/"+p.name, "/internal/"):
			t.Errorf("package %s has no example with output", where)
		}
	}
}

// hasExample reports whether the file has an example with expected output, which go test runs.
func hasExample(f *ast.File) bool {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "Example") {
			continue
		}
		for _, c := range f.Comments {
			if c.Pos() > fn.Pos() && c.End() <= fn.End() && strings.Contains(strings.ToLower(c.Text()), "output:") {
				return true
			}
		}
	}
	return false
}

// TestTourNamesAllPackages checks that the tour in doc.go names every package that other modules can import, and no
// package that does not exist.
func TestTourNamesAllPackages(t *testing.T) {
	tour := document(t, "doc.go")
	var there []string
	for _, p := range packages(t) {
		name := module + "/" + p.name
		if p.name == "" || p.main || strings.HasPrefix(p.name, "internal/") || strings.Contains(p.name, "/internal/") {
			continue
		}
		there = append(there, name)
		if !strings.Contains(tour, "["+name+"]") {
			t.Errorf("doc.go does not name [%s]", name)
		}
	}
	for _, m := range regexp.MustCompile(`\[(`+module+`/[a-z0-9/]+)\]`).FindAllStringSubmatch(tour, -1) {
		if !slices.Contains(there, m[1]) {
			t.Errorf("doc.go names [%s], which is not there", m[1])
		}
	}
}
