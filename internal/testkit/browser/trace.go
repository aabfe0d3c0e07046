package browser

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// How long the browser showed each frame.

// displayed is the event of the browser's trace that tells that a frame has been shown; ofDisplays is its category.
const displayed, ofDisplays = "Display::FrameDisplayed", "viz"

// Displayed runs something while the browser traces itself, and returns for each frame that was shown meanwhile how
// long it was shown. Frames that the page requested but did not finish in time do not count.
func (p *Page) Displayed(during func()) []time.Duration {
	p.t.Helper()
	ctx, stop := context.WithCancel(p.Context)
	defer stop()
	var told [][]byte // until end is closed, by the one goroutine that reads what the browser sends
	end := make(chan struct{})
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			for _, v := range e.Value {
				told = append(told, v)
			}
		case *tracing.EventTracingComplete:
			close(end)
		}
	})
	if err != nil {
		p.t.Fatal(err)
	}
	config := &tracing.TraceConfig{IncludedCategories: []string{ofDisplays}, ExcludedCategories: []string{"*"}}
	if _, err := chromedp.Call(ctx, tracing.Start, tracing.StartParams{TraceConfig: config}); err != nil {
		p.t.Fatal(err)
	}
	during()
	if _, err := chromedp.Call(ctx, tracing.End, cdp.Empty{}); err != nil {
		p.t.Fatal(err)
	}
	select {
	case <-end:
	case <-time.After(patience):
		p.t.Fatalf("the browser's trace has no end after %v", patience)
	}
	shown, err := times(told)
	if err != nil {
		p.t.Fatal(err)
	}
	return shown
}

// times returns the times between the frames of a trace.
func times(trace [][]byte) (list []time.Duration, err error) {
	var at []float64 // in microseconds
	for _, text := range trace {
		var e struct {
			Name string  `json:"name"`
			At   float64 `json:"ts"`
		}
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, err
		}
		if e.Name == displayed {
			at = append(at, e.At)
		}
	}
	slices.Sort(at) // a trace has the events by thread
	for i := 1; i < len(at); i++ {
		list = append(list, time.Duration((at[i]-at[i-1])*float64(time.Microsecond)))
	}
	return list, nil
}
