package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// The lines of JSON between brim and brim-queue.

// A Pipe is the other end of the lines: that of brim-queue.
type Pipe struct {
	in  *json.Decoder
	mu  sync.Mutex // guards out
	out *json.Encoder
}

// Open reads the first line. An error in it is also sent to brim.
func Open(in io.Reader, out io.Writer) (*Pipe, Setup, error) {
	p := &Pipe{in: json.NewDecoder(in), out: json.NewEncoder(out)}
	var s Setup
	if err := p.in.Decode(&s); err != nil {
		return nil, s, errors.New("expected lines of brim, which starts this program by itself: brim bench --serve, " +
			"brim work")
	}
	if s.Version != Version {
		err := fmt.Errorf("%s is of version %d and brim of %d; build both from the same sources", Program, Version,
			s.Version)
		return nil, s, errors.Join(err, p.Send(Line{Kind: Failed, Text: err.Error()}))
	}
	return p, s, nil
}

// Send writes a line. It returns no error: if the other end is gone, there is no one to tell. It may be called by
// several goroutines.
func (p *Pipe) Send(l Line) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Encode(l)
}

// Receive waits for a line; io.EOF says that brim has ended.
func (p *Pipe) Receive() (l Line, err error) {
	err = p.in.Decode(&l)
	return l, err
}
