package model

// ReplayColoured fires a witness by the rule of the coloured net.
func ReplayColoured(m *Model, w *Witness) error { return m.replayColoured(w) }
