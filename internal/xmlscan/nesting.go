package xmlscan

// Open elements and their namespaces.

// An element is one that is open: its end tag is still to come.
type element struct {
	prefix, name string
	line         int
	spaces       int // the number of bindings without those of the element
}

// A binding maps a prefix to its namespace; the prefix "" is that of names without one.
type binding struct{ prefix, space string }

// The prefix xml needs no declaration, and declarations themselves have the prefix xmlns.
const (
	xmlPrefix   = "xml"
	xmlSpace    = "http://www.w3.org/XML/1998/namespace"
	xmlnsPrefix = "xmlns"
)

// enter opens the element whose start tag is in s.raw: it records the namespaces that the tag declares, resolves those
// of its name and attributes, and checks the length of the name and the depth.
func (s *Scanner) enter() error {
	r := &s.raw
	outer := len(s.spaces)
	for i := range r.attrs {
		switch a := &r.attrs[i]; {
		case a.Space == xmlnsPrefix:
			s.spaces = append(s.spaces, binding{a.Name, string(a.Value)})
		case a.Space == "" && a.Name == xmlnsPrefix:
			s.spaces = append(s.spaces, binding{"", string(a.Value)})
		}
	}
	if len(r.name) > maxName {
		return s.Errorf(s.Line(), "the name of an element has %d bytes; expected at most %d", len(r.name), maxName)
	}
	if len(s.open) == s.cfg.Depth {
		return s.Errorf(s.Line(), "<%s> is nested in %d elements; expected fewer", r.name, s.cfg.Depth)
	}
	s.open = append(s.open, element{r.space, r.name, s.Line(), outer})
	for i := range r.attrs {
		if a := &r.attrs[i]; a.Space != "" && a.Space != xmlnsPrefix {
			a.Space = s.space(a.Space)
		}
	}
	el := &s.element
	el.Name, el.Attrs = r.name, r.attrs
	if el.Space = r.space; r.space != xmlnsPrefix && (r.space != "" || r.name != xmlnsPrefix) {
		el.Space = s.space(r.space)
	}
	return nil
}

// space returns the namespace of a prefix, or the prefix itself if it was not declared.
func (s *Scanner) space(prefix string) string {
	if prefix == xmlPrefix {
		return xmlSpace
	}
	for i := len(s.spaces) - 1; i >= 0; i-- {
		if s.spaces[i].prefix == prefix {
			return s.spaces[i].space
		}
	}
	return prefix
}

// closed leaves the innermost element if the end tag in raw belongs to it. Otherwise it returns the error that
// encoding/xml would.
func (s *Scanner) closed() error {
	prefix, name := s.raw.space, s.raw.name
	wrong := func(msg string) error {
		s.Line() // which lineAt cannot find later
		return s.malformed(s.window.lineAt(s.window.pos), msg)
	}
	if len(s.open) == 0 {
		return wrong("unexpected end element </" + name + ">")
	}
	in := s.open[len(s.open)-1]
	switch {
	case in.name != name:
		return wrong("element <" + in.name + "> closed by </" + name + ">")
	case in.prefix != prefix:
		if prefix == "" {
			prefix = `""`
		}
		return wrong("element <" + in.name + "> in space " + in.prefix + " closed by </" + name + "> in space " +
			prefix)
	}
	s.leave()
	return nil
}

// leave closes the innermost element.
func (s *Scanner) leave() {
	last := len(s.open) - 1
	s.spaces = s.spaces[:s.open[last].spaces]
	s.open = s.open[:last]
}
