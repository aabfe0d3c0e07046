package andl_test

import (
	"fmt"
	"os"
	"strings"

	"brim/petri/format/andl"
)

// Conditions and updates as Snoopy exports them; a constant is written as its number.
func ExampleRead() {
	net, err := andl.Read(strings.NewReader(`
pn [buffer]
{
constants:
  all:
    int N = 3;
places:
  discrete:
    free = N;
    full = 0;
transitions:
  produce
    :
    : [free - 1] & [full + 2 * (N - 2)]
    ;
  reset
    : [free >= 1] & [full < 3]
    : [full = 0]
    ;
}
`), "buffer.andl")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := andl.Write(os.Stdout, net); err != nil {
		fmt.Println(err)
	}
	// Output:
	// xpn [buffer]
	// {
	// places:
	//   free = 3;
	//   full = 0;
	//
	// transitions:
	//   produce
	//     :
	//     : [free - 1] & [full + 2]
	//     ;
	//   reset
	//     : [free >= 1] & [full < 3]
	//     : [full = 0]
	//     ;
	//
	// }
}
