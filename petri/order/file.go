package order

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"brim/internal/nearest"
	"brim/malformed"
	"brim/petri"
)

// Read reads a decomposition: one level a line, the top level first, places
// separated by blanks. "#" starts a comment and empty lines do not count. A name
// that holds blanks, "#" or quotes is written as a Go string; a place may also be
// given by its alias (see petri.Net.FindPlace). Every place of the net must occur once. Errors are *malformed.Error, or
// those of r.
func Read(r io.Reader, file string, net *petri.Net) (Decomposition, error) {
	d := Decomposition{Method: "file " + file}
	seen := make([]int, len(net.Places)) // line of each place
	fail := func(line int, format string, args ...any) (Decomposition, error) {
		return Decomposition{}, malformed.Line(file, line, format, args...)
	}
	in := bufio.NewReader(r)
	for line := 1; ; line++ {
		text, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return Decomposition{}, err
		}
		names, bad := splitNames(text)
		if bad != "" {
			return fail(line, "%s", bad)
		}
		var level []int
		for _, name := range names {
			p, ok := net.FindPlace(name)
			if !ok {
				return fail(line, "no place %q in net %s%s", name, net.Name, suggestion(name, net))
			}
			if seen[p] != 0 {
				return fail(line, "place %q is already on line %d", name, seen[p])
			}
			seen[p] = line
			level = append(level, p)
		}
		if len(level) > 0 {
			d.Levels = append(d.Levels, level)
		}
		if err == io.EOF {
			break
		}
	}
	var missing []string
	for p, line := range seen {
		if line == 0 {
			missing = append(missing, net.Places[p].Name)
		}
	}
	if n := len(missing); n > 0 {
		const show = 5
		list := strings.Join(missing[:min(n, show)], ", ")
		if n > show {
			list += ", …"
		}
		return fail(0, "%d of %d places are on no level: %s", n, len(seen), list)
	}
	for i, j := 0, len(d.Levels)-1; i < j; i, j = i+1, j-1 {
		d.Levels[i], d.Levels[j] = d.Levels[j], d.Levels[i]
	}
	return d, nil
}

// Write writes d in the form that Read reads, with its method as a comment.
func (d Decomposition) Write(w io.Writer, net *petri.Net) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# net %s, %d levels, top level first", oneLine(net.Name), len(d.Levels))
	if d.Method != "" {
		fmt.Fprintf(out, "; %s", oneLine(d.Method))
	}
	fmt.Fprintln(out)
	for i := len(d.Levels) - 1; i >= 0; i-- {
		for j, p := range d.Levels[i] {
			if j > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(quoteName(net.Places[p].Name))
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// blank is what separates names; other space characters are part of a name.
func blank(r byte) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

func quoteName(name string) string {
	if name == "" || strings.ContainsAny(name, "# \t\r\n\"") {
		return strconv.Quote(name)
	}
	return name
}

// splitNames splits one line. bad says what is wrong with it, or nothing.
func splitNames(line string) (names []string, bad string) {
	for {
		for line != "" && blank(line[0]) {
			line = line[1:]
		}
		switch {
		case line == "" || line[0] == '#':
			return names, ""
		case line[0] == '"':
			quoted, err := strconv.QuotedPrefix(line)
			if err != nil {
				return nil, "a quoted name does not end"
			}
			name, _ := strconv.Unquote(quoted)
			names, line = append(names, name), line[len(quoted):]
		default:
			end := 0
			for end < len(line) && !blank(line[end]) && line[end] != '#' {
				end++
			}
			names, line = append(names, line[:end]), line[end:]
		}
	}
}

// suggestion returns `; did you mean "x"?` for the place whose name differs least
// from name, or "" if none is close.
func suggestion(name string, net *petri.Net) string {
	found, ok := nearest.Of(name, func(yield func(string) bool) {
		for i := range net.Places {
			if !yield(net.Places[i].Name) {
				return
			}
		}
	})
	if !ok {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", found)
}
