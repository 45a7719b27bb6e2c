/** Filters without loading the page, which has a form with links for the same. What is sent both ways: docs/decisions/facet.md, “What a click carries”. */
(() => {
  'use strict';

  const { facetValues, facetSuggestions } = globalThis;
  const FRAGMENTS = ['facets_html', 'toolbar_html', 'results_html', 'pagination_html'];
  /** What is chosen there does not show in the HTML, and must not outlive an answer. */
  const CONTROLS = FRAGMENTS.slice(0, 2);
  const TYPING_MS = 300;
  const CLICKING_MS = 120;
  const SLOW_MS = 150;
  const MOST_HELD = 12;

  /** As the server makes it (rest/part-tag.ts). */
  function tagOf(text) {
    let one = 0;
    let other = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      one = (Math.imul(one, 0x9e3779b1) + code) | 0;
      other = (Math.imul(other, 0x2c9277b5) + code) | 0;
    }
    return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('-');
  }

  /** As rest/text-change.ts says. */
  function changed(text, steps) {
    let made = '';
    for (let i = 0, at = 0; i < steps.length; i += 3) {
      at += steps[i];
      made += text.slice(at, at + steps[i + 1]) + steps[i + 2];
      at += steps[i + 1];
    }
    return made;
  }

  const ofFragments = (make) => Object.fromEntries(FRAGMENTS.map((name) => [name, make(name)]));

  function fragmentOf(answer, name, { html }) {
    if (typeof answer[name] === 'string') return answer[name];
    const { changes } = answer;
    return changes && (changes[name] ? changed(html[name], changes[name]) : html[name]);
  }

  /** The filter's variables of a list of names and values, as one text each. */
  function readState(entries) {
    const lists = new Map();
    const ranges = new Map();
    // In the order in which they come, which is that of the facets and of addresses.
    const state = {};
    for (const [name, value] of entries) {
      const [, slug, part] = /^(sf_[\w-]+)(\[[^\]]*\])?$/.exec(name) ?? [];
      // What is looked for among values is no choice.
      if (slug === undefined || value === '' || (slug === 'sf_find' && part !== undefined && part !== '[]')) continue;
      // Parts of a choice that a type of an extension reads, such as sf_near[place].
      if (/^\[[a-z]\w*\]$/i.test(part ?? '') && part !== '[min]' && part !== '[max]') state[name] = value;
      else if (part === '[min]' || part === '[max]') {
        const { '[min]': min = '', '[max]': max = '' } = ranges
          .set(slug, { ...ranges.get(slug), [part]: value.trim().replace(',', '.') })
          .get(slug);
        state[slug] = min.startsWith('-') || max.startsWith('-') ? `${min}..${max}` : `${min}-${max}`;
      } else
        state[slug] = lists
          .set(slug, [...(lists.get(slug) ?? []), value])
          .get(slug)
          .sort()
          .join(',');
    }
    return state;
  }

  const roots = [...document.querySelectorAll('[data-facet-widget]')];
  /** Where extensions spell addresses in a way of their own, the server says what they stand for: states of the first widget by query string. */
  const spelled = roots.some((root) => root.dataset.state) ? new Map() : undefined;

  /** The entries that belong to a widget, by the filter's own names. */
  const ownEntries = (entries, prefix) =>
    [...entries].flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[`sf_${name.slice(prefix.length)}`, value]] : [],
    );
  /** The variables of this page that are not the widget's: another widget's are among them. */
  const othersOf = (prefix) =>
    spelled && prefix === 'sf_'
      ? JSON.parse(roots[0].dataset.context).params
      : [...new URLSearchParams(location.search)].filter(([name]) => !name.startsWith(prefix));

  /** The address of a state on this page, in the filter's own spelling; what is not the widget's stays. */
  function addressOf(state, prefix) {
    const last = ['sf_q', 'sf_orderby', 'sf_paged'];
    const own = Object.entries(state).filter(
      ([name, value]) => value !== '' && !(name === 'sf_paged' && value === '1'),
    );
    own.sort(([a], [b]) => last.indexOf(a) - last.indexOf(b));
    const query = [...othersOf(prefix), ...own.map(([name, value]) => [prefix + name.slice(3), value])]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replace(/%2C/g, ',')}`)
      .join('&');
    return location.pathname + (query === '' ? '' : `?${query}`);
  }

  const stateInAddress = (prefix) =>
    (prefix === 'sf_' && spelled?.get(location.search)) ||
    readState(ownEntries(new URLSearchParams(location.search), prefix));
  const sameState = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

  const widgets = [];
  const states = () => widgets.map(({ state }) => state());

  /** Without the words of the choice that the page was loaded with. */
  const baseTitle = roots[0]?.dataset.words ? document.title.slice(roots[0].dataset.words.length + 3) : document.title;
  /** What the site says to search engines where nothing keeps them away. */
  const openRobots = [document.head.querySelector('meta[name="robots"]')?.content ?? ''].filter(
    (said) => !said.includes('noindex'),
  )[0];
  /** The page says what the widget shows that leads it. */
  function follow({ words, title, heading, text, description, robots, canonical }) {
    document.title = title ?? [words, baseTitle].filter(Boolean).join(' – ');
    const set = (selector, element, name, value, other) => {
      let found = document.head.querySelector(selector);
      if (!value) return found?.remove();
      if (!found) {
        found = document.head.appendChild(document.createElement(element));
        found.setAttribute(...other);
      }
      found.setAttribute(name, value);
    };
    set('meta[name="robots"]', 'meta', 'content', robots || openRobots, ['name', 'robots']);
    if (canonical)
      set('link[rel="canonical"]', 'link', 'href', new URL(canonical, location.href).href, ['rel', 'canonical']);
    if (description) set('meta[name="description"]', 'meta', 'content', description, ['name', 'description']);
    const head = document.querySelector('[data-list-heading]');
    if (head && heading) head.textContent = heading;
    const below = document.querySelector('[data-list-text]');
    if (below && text !== undefined) {
      below.textContent = text;
      below.hidden = text === '';
    }
  }

  function createWidget(root) {
    const form = root.querySelector('.facet-filter__form');
    const panel = root.querySelector('[data-facet-panel]');
    const results = root.querySelector('[data-facet-fragment="results_html"]');
    const status = root.querySelector('[data-facet-status]');
    const failure = root.querySelector('[data-facet-error]');
    const open = root.querySelector('[data-facet-open]');
    const close = root.querySelector('[data-facet-close]');
    const applyButton = root.querySelector('[data-facet-apply]');
    const badge = root.querySelector('[data-facet-badge]');
    const context = JSON.parse(root.dataset.context);
    const { prefix } = root.dataset;
    if (spelled && prefix === 'sf_') spelled.set(location.search, JSON.parse(root.dataset.state));
    let current = stateInAddress(prefix);
    const stateOfLink = (link) =>
      link.dataset.state
        ? JSON.parse(link.dataset.state)
        : readState(ownEntries(new URL(link.href).searchParams, prefix));
    const stateOfForm = () => readState(ownEntries(new FormData(form), prefix));
    /** By key. */
    const opened = new Map();
    let request;
    let timer;
    /** Asks for a choice that waits. */
    let ask;
    let lastTyped = '';

    const values = facetValues({ root, status, opened, context, stateOfForm, keepFocus });
    const suggestions = facetSuggestions({
      root,
      panel,
      context,
      stateOfForm,
      stateOfUrl: (url) => readState(new URL(url).searchParams),
      choose,
    });

    const fragment = (name) => root.querySelector(`[data-facet-fragment="${name}"]`);
    /** The fragments of the last choices as this browser writes them; those in the page last. */
    const held = new Map();

    function hold(query) {
      const key = JSON.stringify(query);
      held.delete(key);
      held.set(key, { query, html: ofFragments((name) => fragment(name).innerHTML) });
      if (held.size > MOST_HELD) held.delete(held.keys().next().value);
    }

    function go(state, { replace = false, then } = {}) {
      if (sameState(state, current)) return;
      current = state;
      history[replace ? 'replaceState' : 'pushState']({ facet: states() }, '', addressOf(state, prefix));
      load(then);
    }

    /** Addresses have the order of the facets. */
    function choose(suggested) {
      forget();
      const order = [...root.querySelectorAll('[data-facet]')].map(({ dataset }) => `sf_${dataset.facet}`);
      const { sf_q, ...others } = stateOfForm();
      go(
        Object.fromEntries(
          Object.entries({ ...others, ...suggested }).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
        ),
      );
    }

    function spell(address) {
      history.replaceState({ facet: states() }, '', new URL(address, location.href));
      spelled?.set(location.search, current);
    }

    async function load(then = () => undefined) {
      request?.abort();
      values.stop();
      const own = new AbortController();
      request = own;
      const slow = setTimeout(() => root.classList.add('facet-filter--loading'), SLOW_MS);
      results.setAttribute('aria-busy', 'true');
      const query = { ...current, ...values.finds() };
      const base = held.get(JSON.stringify(query)) ?? [...held.values()].at(-1);
      const have = { query: base.query, tags: ofFragments((name) => tagOf(base.html[name])) };
      try {
        const response = await fetch(root.dataset.endpoint, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
          body: JSON.stringify({ query, context: { ...context, params: othersOf(prefix).slice(0, 20) }, have }),
          signal: own.signal,
        });
        const answer = response.ok ? await response.json() : {};
        // The controls it replaces hold what was chosen meanwhile.
        while (panel.querySelector('[type="range"]:active'))
          await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        if (request === own) ask?.();
        if (request !== own) return;
        const fragments = ofFragments((name) => fragmentOf(answer, name, base));
        if (!Object.values(fragments).every((html) => typeof html === 'string'))
          throw new Error(`The filter answered with ${response.status}.`);
        failure.hidden = true;
        if (typeof answer.address === 'string') spell(answer.address);
        show(answer, fragments, query);
        if (answer.page) follow(answer.page);
        then();
      } catch (error) {
        if (request === own && error.name !== 'AbortError') failure.hidden = false;
      } finally {
        clearTimeout(slow);
        if (request === own) {
          root.classList.remove('facet-filter--loading');
          results.removeAttribute('aria-busy');
        }
      }
    }

    function show(answer, fragments, query) {
      keepFocus(() => {
        for (const name of FRAGMENTS) {
          if (CONTROLS.includes(name) || fragment(name).innerHTML !== fragments[name])
            fragment(name).innerHTML = fragments[name];
        }
        hold(query);
        dress();
      });
      status.textContent = [answer.count_text, results.querySelector('[data-facet-meant]')?.textContent]
        .filter(Boolean)
        .join(' ');
      applyButton.textContent =
        answer.found > 0 ? applyButton.dataset.show.replace('%s', answer.count_text) : answer.count_text;
    }

    function rememberFocus() {
      const element = document.activeElement;
      if (!element || !root.contains(element)) return undefined;
      const typing = element.matches('input[type="search"], input[type="number"]');
      const chips = [...root.querySelectorAll('.facet-chips a')];
      return {
        id: element.id,
        top: element.getBoundingClientRect().top,
        typing,
        value: element.value,
        start: element.selectionStart,
        end: element.selectionEnd,
        chip: chips.indexOf(element),
        link: element.dataset.facetLink,
        summary: element.matches('summary') ? element.parentElement.dataset.facetKey : undefined,
      };
    }

    /** The same control when it is still there, or what stands nearest to it. */
    function restoreFocus(focus) {
      if (!focus || root.contains(document.activeElement)) return;
      const same =
        focus.id !== ''
          ? document.getElementById(focus.id)
          : focus.summary
            ? root.querySelector(`[data-facet-key="${CSS.escape(focus.summary)}"] > summary`)
            : null;
      if (same) {
        if (focus.typing) same.value = focus.value;
        same.focus({ preventScroll: true });
        // Facets above may have grown or shrunk: the control stays under the pointer.
        if (panel.contains(same))
          (isDrawer() ? panel : window).scrollBy({
            top: same.getBoundingClientRect().top - focus.top,
            behavior: 'instant',
          });
        if (focus.typing && typeof focus.start === 'number') same.setSelectionRange(focus.start, focus.end);
        return;
      }
      const chips = [...root.querySelectorAll('.facet-chips a')];
      const next = focus.chip >= 0 ? chips[Math.min(focus.chip, chips.length - 1)] : undefined;
      (next ?? (isDrawer() ? close : (root.querySelector('.facet-toolbar select') ?? results))).focus({
        preventScroll: true,
      });
    }

    function keepFocus(replace) {
      const focus = rememberFocus();
      replace();
      restoreFocus(focus);
    }

    function dress() {
      for (const details of root.querySelectorAll('details[data-facet-key]')) {
        const wanted = opened.get(details.dataset.facetKey);
        if (wanted !== undefined) details.open = wanted;
      }
      for (const range of root.querySelectorAll('[data-facet-range]')) paintRange(range);
      values.dress();
      suggestions.dress();
      const chosen = root.querySelectorAll('.facet-chip').length;
      badge.hidden = chosen === 0;
      badge.textContent = String(chosen);
    }

    /** Its fields, which stand below the thumbs where it has any, and where these can stop. */
    function partsOf(range) {
      const [max, min, high, low] = [...range.querySelectorAll('[data-end]')].reverse();
      return { low, high, min, max, stops: range.dataset.stops.split(' ').map(Number) };
    }

    function paintRange(range) {
      const { low, high, stops } = partsOf(range);
      if (!low) return;
      const [from, to] = [Number(low.value) / Number(low.max), Number(high.value) / Number(low.max)];
      const slider = range.querySelector('[data-facet-slider]');
      slider.style.setProperty('--low', `${from * 100}%`);
      slider.style.setProperty('--high', `${to * 100}%`);
      const bars = slider.querySelectorAll('rect');
      bars.forEach((bar, i) =>
        bar.classList.toggle('facet-bars__in', (i + 1) / bars.length > from && i / bars.length < to),
      );
      for (const thumb of [low, high])
        thumb.setAttribute('aria-valuetext', `${stops[thumb.value]} ${range.dataset.unit}`.trim());
      // Where both stand at the upper end, the lower one is on top: the other could not move away.
      low.style.zIndex = from > 0.5 ? 1 : '';
    }

    /** A thumb stops at the other one; at its own end it leaves the range open. */
    function dragThumb(thumb) {
      const range = thumb.closest('[data-facet-range]');
      const { low, high, min, max, stops } = partsOf(range);
      if (thumb === low && Number(low.value) > Number(high.value)) low.value = high.value;
      if (thumb === high && Number(high.value) < Number(low.value)) high.value = low.value;
      if (thumb === low) min.value = low.value === low.min ? '' : stops[low.value];
      else max.value = high.value === high.max ? '' : stops[high.value];
      paintRange(range);
    }

    /** The thumb of a field stands at the last stop that the number has passed. */
    function typeNumber(field) {
      const range = field.closest('[data-facet-range]');
      const { low, high, stops } = partsOf(range);
      if (!low) return;
      const lower = field.dataset.end === 'min';
      const passed = lower
        ? stops.findLastIndex((stop) => stop <= Number(field.value))
        : stops.findIndex((stop) => stop >= Number(field.value));
      const end = lower ? low : high;
      end.value = field.value === '' || passed < 0 ? (lower ? low.min : high.max) : passed;
      paintRange(range);
    }

    function forget() {
      clearTimeout(timer);
      ask = undefined;
    }

    function apply(ms, options) {
      forget();
      ask = () => {
        forget();
        go(stateOfForm(), options);
      };
      timer = setTimeout(ask, ms);
    }

    form.addEventListener('submit', (event) => {
      event.preventDefault();
      // Enter in the field of a list looks for its words, and nothing else.
      if (document.activeElement?.matches('[data-facet-find]') && root.contains(document.activeElement))
        return values.type(document.activeElement, 0);
      apply(0);
      if (isDrawer()) closeDrawer();
    });
    root.addEventListener('input', ({ target }) => {
      if (target.matches('[data-facet-query]')) {
        apply(TYPING_MS, { replace: lastTyped === target.id });
        lastTyped = target.id;
        return;
      }
      lastTyped = '';
      if (target.matches('input[type="range"]')) dragThumb(target);
      else if (target.matches('[data-facet-range] input[type="number"]')) typeNumber(target);
      else if (target.matches('[data-facet-find]')) values.type(target);
    });
    root.addEventListener('change', ({ target }) => {
      if (target.matches('[data-facet-find], [data-facet-query]')) return;
      if (form.contains(target)) apply(CLICKING_MS);
    });
    root.addEventListener(
      'toggle',
      ({ target }) => {
        // Looking for a value opens “Show more” for as long as it takes.
        if (target.closest('.facet-values--found')) return;
        if (target.dataset.facetKey !== undefined) opened.set(target.dataset.facetKey, target.open);
      },
      true,
    );
    root.addEventListener('click', (event) => {
      const at = (name) => event.target.closest(`[data-facet-${name}]`);
      const link = at('link');
      if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
        event.preventDefault();
        forget();
        go(stateOfLink(link), { then: link.dataset.facetLink === 'page' ? showTop : undefined });
        return;
      }
      const act = at('open')
        ? openDrawer
        : at('close')
          ? closeDrawer
          : at('retry')
            ? load
            : at('letter') && (() => values.press(at('letter')));
      if (act) event.preventDefault();
      act?.();
    });

    function showTop() {
      root.querySelector('.facet-filter__bar').scrollIntoView({ block: 'start' });
      results.focus({ preventScroll: true });
    }

    const isDrawer = () => root.classList.contains('facet-filter--drawer');
    let asleep = [];

    /** On a narrow screen the facets are a dialog: the rest of the page sleeps until it is closed. */
    function openDrawer() {
      root.classList.add('facet-filter--drawer');
      document.documentElement.classList.add('facet-has-drawer');
      panel.setAttribute('role', 'dialog');
      panel.setAttribute('aria-modal', 'true');
      panel.setAttribute('aria-labelledby', `${root.id}-panel-title`);
      open.setAttribute('aria-expanded', 'true');
      asleep = [];
      for (let element = panel; element !== document.body; element = element.parentElement) {
        for (const other of element.parentElement.children) {
          if (
            other !== element &&
            !other.inert &&
            other !== status &&
            other !== failure &&
            other.tagName !== 'SCRIPT'
          ) {
            other.inert = true;
            asleep.push(other);
          }
        }
      }
      close.focus();
    }

    function closeDrawer() {
      if (!isDrawer()) return;
      root.classList.remove('facet-filter--drawer');
      document.documentElement.classList.remove('facet-has-drawer');
      for (const name of ['role', 'aria-modal', 'aria-labelledby']) panel.removeAttribute(name);
      for (const element of asleep) element.inert = false;
      open.setAttribute('aria-expanded', 'false');
      open.focus();
    }

    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && isDrawer()) closeDrawer();
    });
    // A wide screen has no drawer: turning the phone must not leave the page asleep.
    matchMedia('(min-width: 48.0625rem)').addEventListener('change', ({ matches }) => matches && closeDrawer());

    open.setAttribute('role', 'button');
    open.setAttribute('aria-haspopup', 'dialog');
    open.setAttribute('aria-expanded', 'false');
    open.addEventListener('keydown', (event) => {
      if (event.key === ' ') {
        event.preventDefault();
        openDrawer();
      }
    });
    root.classList.add('facet-filter--live');
    hold({ ...current });
    dress();
    return {
      state: () => current,
      follow(state = stateInAddress(prefix)) {
        // Going to an anchor of the page fires the event as well.
        if (sameState(state, current)) return;
        forget();
        current = state;
        load();
      },
    };
  }

  for (const root of roots) widgets.push(createWidget(root));
  // So that the entry is understood after the page was loaded anew at another one.
  if (spelled) history.replaceState({ ...history.state, facet: states() }, '');
  addEventListener('popstate', (event) => widgets.forEach((widget, i) => widget.follow(event.state?.facet?.[i])));
})();
