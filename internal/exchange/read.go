package exchange

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"strings"

	"brim/malformed"
)

const (
	mostLines = 1 << 30 // bytes of the line form, where Limits has no number
	mostJSON  = 1 << 28
	mostNodes = 1 << 24
)

// Read reads a diagram in either form: text that begins with { is JSON. An error about the text is a *malformed.Error
// with the name of the file, the line and, as a rule, the column. Lines are read one by one; JSON is held in memory as
// a whole.
func Read(r io.Reader, file string, limits Limits) (*Diagram, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(in.Size())
	begin := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(begin) > 0:
	case err == io.EOF || err == nil:
		return nil, &malformed.Error{File: file, Line: 1, Msg: "the text is empty; expected a diagram"}
	default:
		return nil, err
	}
	limits.Nodes = cmp.Or(limits.Nodes, mostNodes)
	c := checker{Diagram: &Diagram{}, most: limits}
	if begin[0] != '{' {
		l := &lineReader{checker: c, file: file, in: in, left: cmp.Or(limits.Bytes, mostLines)}
		if err := l.read(); err != nil {
			return nil, err
		}
		return c.Diagram, nil
	}
	most := cmp.Or(limits.Bytes, mostJSON)
	all, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(all)) > most {
		return nil, &malformed.Error{File: file, Msg: "the text is longer than the limit"}
	}
	j := &jsonReader{checker: c, file: file, text: string(all)}
	j.in = json.NewDecoder(strings.NewReader(j.text))
	if err := j.read(); err != nil {
		return nil, err
	}
	return c.Diagram, nil
}
