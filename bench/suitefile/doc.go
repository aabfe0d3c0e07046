// Package suitefile reads suites of package bench from TOML files, whose cells are command lines of any program. What
// may stand in such a file is described in docs/suites.md.
//
//	file ── document: keys, kinds and lines ─→ tools, groups of cells ── axes, templates ─→ bench.Suite
//
// Every fault of a file is one malformed.Error with its line and what was expected there. The report of such a suite is
// made of its records only: a table of questions by programs, and a chart of each two programs.
package suitefile
