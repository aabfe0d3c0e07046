package exchange

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"brim/malformed"
)

// The line form: writing and reading.

// writeText writes a diagram in the line form: the preamble, one line for each node and each root, and the end.
func writeText(w io.Writer, d *Diagram) error {
	if err := d.named(); err != nil {
		return err
	}
	out := bufio.NewWriter(w) // it keeps the first error of all writes, which Flush returns
	fmt.Fprintf(out, ".brim-diagram %d\n.kind %s\n.rule %s\n.levels %d\n", Version, d.Kind, d.Rule, d.Levels)
	if d.Variables != nil {
		out.WriteString(".variables")
		for _, name := range d.Variables {
			out.WriteByte(' ')
			out.WriteString(strconv.Quote(name))
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(out, ".nodes %d\n", len(d.Nodes))
	for i, n := range d.Nodes {
		fmt.Fprintf(out, "%d %d", i+2, n.Level)
		for _, a := range n.Arcs {
			fmt.Fprintf(out, " %d:%d", a.Value, a.Child)
			if d.Kind == EDD {
				fmt.Fprintf(out, "+%d", a.Cost)
			}
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(out, ".roots %d\n", len(d.Roots))
	for _, r := range d.Roots {
		fmt.Fprintf(out, "%s %d", strconv.Quote(r.Name), r.Node)
		if d.Kind == EDD {
			fmt.Fprintf(out, "+%d", r.Cost)
		}
		out.WriteByte('\n')
	}
	out.WriteString(".end\n")
	return out.Flush()
}

// A lineReader reads the line form.
type lineReader struct {
	checker
	file string
	in   *bufio.Reader
	left int64 // bytes that may still be read
	line string
	no   int // number of the line, from 1
	at   int // offset in the line at which reading goes on
}

// errShort reports that the text has ended.
var errShort = errors.New("short")

// next reads the next line that is neither empty nor a comment into l.line, and counts lines. The error is that of the
// reader, errShort at the end of the text, or says that the text is too long.
func (l *lineReader) next() error {
	for {
		var text []byte
		for {
			part, err := l.in.ReadSlice('\n')
			text = append(text, part...)
			if l.left -= int64(len(part)); l.left < 0 {
				return &malformed.Error{File: l.file, Line: l.no + 1, Msg: "the text is longer than the limit"}
			}
			if err == bufio.ErrBufferFull {
				continue
			}
			if err != nil && err != io.EOF {
				return err
			}
			if len(text) == 0 {
				l.line, l.at = "", 0
				l.no++
				return errShort
			}
			break
		}
		l.no++
		l.line, l.at = strings.TrimRight(string(text), "\r\n"), 0
		if l.blanks(); l.at < len(l.line) && l.line[l.at] != '#' {
			return nil
		}
	}
}

func (l *lineReader) blanks() {
	for l.at < len(l.line) && (l.line[l.at] == ' ' || l.line[l.at] == '\t') {
		l.at++
	}
}

// wrong returns an error about the text at an offset of the line.
func (l *lineReader) wrong(at int, format string, args ...any) error {
	return &malformed.Error{
		File: l.file, Line: l.no, Col: utf8.RuneCountInString(l.line[:min(at, len(l.line))]) + 1,
		Msg: fmt.Sprintf(format, args...), Text: l.line,
	}
}

// found describes the text at the current offset, for messages that say what was expected instead.
func (l *lineReader) found() string {
	if l.at >= len(l.line) {
		return "the end of the line"
	}
	word, _, _ := strings.Cut(l.line[l.at:], " ")
	if r := []rune(word); len(r) > 30 {
		word = string(r[:30]) + "…"
	}
	return strconv.Quote(word)
}

// key reads a word with which the next line has to begin.
func (l *lineReader) key(word string) error {
	if err := l.lineOf(word); err != nil {
		return err
	}
	if !l.has(word) {
		return l.wrong(l.at, "found %s; expected %s", l.found(), word)
	}
	return nil
}

// has reads the word if it comes next, and reports whether it did.
func (l *lineReader) has(word string) bool {
	rest, ok := strings.CutPrefix(l.line[l.at:], word)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return false
	}
	l.at += len(word)
	l.blanks()
	return true
}

// number reads a number of at most most, and if blank is true also the blanks after it.
func (l *lineReader) number(what string, most uint64, blank bool) (uint64, error) {
	from := l.at
	for l.at < len(l.line) && l.line[l.at] >= '0' && l.line[l.at] <= '9' {
		l.at++
	}
	x, err := strconv.ParseUint(l.line[from:l.at], 10, 64)
	switch {
	case from == l.at:
		return 0, l.wrong(from, "found %s; expected %s", l.found(), what)
	case err != nil || x > most:
		return 0, l.wrong(from, "found %s; expected %s, %d at most", l.line[from:l.at], what, most)
	}
	if blank {
		if l.at < len(l.line) && l.line[l.at] != ' ' && l.line[l.at] != '\t' {
			return 0, l.wrong(l.at, "found %s; expected a blank after %s", l.found(), what)
		}
		l.blanks()
	}
	return x, nil
}

// symbol reads the character c.
func (l *lineReader) symbol(c byte, where string) error {
	if l.at >= len(l.line) || l.line[l.at] != c {
		return l.wrong(l.at, "found %s; expected %q %s", l.found(), c, where)
	}
	l.at++
	return nil
}

// quoted reads a name in quotes.
func (l *lineReader) quoted(what string) (string, error) {
	text, err := strconv.QuotedPrefix(l.line[l.at:])
	if err == nil && text[0] == '"' {
		if name, err := strconv.Unquote(text); err == nil && utf8.ValidString(name) {
			l.at += len(text)
			l.blanks()
			return name, nil
		}
	}
	return "", l.wrong(l.at, "found %s; expected %s in double quotes", l.found(), what)
}

// ends returns an error unless the end of the line is reached.
func (l *lineReader) ends() error {
	if l.at < len(l.line) {
		return l.wrong(l.at, "found %s; expected the end of the line", l.found())
	}
	return nil
}

// word reads the rest of the line.
func (l *lineReader) word() string {
	word := strings.TrimRight(l.line[l.at:], " \t")
	l.at = len(l.line)
	return word
}

// counted reads a line that consists of a key and a number.
func (l *lineReader) counted(key string, most uint64) (uint64, error) {
	if err := l.key(key); err != nil {
		return 0, err
	}
	x, err := l.number("a number", most, true)
	if err == nil {
		err = l.ends()
	}
	return x, err
}

// read reads the whole text: the preamble, the nodes, the roots and the end.
func (l *lineReader) read() error {
	nodes, err := l.preamble()
	if err != nil {
		return err
	}
	for range nodes {
		if err := l.node(); err != nil {
			return err
		}
	}
	roots, err := l.counted(".roots", math.MaxInt32)
	if err != nil {
		return err
	}
	for range roots {
		if err := l.oneRoot(); err != nil {
			return err
		}
	}
	if err := l.key(".end"); err != nil {
		return err
	}
	if err := l.ends(); err != nil {
		return err
	}
	switch err := l.next(); {
	case err == nil:
		return l.wrong(l.at, "found %s; expected nothing after .end", l.found())
	case err != errShort:
		return err
	}
	return nil
}

// preamble reads and checks the lines before the nodes: version, kind, rule, number of levels and, if there are any,
// the names of the variables. It returns the number of nodes that follow.
func (l *lineReader) preamble() (nodes uint64, err error) {
	version, err := l.counted(".brim-diagram", math.MaxInt32)
	if err != nil {
		return 0, err
	}
	if version < 1 || version > Version {
		return 0, l.wrong(0, "version %d; this program reads 1 to %d", version, Version)
	}
	for _, x := range []struct {
		key  string
		word *string
		a, b string
	}{{".kind", &l.Kind, l.most.Kind, l.most.Kind}, {".rule", &l.Rule, ZeroSuppressed, QuasiReduced}} {
		if err := l.key(x.key); err != nil {
			return 0, err
		}
		from := l.at
		switch *x.word = l.word(); {
		case *x.word == x.a || *x.word == x.b:
		case x.a == x.b:
			return 0, l.wrong(from, "found %q; expected %s", *x.word, x.a)
		default:
			return 0, l.wrong(from, "found %q; expected %s or %s", *x.word, x.a, x.b)
		}
	}
	levels, err := l.counted(".levels", uint64(l.most.Levels))
	if err != nil {
		return 0, err
	}
	l.Levels = int(levels)
	if err := l.key(".nodes"); err != nil {
		if !l.has(".variables") {
			return 0, err
		}
		for l.at < len(l.line) {
			name, err := l.quoted("the name of a variable")
			if err != nil {
				return 0, err
			}
			l.Variables = append(l.Variables, name)
		}
		if err := l.key(".nodes"); err != nil {
			return 0, err
		}
	}
	nodes, err = l.number("a number", uint64(l.most.Nodes), true)
	if err != nil {
		return 0, err
	}
	if err := l.ends(); err != nil {
		return 0, err
	}
	if err := l.header(); err != nil {
		return 0, l.wrong(0, "%v", err)
	}
	return nodes, nil
}

// lineOf goes on to the next line, which must exist; what describes it.
func (l *lineReader) lineOf(what string) error {
	err := l.next()
	if err == errShort {
		return l.wrong(0, "the text ends; expected %s", what)
	}
	return err
}

// node reads the line of a node, its number, level and arcs, checks it and adds it to the diagram.
func (l *lineReader) node() error {
	if err := l.lineOf("a node"); err != nil {
		return err
	}
	name, err := l.number("the number of a node", math.MaxUint32, true)
	if err != nil {
		return err
	}
	level, err := l.number("a level", uint64(l.Levels), true)
	if err != nil {
		return err
	}
	n := Node{Level: int(level)}
	for l.at < len(l.line) {
		value, err := l.number("a value", uint64(l.most.Value), false)
		if err != nil {
			return err
		}
		if err := l.symbol(':', "after the value of an arc"); err != nil {
			return err
		}
		child, cost, err := l.target()
		if err != nil {
			return err
		}
		n.Arcs = append(n.Arcs, Arc{int(value), child, cost})
	}
	if err := l.add(name, n); err != nil {
		return l.wrong(0, "%v", err)
	}
	return nil
}

// target reads the number of a node and, in an edd, a cost.
func (l *lineReader) target() (node, cost uint32, err error) {
	x, err := l.number("the number of a node", math.MaxUint32, l.Kind != EDD)
	if err != nil || l.Kind != EDD {
		return uint32(x), 0, err
	}
	if err := l.symbol('+', "before the cost"); err != nil {
		return 0, 0, err
	}
	c, err := l.number("a cost", l.most.Cost, true)
	return uint32(x), uint32(c), err
}

// oneRoot reads a root: its name and its node.
func (l *lineReader) oneRoot() error {
	if err := l.lineOf("a root"); err != nil {
		return err
	}
	name, err := l.quoted("the name of a root")
	if err != nil {
		return err
	}
	node, cost, err := l.target()
	if err != nil {
		return err
	}
	if err := l.ends(); err != nil {
		return err
	}
	if err := l.root(Root{name, node, cost}); err != nil {
		return l.wrong(0, "%v", err)
	}
	return nil
}
