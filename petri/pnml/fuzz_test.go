package pnml

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// FuzzRead reads anything: it must not panic, a refusal must have a position, and
// what is read must come back unchanged through Write.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*")
	if err != nil || len(files) == 0 {
		f.Fatal("no files in testdata: ", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{
		"", "<", "<pnml/>", "<pnml><net/></pnml>",
		doc("<place id='&#13;&lt;'/><transition id='&quot;'/><arc source='&#13;&lt;' target='&quot;'/>"),
		doc("<referencePlace id='r' ref='r'/>"),
		doc("<referencePlace id='r' ref='s'/><referencePlace id='s' ref='p'/><place id='p'/>"),
		pToT("<type value='inhibitor'/><inscription><text>3</text></inscription>"),
		pToT("<arctype><text>read</text></arctype>"),
		units("u", "<unit id='u'><places>p</places><subunits>v</subunits></unit><unit id='v'/>"),
		units("u", "<unit id='u'><subunits>u</subunits></unit>"),
		"<?xml version='1.0' encoding='ISO-8859-1'?><pnml><net id='\xe9'/></pnml>",
		"\xef\xbb\xbf<pnml><net id='\u00a0'><![CDATA[ ]]></net></pnml>",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		net, err := Read(bytes.NewReader(text), "x.pnml")
		if err != nil {
			var se *SyntaxError
			if !errors.As(err, &se) || se.Line < 1 || se.Msg == "" || net != nil {
				t.Fatalf("net %v, error %#v", net, err)
			}
			return
		}
		var buf bytes.Buffer
		if err := Write(&buf, net); err != nil {
			t.Fatal(err)
		}
		written := buf.String()
		back, err := Read(&buf, "y.pnml")
		if err != nil || !back.Equal(net) {
			t.Fatalf("another net came back, or none: %v\n%s", err, written)
		}
	})
}
