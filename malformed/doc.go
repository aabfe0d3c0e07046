// Package malformed has the error that all readers of the module return for a text with a fault: readers of nets,
// formulas, properties, orders, circuits and graphs. The error has the position in the text. It is a separate package
// because readers that do not know each other share it, and public so that programs can look for it by errors.As: other
// errors of a reader are failures to read, not faults of the text.
package malformed
