package petrify_test

import (
	"fmt"
	"os"
	"strings"

	"brim/petri/format/petrify"
)

// A handshake: the token lies on the arc from the last event to the first.
func ExampleRead() {
	net, err := petrify.Read(strings.NewReader(`
.model handshake
.inputs req
.outputs ack
.graph
req+ ack+
ack+ req-
req- ack-
ack- req+
.marking { <ack-,req+> }
.end
`), "handshake.g")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(net.Places), net.Places[3].ID, net.Places[3].Initial)
	if err := petrify.Write(os.Stdout, net); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 4 <ack-,req+> 1
	// .model handshake
	// .outputs req ack
	// .graph
	// req+ ack+
	// ack+ req-
	// req- ack-
	// ack- req+
	// .marking { <ack-,req+> }
	// .end
}
