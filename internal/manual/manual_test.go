package manual

import "testing"

// TestMarkdown checks that nothing of a text has a meaning in Markdown and that its layout stays.
func TestMarkdown(t *testing.T) {
	const text = "Plain `text` of\ntwo *lines*:\n\n  .a  'b' \\n\n  -c   \"d\"\n- e <f> & 1_2"
	const want = "Plain \\`text\\` of\ntwo \\*lines\\*:\n\n\n      .a  'b' \\n\n      -c   \"d\"\n\n\\- e \\<f\\> " +
		"&amp; 1\\_2\n"
	if got := markdown(text); got != want {
		t.Errorf("got\n%q\nexpected\n%q", got, want)
	}
}
