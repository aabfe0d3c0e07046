// Package artifact writes a folder for the evaluation of artifacts: the sources of a commit with all modules, what
// builds and measures them, the claims of the papers with a command for each, and how long all of that takes.
//
// It works in a checkout, since the sources are those of its commit, and needs git and Go. What is said about claims
// and times is computed from the records that the commit has in results/raw; nothing is measured.
package artifact
