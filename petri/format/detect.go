package format

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"brim/internal/input"
	"brim/malformed"
	"brim/petri/format/greatspn"
	"brim/petri/timed"
)

// Which format a file has, and reading a file of any format.

// look is how many bytes of a file tell its format.
const look = 1 << 12

// File returns the file of a net's name: the name itself, unless it ends in # and the name of one of several nets in a
// project of GreatSPN.
func File(name string) string {
	file, _ := greatspn.Part(name)
	return file
}

// ByEnding returns the formats whose files may have a name with that ending; the name may end in .gz behind it.
func ByEnding(file string) (list []*Format) {
	file = strings.TrimSuffix(strings.ToLower(File(file)), ".gz")
	for _, f := range all {
		if slices.ContainsFunc(f.Endings, func(e string) bool { return strings.HasSuffix(file, e) }) {
			list = append(list, f)
		}
	}
	return list
}

// Detect returns the format of a file by its name and by the text with which it begins: the format that has the ending
// and, if several have it, the one whose texts begin so, or the first; if none has it, by the text alone. The error is
// a *malformed.Error with the endings that are known.
func Detect(file string, start []byte) (*Format, error) {
	text := strings.TrimPrefix(string(start), "\ufeff")
	list := ByEnding(file)
	if len(list) == 1 {
		return list[0], nil
	}
	of := list
	if len(list) == 0 {
		of = all
	}
	for _, f := range of {
		if f.begins(text) {
			return f, nil
		}
	}
	if len(list) > 0 {
		return list[0], nil
	}
	found := "the format is not recognised"
	if len(start) == 0 {
		found = "the file is empty"
	}
	return nil, malformed.Line(file, 1, "%s; expected PNML, or a file whose name ends in %s%s",
		found, orList(Endings(false)), input.Hint(start))
}

// Open returns the format of a text and a reader of all of it.
func Open(r io.Reader, file string) (*Format, io.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	start, err := b.Peek(look)
	if len(start) == 0 && err != nil && !errors.Is(err, io.EOF) { // otherwise it comes again with the next read
		return nil, nil, err
	}
	f, err := Detect(file, start)
	return f, b, err
}

// Read reads the net of a file in any format, with or without time; file is what messages call r, and its ending helps
// to tell the format. Text that is compressed by gzip is read as it is. Reading ends with the context.
func Read(ctx context.Context, r io.Reader, file string) (*timed.Document, error) {
	f, text, err := Open(input.Reader(ctx, r), file)
	if err != nil {
		return nil, err
	}
	return f.Read(text, file)
}

// ReadFile reads the net in the file at path; see Read.
func ReadFile(ctx context.Context, path string) (*timed.Document, error) {
	file, err := input.Open(ctx, File(path))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	f, text, err := Open(file, path)
	if err != nil {
		return nil, err
	}
	return f.Read(text, path)
}

// orList joins words by commas, the last two by or.
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return fmt.Sprintf("%s or %s", strings.Join(words[:len(words)-1], ", "), words[len(words)-1])
}
