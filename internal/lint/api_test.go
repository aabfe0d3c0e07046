package lint

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updateAPI = flag.Bool("update", false,
	"write the list of the Go API anew, after a change that docs/compatibility.md allows")

// stable lists the packages whose API docs/compatibility.md promises not to break.
var stable = []string{"check", "ctl", "ctl/syntax", "edd", "malformed", "mdd", "petri"}

const apiList = "docs/api.txt"

// TestAPI checks that no exported name of the stable packages vanishes or changes. New names may be added; they are
// promised from the next update of the list on.
func TestAPI(t *testing.T) {
	now, err := api()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, filepath.FromSlash(apiList))
	if *updateAPI {
		if err := os.WriteFile(path, []byte(strings.Join(now, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	promised := strings.Split(strings.TrimSuffix(document(t, apiList), "\n"), "\n")
	if len(promised) < 100 {
		t.Fatalf("%s has %d lines; expected far more", apiList, len(promised))
	}
	for _, line := range broken(promised, now) {
		t.Errorf("%s has\n  %s\nwhich is no longer so; see docs/compatibility.md, and then run: go test "+
			"./internal/lint -run TestAPI -update", apiList, line)
	}
}

// broken returns the lines of promised that now, which is sorted, does not have.
func broken(promised, now []string) (list []string) {
	for _, line := range promised {
		if _, found := slices.BinarySearch(now, line); !found {
			list = append(list, line)
		}
	}
	return list
}

// TestBrokenAPI checks that a name that vanishes or changes is noticed, and that a new one is allowed.
func TestBrokenAPI(t *testing.T) {
	old := []string{"mdd: func New(int, Options) *Forest", "mdd: type Forest struct"}
	for _, c := range []struct {
		now  []string
		want int
	}{
		{old, 0},
		{append([]string{"mdd: func Extra()"}, old...), 0},
		{old[1:], 1},
		{[]string{"mdd: func New(int) *Forest", old[1]}, 1},
	} {
		if got := broken(old, c.now); len(got) != c.want {
			t.Errorf("%q: %q, want %d", c.now, got, c.want)
		}
	}
}

// api lists the exported names of the stable packages with their types, sorted: one line for each constant, variable,
// function, type, field and method. Names of parameters are left out.
func api() ([]string, error) {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	for _, name := range stable {
		args = append(args, "./"+name)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -export: %w", err)
	}
	files := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		files[p.ImportPath] = p.Export
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	var list []string
	for _, name := range stable {
		pkg, err := imports.Import(module + "/" + name)
		if err != nil {
			return nil, err
		}
		l := lines{pkg: pkg, name: name}
		for _, x := range pkg.Scope().Names() {
			if object := pkg.Scope().Lookup(x); object.Exported() {
				l.object(object)
			}
		}
		list = append(list, l.list...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// A lines collects the lines about one package.
type lines struct {
	pkg  *types.Package
	name string
	list []string
}

func (l *lines) add(format string, args ...any) {
	l.list = append(l.list, l.name+": "+fmt.Sprintf(format, args...))
}

// text writes a type, with names of other packages by their path within the module.
func (l *lines) text(t types.Type) string {
	return types.TypeString(unnamed(t), func(p *types.Package) string {
		if p == l.pkg {
			return ""
		}
		return strings.TrimPrefix(p.Path(), module+"/")
	})
}

// unnamed returns the type without names of parameters.
func unnamed(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Signature:
		tuple := func(x *types.Tuple) *types.Tuple {
			var list []*types.Var
			for v := range x.Variables() {
				list = append(list, types.NewParam(token.NoPos, nil, "", unnamed(v.Type())))
			}
			return types.NewTuple(list...)
		}
		if t.TypeParams().Len() > 0 {
			return t
		}
		return types.NewSignatureType(nil, nil, nil, tuple(t.Params()), tuple(t.Results()), t.Variadic())
	case *types.Pointer:
		return types.NewPointer(unnamed(t.Elem()))
	case *types.Slice:
		return types.NewSlice(unnamed(t.Elem()))
	case *types.Map:
		return types.NewMap(t.Key(), unnamed(t.Elem()))
	}
	return t
}

func (l *lines) signature(t types.Type) string { return strings.TrimPrefix(l.text(t), "func") }

func (l *lines) object(object types.Object) {
	switch x := object.(type) {
	case *types.Const:
		l.add("const %s %s", x.Name(), l.text(x.Type()))
	case *types.Var:
		l.add("var %s %s", x.Name(), l.text(x.Type()))
	case *types.Func:
		l.add("func %s%s", x.Name(), l.signature(x.Type()))
	case *types.TypeName:
		l.named(x)
	}
}

// named lists a type with its exported fields and its own methods; for an alias, those of the type that it stands for.
func (l *lines) named(x *types.TypeName) {
	t := types.Unalias(x.Type())
	equals := ""
	if x.IsAlias() {
		equals = "= " + l.text(t) + " "
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		l.add("type %s %sstruct", x.Name(), equals)
		for f := range u.Fields() {
			if f.Exported() {
				l.add("field %s.%s %s", x.Name(), f.Name(), l.text(f.Type()))
			}
		}
	case *types.Interface:
		l.add("type %s %sinterface", x.Name(), equals)
		for m := range u.Methods() {
			l.add("method %s.%s%s", x.Name(), m.Name(), l.signature(m.Type()))
		}
	default:
		l.add("type %s %s%s", x.Name(), equals, l.text(u))
	}
	named, ok := t.(*types.Named)
	if !ok {
		return
	}
	for m := range named.Methods() {
		if !m.Exported() {
			continue
		}
		receiver := x.Name()
		if _, pointer := m.Signature().Recv().Type().(*types.Pointer); pointer {
			receiver = "*" + receiver
		}
		l.add("method (%s) %s%s", receiver, m.Name(), l.signature(m.Type()))
	}
}
