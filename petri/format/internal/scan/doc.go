// Package scan is what readers and writers of text formats of nets share: the text of a file, kept in memory, with
// errors that point into it; numbers; and nets whose nodes are found by their names while they are built.
package scan
