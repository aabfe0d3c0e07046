// Package aiger judges files of the AIGER format, version 1.9: witnesses of bad states and of justice properties, as
// aigsim -c does, and witness circuits, as certifaiger does. It shares no code with what it judges. It reads texts
// only, and of witness circuits it looks at all states, so they are to be small.
package aiger
