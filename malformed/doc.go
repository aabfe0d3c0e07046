// Package malformed has the error of every reader of the module: of nets, formulas, properties, orders, circuits and
// graphs. It says where a text is not what it should be. It is a package of its own so that all of them can have it,
// which know nothing of each other, and public so that programs can ask for it by errors.As: other errors of a reader
// are failures to read, not faults of the text.
package malformed
