//go:build unix

package output

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// much writes without end, until a write fails.
func much(w io.Writer) error {
	for {
		if _, err := w.Write(make([]byte, buffered)); err != nil {
			return err
		}
	}
}

// TestDevice checks that devices are written to and stay what they are.
func TestDevice(t *testing.T) {
	for path, want := range map[string]error{"/dev/null": nil, "/dev/full": syscall.ENOSPC} {
		before, err := os.Lstat(path)
		if err != nil {
			t.Log(err) // not on every system
			continue
		}
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(path, link); err != nil {
			t.Fatal(err)
		}
		for _, p := range []string{path, link} {
			if err := Check(p); err != nil {
				t.Error(err)
			}
			if err := Write(t.Context(), p, text("abc")); !errors.Is(err, want) || want == nil && err != nil {
				t.Errorf("%s: %v", p, err)
			}
		}
		if after, err := os.Lstat(path); err != nil || !os.SameFile(before, after) || after.Mode() != before.Mode() {
			t.Errorf("%s is now %v, %v", path, after, err)
		}
	}
}

// TestPipe checks named pipes: one that is read, one whose reader goes away, one without a reader, and one that is
// opened but not read.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string, 1)
	go func() {
		b, err := os.ReadFile(path)
		read <- fmt.Sprintf("%s %v", b, err)
	}()
	if err := errors.Join(Check(path), Write(t.Context(), path, text("abc"))); err != nil {
		t.Error(err)
	}
	if got := <-read; got != "abc <nil>" {
		t.Errorf("read %s", got)
	}
	go func() {
		f, err := os.Open(path)
		if err == nil {
			bufio.NewReader(f).ReadByte()
			f.Close()
		}
	}()
	if err := Write(t.Context(), path, much); !errors.Is(err, syscall.EPIPE) {
		t.Errorf("without its reader: %v", err)
	}
	for _, opened := range []bool{false, true} {
		if opened {
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if err := Write(ctx, path, much); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("opened %v: %v", opened, err)
		}
		cancel()
	}
	if info, err := os.Lstat(path); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("the pipe is now %v, %v", info, err)
	}
}

// TestDescriptor checks that a descriptor by name is written to at its current position.
func TestDescriptor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("before "); err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("/dev/fd/%d", f.Fd())
	if err := errors.Join(Check(name), Write(t.Context(), name, text("middle"))); err != nil {
		t.Error(err)
	}
	if _, err := f.WriteString(" after"); err != nil {
		t.Error(err)
	}
	holds(t, path, "before middle after", "log")
}

// TestReadOnly checks that a file that must not be written is not replaced.
func TestReadOnly(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everything")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(path, []byte("old"), 0o400); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{Check(path), Write(t.Context(), path, text("new"))} {
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("a file without permission: %v", err)
		}
	}
	if err := errors.Join(os.Chmod(path, 0o600), os.Chmod(dir, 0o500)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	for _, err := range []error{Check(path), Write(t.Context(), path, text("new"))} {
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("a folder without permission: %v", err)
		}
	}
	holds(t, path, "old", "f")
}

// TestFull checks that the old contents survive when the new ones do not fit. A limit on the size of files takes the
// part of a full disk.
func TestFull(t *testing.T) {
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	small := old
	small.Cur = 1000
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		t.Skip(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old)
	if err := Write(t.Context(), path, func(w io.Writer) error {
		_,
			err := w.Write(make([]byte, 2000))
		return err
	}); !errors.Is(err, syscall.EFBIG) {
		t.Errorf("got %v", err)
	}
	holds(t, path, "old", "f")
}
