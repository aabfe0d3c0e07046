package symbolic

// What tests need of searches that is not exported.

// ShortTurns makes the turns of both searches as short as they can be.
func (a *AutoSearch) ShortTurns() { a.headStart = []int64{1, 1} }

// Spent returns the work done so far.
func (x *Rounds) Spent() int64 { return x.work() }

// Hurry has the order measured before the next round.
func (x *Rounds) Hurry() { x.patience = 0 }
