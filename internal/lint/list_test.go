package lint

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// The tests of this package work on the packages and the text files of this module, which the functions in this file
// list.

// module is the path of the module.
const module = "brim"

// root is the folder of the module.
var root = filepath.Join("..", "..")

// A pkg is a package of this module.
type pkg struct {
	name         string // the path within the module, "" for the root
	dir          string
	ours, theirs []string // imports outside of tests, of this module and of other modules
	main         bool
}

// packages lists the packages of this module, with their imports on all operating systems for which they have files.
func packages(t *testing.T) []pkg {
	t.Helper()
	list, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var listed = sync.OnceValues(func() ([]pkg, error) {
	files := tracked()
	merged := map[string]*pkg{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,Name,Imports", "./...")
		cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, err
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p struct {
				ImportPath, Dir, Name string
				Imports               []string
			}
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
			if files != nil && !slices.ContainsFunc(files,
				func(f string) bool { return filepath.ToSlash(filepath.Dir(f)) == dirOf(name) }) {
				continue // work in progress that is not committed
			}
			m := merged[name]
			if m == nil {
				m = &pkg{name: name, dir: p.Dir, main: p.Name == "main"}
				merged[name] = m
			}
			for _, dep := range p.Imports {
				switch first, _, _ := strings.Cut(dep, "/"); {
				case dep == module || strings.HasPrefix(dep, module+"/"):
					m.ours = append(m.ours, strings.TrimPrefix(strings.TrimPrefix(dep, module), "/"))
				case strings.Contains(first, "."):
					m.theirs = append(m.theirs, dep)
				}
			}
		}
	}
	var list []pkg
	for _, m := range merged {
		for _, deps := range []*[]string{&m.ours, &m.theirs} {
			slices.Sort(*deps)
			*deps = slices.Compact(*deps)
		}
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b pkg) int { return strings.Compare(a.name, b.name) })
	return list, nil
})

func dirOf(name string) string {
	if name == "" {
		return "."
	}
	return name
}

// tracked lists the files that git tracks, or returns nil without git or outside a clone.
var tracked = sync.OnceValue(func() []string {
	cmd := exec.Command("git", "ls-files", "-z")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil || len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
})

// texts calls visit for each text file of the repository with its path and its contents.
func texts(t *testing.T, visit func(path, text string)) {
	t.Helper()
	files := tracked()
	if files == nil {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.Name() == ".git" {
				return fs.SkipDir
			}
			if d.Type().IsRegular() {
				path, err = filepath.Rel(root, path)
				files = append(files, filepath.ToSlash(path))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range files {
		b, err := os.ReadFile(filepath.Join(root, path))
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted, but not committed yet
		}
		if err != nil {
			t.Error(err)
			continue
		}
		if utf8.Valid(b) {
			visit(path, string(b))
		}
	}
}
