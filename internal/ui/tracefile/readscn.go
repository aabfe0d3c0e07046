package tracefile

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"brim/internal/ui/trace"
	"brim/malformed"
)

// Reading schedules of Tina, .scn: blocks between blanks, each a transition alone, a transition and the date at which
// it fires, as t@3, or a transition and the delay before it, as t$3. All blocks have the same shape. Names with unusual
// characters stand in braces [BRV04].

// readSchedule reads a schedule.
func readSchedule(text []byte, file string) (*Trace, error) {
	t := ofSteps()
	w := t.Witness
	if !utf8.Valid(text) {
		return nil, malformed.Line(file, 1, "the text is not in UTF-8; expected a schedule of Tina")
	}
	shape, date := byte(0), new(big.Rat)
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		for line != "" && line[0] != '#' {
			b, rest, err := readBlock(line)
			switch {
			case err != "":
				return nil, malformed.Line(file, i+1, "%s", err)
			case len(w.Steps) > 0 && b.shape != shape:
				return nil, malformed.Line(file, i+1,
					"found %.80q; expected all transitions with dates, all with delays, or all without", b.text)
			}
			shape, line = b.shape, strings.TrimLeft(rest, " \t")
			delay := b.time
			if shape == '@' {
				if delay = new(big.Rat).Sub(b.time, date); delay.Sign() < 0 {
					return nil, malformed.Line(file, i+1,
						"found %.80q; expected a date that is not earlier than that of the previous transition", b.text)
				}
				date = b.time
			}
			switch {
			case !delay.IsInt() || !delay.Num().IsInt64():
				return nil, malformed.Line(file, i+1,
					"found %.80q; expected a whole number below 2^63, since brim counts time in integers", b.text)
			case delay.Sign() > 0:
				w.Steps, t.lines = append(w.Steps, trace.Firing{Delay: delay.Num().Int64()}), append(t.lines, i+1)
			}
			w.Steps, t.lines = append(w.Steps, trace.Firing{Transition: b.name}), append(t.lines, i+1)
		}
	}
	if t.untimed = shape == 0; len(w.Steps) == 0 {
		return nil, malformed.Line(file, 1, "there is no transition; expected a schedule of Tina")
	}
	return t, nil
}

// A block is a transition of a schedule.
type block struct {
	text, name string
	shape      byte // '@', '$', or 0 without a time
	time       *big.Rat
}

// readBlock reads the block at the beginning of a line. wrong says what is wrong with it.
func readBlock(line string) (b block, rest, wrong string) {
	b.time = new(big.Rat)
	end := 0
	if line[0] == '{' {
		var name strings.Builder
		for end = 1; end < len(line) && line[end] != '}'; end++ {
			if line[end] == '\\' && end+1 < len(line) {
				end++
			}
			name.WriteByte(line[end])
		}
		if end == len(line) {
			return b, "", "found a name without its closing brace; expected }"
		}
		b.name = name.String()
		end++
	} else {
		end = len(line)
		if i := strings.IndexAny(line, "@$ \t"); i >= 0 {
			end = i
		}
		b.name = line[:end]
	}
	stop := len(line)
	if i := strings.IndexAny(line[end:], " \t"); i >= 0 {
		stop = end + i
	}
	b.text, rest = line[:stop], line[stop:]
	if end == stop {
		return b, rest, ""
	}
	number := line[end+1 : stop]
	if b.shape = line[end]; b.shape != '@' && b.shape != '$' || b.name == "" || number == "" || len(number) > 40 ||
		strings.Trim(number, "0123456789.") != "" || strings.Count(number, ".") > 1 || number == "." {
		return b, rest, fmt.Sprintf("found %.80q; expected a transition, and behind it @ and a date, $ and a delay, "+
			"or nothing", b.text)
	}
	b.time.SetString(number)
	return b, rest, ""
}
