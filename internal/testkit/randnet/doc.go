// Package randnet makes small random Petri nets for property tests, looks for the
// smallest on which a test fails, and keeps them as text.
//
// A test of this kind draws a net from a seed and prints the seed when it fails;
// Shrink then looks for a smaller net that fails, and Text gives the lines to
// keep under testdata, to be read back by ParseText for ever after.
//
// Generate is for nets that a plain search can enumerate: some tens of arcs, some
// hundred markings. Unless Config.Arbitrary is set they are bounded by the way
// they are made, not by trial; see block.
package randnet
