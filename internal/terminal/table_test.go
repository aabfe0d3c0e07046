package terminal

import (
	"strings"
	"testing"
)

// Columns are as wide as their widest cell, also where characters take two columns, and lines do not end in blanks.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		table Table
		want  string
	}{
		{Table{}, ""},
		{Table{Header: []string{"name", "n"}, Right: []bool{1: true}}, "name  n\n"},
		{
			Table{
				Header: []string{"name", "number", "rest"},
				Right:  []bool{1: true},
				rows:   [][]string{{"a", "1", "x"}, {"日本語", "1,234,567", ""}, {"only"}, {" b\n", "", "é", "more"}, {}},
			},
			"name       number  rest\n" +
				"a               1  x\n" +
				"日本語  1,234,567\n" +
				"only\n" +
				"b\\n                é     more\n" +
				"\n",
		},
	} {
		var b strings.Builder
		if err := c.table.Write(&b); err != nil || b.String() != c.want {
			t.Errorf("%v\n%swant\n%s", err, b.String(), c.want)
		}
	}
}
