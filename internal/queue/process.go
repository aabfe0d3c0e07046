package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"time"
)

// Finds, starts and ends brim-queue.

// Program is the name of the executable.
const Program = "brim-queue"

// Find returns the executable: the one next to that of this process, or else the first in PATH.
func Find() (string, error) {
	name := Program
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if exe, err := os.Executable(); err == nil {
		if exe, err = filepath.EvalSymlinks(exe); err == nil {
			path := filepath.Join(filepath.Dir(exe), name)
			if info, err := os.Stat(path); err == nil && !info.IsDir() {
				return path, nil
			}
		}
	}
	path, err := exec.LookPath(Program)
	if err != nil {
		return "", fmt.Errorf("there is no %s, neither next to this program nor in PATH; in the sources of brim, "+
			"`go build -C contrib/queue -o FOLDER/%[1]s .` makes it", Program)
	}
	return path, nil
}

// A Process is a brim-queue that was started.
type Process struct {
	cmd  *exec.Cmd
	out  *json.Decoder
	mu   sync.Mutex // guards what follows
	in   io.WriteCloser
	lost error // why lines cannot be sent any more

	asked map[int]chan string // files that are under way, by ticket: what Done says of them
	last  int                 // ticket
}

// Start starts an executable, whose messages for people go to errs.
func Start(path string, s Setup, errs io.Writer) (*Process, error) {
	cmd := exec.Command(path)
	cmd.Stderr = errs
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("cannot run %s: %w", path, err)
	}
	p := &Process{cmd: cmd, out: json.NewDecoder(out), in: in, asked: map[int]chan string{}}
	s.Version = Version
	if err := p.write(s); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// Send writes a line. It may be called by several goroutines.
func (p *Process) Send(l Line) error { return p.write(l) }

// write writes a value as one line.
func (p *Process) write(x any) error {
	b, err := json.Marshal(x)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lost == nil {
		_, p.lost = p.in.Write(append(b, '\n'))
	}
	if p.lost != nil {
		return fmt.Errorf("%s has ended: %w", Program, p.lost)
	}
	return nil
}

// Receive waits for a line; io.EOF says that the process has ended. A line of the kind Failed is an error. What is said
// of files goes to those who wait for it.
func (p *Process) Receive() (Line, error) {
	for {
		var l Line
		if err := p.out.Decode(&l); err != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			for ticket, done := range p.asked {
				done <- Program + " has ended"
				delete(p.asked, ticket)
			}
			return l, err
		}
		switch l.Kind {
		case Failed:
			return l, errors.New(l.Text)
		case Done:
			p.mu.Lock()
			if done := p.asked[l.Ticket]; done != nil {
				done <- l.Text
				delete(p.asked, l.Ticket)
			}
			p.mu.Unlock()
		default:
			return l, nil
		}
	}
}

// endWithin is how long the process may take to end when its input has.
const endWithin = 10 * time.Second

// Close ends the process. What it still says may be lost.
func (p *Process) Close() error {
	p.mu.Lock()
	p.in.Close()
	p.lost = os.ErrClosed
	p.mu.Unlock()
	late := time.AfterFunc(endWithin, func() { p.cmd.Process.Kill() })
	defer late.Stop()
	return p.cmd.Wait()
}
