// Package keys tests that the help of a command documents every JSON key of what the command prints.
package keys

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Documented reports every JSON key of the reports, which are structs, that is not a word of the help.
func Documented(t testing.TB, help string, reports ...any) {
	t.Helper()
	words := strings.FieldsFunc(help, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') })
	for _, report := range reports {
		of := reflect.TypeOf(report)
		for i := range of.NumField() {
			key, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if key != "" && !slices.Contains(words, key) {
				t.Errorf("%T: key %q is not in the help", report, key)
			}
		}
	}
}
