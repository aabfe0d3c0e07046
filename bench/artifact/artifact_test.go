package artifact

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"brim/bench"
	"brim/bench/tables"
)

// Artifacts are written from small checkouts and from this repository; their scripts are run with stand-ins for Go and
// brim.

var whole = flag.Bool("artifact", false,
	"make the artifact of this checkout and build it without the network, which takes minutes")

// in runs a program in a folder.
func in(t *testing.T, folder, program string, args ...string) {
	t.Helper()
	if _, err := run(t.Context(), folder, program, args...); err != nil {
		t.Fatal(program, args, err)
	}
}

// put writes files below a folder.
func put(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o644)
		if strings.HasSuffix(name, "run") {
			mode = 0o755
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
}

// small makes a checkout with the name of brim, one package and one module of another.
func small(t *testing.T) string {
	t.Helper()
	for _, program := range []string{"git", "go"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"go.mod": "module brim\n\ngo 1.26.0\n\nrequire example.org/other v1.0.0\n\nreplace example.org/other => " +
			"./other\n",
		"main.go":        "package main\n\nimport \"example.org/other\"\n\nfunc main() { println(other.Word) }\n",
		"other/go.mod":   "module example.org/other\n\ngo 1.26.0\n",
		"other/other.go": "package other\n\nconst Word = \"hello\"\n",
		"LICENSE":        "free\n", "CITATION.cff": "cff-version: 1.2.0\n", ".ci/run": "#!/bin/sh\n",
		"REFERENCES.md": "# References\n\n- **[DVB14]** A. Author.\n  *Title.* — what we take.\n- **[X]** Y.\n",
		"results/raw/t-20260101-000000-0123abcd.jsonl": `{"suite":"t","cell":"n=1","args":["check","m","--no-trace","--json"],"limit_seconds":1,"run":1,"outcome":"done",` +
			`"verdict":"holds","wall_seconds":90,"build":"0123abcd","go":"go1","system":"linux/amd64","cores":2}` +
			"\n",
	})
	in(t, dir, "git", "init", "-q")
	in(t, dir, "git", "add", ".")
	in(t, dir, "git", "-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-qm", "first")
	return dir
}

// options are those of an artifact of a suite with one cell, which decides one of two claims.
func options(source, dir string) Options {
	s := bench.Suite{Name: "t", Title: "a title", Paper: "001",
		Cells: []bench.Cell{{Labels: []bench.Label{{Key: "n", Value: "1"}}, Model: "m", Time: 1e9}}}
	s.Report = func(bench.Results) []*bench.Sheet { return []*bench.Sheet{{Name: "one"}, {Name: "two"}} }
	return Options{Source: source, Dir: dir, Suites: []bench.Suite{s}, Claims: []bench.Claim{
		{Name: "001-one", Paper: "001", Where: "section 1", Sentence: "It holds.", Suite: "t",
			Judge: func(r bench.Results) bench.Finding {
				return bench.Finding{Answer: bench.Yes, Because: *r.Records()[0].Verdict, Rule: "it has to",
					Cases: []bench.Case{{Name: "a : b", Figures: "1, 2", Speaks: "for it"}}}
			}},
		{Name: "001-two", Paper: "001", Where: "section 2", Sentence: "It flies.", Reason: "out of scope: no wings"},
	}}
}

// An artifact has the files of the commit, the modules, and texts that name its commit, its claims, the answers of our
// records, and no path of this machine.
func TestWrite(t *testing.T) {
	source := small(t)
	dir := filepath.Join(t.TempDir(), "made")
	o := options(source, dir)
	if err := Write(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"brim/main.go": {"package main"}, "brim/vendor/example.org/other/other.go": {"hello"},
		"brim/go.mod": {"toolchain " + Go},
		"LICENSE":     {"free"}, "CITATION.cff": {"cff-version: 1.2.0\ncommit: "}, "build.sh": {"-tags commit_", Go},
		"Containerfile": {"build.sh"},
		"smoke.sh":      {"--quick"}, "full.sh": {"set -- t\n"}, "claims.sh": {"bench t --from"},
		"get-go.sh": {toolchains[0].SHA256},
		"cases.csv": {"claim,answer,case,figures,speaks\n001-one,yes,a : b,\"1, 2\",for it\n"},
		"README.md": {
			"| `t` | 001 | a title | one, two | 1 | – | 1 | 1 s | 2 minutes | 0123abcd | 1 | unknown |",
			"It took us **2 minutes**.",
			"\n1. go1, linux/amd64, 2 cores\n", "; 001 *Title*\n",
		},
		"claims.md": {
			"| [001](#paper-001): *Title* | 1 | 0 | 0 | 1 |\n",
			"\n\n## Paper 001\n\nA. Author. *Title.* — what we take.\n", "### 001-one\n\n> It holds.\n\nsection 1.",
			"`./full.sh t`", "\n- Tables: `one`, `two`\n- Our answer: **yes**, holds\n- Rule: it has to\n",
			"### 001-two\n\n> It flies.\n\nsection 2.\n\n- Not measured, out of scope: no wings\n",
		},
	} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		for _, w := range want {
			if !bytes.Contains(b, []byte(w)) {
				t.Errorf("%s does not have %q:\n%s", name, w, b)
			}
		}
	}
	for name, executable := range map[string]bool{"smoke.sh": true, "README.md": false, "brim/.ci/run": true,
		"brim/main.go": false} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || runtime.GOOS != "windows" &&
			(info.Mode()&0o111 != 0) != executable {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
	noPaths(t, dir, source, filepath.Dir(dir))
	if err := Write(t.Context(), o); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("over a folder: %v", err)
	}
}

// What needs programs of others is marked: its time, and the answer without it; and a suite whose records are under
// other limits says so.
func TestForeign(t *testing.T) {
	source := small(t)
	const line = `{"suite":"S","cell":"n=N","args":["check","m","--no-trace","--json"],"limit_seconds":L,"run":1,"outcome":"done","verdict":"holds","wall_seconds":W,"load":3,"build":"89abcdef","cores":2}` + "\n"
	record := func(suite, n, limit, wall string) string {
		return strings.NewReplacer(`"S"`, `"`+suite+`"`, "=N", "="+n, ":L", ":"+limit, ":W", ":"+wall).Replace(line)
	}
	put(t, source, map[string]string{
		"results/raw/u-20260101-000000-89abcdef.jsonl": record("u", "1", "1", "90") + record("u", "2", "1", "600"),
		"results/raw/v-20260101-000000-89abcdef.jsonl": record("v", "1", "7",
			"90") + strings.Replace(record("v", "1", "7", "90"), `"run":1`, `"run":2`, 1),
		"results/raw/v-w-20260102-000000-89abcdef.jsonl": record("v-w", "1", "7", "1800"),
	})
	in(t, source, "git", "add", ".")
	in(t, source, "git", "-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-qm", "second")
	dir := filepath.Join(t.TempDir(), "made")
	o := options(source, dir)
	cell := func(n string) bench.Cell {
		return bench.Cell{Labels: []bench.Label{{Key: "n", Value: n}}, Model: "m", Time: 1e9}
	}
	with := cell("2")
	with.Folder = "nets"
	o.Suites = append(o.Suites, bench.Suite{Name: "u", Title: "two", Cells: []bench.Cell{cell("1"), with}},
		bench.Suite{Name: "v", Title: "three", Cells: []bench.Cell{cell("1")}})
	o.Claims = append(o.Claims, bench.Claim{Name: "001-both", Paper: "001", Suite: "u",
		Judge: func(r bench.Results) bench.Finding {
			return bench.Finding{Answer: map[int]bench.Decision{1: bench.Undecided, 2: bench.Yes}[r.Measured()]}
		}})
	if err := Write(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string][]string{
		"README.md": {
			"| `u` | – | two | – | 2 | 1 | 2 | 1 s | 2 minutes, others 10 minutes | 89abcdef | 2 | 2 of 2 |",
			"| `v` | – | three | – | 1 | – | 1 | 1 s | 3 minutes, with `--runs 2`, at 7 s | 89abcdef | 2 | 2 of 2 |",
			"It took us **3 minutes**,\n   without v: of these we have no records under the limits of the suite, and " +
				"they take less than a minute at most.\n",
		},
		"claims.md": {"1 of 2 runs need files or programs of others, see README.md; without them: undecided\n- Our " +
			"answer: **yes**"},
	} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range list {
			if !bytes.Contains(b, []byte(want)) {
				t.Errorf("%s does not have %q:\n%s", name, want, b)
			}
		}
	}
}

// programs puts scripts with the name of programs into a folder.
func programs(t *testing.T, folder string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		put(t, folder, map[string]string{name: "#!/bin/sh\n" + text + "\n"})
		if err := os.Chmod(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// build.sh takes a Go of 1.21 or later, and fetches one where there is none or an older one.
func TestBuildTakesGo(t *testing.T) {
	made := filepath.Join(t.TempDir(), "made")
	if err := Write(t.Context(), options(small(t), made)); err != nil {
		t.Fatal(err)
	}
	for version, fetched := range map[string]bool{"go1.19.8": true, "go1.2": true, "go1.20.14": true, "": true,
		"go1.21.0": false, "go1.26.8": false, "go1.30rc1": false, "go2.0": false} {
		dir, path := t.TempDir(), t.TempDir()
		in(t, made, "cp", "-r", "build.sh", "brim", dir)
		programs(t, path, map[string]string{"go": "echo " + version})
		programs(t, dir, map[string]string{"get-go.sh": "touch fetched", "bin/brim": "exit 0"})
		cmd := exec.CommandContext(t.Context(), "./build.sh")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+path+":"+os.Getenv("PATH"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", version, err, out)
		}
		if _, err := os.Stat(filepath.Join(dir, "fetched")); (err == nil) != fetched {
			t.Errorf("with %q get-go.sh was called: %v, want %v", version, err == nil, fetched)
		}
	}
}

// full.sh writes the report also where the sweep ends with another status than 0, which is its own then.
func TestFullReports(t *testing.T) {
	made := filepath.Join(t.TempDir(), "made")
	if err := Write(t.Context(), options(small(t), made)); err != nil {
		t.Fatal(err)
	}
	const measure = "mkdir -p out/full/raw; "
	for _, x := range []struct {
		bench    string
		status   int
		reported bool
	}{{measure + "touch out/full/raw/t.jsonl; exit 0", 0, true},
		{measure + "touch out/full/raw/t.jsonl; exit 3", 3, true}, {measure + "exit 2", 2, false}} {
		dir := t.TempDir()
		in(t, made, "cp", "full.sh", dir)
		programs(t, dir, map[string]string{"bin/brim": "case $1 in bench) " + x.bench +
			";; report) touch reported;; esac"})
		cmd := exec.CommandContext(t.Context(), "./full.sh")
		cmd.Dir = dir
		if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != x.status {
			t.Errorf("%s: status %d, want %d\n%s", x.bench, cmd.ProcessState.ExitCode(), x.status, out)
		}
		if _, err := os.Stat(filepath.Join(dir, "reported")); (err == nil) != x.reported {
			t.Errorf("%s: reported: %v, want %v", x.bench, err == nil, x.reported)
		}
	}
}

// noPaths fails if a file in a folder has one of some texts.
func noPaths(t *testing.T, dir string, texts ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		for _, text := range texts {
			if bytes.Contains(b, []byte(text)) {
				t.Errorf("%s names %s", path, text)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Where there is no artifact to be made it is said why, and nothing is left.
func TestRefused(t *testing.T) {
	changed, other := small(t), t.TempDir()
	put(t, changed, map[string]string{"main.go": "package main\n"})
	put(t, other, map[string]string{"go.mod": "module other\n"})
	in(t, other, "git", "init", "-q")
	for _, c := range []struct{ source, want string }{
		{changed, "1 files differ from the commit, the first: M main.go"},
		{other, "is a checkout of something else"},
		{t.TempDir(), "is not in a checkout of brim"},
	} {
		parent := t.TempDir()
		var wrong *Error
		err := Write(t.Context(), options(c.source, filepath.Join(parent, "made")))
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
		if files, _ := os.ReadDir(parent); len(files) > 0 {
			t.Errorf("%s: left is %v", c.want, files)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	parent := t.TempDir()
	if err := Write(ctx, options(small(t), filepath.Join(parent, "made"))); err == nil {
		t.Error("made though the context was done")
	}
	if files, _ := os.ReadDir(parent); len(files) > 0 {
		t.Errorf("left is %v", files)
	}
}

// An archive writes nothing outside of its folder.
func TestUnpack(t *testing.T) {
	for _, name := range []string{"../out", "/out", "a/../../out"} {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		if err := errors.Join(w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644}),
			w.Close()); err != nil {
			t.Fatal(err)
		}
		root, err := os.OpenRoot(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		if err := unpack(root, &b); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// Every paper that has claims is one of REFERENCES.md.
func TestWorks(t *testing.T) {
	b, err := os.ReadFile("../../REFERENCES.md")
	if err != nil {
		t.Fatal(err)
	}
	known := works(string(b))
	for _, c := range tables.Claims() {
		if known[papers[c.Paper]] == "" {
			t.Errorf("paper %s of the claim %s is not known", c.Paper, c.Name)
		}
	}
}

// The artifact of this checkout builds from its own modules, without the network, and works.
func TestBuild(t *testing.T) {
	if !*whole {
		t.Skip("-artifact is not given")
	}
	dir := filepath.Join(t.TempDir(), "made")
	if err := Write(t.Context(), Options{Source: ".", Dir: dir, Suites: tables.All(false), Claims: tables.Claims(),
		Progress: func(s string) { t.Log(s) }}); err != nil {
		t.Fatal(err)
	}
	top, err := run(t.Context(), ".", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		t.Fatal(err)
	}
	noPaths(t, dir, strings.TrimSpace(top), filepath.Dir(dir))
	cmd := exec.CommandContext(t.Context(), "./build.sh")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOMODCACHE="+t.TempDir())
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.CommandContext(t.Context(), "bin/brim", "states", "brim/examples/kanban-100.pnml")
	cmd.Dir = dir
	if out, err = cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("17,263,002,294,682,342,171")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// Artifacts and releases are built with the same Go.
func TestToolchain(t *testing.T) {
	mod, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(mod), "\ntoolchain "+Go+"\n") {
		t.Errorf("go.mod has another toolchain than %s", Go)
	}
}
