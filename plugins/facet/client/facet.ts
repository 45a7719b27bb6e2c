import { findAll } from './shared/dom.js';
import { createPageHistory } from './widget/page-history.js';
import { createPageTexts } from './widget/page-texts.js';
import { createSpelling } from './widget/spelling.js';
import { createWidget, type Widget } from './widget/widget.js';

// Filters without loading the page; the page has a form and links for the same. For the format of requests and answers
// see docs/decisions/facet.md, “What a click carries”.

const roots = findAll(document, '[data-facet-widget]');
const spelling = createSpelling(roots);
const showPageTexts = createPageTexts(roots[0]?.dataset.words ?? '');
const widgets: Widget[] = [];
const pageHistory = createPageHistory({
  getStates: () => widgets.map(({ state }) => state()),
  async restore(states) {
    const changes = await Promise.all(widgets.map((widget, i) => widget.restore(states?.[i])));
    return changes.includes(true);
  },
});

for (const root of roots) widgets.push(createWidget({ root, spelling, showPageTexts, pageHistory }));
// Lets the history entry be restored after the page was loaded at another URL.
if (spelling.isCustom) pageHistory.write(location.href, { replace: true });
