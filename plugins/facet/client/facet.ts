import { findAll } from './shared/dom.js';
import { createPageTexts } from './widget/page-texts.js';
import { createSpelling } from './widget/spelling.js';
import type { State } from './widget/state.js';
import { createWidget, type Widget } from './widget/widget.js';

// Filters without loading the page; the page has a form and links for the same. For the format of requests and answers
// see docs/decisions/facet.md, “What a click carries”.

const roots = findAll(document, '[data-facet-widget]');
const spelling = createSpelling(roots);
const showPageTexts = createPageTexts(roots[0]?.dataset.words ?? '');
const widgets: Widget[] = [];
const states = (): { facet: State[] } => ({ facet: widgets.map(({ state }) => state()) });

for (const root of roots)
  widgets.push(
    createWidget({
      root,
      spelling,
      showPageTexts,
      writeHistory: (address, { replace = false } = {}) =>
        history[replace ? 'replaceState' : 'pushState'](states(), '', new URL(address, location.href)),
    }),
  );
// Lets the history entry be restored after the page was loaded at another URL.
if (spelling.isCustom) history.replaceState({ ...(history.state as object | null), ...states() }, '');
addEventListener('popstate', ({ state }: PopStateEvent) => {
  const { facet } = (state ?? {}) as { readonly facet?: readonly State[] };
  widgets.forEach((widget, i) => widget.restore(facet?.[i]));
});
