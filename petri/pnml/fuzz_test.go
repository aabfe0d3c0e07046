package pnml

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"brim/internal/testkit/frugal"
	"brim/malformed"
	"brim/petri"
)

// seeds adds the files of testdata that match, from the element after which a target's own text begins.
func seeds(f *testing.F, pattern, after string) {
	files, err := filepath.Glob("testdata/" + pattern)
	if err != nil || len(files) == 0 {
		f.Fatal("no files in testdata: ", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		_, text, ok := bytes.Cut(text, []byte(after))
		if !ok {
			f.Fatalf("%s has no %s", file, after)
		}
		f.Add(text)
	}
}

// readAnything reads a document: that must not panic nor take much memory, a refusal must have a position, and what is
// read must come back unchanged through Write. The same holds for the document as an extended net, of which the
// place/transition net must be the one of Read.
func readAnything(t *testing.T, text []byte) {
	frugal.Check(t, 16<<20+5000*uint64(len(text)), func() {
		net, err := Read(bytes.NewReader(text), "x.pnml")
		readExtended(t, text, net)
		if err != nil {
			var se *malformed.Error
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

// readExtended reads a document as an extended net, and compares it with what Read returned.
func readExtended(t *testing.T, text []byte, plain *petri.Net) {
	d, err := ReadExtended(bytes.NewReader(text), "x.pnml")
	if err != nil {
		var se *malformed.Error
		if !errors.As(err, &se) || se.Line < 1 || se.Msg == "" || d != nil || plain != nil {
			t.Fatalf("nets %v, %v, error %#v", plain, d, err)
		}
		return
	}
	if d.Untimed == nil && (plain != nil || d.Check() != nil) {
		t.Fatalf("Read returns %+v; the net has time: %+v, %v", plain, d, d.Check())
	}
	if d.Arcs != nil {
		return
	}
	var buf bytes.Buffer
	if err := WriteExtended(&buf, d); err != nil {
		t.Fatal(err)
	}
	written := buf.String()
	back, err := ReadExtended(&buf, "y.pnml")
	if err != nil || !reflect.DeepEqual(back, d) {
		t.Fatalf("another net came back, or none: %v\n%s", err, written)
	}
	if plain != nil {
		same, err := d.Untimed.Plain()
		if err != nil || !same.WithUnits(nil).Equal(plain.WithUnits(nil)) ||
			(same.Units == nil) != (plain.Units == nil) {
			t.Fatalf("Read returns another net than ReadExtended: %v\n%+v\n%+v", err, plain, same)
		}
	}
}

// FuzzRead reads whole documents.
func FuzzRead(f *testing.F) {
	seeds(f, "*", "")
	for _, text := range []string{
		"", "<", "<pnml/>", "<pnml><net/></pnml>",
		doc("<place id='&#13;&lt;'/><transition id='&quot;'/><arc source='&#13;&lt;' target='&quot;'/>"),
		doc("<referencePlace id='r' ref='r'/>"),
		doc("<referencePlace id='r' ref='s'/><referencePlace id='s' ref='p'/><place id='p'/>"),
		doc("<place id=' p '><name><text>p&#10;q</text></name></place><place " +
			"id='q'><name><text>p</text></name></place>"),
		pToT("<type value='inhibitor'/><inscription><text>3</text></inscription>"),
		pToT("<arctype><text>read</text></arctype>"),
		arcDoc("<arc id='a' source='p' target='t' type='test'/><arc id='a' source='p' target='t'/><arc source='t' " +
			"target='p'/>"),
		units("u", "<unit id='u'><places>p</places><subunits>v</subunits></unit><unit id='v'/>"),
		doc("<place id='p'><capacity><text>3</text></capacity><graphics><position x='1e9' " +
			"y='-0'/></graphics></place><transition id='t'><priority><text>-1</text></priority></transition>"),
		doc("<place id='p'><toolspecific tool='brim'><capacity/></toolspecific></place><transition " +
			"id='t'/><transition id='u'/></page><toolspecific tool='brim'><priority first='t' " +
			"then='u'/></toolspecific><page>"),
		doc("<transition id='t'><delay>" + interval("open-closed", "<cn>0</cn><cn>4.0</cn>") + "</delay></transition>"),
		pToT("<graphics><position x='1' y='2'/></graphics><type value='reset'/><arctype><text>reset</text></arctype>"),
		doc("<place id='p'/></page><finalmarkings><marking><place " +
			"idref='p'><text>1</text></place></marking></finalmarkings><page>"),
		units("u", "<unit id='u'><subunits>u</subunits></unit>"),
		doc("<toolspecific tool='nupn'><size places='99'/><structure units='7' root='u' safe='true'><unit " +
			"id='u'/></structure></toolspecific>"),
		doc("</page><finalmarkings><marking/></finalmarkings><page>"),
		"<?xml version='1.0' encoding='ISO-8859-1'?><pnml><net id='\xe9'/></pnml>",
		"<?xml version='1.1'?><pnml><net/></pnml>",
		"\xef\xbb\xbf<pnml><net id='\u00a0'><![CDATA[ ]]></net></pnml>",
		"\xff\xfe<\x00", "net x\ntr t p -> q\n", "<pnml><net>\x00",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(readAnything)
}

// FuzzReadPIPE reads what stands inside of the net in a file of PIPE.
func FuzzReadPIPE(f *testing.F) {
	seeds(f, "pipe*", "<net")
	for _, c := range pipeErrors {
		f.Add([]byte(">" + c.text + "</net></pnml>"))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		readAnything(t, append([]byte("<pnml><net type='P/T net'"), text...))
	})
}

// FuzzReadTAPAAL reads what stands inside of a file of TAPAAL.
func FuzzReadTAPAAL(f *testing.F) {
	seeds(f, "*.tapn", "<pnml")
	for _, c := range tapaalErrors {
		f.Add([]byte("><net id='n' active='true'>\n" + c.text + "</net></pnml>"))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		readAnything(t, append([]byte("<pnml"), text...))
	})
}

// FuzzReadColoured reads what stands inside of a coloured net: that must not panic nor take much memory, a refusal must
// have a position, and what is read must come back unchanged through WriteColoured.
func FuzzReadColoured(f *testing.F) {
	for _, c := range colouredErrors() {
		if text, ok := strings.CutPrefix(c.text, symmetricStart); ok && len(text) < 10_000 {
			f.Add([]byte(text))
		}
	}
	for _, text := range []string{
		inscribed("Ring", of("subtract", "<all><usersort declaration='Ring'/></all>", constantTerm("high"))),
		inscribed("Pair", of("tuple", of("successor", variableTerm("vr")),
			of("numberof", numberTerm("2"), small("1")))),
		marked("Small", "<empty><usersort declaration='Small'/></empty>"),
		guarded(of("imply", of("gtp", "<partitionelementof refpartition='Parts'><subterm>"+variableTerm("vr")+
			"</subterm></partitionelementof>", constantTerm("low")), "<booleanconstant value='false'/>")),
		declaring("<variabledecl id='v'><productsort><dot/><usersort " +
			"declaration='b'/></productsort></variabledecl><namedsort id='a'><productsort><dot/><usersort " +
			"declaration='b'/></productsort></namedsort><namedsort id='b'><dot/></namedsort>"),
	} {
		f.Add([]byte(strings.TrimPrefix(text, symmetricStart)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		text = append([]byte(symmetricStart), text...)
		frugal.Check(t, 16<<20+2000*uint64(len(text)), func() {
			pt, net, err := ReadAny(bytes.NewReader(text), "x.pnml")
			switch {
			case err != nil:
				var se *malformed.Error
				if !errors.As(err, &se) || se.Line < 1 || se.Msg == "" || net != nil || pt != nil {
					t.Fatalf("nets %v, %v, error %#v", pt, net, err)
				}
			case pt != nil:
				t.Fatalf("a place/transition net of a coloured one: %v", pt)
			default:
				roundTrip(t, net)
			}
		})
	})
}
