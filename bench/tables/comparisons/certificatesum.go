package comparisons

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"brim/bench"
	"brim/bench/tables/entry"
)

// What the records of an examination say about certificates, added up.

// A certificateSum counts the answers of runs with certificates, and compares what they and their checks take with the
// runs without.
type certificateSum struct {
	name                       string
	right, wrong, missing, new int
	checked                    map[string]int // right answers by what the checker says
	newVerified                int

	bytes              []float64 // sizes of certificates that are accepted
	ratios             []float64 // seconds of their checks over those of the run without certificates
	soon               int       // of these: checks that take at most a second longer than brim
	brim, with, checks float64   // seconds
	ended              bool      // one of the runs with certificates was at its limit

	none, rejectedKinds map[string]int // reasons by their kinds
	rejected            []string       // which, and why
	checkers            map[string]bool
}

// second is what the start of a check may take.
const second = 1

// atLimit reports whether a run had nearly all of its time, or was ended by a limit.
func atLimit(x *bench.Record) bool {
	return x.Wall > 0.9*x.Seconds || x.Outcome == bench.Time || x.Outcome == bench.Memory
}

// add adds a run with certificates and the one without, nil if there is none.
func (s *certificateSum) add(x, without *bench.Record) {
	if s.checked == nil {
		s.checked, s.none, s.rejectedKinds, s.checkers = map[string]int{}, map[string]int{}, map[string]int{},
			map[string]bool{}
	}
	if build := x.Words["checker"]; build != "" {
		s.checkers[build] = true
	}
	comparable := without != nil && without.Outcome == bench.Done && !atLimit(without) && x.Outcome != bench.Failed
	if comparable {
		s.brim, s.with, s.ended = s.brim+without.CPU, s.with+x.CPU, s.ended || atLimit(x)
	}
	for i := 0; ; i++ {
		prefix := fmt.Sprintf("answers.%d.", i)
		if x.Words[prefix+"result"] == "" {
			break
		}
		s.answer(x, prefix, without)
	}
}

// answer adds an answer, which stands behind a prefix.
func (s *certificateSum) answer(x *bench.Record, prefix string, without *bench.Record) {
	check, why := x.Words[prefix+"check"], x.Words[prefix+"reason"]
	switch x.Words[prefix+"result"] {
	case "right":
		s.right++
		s.checked[check]++
	case "wrong":
		s.wrong++
	case "new":
		if s.new++; check == bench.Verified {
			s.newVerified++
		}
	case "missing":
		s.missing++
	}
	seconds := x.Counts[prefix+"seconds"]
	s.checks += seconds
	switch check {
	case "", "limit":
	case "none":
		s.none[kindOf(why, 3)]++
	case bench.Verified:
		s.bytes = append(s.bytes, x.Counts[prefix+"bytes"])
		if without != nil && without.CPU > 0 {
			s.ratios = append(s.ratios, seconds/without.CPU)
			if seconds <= without.CPU+second {
				s.soon++
			}
		}
	default:
		s.rejectedKinds[check+": "+kindOf(proofPlace.ReplaceAllString(why, ""), 1)]++
		s.rejected = append(s.rejected, fmt.Sprintf("%s of %s, %s: %s", x.Words[prefix+"id"], x.Cell, check,
			plain(why)))
	}
}

// Parts of reasons that differ from answer to answer.
var (
	quotedPart = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	namedPart  = regexp.MustCompile(`\b(net|place|transition) \S+`)
	numberPart = regexp.MustCompile(`[0-9][0-9,.]*[0-9]|[0-9]`)
	proofPlace = regexp.MustCompile(`^\S+:[0-9]+: `) // file and line
)

// kindOf returns what a reason has in common with others of its kind, of so many parts between colons.
func kindOf(text string, parts int) string {
	text = namedPart.ReplaceAllString(quotedPart.ReplaceAllString(text, `"…"`), "$1 …")
	list := strings.Split(numberPart.ReplaceAllString(text, "N"), ": ")
	return plain(cmp.Or(strings.Join(list[:min(parts, len(list))], ": "), "nothing is said"))
}

// plain returns text without the signs of code in notes.
func plain(text string) string { return strings.ReplaceAll(text, "`", "'") }

// row returns the line of the table.
func (s *certificateSum) row() []string {
	verdict := func(word string) string { return strconv.Itoa(s.checked[word]) }
	with := bench.Exactly(s.with)
	if s.ended {
		with = bench.Above(s.with)
	}
	largest := entry.None
	if len(s.bytes) > 0 {
		largest = entry.Decimals(slices.Max(s.bytes), 0, true)
	}
	other := s.right - s.checked[bench.Verified] - s.checked["rejected"] - s.checked["none"]
	return []string{
		s.name, strconv.Itoa(s.right), verdict(bench.Verified), percent(s.checked[bench.Verified], s.right),
		verdict("rejected"), verdict("none"), strconv.Itoa(other),
		strconv.Itoa(s.wrong), strconv.Itoa(s.missing), strconv.Itoa(s.new), strconv.Itoa(s.newVerified),
		entry.Median(s.bytes, 0), largest, entry.Median(s.ratios, 2), strconv.Itoa(s.soon), strconv.Itoa(len(s.ratios)),
		entry.Decimals(s.brim, 2, true), entry.Decimals(s.with, 2, !s.ended),
		bench.Shown(with.Ratio(bench.Exactly(s.brim))), entry.Decimals(s.checks, 2, true),
	}
}

// percent writes a part of a number.
func percent(part, of int) string {
	if of == 0 {
		return entry.None
	}
	return entry.Decimals(100*float64(part)/float64(of), 1, true)
}

// notes explain the table and name reasons.
func (s *certificateSum) notes() []string {
	notes := []string{
		"An examination of a net is a run of `brim mcc` without certificates and one with `--certificates`, after " +
			"which `brim-verify` checks each certificate in a process of its own, under the same limit of time. " +
			"right, wrong: answers that agree or do not agree with the known one; missing: known, and not given; " +
			"new: given, and not known.",
		"verified, rejected: right answers by what `brim-verify` says; %: of the right ones; none: without a " +
			"certificate; other: `brim-verify` finds the certificate malformed, ends at a limit, or fails. The " +
			"second verified: new answers that it accepts.",
		"median bytes, largest: of the files that are accepted, compressed. check/brim: median of the seconds of a " +
			"check over those of the whole run without certificates; within 1 s: checks that take at most a second " +
			"longer than that run; of: how many are compared.",
		"brim s, with s: CPU seconds of the runs without and with certificates, where the run without ended by " +
			"itself before nine tenths of its limit; >: one of the others did not; with/brim: the second over the " +
			"first. checks s: CPU seconds of all checks.",
	}
	add := func(what string, reasons map[string]int) {
		if list := frequent(reasons); len(list) > 0 {
			notes = append(notes, what+", the most frequent reasons of all answers: "+strings.Join(list, "; "))
		}
	}
	add("none", s.none)
	add("not accepted", s.rejectedKinds)
	if n := len(s.rejected); n > 0 {
		slices.Sort(s.rejected)
		notes = append(notes, fmt.Sprintf("not accepted, the first of %d: %s", n,
			strings.Join(s.rejected[:min(n, 5)], "; ")))
	}
	if len(s.checkers) > 0 {
		notes = append(notes, "brim-verify: build "+strings.Join(slices.Sorted(maps.Keys(s.checkers)), ", "))
	}
	return notes
}

// frequent lists the three most frequent reasons with their numbers of answers.
func frequent(reasons map[string]int) (list []string) {
	kinds := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(reasons[b], reasons[a]), cmp.Compare(a, b))
	})
	for _, k := range kinds[:min(3, len(kinds))] {
		list = append(list, fmt.Sprintf("%s (%d)", k, reasons[k]))
	}
	return list
}
