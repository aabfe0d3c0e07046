package mdd

import (
	"fmt"
	"io"
	"runtime"

	"brim/internal/nodelist"
)

// fileFormat is the binary format in which Save writes sets and Load reads them. Nodes are named by their codes, see
// traversal. An edge that skips levels says that the values there are 0, so a forest of either rule reads the file.
var fileFormat = nodelist.Format{Magic: "brim-mdd", Version: 1, MaxLocal: MaxValue}

// Save writes a in a compact binary form that Load reads. Equal sets of forests with the same rule give equal files. It
// returns the error of w. Cost: O(arcs), one or two bytes each as a rule.
func (a Set) Save(w io.Writer) error {
	d := a.traverse("Save")
	given(w != nil, "Save", "writer")
	out := nodelist.NewWriter(w, fileFormat, a.f.levels, len(d.Nodes), d.Sparse())
	for code := uint32(2); code < d.Codes(); code++ {
		out.Node(d.listed(code))
		a.use("Save") // w may be anything
	}
	err := out.Close(d.Root, 0)
	runtime.KeepAlive(a)
	if err != nil {
		return fmt.Errorf("mdd: Save: %w", err)
	}
	return nil
}
