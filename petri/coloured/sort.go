package coloured

// A Kind is a way to make a sort.
type Kind int

const (
	Dot       Kind = iota // one colour, that of tokens without a colour
	Finite                // constants, ordered as they are declared
	Cyclic                // constants with a successor, that of the last being the first
	Range                 // integers from Low to High; they have successors as Cyclic has
	Product               // tuples of colours of the sorts Parts
	Partition             // the blocks of a partition of the sort Base, ordered as they are declared
)

func (k Kind) String() string {
	return [...]string{"dot", "finite", "cyclic", "range", "product", "partition"}[k]
}

// A Sort is a finite, ordered set of colours, which are the numbers from 0 to Size−1. A tuple has the number of its
// components in mixed radix, the last one counting most quickly, so tuples are ordered as words are.
type Sort struct {
	ID, Name string // "" for a sort that was written where it is used
	Kind     Kind
	Size     int64 // how many colours, at least 1; at most 2^62

	Constants []Constant // Finite, Cyclic and Partition: by colour
	Low, High int64      // Range
	Parts     []int      // Product: indices of sorts, at least two
	Base      int        // Partition: index of the sort whose colours are in the blocks
}

// A Constant is a colour that has an identifier. Identifiers are unique in a net, names need not be.
type Constant struct {
	ID, Name string
	Members  []int64 // Partition: the colours of Base in this block, ascending
}

// A Variable stands for a colour of its sort in terms and guards.
type Variable struct {
	ID, Name string
	Sort     int // index; never of kind Partition
}
