// Package benchexec writes records as result files of BenchExec, which its table-generator and the scripts around
// competitions read, and reads such files as records, be they ours or those of other tools.
//
// A result file is about one tool under the same limits, so a sweep becomes several: one for each suite, program,
// build, machine, limits, and number among the runs of a cell. What BenchExec knows has its place there: status,
// category, cputime, walltime, memory, starttime. The other keys of a record are columns of their own, named "brim:KEY"
// with the JSON value, hidden unless tables show them; those that all runs of a file share stand at its end. So nothing
// is lost on the way out and back, keys that are added later included.
package benchexec
