package lola_test

import (
	"fmt"
	"os"
	"strings"

	"brim/petri/format/lola"
)

func ExampleRead() {
	net, err := lola.Read(strings.NewReader(`
PLACE SAFE 3: free, full;
MARKING free: 3;
TRANSITION produce CONSUME free; PRODUCE full: 2;
`), "buffer.lola")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := lola.Write(os.Stdout, net); err != nil {
		fmt.Println(err)
	}
	// Output:
	// PLACE free, full;
	// MARKING free: 3;
	// TRANSITION produce
	//   CONSUME free: 1;
	//   PRODUCE full: 2;
}
