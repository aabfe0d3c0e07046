package symbolic

// ShortTurns makes the turns of both searches as short as they can be.
func (a *AutoSearch) ShortTurns() { a.share = []int64{1, 1} }
