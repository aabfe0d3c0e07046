package output

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// text returns a function for Write that writes a text.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// holds checks the contents of a file, and that its folder has no other files than these.
func holds(t *testing.T, path, want string, names ...string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %.40q, want %.40q; %v", path, got, want, err)
	}
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range list {
		got = append(got, f.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder has %v, want %v", got, names)
	}
}

// TestWrite checks the contents and permissions of new files and of files that are replaced.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := Check(path); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Check made the file: %v", err)
	}
	long := strings.Repeat("long ", buffered)
	for i, want := range []string{"old", long, ""} {
		if err := Write(t.Context(), path, text(want)); err != nil {
			t.Error(err)
		}
		holds(t, path, want, "f")
		mode := []fs.FileMode{0o640, 0o604, 0o600}[i]
		if info, err := os.Stat(path); err != nil || i > 0 && info.Mode().Perm() != []fs.FileMode{0, 0o640, 0o604}[i] {
			t.Errorf("write %d: the file is %v, %v", i, info, err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFailure checks that the old contents survive a failure: a function that returns an error or panics, a context
// that ends, a folder that does not exist.
func TestFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := Write(t.Context(), path, text("old")); err != nil {
		t.Fatal(err)
	}
	gone := errors.New("gone")
	err := Write(t.Context(), path, func(w io.Writer) error {
		w.Write(make([]byte, 3*buffered))
		return gone
	})
	if err != gone {
		t.Errorf("got %v", err)
	}
	holds(t, path, "old", "f")
	ctx, cancel := context.WithCancel(t.Context())
	err = Write(ctx, path, func(w io.Writer) error {
		for range 100 {
			if _, err := w.Write(make([]byte, buffered)); err != nil {
				return err
			}
			cancel()
		}
		return errors.New("the context did not end the writing")
	})
	if err != context.Canceled {
		t.Errorf("got %v", err)
	}
	holds(t, path, "old", "f")
	func() {
		defer func() { recover() }()
		Write(t.Context(), path, func(io.Writer) error { panic("fault") })
	}()
	holds(t, path, "old", "f")

	var wrong *os.PathError
	for _, path := range []string{filepath.Join(path, "none"), filepath.Join(path+"none", "f"), filepath.Dir(path)} {
		for _, err := range []error{Check(path), Write(t.Context(), path, text("new"))} {
			if !errors.As(err, &wrong) || wrong.Path != path {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	holds(t, path, "old", "f")
}

// TestLinks checks that links are followed: the file that they lead to is replaced, or created if it does not exist.
func TestLinks(t *testing.T) {
	dir, far := t.TempDir(), t.TempDir()
	path := filepath.Join(dir, "link")
	if err := os.Symlink("next", path); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Join(far, "f"), filepath.Join(dir, "next")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"new", "again"} {
		if err := errors.Join(Check(path), Write(t.Context(), path, text(want))); err != nil {
			t.Error(err)
		}
		holds(t, filepath.Join(far, "f"), want, "f")
		holds(t, path, want, "link", "next")
	}
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), filepath.Join(dir, "loop"), text("x")); err == nil {
		t.Error("a link to itself was written")
	}
	// The element .. is relative to the folder that a link leads to, not to the one that has the link.
	if err := errors.Join(os.Mkdir(filepath.Join(far, "sub"), 0o777),
		os.Symlink(filepath.Join(far, "sub"), filepath.Join(dir, "sub")),
		os.Symlink("../up", filepath.Join(far, "sub", "out"))); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), filepath.Join(dir, "sub", "out"), text("up")); err != nil {
		t.Error(err)
	}
	holds(t, filepath.Join(far, "up"), "up", "f", "sub", "up")
}

// TestBuffer checks that small writes are collected into few large ones.
func TestBuffer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	var want bytes.Buffer
	err := Write(t.Context(), path, func(w io.Writer) error {
		for i := range 3 * buffered {
			both := io.MultiWriter(w, &want)
			if _, err := both.Write([]byte{byte(i)}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	holds(t, path, want.String(), "f")
}
