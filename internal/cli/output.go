package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"brim/internal/output"
)

// Results as text or JSON, and files beside them.

// Output runs write on the file, or on standard output if it has no name. The file is written whole or not at all; see
// package output.
func (a *App) Output(ctx context.Context, file string, write func(io.Writer) error) error {
	if file == "" || file == "-" {
		w := bufio.NewWriter(a.Out)
		if err := write(w); err != nil {
			return err
		}
		return w.Flush()
	}
	err := output.Write(ctx, file, write)
	switch {
	case err == nil:
		return nil
	case a.Limit(err) != "":
		why := "interrupted"
		if errors.Is(err, context.DeadlineExceeded) {
			why = "time limit reached"
		}
		return Exit(StatusUnknown, fmt.Errorf("%s; %s was not written", why, file))
	}
	return FileError("write", err)
}

// partialTime is how long a program may go on writing what is known after a limit.
const partialTime = 500 * time.Millisecond

// Save is output for a file that accompanies a result, which has been printed before. The deadline is that of the whole
// run, zero if there is none; after it, or after an interrupt, there is partialTime left to write the file.
func (a *App) Save(ctx context.Context, deadline time.Time, file string, write func(io.Writer) error) error {
	end := time.Now().Add(partialTime)
	late := ctx.Err() != nil
	if late {
		ctx = context.WithoutCancel(ctx)
	}
	if !late && deadline.After(end) {
		end = deadline
	}
	if late || !deadline.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end)
		defer cancel()
	}
	return a.Output(ctx, file, write)
}

// TryFile reports whether a file, if it has a name, can be written: to be asked before what takes long.
func TryFile(file string) error {
	if file == "" || file == "-" {
		return nil
	}
	if err := output.Check(file); err != nil {
		return FileError("write", err)
	}
	return nil
}

// After joins the error that came with a printed result, which may say that something is unknown, and that of a file
// beside it.
func After(result, file error) error {
	if file == nil {
		return result
	}
	var s *statusError
	switch {
	case errors.As(result, &s) && s.err != nil:
		file = fmt.Errorf("%w; %w", s.err, file)
	case s == nil && result != nil:
		file = fmt.Errorf("%w; %w", result, file)
	}
	return ExitAfterResult(StatusInput, file)
}

// WriteJSON writes v as one indented object.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Result prints the result of a command: as JSON, or what text writes.
func (a *App) Result(report any, text func(io.Writer) error) (err error) {
	if a.JSON {
		err = WriteJSON(a.Out, report)
	} else {
		err = text(a.Out)
	}
	if err != nil {
		err = fmt.Errorf("cannot write the result: %w", err)
	}
	return err
}
