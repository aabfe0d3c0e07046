package artifact

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"brim/bench"
)

// This file writes the folder of an artifact: the checkout is found, the sources and modules are copied, the texts
// are filled in, and the whole is renamed at the end.

// Options of Write.
type Options struct {
	Source   string // a folder of the checkout
	Dir      string // that is made; it must not be there
	Suites   []bench.Suite
	Claims   []bench.Claim
	Progress func(string) // is told what is being done; may be nil
}

// An Error is a checkout or a folder that is not as it should be.
type Error struct{ text string }

func (e *Error) Error() string { return e.text }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// A checkout is the commit whose artifact is made.
type checkout struct {
	top    string // its folder
	commit string
	date   time.Time
}

// Write makes the folder, completely or not at all: it exports the sources of the commit into a temporary folder next
// to it, adds the modules, computes and writes the texts, and renames the folder at the end.
func Write(ctx context.Context, o Options) error {
	if _, err := os.Lstat(o.Dir); err == nil {
		return errorf("%s is there already; expected the name of a folder that is to be made", o.Dir)
	}
	c, err := open(ctx, o.Source)
	if err != nil {
		return err
	}
	say := func(text string) {
		if o.Progress != nil {
			o.Progress(text)
		}
	}
	parent := filepath.Dir(filepath.Clean(o.Dir))
	dir, err := os.MkdirTemp(parent, "."+filepath.Base(o.Dir)+"-*") // next to it, so that it can be renamed
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	say("the sources of " + c.commit[:12])
	sources := filepath.Join(dir, "brim")
	if err := c.export(ctx, sources); err != nil {
		return err
	}
	say("the modules")
	if err := vendor(ctx, sources); err != nil {
		return err
	}
	say("what is said about them")
	d, err := newData(c, sources, o.Suites, o.Claims)
	if err != nil {
		return err
	}
	if err := d.write(dir); err != nil {
		return err
	}
	return os.Rename(dir, o.Dir)
}

// open finds the checkout of brim that a folder belongs to, and its commit. It fails if files differ from the commit,
// since the artifact has to be what its commit says.
func open(ctx context.Context, folder string) (*checkout, error) {
	top, err := run(ctx, folder, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, errorf("the artifact is made of a commit, and %s is not in a checkout of brim: %v", folder, err)
	}
	c := &checkout{top: strings.TrimSpace(top)}
	mod, err := os.ReadFile(filepath.Join(c.top, "go.mod"))
	if err != nil || !bytes.HasPrefix(mod, []byte("module brim\n")) {
		return nil, errorf("%s is a checkout of something else; expected one of brim, whose go.mod begins with "+
			"module brim", c.top)
	}
	changed, err := run(ctx, c.top, "git", "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return nil, err
	}
	if list := strings.Split(strings.TrimSpace(changed), "\n"); list[0] != "" {
		return nil, errorf("%d files differ from the commit, the first: %s; commit them, since the artifact is of "+
			"a commit", len(list), strings.TrimSpace(list[0]))
	}
	shown, err := run(ctx, c.top, "git", "show", "--no-patch", "--format=%H %cI", "HEAD")
	if err != nil {
		return nil, err
	}
	commit, date, _ := strings.Cut(strings.TrimSpace(shown), " ")
	c.commit = commit
	c.date, err = time.Parse(time.RFC3339, date)
	return c, err
}

// export writes the files of the commit into a folder.
func (c *checkout) export(ctx context.Context, to string) error {
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	return untar(ctx, to, "git", "-C", c.top, "archive", "--format=tar", c.commit)
}

// vendor adds the modules, and pins Go.
func vendor(ctx context.Context, sources string) error {
	for _, args := range [][]string{{"mod", "edit", "-toolchain=" + Go}, {"mod", "vendor"}} {
		if _, err := run(ctx, sources, "go", args...); err != nil {
			return fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
		}
	}
	if _, err := os.Stat(filepath.Join(sources, "vendor", "modules.txt")); errors.Is(err, fs.ErrNotExist) {
		return errors.New("go mod vendor wrote no modules")
	}
	return nil
}

// run runs a program in a folder and returns what it prints. The error has what it says.
func run(ctx context.Context, folder, program string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = folder
	cmd.Env = append(cmd.Environ(), "GOFLAGS=", "GOWORK=off", "GOTOOLCHAIN=local")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if text := strings.TrimSpace(errs.String()); text != "" {
			return "", fmt.Errorf("%w: %s", err, text)
		}
		return "", err
	}
	return out.String(), nil
}
