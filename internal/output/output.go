// Package output writes result files. The old contents stay until the new ones are complete and on the disk: they are
// written to a temporary file in the same folder, which is then renamed. Symbolic links are followed, and a file that
// is replaced passes on its permissions, but other hard links keep the old contents. Devices and pipes are opened for
// writing only and written to directly, and so are descriptors by name such as /dev/stdout.
package output

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

// Check returns the error with which Write would fail for that path, as far as it can be known in advance. It changes
// nothing and leaves nothing behind.
func Check(path string) error {
	t, err := find(path)
	if err != nil || !t.plain {
		return wrong(path, err)
	}
	f, err := t.temporary()
	if err != nil {
		return wrong(path, err)
	}
	f.Close()
	return wrong(path, os.Remove(f.Name()))
}

// Write runs write with a buffered writer. Afterwards the file at path has what write wrote or, if anything failed, its
// old contents; a device or a pipe may have got a part then. When the context ends, the next call of the writer fails
// with the context's error, even while that call waits for the reader of a pipe, and Write returns this error.
//
// If the file cannot be written, the error is an *os.PathError with path as given, otherwise the error of write.
func Write(ctx context.Context, path string, write func(io.Writer) error) error {
	t, err := find(path)
	switch {
	case err != nil:
		return wrong(path, err)
	case t.plain:
		return t.replace(ctx, path, write)
	}
	f, err := t.open(ctx)
	if err != nil {
		return wrong(path, err)
	}
	w := &writer{ctx: ctx, w: f, waits: true}
	err = w.run(path, write)
	if f != os.Stdout && f != os.Stderr && w.idle {
		err = errors.Join(err, wrong(path, f.Close()))
	}
	return err
}

// A target is the file that a path leads to.
type target struct {
	path       string      // of a regular file with all links followed
	plain      bool        // a regular file, or none yet
	info       fs.FileInfo // nil if there is no file yet
	descriptor int         // the one that the path names, or −1
}

// mostLinks is the number of links that are followed, the same as on Linux.
const mostLinks = 40

// find resolves a path to the file that is to be written: it follows symbolic links, recognises paths that name a
// descriptor of the process, and tells whether the target is a regular file or does not exist yet. A folder is an
// error.
func find(path string) (*target, error) {
	at := path
	for range mostLinks {
		if n, ok := descriptor(at); ok {
			return &target{path: at, descriptor: n}, nil
		}
		link, err := os.Readlink(at)
		if err != nil { // not a link
			break
		}
		if !filepath.IsAbs(link) {
			link = filepath.Dir(at) + string(filepath.Separator) + link // not cleaned: it may be a link
		}
		at = link
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &target{path: at, plain: true, descriptor: -1}, nil
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, syscall.EISDIR
	}
	t := &target{path: at, plain: info.Mode().IsRegular(), info: info, descriptor: -1}
	if !t.plain {
		t.path = path
	}
	return t, nil
}

// temporary creates a file with a random name in the folder of the target, with the target's owner and permissions. It
// fails if the target exists and must not be written.
func (t *target) temporary() (*os.File, error) {
	if t.info != nil {
		f, err := os.OpenFile(t.path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		f.Close()
	}
	dir := filepath.Dir(t.path)
	for {
		name := filepath.Join(dir, fmt.Sprintf(".brim-%016x", rand.Uint64()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil && t.info != nil:
			return nil, fmt.Errorf("it is replaced by a new file, which cannot be made in %s: %w", dir, cause(err))
		case err != nil || t.info == nil:
			return f, err
		}
		keepOwner(f, t.info)
		if err := f.Chmod(t.info.Mode().Perm()); err != nil {
			f.Close()
			return nil, errors.Join(err, os.Remove(name))
		}
		return f, nil
	}
}

// replace is Write for a regular file.
func (t *target) replace(ctx context.Context, path string, write func(io.Writer) error) error {
	f, err := t.temporary()
	if err != nil {
		return wrong(path, err)
	}
	whole := false
	defer func() { // also if write panics
		if !whole {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := (&writer{ctx: ctx, w: f}).run(path, write); err != nil {
		return err
	}
	for _, step := range []func() error{f.Sync, f.Close, func() error { return os.Rename(f.Name(), t.path) }} {
		if err := step(); err != nil {
			return wrong(path, err)
		}
	}
	whole = true
	return nil
}

// open opens a target that is not a regular file. The opening of a pipe waits for its reader until the context ends.
func (t *target) open(ctx context.Context) (*os.File, error) {
	switch t.descriptor {
	case -1:
	case 1:
		return os.Stdout, nil
	case 2:
		return os.Stderr, nil
	default:
		return duplicate(t.descriptor)
	}
	type opened struct {
		file *os.File
		err  error
	}
	result := make(chan opened, 1)
	go func() {
		f, err := os.OpenFile(t.path, os.O_WRONLY, 0)
		result <- opened{f, err}
	}()
	select {
	case o := <-result:
		return o.file, o.err
	case <-ctx.Done():
		go func() {
			if o := <-result; o.err == nil {
				o.file.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// A writer writes to w until the context ends, and keeps the first error.
type writer struct {
	ctx   context.Context
	w     io.Writer
	waits bool // a write may block until there is a reader, so the context has to end it
	idle  bool // no write is blocked
	err   error
}

// buffered is the size of the buffer in front of a writer.
const buffered = 1 << 16

// run runs write with a buffer in front of w.
func (w *writer) run(path string, write func(io.Writer) error) error {
	w.idle = true
	b := bufio.NewWriterSize(w, buffered)
	err := write(b)
	if err == nil {
		err = b.Flush()
	}
	if w.err != nil {
		return wrong(path, w.err)
	}
	return err
}

// Write passes p on to w.w. If that may block, a goroutine does it, and Write returns when it is done or when the
// context has ended, whichever comes first. The first error is kept.
func (w *writer) Write(p []byte) (n int, err error) {
	if w.err = w.ctx.Err(); w.err != nil {
		return 0, w.err
	}
	if !w.waits || w.ctx.Done() == nil {
		n, w.err = w.w.Write(p)
		return n, w.err
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	kept := append([]byte(nil), p...) // the write may go on after this has returned
	go func() {
		n, err := w.w.Write(kept)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		w.err = r.err
		return r.n, r.err
	case <-w.ctx.Done():
		w.err, w.idle = w.ctx.Err(), false
		return 0, w.err
	}
}

// wrong turns err into an error about path, except for the error of a context.
func wrong(path string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &os.PathError{Op: "write", Path: path, Err: cause(err)}
}

// cause returns err without the operation and path that package os puts in front.
func cause(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path) && err == error(path):
		return path.Err
	case errors.As(err, &link) && err == error(link):
		return link.Err
	}
	return err
}
