// Package watch keeps a process within its limits of time and memory. Work runs under a Watch, whose context ends when
// a limit is reached; work that does not stop then is abandoned. The package also reports the memory of the machine and
// of the process.
package watch
