/**
 * Suggests products, and what plugins add to them, below the search field of the page's header: a combobox with a list (ARIA 1.2). Without this script the
 * field is a form that searches the site.
 */
(() => {
  'use strict';

  const meta = document.querySelector('meta[name="product-search"]');
  const form = document.querySelector('header form[role="search"]');
  const input = form?.querySelector('input[type="search"]');
  if (!meta || !input) return;

  const config = JSON.parse(meta.content);
  const plurals = new Intl.PluralRules(document.documentElement.lang || 'en');
  const SLOW_MS = 200;
  const LETTERS = {
    ł: 'l',
    đ: 'd',
    ð: 'd',
    ø: 'o',
    æ: 'ae',
    œ: 'oe',
    ß: 'ss',
    þ: 'th',
    ħ: 'h',
    ı: 'i',
    ŋ: 'n',
    ŧ: 't',
  };

  /** A character as the search compares it: without case and diacritics. */
  const fold = (text) =>
    [
      ...text
        .toLowerCase()
        .normalize('NFKD')
        .replace(/\p{M}+/gu, ''),
    ]
      .map((letter) => LETTERS[letter] ?? letter)
      .join('');
  const element = (tag, className, text = '') =>
    Object.assign(document.createElement(tag), { className, textContent: text });

  const box = element('div', 'product-search');
  const list = element('div', 'product-search__list');
  const note = element('p', 'product-search__note');
  const status = element('div', 'product-search__status');
  Object.assign(list, { id: 'product-search-list', role: 'listbox' });
  list.setAttribute('aria-label', config.words.list);
  status.setAttribute('role', 'status');
  box.hidden = true;
  box.append(note, list);
  form.append(box, status);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    autocomplete: 'off',
  }))
    input.setAttribute(name, value);

  let timer;
  let request;
  let active = -1;
  /** The words that the list answers; empty while there is none. */
  let answered = '';

  const words = () => input.value.trim().replace(/\s+/g, ' ');
  const options = () => [...list.querySelectorAll('[role="option"]')];
  const isOpen = () => !box.hidden;

  /** The parts of a name that hold one of the words, marked. */
  function marked(name, wanted, className) {
    const letters = [...name];
    const folded = letters.map(fold);
    const starts = folded.map((_letter, at) => folded.slice(0, at).join('').length);
    const text = folded.join('');
    const hit = letters.map(() => false);
    for (const word of fold(wanted).split(' ')) {
      for (let at = text.indexOf(word); word !== '' && at >= 0; at = text.indexOf(word, at + 1)) {
        letters.forEach(
          (_letter, index) =>
            (hit[index] ||= starts[index] < at + word.length && starts[index] + folded[index].length > at),
        );
      }
    }
    const title = element('span', className);
    letters.forEach((letter, index) => {
      if (index === 0 || hit[index] !== hit[index - 1])
        title.append(hit[index] ? document.createElement('mark') : document.createElement('span'));
      title.lastChild.append(letter);
    });
    return title;
  }

  function option(url, className) {
    const link = Object.assign(element('a', `product-search__option ${className}`), {
      href: url,
      role: 'option',
      tabIndex: -1,
    });
    link.setAttribute('aria-selected', 'false');
    return link;
  }

  function productOption(product, wanted) {
    const link = option(product.url, '');
    const picture = element('span', 'product-search__picture');
    if (product.image !== '')
      picture.append(Object.assign(new Image(48, 48), { alt: '', src: product.image, decoding: 'async' }));
    const text = element('span', 'product-search__text');
    const price = element('span', 'product-search__price');
    // Made by the shop itself, as on its pages.
    price.innerHTML = product.price_html;
    text.append(marked(product.title, wanted, 'product-search__name'), price);
    if (!product.in_stock) text.append(element('span', 'product-search__sold-out', config.words.soldOut));
    link.append(picture, text);
    return link;
  }

  function entryOption({ text, url, note }, wanted) {
    const link = option(url, 'product-search__option--entry');
    link.append(marked(text, wanted, 'product-search__entry'));
    if (note !== '') link.append(element('span', 'product-search__count', note));
    return link;
  }

  /** Rows under a heading, which is read as the name of their group. */
  function group(label, className, rows) {
    const box = element('div', `product-search__group ${className}`);
    const heading = element('div', 'product-search__heading', label);
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', label);
    heading.setAttribute('aria-hidden', 'true');
    box.append(heading, ...rows);
    return box;
  }

  /** Where the form itself leads. */
  function resultsUrl(wanted) {
    const url = new URL(form.action, location.href);
    url.searchParams.set(input.name, wanted);
    return url.href;
  }

  function say(text, { failed = false } = {}) {
    note.textContent = text;
    note.hidden = text === '';
    note.classList.toggle('product-search__note--failed', failed);
  }

  function select(index) {
    active = index;
    options().forEach((one, at) => one.setAttribute('aria-selected', String(at === index)));
    const chosen = options()[index];
    if (chosen) {
      input.setAttribute('aria-activedescendant', chosen.id);
      chosen.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  }

  function open() {
    box.hidden = false;
    input.setAttribute('aria-expanded', String(list.children.length > 0));
  }

  const inWords = (forms, number) => (forms[plurals.select(number)] ?? forms.other).replace('%s', String(number));

  function close() {
    clearTimeout(timer);
    request?.abort();
    request = undefined;
    select(-1);
    box.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    status.textContent = '';
  }

  function show({ results, suggestions = [] }, wanted) {
    answered = wanted;
    const products = results.map((product) => productOption(product, wanted));
    const groups = suggestions.map(({ label, entries }) =>
      group(
        label,
        'product-search__group--more',
        entries.map((entry) => entryOption(entry, wanted)),
      ),
    );
    const rows =
      groups.length > 0 && products.length > 0
        ? [...groups, group(config.words.products, 'product-search__group--products', products)]
        : [...groups, ...products];
    if (products.length > 0)
      rows.push(
        Object.assign(option(resultsUrl(wanted), 'product-search__all'), {
          textContent: config.words.all.replace('%s', () => wanted),
        }),
      );
    list.replaceChildren(...rows);
    options().forEach((row, index) => (row.id = `product-search-option-${index}`));
    list.hidden = rows.length === 0;
    box.classList.toggle('product-search--wide', groups.length > 0 && products.length > 0);
    select(-1);
    const none = results.length === 0 ? config.words.none.replace('%s', () => wanted) : '';
    say(none);
    open();
    const more = suggestions.reduce((sum, { entries }) => sum + entries.length, 0);
    const count =
      more > 0
        ? inWords(config.totals, results.length + more)
        : none === ''
          ? inWords(config.counts, results.length)
          : '';
    status.textContent = [none, count].filter(Boolean).join(' ');
  }

  function fail() {
    answered = '';
    list.replaceChildren();
    list.hidden = true;
    select(-1);
    say(config.words.failed, { failed: true });
    open();
    status.textContent = config.words.failed;
  }

  async function ask(wanted) {
    request?.abort();
    const own = new AbortController();
    request = own;
    const slow = setTimeout(() => {
      if (list.children.length === 0) say(config.words.loading);
      status.textContent = config.words.loading;
      box.classList.add('product-search--loading');
      open();
    }, SLOW_MS);
    try {
      const url = new URL(config.endpoint, location.href);
      url.searchParams.set('q', wanted);
      url.searchParams.set('limit', String(config.limit));
      // What Enter would find, in the same order.
      url.searchParams.set('as_shop', 'true');
      if (config.inStock) url.searchParams.set('in_stock', 'true');
      const response = await fetch(url, {
        headers: { Accept: 'application/json' },
        credentials: 'same-origin',
        signal: own.signal,
      });
      if (!response.ok) throw new Error(`The search answered with ${response.status}.`);
      const answer = await response.json();
      if (request === own) show(answer, wanted);
    } catch (error) {
      if (request === own && error.name !== 'AbortError') fail();
    } finally {
      clearTimeout(slow);
      if (request === own || request === undefined) box.classList.remove('product-search--loading');
    }
  }

  function suggest(pause) {
    clearTimeout(timer);
    const wanted = words();
    if ([...wanted].length < config.minChars) {
      close();
      answered = '';
      list.replaceChildren();
    } else if (wanted === answered && request?.signal.aborted !== true) open();
    else timer = setTimeout(() => ask(wanted), pause);
  }

  function move(step) {
    if (!isOpen()) return suggest(0);
    const places = options().length + 1;
    // One place more than there are rows: the field itself.
    select(((active + 1 + step + places) % places) - 1);
  }

  /** What each key does; false leaves it to the browser. */
  const KEYS = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (active < 0 ? false : options()[active].click()),
    Escape: () => (isOpen() ? close() : false),
  };

  input.addEventListener('input', () => suggest(config.pause));
  input.addEventListener('focus', () => answered !== '' && suggest(0));
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
    if (KEYS[event.key]() !== false) event.preventDefault();
  });
  // The field keeps the focus while a row is pressed.
  box.addEventListener('mousedown', (event) => event.preventDefault());
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) close();
  });
  form.addEventListener('submit', (event) => {
    if (words() === '') event.preventDefault();
    close();
  });
})();
