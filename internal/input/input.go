// Package input opens files, devices, pipes and terminals for reading, such that a context can end it: a read for which
// no data comes, and the opening of a pipe without a writer, too. Text that is compressed by gzip is decompressed.
package input

import (
	"context"
	"fmt"
	"io"
	"os"
)

// chunk is the number of bytes that one read asks for.
const chunk = 1 << 16

// Open opens the file at path for Read. The context bounds the opening and all reads; its error ends them.
func Open(ctx context.Context, path string) (io.ReadCloser, error) {
	type opened struct {
		file *os.File
		err  error
	}
	result := make(chan opened, 1)
	go func() {
		file, err := os.Open(path)
		result <- opened{file, err}
	}()
	select {
	case o := <-result:
		if o.err != nil {
			return nil, o.err
		}
		return &file{Reader(ctx, o.file), o.file}, nil
	case <-ctx.Done():
		go func() { // the pipe may still get a writer
			if o := <-result; o.err == nil {
				o.file.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// mostText is the largest number of bytes that ReadFile returns: a longer file is not a text written by a person.
const mostText = 1 << 26

// ReadFile returns the contents of the file at path, opened by Open. A file of more than 64 MiB is an error.
func ReadFile(ctx context.Context, path string) ([]byte, error) {
	f, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostText+1))
	if err == nil && len(text) > mostText {
		err = &os.PathError{Op: "read", Path: path, Err: fmt.Errorf("more than %d bytes", mostText)}
	}
	return text, err
}

// A file reads through a Reader and closes the file.
type file struct {
	io.Reader
	io.Closer
}

// Reader returns a reader of the contents of r, decompressed if they begin like a gzip file. When the context ends, it
// returns the context's error at once, even while r waits. From the call on r must not be used otherwise, since a read
// may still be waiting in it. The cost is one copy of the bytes.
func Reader(ctx context.Context, r io.Reader) io.Reader {
	if ctx.Done() == nil {
		return &decompressor{src: r}
	}
	return &decompressor{src: &reader{ctx: ctx, r: r, buf: make([]byte, chunk), read: make(chan int, 1)}}
}

// A reader reads r in a goroutine, so that it can return when the context ends. At most one such goroutine exists;
// while it runs, buf and err belong to it.
type reader struct {
	ctx  context.Context
	r    io.Reader
	buf  []byte
	rest []byte   // of buf: read, but not yet returned
	err  error    // the error that ended r
	read chan int // the result of the goroutine
}

// Read returns bytes that have been read before. If there are none, it lets a goroutine read and waits for the result
// or for the end of the context, whichever comes first. After the context has ended, every call returns its error.
func (x *reader) Read(p []byte) (int, error) {
	if err := x.ctx.Err(); err != nil {
		return 0, err
	}
	if len(x.rest) == 0 {
		if x.err != nil {
			return 0, x.err
		}
		go func() {
			var n int
			n, x.err = x.r.Read(x.buf)
			x.read <- n
		}()
		select {
		case n := <-x.read:
			x.rest = x.buf[:n]
		case <-x.ctx.Done():
			return 0, x.ctx.Err() // and so do all later reads
		}
	}
	n := copy(p, x.rest)
	x.rest = x.rest[n:]
	if len(x.rest) == 0 && x.err != nil {
		return n, x.err
	}
	return n, nil
}
