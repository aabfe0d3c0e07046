package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
)

// Files that travel between machines beside the tasks and answers, which only name them.

// Digest returns the name under which a file travels: the SHA-256 of what is in it, in hexadecimal digits.
func Digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Share gives a file to all who know its name, and returns that. Another goroutine has to call Receive meanwhile.
func (p *Process) Share(ctx context.Context, path string) (name string, err error) {
	if name, err = Digest(path); err != nil {
		return "", err
	}
	return name, p.ask(ctx, Line{Kind: Share, ID: name, Text: path})
}

// Fetch writes what others shared under a name into a new file. It is an error if that is not there, or is not what
// the name says. Another goroutine has to call Receive meanwhile.
func (p *Process) Fetch(ctx context.Context, name, path string) error {
	err := p.ask(ctx, Line{Kind: Fetch, ID: name, Text: path})
	if err != nil {
		return err
	}
	if got, err := Digest(path); err != nil || got != name {
		return errors.Join(err, errors.New("what was shared as "+name+" is something else"))
	}
	return nil
}

// ask sends a line about a file and waits until it is done, or ctx ends.
func (p *Process) ask(ctx context.Context, l Line) error {
	done := make(chan string, 1)
	p.mu.Lock()
	p.last++
	l.Ticket = p.last
	p.asked[l.Ticket] = done
	p.mu.Unlock()
	if err := p.Send(l); err != nil {
		return err
	}
	select {
	case reason := <-done:
		if reason != "" {
			return errors.New(reason)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
