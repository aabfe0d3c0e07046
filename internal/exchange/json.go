package exchange

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"brim/malformed"
)

// The JSON form: writing and reading.

// format is the value of the key "format" in the JSON form.
const format = "brim-diagram"

// writeJSON writes a diagram as a JSON object, with one line for each node and each root.
func writeJSON(w io.Writer, d *Diagram) error {
	if err := d.named(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "{\n\"format\": %q, \"version\": %d, \"kind\": %q, \"rule\": %q, \"levels\": %d,\n", format,
		Version, d.Kind, d.Rule, d.Levels)
	if d.Variables != nil {
		fmt.Fprintf(out, "\"variables\": %s,\n", text(d.Variables))
	}
	out.WriteString("\"nodes\": [")
	for i, n := range d.Nodes {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "\n{\"id\": %d, \"level\": %d, \"arcs\": [", i+2, n.Level)
		for j, a := range n.Arcs {
			if j > 0 {
				out.WriteByte(',')
			}
			fmt.Fprintf(out, "[%d,%d", a.Value, a.Child)
			if d.Kind == EDD {
				fmt.Fprintf(out, ",%d", a.Cost)
			}
			out.WriteByte(']')
		}
		out.WriteString("]}")
	}
	out.WriteString("\n],\n\"roots\": [")
	for i, r := range d.Roots {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "\n{\"name\": %s, \"node\": %d", text(r.Name), r.Node)
		if d.Kind == EDD {
			fmt.Fprintf(out, ", \"cost\": %d", r.Cost)
		}
		out.WriteByte('}')
	}
	out.WriteString("\n]\n}\n")
	return out.Flush()
}

// text returns a string or strings as JSON.
func text(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings have no errors
	}
	return b
}

// A jsonReader reads the JSON form.
type jsonReader struct {
	checker
	file string
	text string
	in   *json.Decoder
	seen []string // the keys read so far
}

// A jsonNode is a node as the JSON form has it.
type jsonNode struct {
	ID    *uint64    `json:"id"`
	Level *int       `json:"level"`
	Arcs  [][]uint64 `json:"arcs"`
}

// A jsonRoot is a root as the JSON form has it.
type jsonRoot struct {
	Name *string `json:"name"`
	Node *uint32 `json:"node"`
	Cost *uint32 `json:"cost"`
}

// wrong returns an error about the text at an offset, after blanks and commas.
func (j *jsonReader) wrong(offset int64, format string, args ...any) error {
	at := min(int(offset), len(j.text))
	for at < len(j.text) && strings.IndexByte(" \t\r\n,:", j.text[at]) >= 0 {
		at++
	}
	return malformed.At(j.file, j.text, at, format, args...)
}

// decodeError turns an error of the decoder into one that says where the text is not JSON or has a wrong type, and why.
func (j *jsonReader) decodeError(from int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at := int(max(syntax.Offset-1, 0)) // after the character, or at it where a token was requested
		if says := func(i int) bool {
			return i < len(j.text) && strings.Contains(err.Error(), strconv.QuoteRune(rune(j.text[i])))
		}; !says(at) && says(at+1) {
			at++
		}
		return j.wrong(int64(at), "%v", err)
	case errors.As(err, &kind):
		return j.wrong(from, "found a %s; expected %s", kind.Value, jsonType(kind))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return j.wrong(int64(len(j.text)), "the text ends; expected the rest of an object")
	}
	return j.wrong(from, "%s", strings.TrimPrefix(err.Error(), "json: "))
}

// jsonType describes the expected type in a word or two.
func jsonType(e *json.UnmarshalTypeError) string {
	where := ""
	if e.Field != "" {
		where = " for " + e.Field
	}
	switch name := e.Type.String(); {
	case strings.Contains(name, "[]"):
		return "a list" + where
	case strings.Contains(name, "string"):
		return "a string" + where
	case strings.Contains(name, "int"):
		return "a number that is not negative" + where
	}
	return "an object" + where
}

// decode reads a value into v.
func (j *jsonReader) decode(v any) error {
	from := j.in.InputOffset()
	if err := j.in.Decode(v); err != nil {
		return j.decodeError(from, err)
	}
	return nil
}

// token reads a delimiter.
func (j *jsonReader) token(want json.Delim, what string) error {
	from := j.in.InputOffset()
	t, err := j.in.Token()
	if err != nil {
		return j.decodeError(from, err)
	}
	if t != want {
		return j.wrong(from, "found %v; expected %v, %s", t, want, what)
	}
	return nil
}

// need returns an error unless all of these keys have been read.
func (j *jsonReader) need(at int64, before string, keys ...string) error {
	for _, key := range keys {
		if !slices.Contains(j.seen, key) {
			return j.wrong(at, "there is no %q; expected it before %s", key, before)
		}
	}
	return nil
}

// read reads the object key by key, so that nodes are checked and stored as they are read, and then requires the end of
// the text. The keys that describe the diagram have to precede the nodes, and the nodes the roots.
func (j *jsonReader) read() error {
	j.in.DisallowUnknownFields()
	if err := j.token('{', "an object"); err != nil {
		return err
	}
	for j.in.More() {
		from := j.in.InputOffset()
		t, err := j.in.Token()
		if err != nil {
			return j.decodeError(from, err)
		}
		key := t.(string) // the syntax of objects guarantees it
		if slices.Contains(j.seen, key) {
			return j.wrong(from, "the key %q is there twice", key)
		}
		j.seen = append(j.seen, key)
		if err := j.value(from, key); err != nil {
			return err
		}
	}
	end := j.in.InputOffset()
	if err := j.token('}', "the end of the object"); err != nil {
		return err
	}
	if err := j.need(end, "the end", "format", "roots"); err != nil {
		return err
	}
	if rest := strings.TrimLeft(j.text[j.in.InputOffset():], " \t\r\n"); rest != "" {
		return j.wrong(int64(len(j.text)-len(rest)), "found more after the object; expected the end of the text")
	}
	return nil
}

// value reads the value that belongs to a key of the object; from is the offset of the key. The key nodes requires that
// the description of the diagram has been read, and roots requires the nodes.
func (j *jsonReader) value(from int64, key string) error {
	switch key {
	case "format":
		var name string
		if err := j.decode(&name); err != nil {
			return err
		}
		if name != format {
			return j.wrong(from, "format %q; expected %q", name, format)
		}
		return nil
	case "version":
		var version int
		if err := j.decode(&version); err != nil {
			return err
		}
		if version < 1 || version > Version {
			return j.wrong(from, "version %d; this program reads 1 to %d", version, Version)
		}
		return nil
	case "kind":
		return j.decode(&j.Kind)
	case "rule":
		return j.decode(&j.Rule)
	case "levels":
		return j.decode(&j.Levels)
	case "variables":
		j.Variables = []string{}
		return j.decode(&j.Variables)
	case "nodes":
		if err := j.need(from, "nodes", "version", "kind", "rule", "levels"); err != nil {
			return err
		}
		if err := j.header(); err != nil {
			return j.wrong(from, "%v", err)
		}
		return j.list("nodes", j.node)
	case "roots":
		if err := j.need(from, "roots", "nodes"); err != nil {
			return err
		}
		return j.list("roots", j.oneRoot)
	}
	return j.wrong(from, "the key %q; expected format, version, kind, rule, levels, variables, nodes or roots", key)
}

// list reads a list of items.
func (j *jsonReader) list(what string, item func() error) error {
	if err := j.token('[', "a list of "+what); err != nil {
		return err
	}
	for j.in.More() {
		if err := item(); err != nil {
			return err
		}
	}
	return j.token(']', "the end of the list of "+what)
}

// node reads a node, checks that each arc has as many numbers as the kind of diagram requires, and adds it to the
// diagram.
func (j *jsonReader) node() error {
	from := j.in.InputOffset()
	var x jsonNode
	if err := j.decode(&x); err != nil {
		return err
	}
	if x.ID == nil || x.Level == nil {
		return j.wrong(from, "a node without id or level; expected {\"id\": 2, \"level\": 1, \"arcs\": [[0,1]]}")
	}
	n := Node{Level: *x.Level}
	numbers := 2
	if j.Kind == EDD {
		numbers = 3
	}
	for i, a := range x.Arcs {
		if len(a) != numbers {
			return j.wrong(from, "arc %d of node %d has %d numbers; expected %d", i+1, *x.ID, len(a), numbers)
		}
		arc := Arc{Value: int(min(a[0], 1<<62)), Child: uint32(min(a[1], 1<<32-1))}
		if j.Kind == EDD {
			if a[2] > j.most.Cost {
				return j.wrong(from, "a cost of %d; expected %d at most", a[2], j.most.Cost)
			}
			arc.Cost = uint32(a[2])
		}
		n.Arcs = append(n.Arcs, arc)
	}
	if err := j.add(*x.ID, n); err != nil {
		return j.wrong(from, "%v", err)
	}
	return nil
}

func (j *jsonReader) oneRoot() error {
	from := j.in.InputOffset()
	var x jsonRoot
	if err := j.decode(&x); err != nil {
		return err
	}
	if x.Name == nil || x.Node == nil || (x.Cost != nil) != (j.Kind == EDD) {
		return j.wrong(from, "a root with other keys; expected name and node, and cost exactly in an edd")
	}
	r := Root{Name: *x.Name, Node: *x.Node}
	if x.Cost != nil {
		r.Cost = *x.Cost
	}
	if err := j.root(r); err != nil {
		return j.wrong(from, "%v", err)
	}
	return nil
}
