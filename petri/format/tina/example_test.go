package tina_test

import (
	"fmt"
	"os"
	"strings"

	"brim/petri/format/tina"
)

// A net as Tina writes it: the declarations of transitions come first, and say by their arcs which places there are.
func ExampleRead() {
	net, err := tina.Read(strings.NewReader(`
net buffer
tr produce free -> full*2
tr consume [0,w[ full*2 stop?-1 -> free
pl free (3)
pl {full} : parts
pr consume > produce
`), "buffer.net")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := tina.Write(os.Stdout, net); err != nil {
		fmt.Println(err)
	}
	// Output:
	// net buffer
	// pl free (3)
	// pl full : parts
	// pl stop
	// tr produce free -> full*2
	// tr consume full*2 stop?-1 -> free
	// pr consume > produce
}
