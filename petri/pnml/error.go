package pnml

import "fmt"

// A SyntaxError says what is wrong with a PNML document and where.
type SyntaxError struct {
	File string // as given to Read
	Line int    // from 1; the line in which the offending element or text starts
	Msg  string // what was found and what was expected
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// quote is %q for texts of any length: long ones are cut.
func quote[T string | []byte](s T) string {
	const limit = 60
	if len(s) > limit {
		return fmt.Sprintf("%q…", s[:limit])
	}
	return fmt.Sprintf("%q", s)
}
