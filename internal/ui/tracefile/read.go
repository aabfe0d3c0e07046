package tracefile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"brim/internal/input"
	"brim/internal/quantity"
	"brim/internal/ui/trace"
	"brim/malformed"
)

// Reading traces: the forms, JSON and lists.

// Limits of what is read.
const (
	mostBytes = 256 << 20
	mostDepth = 1000 // witnesses in witnesses, elements in elements
)

// ReadFile reads a trace in any form. Reading ends with ctx. An error says what is wrong, and in which line, or is that
// of the system.
func ReadFile(ctx context.Context, file string) (*Trace, error) {
	text, err := input.ReadFile(ctx, file)
	if err != nil {
		return nil, err
	}
	return Read(text, file)
}

// Read reads a trace in any form; file is what messages call it. JSON begins with a brace, XML with an angle bracket or
// with what TAPAAL's engines print around it; a file whose name ends in .scn is a schedule of Tina, all else is a list.
func Read(text []byte, file string) (*Trace, error) {
	if len(text) > mostBytes {
		return nil, malformed.Line(file, 1, "the trace has %d bytes; expected %d at most", len(text), mostBytes)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // which editors of Windows write
	if filepath.Ext(file) == ".scn" {
		return readSchedule(text, file)
	}
	start := bytes.TrimSpace(text)
	switch {
	case bytes.HasPrefix(start, []byte("{")):
		return readJSON(text, file)
	case bytes.HasPrefix(start, []byte("<")):
		return readXML(text, file)
	case bytes.HasPrefix(start, []byte("[")):
		return nil, malformed.Line(file, 1, "found a list of JSON; expected an object with the format %q", name)
	}
	if from, to := printedAt(text); from >= 0 {
		if again, _ := printedAt(text[to:]); again >= 0 {
			line := 1 + bytes.Count(text[:to+again], []byte("\n"))
			return nil, malformed.Line(file, line, "found a second <trace>; expected one, of one query")
		}
		before := bytes.Count(text[:from], []byte("\n")) // lines keep their numbers
		return readXML(append(bytes.Repeat([]byte("\n"), before), text[from:to]...), file)
	}
	return readList(text, file)
}

// printedAt returns where the trace begins and ends that verifypn has printed on lines of its own among other words;
// -1 if there is none.
func printedAt(text []byte) (from, to int) {
	for line := range bytes.Lines(text) {
		rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("<trace"))
		if !ok || len(rest) == 0 || !bytes.ContainsAny(rest[:1], "> \t/") {
			from += len(line)
			continue
		}
		end := []byte("</trace>")
		if i := bytes.Index(text[from:], end); i >= 0 {
			return from, from + i + len(end)
		}
		return from, len(text)
	}
	return -1, -1
}

// readJSON reads a trace in the JSON form that brim check --trace-out writes, and checks the format, the version and
// the structure of the witness. Errors name the line.
func readJSON(text []byte, file string) (*Trace, error) {
	t := &Trace{}
	wrong := func(offset int64, format string, args ...any) error {
		line := 1 + bytes.Count(text[:min(max(int(offset), 0), len(text))], []byte("\n"))
		return malformed.Line(file, line, format, args...)
	}
	if depth := nesting(text); depth > 4*mostDepth {
		return nil, wrong(0, "found brackets %d deep; expected %d at most", depth, 4*mostDepth)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	err := d.Decode(t)
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind):
		return nil, wrong(kind.Offset, "found a %s for %s; expected %s", kind.Value, kind.Field, expected(kind.Type))
	case errors.As(err, &syntax):
		return nil, wrong(syntax.Offset, "not well-formed JSON: %v", syntax)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, wrong(int64(len(text)), "not well-formed JSON: the file ends early")
	case err != nil:
		return nil, wrong(d.InputOffset(), "not well-formed JSON: %v", err)
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return nil, wrong(d.InputOffset()+1, "found text behind the trace; expected its end")
	}
	switch {
	case t.Format != name:
		return nil, wrong(0, "the format is %q; expected %q", t.Format, name)
	case t.Version < 1 || t.Version > Version:
		return nil, wrong(0, "the version is %d; expected 1 to %d", t.Version, Version)
	case t.Deadlock != "" && t.Deadlock != "maximal" && t.Deadlock != "infinite":
		return nil, wrong(0, "deadlock is %q; expected maximal or infinite", t.Deadlock)
	case t.Witness == nil:
		return nil, wrong(0, "there is no witness")
	}
	if err := valid(t.Witness); err != nil {
		return nil, wrong(0, "the witness: %v", err)
	}
	return t, nil
}

// expected says what JSON has to have for a value of Go.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return expected(t.Elem())
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return "an integer below 2^63"
}

// nesting returns how deep brackets stand in brackets, those in strings apart.
func nesting(text []byte) (most int) {
	depth, inside := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '{' || c == '[':
			depth++
			most = max(most, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return most
}

// valid looks at what has to fit in a witness, whatever the model is.
func valid(w *trace.Witness) error {
	if w.Loop != nil && (*w.Loop < 0 || *w.Loop >= len(w.Steps)) {
		return fmt.Errorf("a loop to position %d of %s", *w.Loop, quantity.Count(len(w.Steps), "step"))
	}
	for i, b := range w.Branches {
		switch {
		case b == nil || b.At == nil:
			return fmt.Errorf("branch %d does not say at which position it is", i+1)
		case *b.At < 0 || *b.At > len(w.Steps):
			return fmt.Errorf("branch %d is at position %d of %s", i+1, *b.At, quantity.Count(len(w.Steps), "step"))
		}
		if err := valid(b); err != nil {
			return fmt.Errorf("branch %d: %w", i+1, err)
		}
	}
	return nil
}

// closed refuses a loop without steps.
func (t *Trace) closed(file string) error {
	if w := t.Witness; w.Loop != nil && *w.Loop == len(w.Steps) {
		line := 1
		if len(t.lines) > 0 {
			line = t.lines[len(t.lines)-1]
		}
		return malformed.Line(file, line, "found a loop without steps; expected some behind it")
	}
	return nil
}

// readList reads a trace with one transition a line, or a delay, as wait 3. The words loop and deadlock mark the
// beginning of a loop and a dead end; lines that begin with # are comments.
func readList(text []byte, file string) (*Trace, error) {
	t := ofSteps()
	w := t.Witness
	if !utf8.Valid(text) {
		return nil, malformed.Line(file, 1, "the text is not in UTF-8; expected a trace")
	}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if w.Dead {
			return nil, malformed.Line(file, i+1, "found %.80q behind deadlock; expected the end", line)
		}
		f := trace.Firing{}
		switch units, ok := strings.CutPrefix(line, wait); {
		case ok && isNumber(units):
			var err error
			if f.Delay, err = strconv.ParseInt(units, 10, 64); err != nil || f.Delay < 1 {
				return nil, malformed.Line(file, i+1, "found a delay of %.80s; expected 1 to 2^63−1", units)
			}
		case line == "loop" && w.Loop != nil:
			return nil, malformed.Line(file, i+1, "found a second loop; expected one")
		case line == "loop":
			w.Loop = new(len(w.Steps))
			continue
		case line == "deadlock":
			w.Dead = true
			continue
		case strings.HasPrefix(line, `"`):
			var inner string
			if err := json.Unmarshal([]byte(line), &inner); err != nil {
				return nil, malformed.Line(file, i+1, "found %.80s; expected a name in quotes: %v", line, err)
			}
			f.Transition = inner
		default:
			f.Transition = line
		}
		w.Steps, t.lines = append(w.Steps, f), append(t.lines, i+1)
	}
	if len(w.Steps) == 0 && !w.Dead {
		return nil, malformed.Line(file, 1,
			"there is no step; expected a trace as JSON, as XML of TAPAAL, or a transition a line")
	}
	return t, t.closed(file)
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
