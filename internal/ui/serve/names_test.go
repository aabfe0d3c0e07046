package serve

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"brim/check"
)

func (c *client) completes(model, typed string) *Names {
	c.Helper()
	x := new(Names)
	if status := c.call(http.MethodGet, "models/"+model+"/names?typed="+url.QueryEscape(typed), nil,
		x); status != http.StatusOK {
		c.Fatalf("%s: status %d", typed, status)
	}
	return x
}

// The word at the end is completed by what may stand there.
func TestNames(t *testing.T) {
	c := listening(t, "dphil:3", "dphil-col:3")
	for _, x := range []struct {
		model, typed string
		from         int
		first        string
		without      string
	}{
		{"1", "EF Has", 3, "HasL_1", "deadlock"},
		{"1", "EF(idle_2", 3, "Idle_2", "EF"},
		{"1", "→ dea", 2, "deadlock", "EF"},
		{"1", "😀 dea", 3, "deadlock", "EF"}, // two units of UTF-16
		{"1", "E", 0, "EF", "AG"},
		{"1", "enabled(GetL", 8, "GetL_1", "Idle_1"},
		{"1", `EF "Idle_`, 3, "Idle_1", "EF"},
		{"2", "EF Fork(", 3, "Fork(1)", "Idle"},
		{"2", "EF(Fork(2", 3, "Fork(2)", "Fork(1)"},
	} {
		got := c.completes(x.model, x.typed)
		if len(got.List) == 0 || got.From != x.from || got.List[0].Text != x.first {
			t.Errorf("%s: got %+v; expected %s from %d on", x.typed, got, x.first, x.from)
		}
		if slices.ContainsFunc(got.List, func(n Name) bool { return n.Text == x.without }) {
			t.Errorf("%s: %s is offered, too", x.typed, x.without)
		}
	}
	if all := c.completes("1", ""); len(all.List) != mostNames || !all.More {
		t.Errorf("of nothing, %d names and more %v", len(all.List), all.More)
	}
}

// What is offered in place of its beginning can be read.
func TestNamesAreRead(t *testing.T) {
	c := listening(t, "dphil:3", "dphil-col:3", "abp:2")
	for model := range []string{"1", "2", "3"} {
		m := c.models.list[model]
		seen := 0
		for _, typed := range []string{"", "a", "h", "T", "Fork(", "enabled(", "enabled(g", "enabled(GetL("} {
			if _, ok := m.whole.Names().Transition("GetL"); typed == "enabled(GetL(" && !ok {
				continue // brackets are of coloured nets only
			}
			x := m.complete(typed)
			for _, n := range x.List {
				if n.Kind == "word" {
					continue
				}
				text := "EF " + n.Text
				if n.Kind == "transition" && typed[:x.From] != "" {
					text = "EF " + typed[:x.From] + n.Text + ")"
				}
				if _, err := m.whole.Ask(text, check.Maximal); err != nil {
					t.Errorf("%s: %v", m.info.Name, err)
				}
				seen++
			}
		}
		if seen < 10 {
			t.Errorf("%s: only %d names were offered", m.info.Name, seen)
		}
	}
}
