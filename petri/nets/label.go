package nets

import "strings"

// Label returns what a transition of a net of a family does, from its name: what stands
// before the first dot, with numbers and whatever else is behind _ as arguments. So
// c2_d1_0.T1_0.K is c2(d1,0), as are transitions that do the same elsewhere.
func Label(transition string) string {
	name, _, _ := strings.Cut(transition, ".")
	name, arguments, ok := strings.Cut(name, "_")
	if !ok {
		return name
	}
	return name + "(" + strings.ReplaceAll(arguments, "_", ",") + ")"
}
