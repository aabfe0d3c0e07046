package petri

// A Marking gives the number of tokens of each place, by index.
type Marking []int64
