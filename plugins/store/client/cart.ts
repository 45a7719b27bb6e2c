/** Lets a changed quantity take effect at once; without this script the buttons of the cart do. */
(() => {
  const HEADER_CART = '.site-header a[href$="/cart/"]';
  const SETTLED = 400;
  let timer;
  let running;

  const notices = (page) => page.querySelectorAll('main .notice').length;

  /** Changes what a quantity changes, so that whoever types keeps their place; a page with a message is shown whole. */
  function show(fresh) {
    const shown = document.getElementById('cart');
    const cart = fresh.getElementById('cart');
    if (
      !cart ||
      notices(fresh) > 0 ||
      cart.querySelectorAll('.cart__line').length !== shown.querySelectorAll('.cart__line').length
    ) {
      document.querySelector('main').replaceChildren(...fresh.querySelector('main').childNodes);
    } else {
      shown.querySelector('.cart__sum').replaceChildren(...cart.querySelector('.cart__sum').childNodes);
      for (const line of cart.querySelectorAll('.cart__line')) {
        shown
          .querySelector(`[data-key="${line.dataset.key}"] .cart__total`)
          ?.replaceChildren(...line.querySelector('.cart__total').childNodes);
      }
    }
    const count = fresh.querySelector(HEADER_CART);
    if (count) document.querySelector(HEADER_CART)?.replaceChildren(...count.childNodes);
  }

  async function send(form) {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const fields = new FormData(form);
    fields.set('update', '1');
    fields.delete('discount_code');
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        body: new URLSearchParams(fields),
        signal: mine.signal,
        headers: { Accept: 'text/html' },
      });
      show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    } catch {
      // The buttons still do it.
    }
  }

  document.addEventListener('change', ({ target }) => {
    if (!target.name?.startsWith('quantity[') || target.form?.id !== 'cart' || !target.checkValidity()) return;
    clearTimeout(timer);
    timer = setTimeout(() => void send(target.form), SETTLED);
  });
  document.addEventListener('submit', () => {
    clearTimeout(timer);
    running?.abort();
  });
})();
