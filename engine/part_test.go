package engine_test

import (
	"strings"
	"testing"

	"brim/engine"
)

func TestParts(t *testing.T) {
	read := parser(t, mustNet(t, machine))
	for _, c := range []struct{ formula, want string }{
		{"EF p = 2", "p = 2"},
		{"AG !deadlock", "deadlock"},
		{"!(EF p = 2) -> AG q < 1", "p = 2; q >= 1"},
		{"AF deadlock | AG EF deadlock", ""},
		{"EF EF deadlock & p = 1", ""},
		{"EF deadlock <-> AG !deadlock", "deadlock"},
		{"p = 1", ""},
	} {
		var got []string
		for _, p := range engine.Parts(read(c.formula)) {
			got = append(got, p.String())
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %q, want %q", c.formula, s, c.want)
		}
	}
}
