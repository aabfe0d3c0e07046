// Package format is the one list of the file formats of nets: how each is recognised, what it holds, and how it is read
// and written. The formats themselves are packages below, and petri/pnml.
//
// Read reads a file of any of them. What a format cannot hold is left out by Fit, which says so in sentences; what it
// can say in another way is said in that way: read arcs as arcs that take tokens and give them back, capacities and
// priorities as inhibitor arcs, names by other names. Write writes what Fit made.
//
// A net with time is a document with its kind of time (petri/timed). Formats have the kind that they have: what is left
// of the time of a net in a format that has none, or another kind, is a net that behaves differently.
//
// A new format is a package below with a reader and a writer of extended.Net, and its entry in the list in format.go,
// which says what it holds; the tests then read and write random nets in it.
package format
