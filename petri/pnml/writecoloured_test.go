package pnml

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"brim/internal/testkit/randcoloured"
	"brim/petri/coloured"
)

// roundTrip writes a coloured net and reads it back.
func roundTrip(t *testing.T, net *coloured.Net) {
	t.Helper()
	var buf bytes.Buffer
	if err := WriteColoured(&buf, net); err != nil {
		t.Fatal(err)
	}
	text := buf.String()
	pt, back, err := ReadAny(&buf, "x.pnml")
	if err != nil || pt != nil {
		t.Fatalf("place/transition net %v, error %v\n%s", pt, err, text)
	}
	if !reflect.DeepEqual(back, net) {
		t.Fatalf("another net came back\ngot  %s\nwant %s\n%s", randcoloured.Text(back), randcoloured.Text(net), text)
	}
}

func TestWriteColouredThenRead(t *testing.T) {
	nets := uint64(1000)
	if testing.Short() {
		nets = 100
	}
	for seed := range nets {
		rng := rand.New(rand.NewPCG(seed, 17))
		roundTrip(t, randcoloured.Generate(rng, randcoloured.Config{Open: seed%2 == 0, Awkward: seed%3 == 0}))
	}
}

func TestWriteColouredContestModels(t *testing.T) {
	models := filepath.Join(contestModels(t), "..", "coloured")
	for _, c := range colouredFacts {
		_, net, err := ReadAnyFile(t.Context(), filepath.Join(models, c.name, "model.pnml"))
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, net)
	}
}

// What is written where it is used comes back as it was, and ids that Write makes up do not meet those of the net.
func TestWriteColouredAnonymousSorts(t *testing.T) {
	b := coloured.NewBuilder("a0")
	three, dot := b.Range("", "", -1, 1), b.Dot("", "")
	pair := b.Product("Pair", "", three, dot)
	v := b.Variable("v", "", b.Product("", "", pair, three))
	p, q := b.Place("a1", b.Product("", "", pair, three)), b.Place("page0", dot)
	tr := b.Transition("a2")
	x := &coloured.Term{Op: coloured.Bound, Value: int64(v)}
	b.Input(p, tr, &coloured.Term{Op: coloured.Sum, Args: []*coloured.Term{x}})
	b.Input(p, tr, &coloured.Term{Op: coloured.Sum, Sort: coloured.Open})
	b.Output(tr, q, &coloured.Term{Op: coloured.All, Sort: coloured.Open})
	both := &coloured.Term{Op: coloured.Tuple, Args: []*coloured.Term{x, x}} // of a sort of its own
	b.Guard(tr, &coloured.Guard{Test: coloured.Or,
		Args: []*coloured.Guard{{Test: coloured.Or}, {Test: coloured.And},
			{Test: coloured.Equal, Left: both, Right: both}}})
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, net)
	var buf bytes.Buffer
	if err := WriteColoured(&buf, net); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a0", "a1", "a2", "a3", "a4", "page0"} {
		if n := strings.Count(buf.String(), ` id="`+id+`"`); n != 1 {
			t.Errorf("id %s: %d times, want once\n%s", id, n, buf.String())
		}
	}
}

func TestWriteColouredErrors(t *testing.T) {
	nested := func(n int) *coloured.Term {
		x := &coloured.Term{Op: coloured.All, Sort: coloured.Open}
		for range n {
			x = &coloured.Term{Op: coloured.Sum, Args: []*coloured.Term{x}}
		}
		return x
	}
	for want, build := range map[string]func(b *coloured.Builder, dot int){
		`place "\x00" has characters that XML does not allow`: func(b *coloured.Builder,
			dot int) {
			b.Place("\x00", dot)
		},
		`transition "\xff" has characters that XML does not allow`: func(b *coloured.Builder,
			dot int) {
			b.Transition("\xff")
		},
		`the alias "\x01" of place "p" has characters that XML does not allow`: func(b *coloured.Builder,
			dot int) {
			b.AliasPlace(b.Place("p", dot), "\x01")
		},
		`sort "\x00" has characters that XML does not allow`: func(b *coloured.Builder,
			dot int) {
			b.Range("\x00", "", 0, 1)
		},
		`constant "\x00" has characters that XML does not allow`: func(b *coloured.Builder,
			dot int) {
			b.Finite("s", "", []coloured.Constant{{ID: "\x00"}})
		},
		`the alias "\x02" of variable "v" has characters that XML does not allow`: func(b *coloured.Builder,
			dot int) {
			b.Variable("v", "\x02", dot)
		},
		`a place and a transition are called "x"`: func(b *coloured.Builder,
			dot int) {
			b.Place("x", dot)
			b.Transition("x")
		},
		`the initial marking of place "p" has more than 490 nested terms`: func(b *coloured.Builder,
			dot int) {
			b.Initial(b.Place("p", dot), nested(490))
		},
		`transition "t" has more than 490 nested terms`: func(b *coloured.Builder,
			dot int) {
			b.Input(b.Place("p", dot), b.Transition("t"), nested(490))
		},
	} {
		b := coloured.NewBuilder("n")
		build(b, b.Dot("dot", ""))
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		var buf bytes.Buffer
		if err := WriteColoured(&buf, net); err == nil || err.Error() != "pnml: WriteColoured: net n: "+want ||
			buf.Len() > 0 {
			t.Errorf("got  %v after %d bytes\nwant pnml: WriteColoured: net n: %s", err, buf.Len(), want)
		}
	}
	b := coloured.NewBuilder("n")
	b.Initial(b.Place("p", b.Dot("", "")), nested(489))
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, net)
	full := errors.New("disk full")
	if err := WriteColoured(fullDisk{full}, net); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}
