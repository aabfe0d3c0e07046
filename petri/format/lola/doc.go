// Package lola reads and writes the low-level nets of the analyser LoLA [Wol18]: lists of places, of which some may be
// promised to be safe, the initial marking, and transitions that consume and produce.
//
// A promise such as SAFE 1 is skipped: LoLA takes it for granted and so does not change what the net does where it is
// kept. Fairness assumptions are refused by name, since answers of LTL depend on them, and so are the declarations of
// high-level nets. Formulas at the end of a file, as LoLA 1 has them, are skipped.
package lola
