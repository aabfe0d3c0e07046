package xmlscan

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// walk lists the elements of a document with their lines. Elements named text contain text, and those named skip are
// skipped.
func walk(r io.Reader, cfg Config) (string, error) {
	cfg.Root = "doc"
	s, err := New(r, "x.xml", cfg)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	var children func() error
	children = func() error {
		for {
			el, ok, err := s.Child()
			if err != nil || !ok {
				return err
			}
			fmt.Fprintf(&b, " %s:%d", el.Name, s.Line())
			if id, ok := el.Attr("id"); ok {
				b.WriteString("#" + id)
			}
			switch el.Name {
			case "text":
				var text []byte
				text, err = s.Content()
				fmt.Fprintf(&b, "=%s", text)
			case "skip":
				err = s.Skip()
			default:
				b.WriteString("(")
				err = children()
				b.WriteString(" )")
			}
			if err != nil {
				return err
			}
		}
	}
	for {
		el, err := s.Root()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s:%d", el.Name, s.Line())
		if err := children(); err != nil {
			return "", err
		}
	}
}

func TestScanner(t *testing.T) {
	for _, c := range []struct {
		text string
		cfg  Config
		want string
	}{
		{"", Config{}, ""},
		{"\xef\xbb\xbf<?xml version='1.0'?>\n<doc>\n<a id='1' x:id='2'/>\n\n<a><text> b\n<!-- c -->d " +
			"</text></a></doc>\n", Config{},
			"doc:2 a:3#1( ) a:5( text:5=b\nd )"},
		{"<doc><skip>\n<text/>x<skip/></skip>\n<a/></doc>\n<doc/>", Config{}, "doc:1 skip:1 a:3( )doc:4"},
		{"<?xml version='1.0' encoding='ISO-8859-1'?><doc><text>\xe9\xff</text></doc>", Config{Latin1: true},
			"doc:1 text:1=éÿ"},
		{"<?xml version='1.0' encoding='US-ASCII'?><doc/>", Config{}, "doc:1"},

		{"<?xml version='1.0' encoding='Latin1'?><doc/>", Config{},
			"x.xml:1: encoding \"Latin1\" is not supported; expected UTF-8"},
		{"<?xml version='1.0' encoding='EBCDIC'?><doc/>", Config{Latin1: true},
			"x.xml:1: encoding \"EBCDIC\" is not supported; expected UTF-8 or ISO-8859-1"},
		{"\xff\xfe<\x00", Config{}, "x.xml:1: encoding UTF-16 is not supported; expected UTF-8"},
		{"<doc>\xff</doc>", Config{}, "x.xml:1: not well-formed XML: invalid UTF-8"},
		{"<doc>\n<a>\n\n", Config{}, "x.xml:4: the file ends early: <a> of line 2 is open; expected </a>"},
		{"<doc>\n</a>", Config{}, "x.xml:2: not well-formed XML: element <doc> closed by </a>"},
		{"<doc/>\n\n b", Config{}, "x.xml:3: found text \"b\" outside of all elements; expected <doc>"},
		{"<doc>\n<a>\n b</a></doc>", Config{}, "x.xml:3: found text \"b\" directly inside <a>; expected elements"},
		{"<doc><text>\n<b/></text></doc>", Config{}, "x.xml:2: found <b> inside <text>; expected text only"},
		{"<doc>\n<" + strings.Repeat("a", 201) + "/></doc>", Config{},
			"x.xml:2: the name of an element has 201 bytes; expected at most 200"},
		{"<doc>\n</" + strings.Repeat("é", 300) + ">", Config{},
			"x.xml:2: not well-formed XML: element <doc> closed by </" + strings.Repeat("é", 87) + "…"},
		{"<?xml version='1.1'?>\n<doc/>", Config{}, "doc:2"},
		{"\xef\xbb\xbf<?xml version=\"1.1\" encoding=\"latin1\"?><doc><text>\xe9" + strings.Repeat(" ", 200) +
			"</text>\n<a/></doc>", Config{Latin1: true}, "doc:1 text:1=é a:2( )"},
		{"<?xml version='1.1'?>\n<doc>&#1;</doc>", Config{},
			"x.xml:2: not well-formed XML: illegal character code U+0001"},
		{"<?xml version='1.2'?>\n<doc/>", Config{},
			"x.xml:1: not well-formed XML: unsupported version \"1.2\"; only version 1.0 is supported"},
		{"<doc>\n<a><a/></a></doc>", Config{Depth: 2}, "x.xml:2: <a> is nested in 2 elements; expected fewer"},
	} {
		if c.cfg.Depth == 0 {
			c.cfg.Depth = 10
		}
		for _, r := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			got, err := walk(r, c.cfg)
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("%q\ngot  %s\nwant %s", c.text, got, c.want)
			}
		}
	}
}

// zeros is an endless device, like /dev/zero.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.read += len(p)
	if z.read > 1<<20 {
		return 0, errors.New("too much was read")
	}
	return len(p), nil
}

// TestNUL checks that reading ends at the first byte 0, not at the end of the text around it.
func TestNUL(t *testing.T) {
	for _, text := range []string{"", "<doc>\n", "<doc>\n<text>some "} {
		want := fmt.Sprintf("x.xml:%d: not well-formed XML: illegal character code U+0000", 1+strings.Count(text, "\n"))
		if _, err := walk(io.MultiReader(strings.NewReader(text), &zeros{}), Config{Depth: 10}); err == nil ||
			err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// longest is the Config.Text of the tests.
const longest = 1 << 17

// letters is an endless document whose last token never ends.
type letters struct{ read int }

func (x *letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	if x.read += len(p); x.read > 4*longest {
		return 0, errors.New("too much was read")
	}
	return len(p), nil
}

// TestLongTokens checks that a text, tag or comment is not collected without limit, in whatever pieces it arrives.
func TestLongTokens(t *testing.T) {
	for _, text := range []string{"", "<doc>\n<a>", "<doc>\n<text>", "<doc>\n<a b='", "<doc>\n<", "<doc>\n<!-- ",
		"<doc>\n<?x ", "<doc>\n<![CDATA["} {
		want := fmt.Sprintf("x.xml:%d: a text, tag or comment has more than 131072 bytes; expected fewer",
			1+strings.Count(text, "\n"))
		if _, err := walk(io.MultiReader(strings.NewReader(text), &letters{}),
			Config{Depth: 10, Text: longest}); err == nil || err.Error() != want {
			t.Errorf("%q: %.100v, want %s", text, err, want)
		}
	}
	piece := strings.Repeat("a", longest/16) + "<!-- -->"
	_, err := walk(strings.NewReader("<doc>\n<text>"+strings.Repeat(piece, 17)+"</text></doc>"),
		Config{Depth: 10, Text: longest})
	if want := "x.xml:2: the text of <text> has more than 131072 bytes; expected fewer"; err == nil ||
		err.Error() != want {
		t.Errorf("pieces: %v, want %s", err, want)
	}
	s, err := New(strings.NewReader("<doc><name>"+strings.Repeat(piece, 17)+"</name></doc>"), "x.xml",
		Config{Depth: 10, Text: longest})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Root(); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Find("name"); err != nil || len(got) != longest {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestFailingReader(t *testing.T) {
	broken := errors.New("broken disk")
	_, err := walk(io.MultiReader(strings.NewReader("<doc>\n"), iotest.ErrReader(broken)), Config{Depth: 10})
	if !errors.Is(err, broken) || err.Error() != "x.xml:2: broken disk" {
		t.Errorf("got %v", err)
	}
}

// Document reads one element of the expected name, and nothing after it.
func TestDocument(t *testing.T) {
	for text, want := range map[string]string{
		"<a><b/></a> <!-- c -->": "",
		"":                       "x.xml:1: the document is empty; expected <a>",
		"\n<b/>":                 "x.xml:2: found <b>; expected <a>",
		"<a/>\n<a/>":             "x.xml:2: found <a> after </a>; expected the end of the file",
		"<a>":                    "x.xml:1: the file ends early: <a> of line 1 is open; expected </a>",
		"<a/> b":                 `x.xml:1: found text "b" outside of all elements; expected <a>`,
	} {
		s, err := New(strings.NewReader(text), "x.xml", Config{Root: "a", Depth: 9})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := s.Document(func(Element) error { return s.Skip() }); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
