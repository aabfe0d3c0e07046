// Package bench measures brim and sets the results next to published ones.
//
// A Cell is one run of brim: a model, a property, flags, limits of time and memory; or of any program, by a Tool, which
// is a command line and a Reading of what it prints. A Suite is a list of cells and the
// report, tables and charts, that is made of their results. A sweep (Run) measures the cells of a suite one after the
// other, each in a new process, and appends a Record of each to a file of JSON lines as soon as it has ended.
//
//	Suite ── Run ─→ raw/SUITE-TIME-BUILD.jsonl ── Results ─→ Report ─→ terminal, Markdown, CSV, LaTeX, SVG, PNG
//
// What is appended survives the end of this process, however it comes. A sweep that is started again goes on in the
// newest file that the same executable wrote: cells that have a record there, under the same limits, are not measured
// again, unless they failed without an answer. Another executable begins another file, so no sweep mixes the figures of
// two builds. A file is written by one process at a time.
//
// Results judge what they are made of: Notes says below a table what its reader should know of its records, Warnings
// what is wrong with them, as when two of them contradict each other.
//
// A run may answer several Questions. Then each answer is compared with the known one, and a checker, which is a
// process of its own, may be run on the proof of each.
//
// Published figures are data in package bench/tables, measured ones come from records only.
package bench
