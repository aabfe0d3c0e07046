package artifact_test

import (
	"context"
	"fmt"

	"brim/bench/artifact"
)

// An existing folder is not overwritten.
func ExampleWrite() {
	err := artifact.Write(context.Background(), artifact.Options{Source: ".", Dir: "texts"})
	fmt.Println(err)
	// Output: texts is there already; expected the name of a folder that is to be made
}
