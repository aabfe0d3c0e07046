package malformed_test

import (
	"errors"
	"fmt"

	"brim/malformed"
)

// read is a reader of words that begin with t.
func read(file, text string) error {
	return malformed.At(file, text, 8, "found %q; expected a word that begins with t", "four")
}

// A program finds out whether the text is at fault, and where.
func ExampleError() {
	err := read("words", "two\nten four\n")
	fmt.Println(err)
	var wrong *malformed.Error
	fmt.Println(errors.As(err, &wrong), wrong.Line, wrong.Col)
	fmt.Println(malformed.Line("words", 0, "no words"))
	// Output:
	// words:2:5: found "four"; expected a word that begins with t
	//   ten four
	//       ^
	// true 2 5
	// words: no words
}
