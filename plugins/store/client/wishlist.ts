import { find, findAll, targetOf, textFields } from './shared/dom.js';

/** JSON reply of the wishlist routes. */
interface WishlistResponse {
  readonly requested: readonly string[];
  readonly title: string;
  readonly count: number;
  /** Result message, for screen readers and display. */
  readonly message: string;
}

/**
 * Changes the wishlist without loading a page, by the heart buttons of the product page and of cards; without this
 * script, the buttons submit a form.
 */
(() => {
  const BUTTONS = '.wishlist-button, .card__wishlist';
  const form = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('#wishlist-form');
  /** Keys on the wishlist, as far as the page knows them. */
  const wishlistKeys = new Set<string>();
  /** A card without a variation stands for the whole product. */
  function addKey(key: string): void {
    wishlistKeys.add(key);
    wishlistKeys.add(key.replace(/-\d+$/, '-0'));
  }
  for (const key of (form()?.dataset.wishlistIds ?? '').split(' ').filter(Boolean)) addKey(key);
  for (const button of findAll(document, '.wishlist-button'))
    for (const version of (button.dataset.wishlistIds ?? '').split(' ').filter(Boolean))
      addKey(`${button.dataset.productId}-${version}`);

  const keyOf = (button: HTMLButtonElement): string => button.value.replace(/^[a-z]+-/, '');

  function updateButton(button: HTMLButtonElement, key = keyOf(button)): void {
    const isOn = wishlistKeys.has(key);
    button.value = `${isOn ? 'remove' : 'add'}-${key}`;
    if (button.matches('.card__wishlist')) button.setAttribute('aria-pressed', String(isOn));
    else {
      find(button, '[data-wishlist-add]').hidden = isOn;
      find(button, '[data-wishlist-remove]').hidden = !isOn;
    }
  }

  function updateButtons(root: ParentNode = document): void {
    for (const button of findAll<HTMLButtonElement>(root, BUTTONS)) updateButton(button);
  }

  function applyWishlist(wishlist: WishlistResponse): void {
    wishlistKeys.clear();
    wishlist.requested.forEach(addKey);
    updateButtons();
    updateCount(wishlist);
  }

  /** Updates the heart next to the site name, in themes with the same markup as the default theme. */
  function updateCount({ title, count: number }: WishlistResponse): void {
    const link = document.querySelector('.site-header a[href$="/wishlist/"]');
    const text = link?.querySelector('.site-tools__title');
    if (!link || !text) return;
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

  function announce(button: HTMLElement, text: string): void {
    const statusElement = button.matches('.card__wishlist')
      ? form()?.querySelector('[data-wishlist-status]')
      : button.parentElement?.querySelector('.wishlist-button__status');
    if (statusElement) statusElement.textContent = text;
  }

  async function fetchWishlist(url: string, options?: RequestInit): Promise<WishlistResponse> {
    const response = await fetch(url, { ...options, headers: { Accept: 'application/json' } });
    if (!response.ok) throw new Error('The wishlist request failed.');
    return (await response.json()) as WishlistResponse;
  }

  async function submitButton(button: HTMLButtonElement, sender: HTMLFormElement): Promise<void> {
    try {
      const wishlist = await fetchWishlist(button.getAttribute('formaction') ?? sender.action, {
        method: 'POST',
        body: textFields(new FormData(sender, button)),
      });
      applyWishlist(wishlist);
      announce(button, wishlist.message);
    } catch {
      // Submits the form as without this script.
      button.dataset.plain = '1';
      sender.requestSubmit(button);
    } finally {
      button.removeAttribute('aria-busy');
    }
  }

  /** Requests are sent one after the other: the wishlist is stored in the session, where the last write wins. */
  let queue = Promise.resolve();
  document.addEventListener('submit', (event) => {
    const { submitter: button, target: sender } = event;
    if (!(button instanceof HTMLButtonElement) || !button.matches(BUTTONS)) return;
    if (!(sender instanceof HTMLFormElement)) return;
    // Filters change the URL without loading a page.
    const from = sender.elements.namedItem('from');
    if (sender === form() && from instanceof HTMLInputElement) from.value = location.pathname + location.search;
    if (button.dataset.plain) return;
    event.preventDefault();
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    queue = queue.then(() => submitButton(button, sender));
  });

  document.addEventListener('change', (event) => {
    const target = targetOf(event);
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const button =
      target.name === 'variation_id' ? target.form?.querySelector<HTMLButtonElement>('.wishlist-button') : null;
    if (!button) return;
    updateButton(button, `${button.dataset.productId}-${target.value}`);
    announce(button, '');
  });

  // Cards loaded by a filter are the same for all visitors.
  if (form()) {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element) updateButtons(node);
    }).observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true });
  }

  // A page restored from the back/forward cache does not know of later changes to the wishlist.
  async function showAgain({ persisted }: PageTransitionEvent): Promise<void> {
    const url = form()?.action ?? document.querySelector('.wishlist-button')?.getAttribute('formaction');
    if (!persisted || !url) return;
    try {
      applyWishlist(await fetchWishlist(url));
    } catch {
      // The hearts stay as they were; the next click is processed as usual.
    }
  }
  addEventListener('pageshow', (event) => void showAgain(event));
})();
