/** Changes what is on the wish list without a new page, by the heart of a product's page and by those of cards; without this script their buttons do. */
(() => {
  const BUTTONS = '.wish, .card__wish';
  const form = () => document.getElementById('wish-form');
  /** Keys on the list, as far as the page knows them. */
  const wished = new Set();
  /** A card that names no version stands for all of its product. */
  function note(key) {
    wished.add(key);
    wished.add(key.replace(/-\d+$/, '-0'));
  }
  for (const key of (form()?.dataset.wished ?? '').split(' ').filter(Boolean)) note(key);
  for (const button of document.querySelectorAll('.wish'))
    for (const version of (button.dataset.wished ?? '').split(' ').filter(Boolean))
      note(`${button.dataset.wish}-${version}`);

  const keyOf = (button) => button.value.replace(/^[a-z]+-/, '');

  function draw(button, key = keyOf(button)) {
    const isOn = wished.has(key);
    button.value = `${isOn ? 'remove' : 'add'}-${key}`;
    if (button.matches('.card__wish')) button.setAttribute('aria-pressed', String(isOn));
    else {
      button.querySelector('[data-wish-add]').hidden = isOn;
      button.querySelector('[data-wish-remove]').hidden = !isOn;
    }
  }

  function drawAll(within = document) {
    for (const button of within.querySelectorAll(BUTTONS)) draw(button);
  }

  function take(answer) {
    wished.clear();
    answer.wished.forEach(note);
    drawAll();
    count(answer);
  }

  /** The heart beside the site's name, in themes that have one like the default's. */
  function count({ title, count: number }) {
    const link = document.querySelector('.site-header a[href$="/wish-list/"]');
    const text = link?.querySelector('.site-tools__title');
    if (!text) return;
    text.textContent = title;
    let bubble = link.querySelector('.site-tools__count');
    if (number === 0) bubble?.remove();
    else {
      if (!bubble) {
        bubble = document.createElement('span');
        bubble.className = 'site-tools__count';
        bubble.setAttribute('aria-hidden', 'true');
        (link.querySelector('.site-tools__icon') ?? link).append(bubble);
      }
      bubble.textContent = String(number);
    }
  }

  function say(button, text) {
    const place = button.matches('.card__wish')
      ? form().querySelector('[data-wish-said]')
      : button.parentElement.querySelector('.wish__said');
    place.textContent = text;
  }

  async function ask(address, options) {
    const answer = await fetch(address, { ...options, headers: { Accept: 'application/json' } });
    if (!answer.ok) throw new Error('It is the page that says why.');
    return answer.json();
  }

  async function press(button, sender) {
    try {
      const answer = await ask(button.getAttribute('formaction') ?? sender.action, {
        method: 'POST',
        body: new URLSearchParams(new FormData(sender, button)),
      });
      take(answer);
      say(button, answer.said);
    } catch {
      // As a page without script would.
      button.dataset.plain = '1';
      sender.requestSubmit(button);
    } finally {
      button.removeAttribute('aria-busy');
    }
  }

  /** One after the other: a visitor's list is in their session, of which the last writer wins. */
  let turn = Promise.resolve();
  document.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (!button?.matches?.(BUTTONS)) return;
    // Filters change the address while the page stays.
    const from = event.target.elements.namedItem('from');
    if (event.target === form() && from) from.value = location.pathname + location.search;
    if (button.dataset.plain) return;
    event.preventDefault();
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    const sender = event.target;
    turn = turn.then(() => press(button, sender));
  });

  document.addEventListener('change', ({ target }) => {
    const button = target.name === 'variation_id' ? target.form?.querySelector('.wish') : null;
    if (!button) return;
    draw(button, `${button.dataset.wish}-${target.value}`);
    button.parentElement.querySelector('.wish__said').textContent = '';
  });

  // Cards that a filter brings are the same for everybody.
  if (form()) {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) drawAll(node);
    }).observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true });
  }

  // A page that comes back as it was left does not know what was put on the list since.
  addEventListener('pageshow', async ({ persisted }) => {
    const address = form()?.action ?? document.querySelector('.wish')?.getAttribute('formaction');
    if (!persisted || !address) return;
    try {
      take(await ask(address));
    } catch {
      // The hearts stay as they were; what is pressed is answered anew.
    }
  });
})();
