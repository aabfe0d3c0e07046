package xmlscan

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// twinConfig is the configuration of the scanner and its twin.
func twinConfig() Config {
	return Config{
		Root: "doc", Depth: 20, Latin1: true,
	}
}

// tokens lists the tokens that the scanner finds with their lines, and its error.
func tokens(s *Scanner) (list []string) {
	for {
		k, err := s.next()
		switch {
		case err != nil:
			return append(list, fmt.Sprintf("%d error %v", s.Line(), err))
		case k == startTag:
			line := fmt.Sprintf("%d <%q %q", s.Line(), s.element.Space, s.element.Name)
			for _, a := range s.element.Attrs {
				line += fmt.Sprintf(" %q %q=%q", a.Space, a.Name, a.Value)
			}
			list = append(list, line)
		case k == endTag:
			list = append(list, fmt.Sprintf("%d </", s.Line()))
		case k == text:
			list = append(list, fmt.Sprintf("%d %q", s.Line(), s.raw.text))
		}
	}
}

// twin is tokens by encoding/xml alone.
func twin(doc []byte, cfg Config) (list []string) {
	type open struct {
		name string
		line int
	}
	var around []open
	end := io.EOF
	if i := bytes.IndexByte(doc, 0); i >= 0 {
		doc, end = doc[:i], errNUL
	}
	doc = bytes.TrimPrefix(bytes.Clone(doc), []byte("\xef\xbb\xbf"))
	as10(doc[:min(len(doc), 100)])
	dec := xml.NewDecoder(endsIn{bytes.NewReader(doc), end})
	dec.CharsetReader = func(name string, r io.Reader) (io.Reader, error) {
		switch strings.ToLower(name) {
		case "utf8", "us-ascii", "ascii":
			return r, nil
		case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1":
			return byteAtATime{&latin1{src: r.(io.ByteReader)}}, nil
		}
		return nil, &charsetError{name}
	}
	for {
		line, _ := dec.InputPos()
		add := func(format string, args ...any) {
			list = append(list, fmt.Sprintf("%d ", line)+fmt.Sprintf(format, args...))
		}
		wrong := func(line int, msg string) []string { add("error x.xml:%d: %s", line, msg); return list }
		tok, err := dec.Token()
		if err != nil {
			at, _ := dec.InputPos()
			var syntax *xml.SyntaxError
			var charset *charsetError
			switch {
			case err == errNUL:
				return wrong(at, "not well-formed XML: illegal character code U+0000")
			case err == io.EOF:
				add("error EOF")
				return list
			case errors.As(err, &charset):
				return wrong(line, "encoding "+strconv.Quote(charset.name)+
					" is not supported; expected UTF-8 or ISO-8859-1")
			case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF" && len(around) > 0:
				in := around[len(around)-1]
				return wrong(at, fmt.Sprintf("the file ends early: <%s> of line %d is open; expected </%s>", in.name,
					in.line, in.name))
			case errors.As(err, &syntax):
				line, at = syntax.Line, line
				err = errors.New(syntax.Msg)
			default:
				at = line
			}
			msg := strings.TrimPrefix(err.Error(), "xml: ")
			if len(msg) > maxName {
				msg = strings.ToValidUTF8(msg[:maxName], "") + "…"
			}
			msg = fmt.Sprintf("x.xml:%d: not well-formed XML: %s", line, msg)
			line = at
			add("error %s", msg)
			return list
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if n := len(tok.Name.Local); n > maxName {
				return wrong(line, fmt.Sprintf("the name of an element has %d bytes; expected at most %d", n, maxName))
			}
			if len(around) == cfg.Depth {
				return wrong(line, fmt.Sprintf("<%s> is nested in %d elements; expected fewer", tok.Name.Local,
					cfg.Depth))
			}
			around = append(around, open{tok.Name.Local, line})
			el := fmt.Sprintf("<%q %q", tok.Name.Space, tok.Name.Local)
			for _, a := range tok.Attr {
				el += fmt.Sprintf(" %q %q=%q", a.Name.Space, a.Name.Local, a.Value)
			}
			add("%s", el)
		case xml.EndElement:
			around = around[:len(around)-1]
			add("</")
		case xml.CharData:
			add("%q", string(tok))
		}
	}
}

// endsIn is a reader that ends with an error of its own.
type endsIn struct {
	*bytes.Reader
	err error
}

func (e endsIn) ReadByte() (byte, error) {
	b, err := e.Reader.ReadByte()
	if err != nil {
		err = e.err
	}
	return b, err
}

type byteAtATime struct{ *latin1 }

func (b byteAtATime) ReadByte() (byte, error) { return b.readByte() }

// lengths are lengths of windows to test.
var lengths = []int{windowLength, 1, 2, 7, 40}

// agree compares the scanner with its twin, for windows of several lengths and several readers.
func agree(t *testing.T, doc []byte, lengths ...int) {
	if bytes.HasPrefix(doc, []byte("\xff\xfe")) || bytes.HasPrefix(doc, []byte("\xfe\xff")) {
		return // it is refused before the first token
	}
	want := twin(doc, twinConfig())
	for _, length := range lengths {
		for name, r := range map[string]io.Reader{"at once": bytes.NewReader(doc),
			"byte by byte": iotest.OneByteReader(bytes.NewReader(doc)),
			"with the end": iotest.DataErrReader(bytes.NewReader(doc))} {
			s, err := New(r, "x.xml", twinConfig())
			if err != nil {
				t.Fatal(err)
			}
			s.window.through(func(r io.Reader) io.Reader { return r })
			s.window.buf, s.window.pos, s.window.end, s.window.counted = make([]byte, length), 0, 0, 0
			got := tokens(s)
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || got[i] != want[i] {
					t.Fatalf("%.1000q\n%s in a window of %d, token %d\ngot  %.1000q\nwant %.1000q", doc, name, length,
						i, got[min(i, len(got)):], want[min(i, len(want)):])
				}
			}
		}
	}
}

// peculiar lists documents that have plain tokens as well as tokens for encoding/xml.
var peculiar = []string{
	"", "<", "</", "<a", "<a/>", "<a/", "<a></a>", "</a>", "<a></b>", "<a>\n</b\n>", "<a></x:a>", "<x:a></a>",
	"<x:a></y:a>", "<x:a></x:a>", "<a:b:c/>", "<a:/>", "<:a/>",
	"<a b='1' c=\"2\"d='3'\te = '4'\r\n/>", "<a b/>", "<a b=1/>", "<a b='1'", "<a b='<'/>", "<a b='&lt;&#65;>'/>",
	"<a b='&x;'/>", "<a b='\r\n\t'/>", "<a / >", "<a b='1' / >",
	"<a>]]></a>", "<a>]></a>", "<a>]] ></a>", "<a>></a>", "<a>&gt;&amp;\n&#10;</a>\n<b>&bad;</b>", "<a>&#0;</a>",
	"<a>x\r\ny\rz</a>", "<a>\x01</a>", "<a>\x7f</a>", "<a>\x00</a>", "<a \x00/>",
	"<a>é ‐ 𝄞</a>", "<a>\xff</a>", "<a>\uFFFE</a>", "<a b='\uFFFF'/>", "<a b='\xc3'/>", "<é ü='ö'></é>",
	"<a>\xed\xa0\x80</a>", "<1/>", "<-a/>", "<a -b=''/>", "<_.-1/>",
	"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x 'y'>]><!-- c\n -- d --><a/>",
	"<!-- a\n--><a><![CDATA[x<]]y&]]>z</a>\n<?pi <a> ?>", "<a><!-->--></a>", "<![CDATA[", "<a><![CDAT", "<!>", "<!-",
	"<?",
	"<?xml version='1.0' encoding='latin1'?><a b='\xe9'>\xe9\xff</a>",
	"<a><?xml encoding='latin1'?>\xe9<b/>\xe9\n<?xml encoding='latin1'?>\xe9</a>", "<?xml encoding='x'?>",
	"\n<?xml version='2'?>",
	"<a xmlns='u'><b xmlns=''/><c xmlns:p='v' p:q='1' r='2' xml:lang='x' s:t=''><p:d/></c><p:d/></a>", "<xmlns/>",
	"<xmlns:a/>", "<a xmlns:xml='z' xml:b=''/>", "<a><a xmlns='u'/></a>",
	"<?xml version=\"1.1\"?><a>\u0085</a>", "\xef\xbb\xbf<a/>\n\n", "\xef\xbb\xbf\xef\xbb\xbf<a/>", "text\n<a/>\n",
	"<a/>\n<b/>", strings.Repeat("<a>\n", 21), "<" + strings.Repeat("a", 201) + "/>",
	"<a></" + strings.Repeat("b", 300) + ">", "<a \n\n b='1\n2' \n>\n<b/>\n</a>", "<a b=''b=''/>", "<a>\n\n",
	"<a>\n<b>\n</b>\n", "<a b=\n'", "<a/>&", "<a>]]", "<a>&#x41;&#x110000;</a>",
}

// TestTwin compares the scanner with encoding/xml on the documents of this repository and on peculiar ones.
func TestTwin(t *testing.T) {
	for _, doc := range peculiar {
		agree(t, []byte(doc), lengths...)
	}
	files, _ := filepath.Glob("../../petri/pnml/testdata/*")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, file := range files {
		if doc, err := os.ReadFile(file); err == nil {
			agree(t, doc, lengths...)
		}
	}
	// tokens across the end of the window
	for n := windowLength - 40; n < windowLength+2; n++ {
		agree(t, []byte("<a>"+strings.Repeat("\n", n)+"<b c='d'>ef\ng</b><h/>]]</a>\n"), windowLength)
	}
}

// FuzzTwin compares the scanner with encoding/xml.
func FuzzTwin(f *testing.F) {
	for _, doc := range peculiar {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) { agree(t, doc, lengths...) })
}
