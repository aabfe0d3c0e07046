package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// TestReader checks that a Reader returns the bytes of the reader below it, however that returns them.
func TestReader(t *testing.T) {
	if err := iotest.TestReader(Reader(t.Context(), strings.NewReader("one two three")),
		[]byte("one two three")); err != nil {
		t.Error(err)
	}
	long := bytes.Repeat([]byte("0123456789"), chunk/3)
	for _, r := range []io.Reader{bytes.NewReader(long), iotest.DataErrReader(bytes.NewReader(long)),
		iotest.HalfReader(bytes.NewReader(long))} {
		if got, err := io.ReadAll(Reader(t.Context(), r)); err != nil || !bytes.Equal(got, long) {
			t.Errorf("%d bytes and %v; want %d", len(got), err, len(long))
		}
	}
	broken := errors.New("broken")
	if got, err := io.ReadAll(Reader(t.Context(),
		io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(broken)))); string(got) != "abc" || err != broken {
		t.Errorf("%q and %v", got, err)
	}
}

// TestReaderEnds checks that a waiting read ends with the context, and that nothing is read afterwards.
func TestReaderEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		in, out := io.Pipe()
		r := Reader(ctx, in)
		go out.Write([]byte("abc"))
		if got, err := io.ReadAll(r); string(got) != "abc" || err != context.DeadlineExceeded {
			t.Errorf("%q and %v", got, err)
		}
		out.Write([]byte("later")) // for the read that was waiting
		out.Close()
		synctest.Wait()
		if n, err := r.Read(make([]byte, 10)); n != 0 || err != context.DeadlineExceeded {
			t.Errorf("%d bytes and %v after the end", n, err)
		}
	})
}

// TestOpen checks files that exist and files that do not.
func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if _, err := Open(t.Context(), path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(t.Context(), path); string(got) != "abc" || err != nil {
		t.Errorf("%q and %v", got, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ReadFile(ended, path); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
