package terminal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// pseudo returns both ends of a pseudo-terminal.
func pseudo(t *testing.T) (keyboard, line *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals: %v", err)
	}
	t.Cleanup(func() { keyboard.Close() })
	if err := unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skipf("no pseudo-terminals: %v", err)
	}
	n, err := unix.IoctlGetUint32(int(keyboard.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	line, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals: %v", err)
	}
	t.Cleanup(func() { line.Close() })
	return keyboard, line
}

// TestLinesTyped types on a pseudo-terminal: a word with completion, the previous line, Ctrl-C and Ctrl-D.
func TestLinesTyped(t *testing.T) {
	keyboard, line := pseudo(t)
	go func() { _, _ = io.Copy(io.Discard, keyboard) }() // the terminal's output has to be read
	before, err := term.GetState(int(line.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := NewLines(t.Context(), line, line, "> ", func(text string, at int) (string, int) {
		return text[:at] + "é" + text[at:], at + len("é")
	})
	if err != nil {
		t.Fatal(err)
	}
	const left, up = "\x1b[D", "\x1b[A"
	if _, err := keyboard.WriteString("caf!" + left + "\t\r" + up + "?\r" + "gone\x03stays\r" + "\x04"); err != nil {
		t.Fatal(err)
	}
	var got []string
	for {
		text, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		got = append(got, text)
	}
	if want := "café! café!? stays"; strings.Join(got, " ") != want {
		t.Errorf("lines %q, expected %q", got, want)
	}
	if err := lines.Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := term.GetState(int(line.Fd())); err != nil || *after != *before {
		t.Errorf("the terminal is not as it was: %v", err)
	}
}
