package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

// A journal is a file of records that only grows. Each record is one line, written by one call and on the disk when
// append returns, so a process that is killed leaves at most one torn line, the last, without its end.
type journal struct{ f *os.File }

// openJournal opens a journal, or makes an empty one, cuts off a torn last line and returns what is left. The error
// says so if another process has it open.
func openJournal(path string) (*journal, []Record, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, err
	}
	j := &journal{f}
	if err := lockSoon(f); err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s is being written by another sweep: %w", path, err)
	}
	records, whole, err := readRecords(path, f)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return j, records, nil
}

// append adds a record.
func (j *journal) append(r *Record) error {
	var b bytes.Buffer
	if err := WriteRecords(&b, []Record{*r}); err != nil {
		return err
	}
	if _, err := j.f.Write(b.Bytes()); err != nil {
		return err
	}
	return j.f.Sync()
}

// WriteRecords writes records as ReadFile reads them, one a line.
func WriteRecords(w io.Writer, records []Record) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for i := range records {
		if err := e.Encode(&records[i]); err != nil {
			return err
		}
	}
	return nil
}

func (j *journal) close() error { return j.f.Close() }

// ReadFile returns the records of a file that Run wrote, or of several such files one after the other. A torn last line
// is left out; an error names the line of what is no record.
func ReadFile(path string) ([]Record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, _, err := readRecords(path, f)
	return records, err
}

// readRecords returns the records and the length of the lines that have an end.
func readRecords(path string, f io.Reader) (records []Record, whole int64, err error) {
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, 0, err
	}
	b = b[:bytes.LastIndexByte(b, '\n')+1]
	n := 0
	for line := range bytes.Lines(b) {
		n++
		var r Record
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, 0, fmt.Errorf("%s:%d: not a record: %w", path, n, err)
		}
		if r.Suite == "" || r.Cell == "" {
			return nil, 0, fmt.Errorf("%s:%d: not a record: expected an object with suite and cell", path, n)
		}
		records = append(records, r)
	}
	return records, int64(len(b)), nil
}

// lockSoon locks a file and retries for about a second. When a sweep is killed, a child process that has been forked
// but has not yet called exec may still hold its lock.
func lockSoon(f *os.File) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := lock(f)
		if err == nil || wait > time.Second/2 {
			return err
		}
		time.Sleep(wait)
	}
}
