// Package skeleton is the technique that decides questions about a coloured net on its skeleton, the net without
// colours, which needs no unfolding.
package skeleton
