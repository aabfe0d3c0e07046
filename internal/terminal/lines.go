package terminal

import (
	"context"
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// Lines of input that are edited on a terminal.

// Lines reads lines that a user edits on a terminal, with a history of earlier lines. Text written to it appears above
// the line being edited.
type Lines struct {
	in, out  *os.File
	before   *term.State
	terminal *term.Terminal
	keys     *keys
	end      context.CancelFunc
}

// NewLines takes over a terminal until Close. When the user presses the tab key, complete gets the line and the
// position of the cursor and returns the new ones; it may print by writing to the Lines.
func NewLines(ctx context.Context, in, out *os.File, prompt string,
	complete func(line string, at int) (string, int)) (*Lines, error) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	k := &keys{ctx: ctx, typed: make(chan []byte, mostAhead)}
	go k.follow(in)
	l := &Lines{in: in, out: out, before: before, keys: k, end: cancel}
	l.terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{k, out}, prompt)
	l.terminal.AutoCompleteCallback = func(line string, at int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		line, at = complete(line, at)
		return line, at, true
	}
	l.resize()
	return l, nil
}

// resize tells the editor the current size of the terminal, which may change at any time.
func (l *Lines) resize() {
	if width, height, err := term.GetSize(int(l.in.Fd())); err == nil && width > 0 {
		_ = l.terminal.SetSize(width, height) // it fails only where the next write will fail, too
	}
}

// Read returns the next line. Ctrl-C clears the line. The error is io.EOF after Ctrl-D in an empty line, or that of the
// context.
func (l *Lines) Read() (string, error) {
	l.resize()
	line, err := l.terminal.ReadLine()
	if err == term.ErrPasteIndicator { // a pasted line is treated like any other
		err = nil
	}
	return line, err
}

// Write prints text.
func (l *Lines) Write(text []byte) (int, error) { return l.terminal.Write(text) }

// Busy returns a context that Ctrl-C cancels, until done is called.
func (l *Lines) Busy(ctx context.Context) (busy context.Context, done func()) {
	busy, cancel := context.WithCancel(ctx)
	l.keys.interrupts(cancel)
	return busy, func() { l.keys.interrupts(nil); cancel() }
}

// Close restores the terminal.
func (l *Lines) Close() error {
	l.end()
	_, _ = l.out.WriteString("\r\n") // later output shall not continue the line of the prompt
	return term.Restore(int(l.in.Fd()), l.before)
}

// mostAhead is the number of reads whose input is kept that was typed while a command ran.
const mostAhead = 1024

// keys is the stream of typed keys. Reading a terminal cannot be interrupted, so a goroutine reads it, which is
// abandoned in the end.
type keys struct {
	ctx   context.Context
	typed chan []byte
	rest  []byte

	mutex     sync.Mutex
	interrupt func() // called on Ctrl-C while a command runs
}

// interrupts sets the function that Ctrl-C calls; with nil it clears the line.
func (k *keys) interrupts(f func()) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.interrupt = f
}

// follow reads until the terminal or the context ends.
func (k *keys) follow(in io.Reader) {
	defer close(k.typed)
	for {
		buffer := make([]byte, 256)
		n, err := in.Read(buffer)
		select {
		case k.typed <- k.meant(buffer[:n]):
		case <-k.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// meant returns the keys for the editor. Ctrl-C interrupts a running command, and is otherwise replaced by the keys
// that clear a line.
func (k *keys) meant(typed []byte) []byte {
	const ctrlC, ctrlE, ctrlU = 3, 5, 21
	list := make([]byte, 0, len(typed)+1)
	for _, c := range typed {
		if c != ctrlC {
			list = append(list, c)
			continue
		}
		k.mutex.Lock()
		if k.interrupt != nil {
			k.interrupt()
		} else {
			list = append(list, ctrlE, ctrlU)
		}
		k.mutex.Unlock()
	}
	return list
}

// Read implements io.Reader for the editor.
func (k *keys) Read(p []byte) (int, error) {
	for len(k.rest) == 0 {
		var more bool
		select {
		case k.rest, more = <-k.typed:
			if !more {
				return 0, io.EOF
			}
		case <-k.ctx.Done():
			return 0, context.Cause(k.ctx)
		}
	}
	n := copy(p, k.rest)
	k.rest = k.rest[n:]
	return n, nil
}
