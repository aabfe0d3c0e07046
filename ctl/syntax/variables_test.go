package syntax_test

import (
	"strings"
	"testing"

	"brim/ctl/syntax"
)

// Messages about formulas over a system other than a net use the words variable and event.
func TestVariables(t *testing.T) {
	names := syntax.NewVariables([]string{"count", "limit"}, []string{"step"},
		map[string]string{"full": "count = limit"})
	if _, err := syntax.Parse("AG(full -> !enabled(step)) & count > 0", "", names); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"EF cuont":         `there is no variable or proposition "cuont"; did you mean count?`,
		"EF step":          `"step" is an event; expected a variable, a proposition or enabled(step)`,
		"enabled(steps)":   `there is no event "steps"; did you mean step?`,
		"enabled(3)":       "expected the name of an event",
		"enabled step":     "expected ( and events after enabled",
		"enabled(step &":   "expected a comma or the closing bracket after an event",
		"count * limit =1": "found a product of variables; expected a number as one factor",
		"EF(":              "expected a formula, a variable or a number",
		"true + 1 = 2":     "expected variables and numbers around a comparison",
	} {
		if _, err := syntax.Parse(text, "", names); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
