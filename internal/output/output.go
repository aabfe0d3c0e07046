// Package output writes result files. What was there stays until what replaces it is whole and on the disk: it is
// written beside and renamed. Links are followed, and the permissions of a file that is replaced are kept, but other
// hard links keep the old contents. What is no plain file, a device or a pipe, is opened for writing only and written
// to as it is, and so are descriptors by name, as /dev/stdout.
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

// Check reports whether Write can be expected to succeed. It changes nothing and leaves nothing behind.
func Check(path string) error {
	t, err := find(path)
	if err != nil || !t.plain {
		return wrong(path, err)
	}
	f, err := t.beside()
	if err != nil {
		return wrong(path, err)
	}
	f.Close()
	return wrong(path, os.Remove(f.Name()))
}

// Write runs write, whose writer is buffered, and has path hold what it wrote, or if anything fails what it held
// before. Of a device or a pipe some may be written then. The context ends write at its next call of the writer, also
// while that waits for the reader of a pipe, and its error is returned.
//
// The error is an *os.PathError with the path as it is given if the file cannot be written, else that of write.
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

// A target is where a path leads to.
type target struct {
	path       string      // without links, of a plain file
	plain      bool        // a plain file, or nothing yet
	info       fs.FileInfo // nil if nothing is there yet
	descriptor int         // that the path names, or −1
}

// mostLinks is how many links are followed, as by Linux.
const mostLinks = 40

// find follows the links of path.
func find(path string) (*target, error) {
	at := path
	for range mostLinks {
		if n, ok := descriptor(at); ok {
			return &target{path: at, descriptor: n}, nil
		}
		link, err := os.Readlink(at)
		if err != nil { // no link
			break
		}
		if !filepath.IsAbs(link) {
			link = filepath.Dir(at) + string(filepath.Separator) + link // not cleaned: the folder may be a link, too
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

// beside makes a new file in the folder of a plain one, with its permissions. A file that may not be written is not
// replaced either.
func (t *target) beside() (*os.File, error) {
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

// replace is Write for a plain file.
func (t *target) replace(ctx context.Context, path string, write func(io.Writer) error) error {
	f, err := t.beside()
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

// open opens what is no plain file. A pipe waits for its reader, until the context ends.
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

// A writer passes on what is written until the context ends, and remembers what went wrong.
type writer struct {
	ctx   context.Context
	w     io.Writer
	waits bool // w may wait for a reader, so the context ends a write, too
	idle  bool // no write waits
	err   error
}

// buffered is the size of the buffer before a writer.
const buffered = 1 << 16

// run runs write on a buffer before w.
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
	kept := append([]byte(nil), p...) // the write may go on when this has returned
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

// wrong makes err one about path, but for that of a context.
func wrong(path string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &os.PathError{Op: "write", Path: path, Err: cause(err)}
}

// cause returns err without what the os package says about the file.
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
