package main

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

// output runs write on the file, or on standard output if it has no name. The file is written whole or not at all; see
// package output.
func (a *app) output(ctx context.Context, file string, write func(io.Writer) error) error {
	if file == "" || file == "-" {
		w := bufio.NewWriter(a.out)
		if err := write(w); err != nil {
			return err
		}
		return w.Flush()
	}
	err := output.Write(ctx, file, write)
	switch {
	case err == nil:
		return nil
	case limited(err):
		why := "interrupted"
		if errors.Is(err, context.DeadlineExceeded) {
			why = "time limit reached"
		}
		return &statusError{statusUnknown, false, fmt.Errorf("%s; %s was not written", why, file)}
	}
	return fileError("write", err)
}

// save is output for a file beside a result, which has been printed before. After a limit or an interrupt there is a
// moment left for it.
func (a *app) save(ctx context.Context, l *limits, file string, write func(io.Writer) error) error {
	end := time.Now().Add(partialTime)
	late := ctx.Err() != nil
	if late {
		ctx = context.WithoutCancel(ctx)
	}
	if limit := l.start.Add(time.Duration(l.time)); l.time > 0 && !late && limit.After(end) {
		end = limit
	}
	if late || l.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end)
		defer cancel()
	}
	return a.output(ctx, file, write)
}

// tryFile reports whether a file, if it has a name, can be written: to be asked before what takes long.
func tryFile(file string) error {
	if file == "" || file == "-" {
		return nil
	}
	if err := output.Check(file); err != nil {
		return fileError("write", err)
	}
	return nil
}

// after joins the error that came with a printed result, which may say that something is unknown, and that of a file
// beside it.
func after(result, file error) error {
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
	return &statusError{statusInput, true, file}
}

// writeJSON writes v as one indented object.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// result prints the result of a command: as JSON, or what text writes.
func (a *app) result(report any, text func(io.Writer) error) (err error) {
	if a.json {
		err = writeJSON(a.out, report)
	} else {
		err = text(a.out)
	}
	if err != nil {
		err = fmt.Errorf("cannot write the result: %w", err)
	}
	return err
}
