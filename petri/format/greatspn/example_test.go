package greatspn_test

import (
	"fmt"
	"os"
	"strings"

	"brim/petri/format/greatspn"
)

// A text of the old editor becomes a project of the new one.
func Example() {
	text := `|0|
|
f 0 1 0 1 0 0 0
store 3 1.0 1.0 1.0 1.2 0
take 2.0 1 0 1 0 2.0 1.0 2.0 1.2 2.0 0.8 0
  2 1 0 0
  0
  0
`
	net, err := greatspn.Read(strings.NewReader(text), "shop.net")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := greatspn.WriteProject(os.Stdout, net); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <project name="shop" version="121">
	//   <gspn name="shop">
	//     <nodes>
	//       <place name="store" x="5" y="5" marking="3"/>
	//       <transition name="take" type="EXP" x="11.55" y="5"/>
	//     </nodes>
	//     <edges>
	//       <arc head="take" kind="INPUT" tail="store" mult="2"/>
	//     </edges>
	//   </gspn>
	// </project>
}
