// Package input opens what is read: files, devices, pipes and terminals. Reading ends with a context, also where nobody
// writes what is to be read, and the opening of a pipe without a writer does.
package input

import (
	"context"
	"fmt"
	"io"
	"os"
)

// chunk is how many bytes are asked for at once.
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
		go func() { // a pipe may get its writer yet
			if o := <-result; o.err == nil {
				o.file.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// mostText is how many bytes ReadFile returns: what is longer is no text that somebody wrote.
const mostText = 1 << 26

// ReadFile returns what is in the file at path; see Open. A file of more than 64 MiB is an error.
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

// A file is closed as a file and read as a reader.
type file struct {
	io.Reader
	io.Closer
}

// Reader returns a reader of what r holds, decompressed if it begins as gzip does. It ends with the context's error
// when the context ends, at once, even if r waits then. Nobody else may use r from then on, since a read may still be
// waiting there. A copy of the bytes is the cost.
func Reader(ctx context.Context, r io.Reader) io.Reader {
	if ctx.Done() == nil {
		return &plain{src: r}
	}
	return &plain{src: &reader{ctx: ctx, r: r, buf: make([]byte, chunk), read: make(chan int, 1)}}
}

// A reader has at most one goroutine in r.Read, to which buf and err belong as long as it runs.
type reader struct {
	ctx  context.Context
	r    io.Reader
	buf  []byte
	rest []byte   // of buf: what was read and not yet passed on
	err  error    // that ended r
	read chan int // the result of a goroutine
}

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
			return 0, x.ctx.Err() // as will all reads to come
		}
	}
	n := copy(p, x.rest)
	x.rest = x.rest[n:]
	if len(x.rest) == 0 && x.err != nil {
		return n, x.err
	}
	return n, nil
}
