import { findAll, targetOf } from './shared/dom.js';

/**
 * Shows the price, stock and image of the selected variation, and hides texts about the others (`data-variations`);
 * without this script, the texts of all variations are shown.
 */
(() => {
  const form = document.querySelector<HTMLFormElement>('form.buy');
  const price = document.getElementById('product-price');
  const stock = document.getElementById('product-stock');
  const buyRow = form?.querySelector<HTMLElement>('.buy__row');
  const choice = document.getElementById('buy-choice');
  const sku = document.getElementById('product-sku');
  const gtin = document.getElementById('product-gtin');
  const stage = document.getElementById('gallery');
  const thumbs = findAll<HTMLAnchorElement>(document, '.gallery__thumbs a');

  function showImage(number: string): void {
    const figure = document.getElementById(`image-${number}`);
    if (!stage || !figure) return;
    stage.scrollTo({ left: figure.offsetLeft - stage.offsetLeft });
    markThumb(number);
  }

  function markThumb(number: string | number): void {
    for (const thumb of thumbs) {
      if (thumb.dataset.image === String(number)) thumb.setAttribute('aria-current', 'true');
      else thumb.removeAttribute('aria-current');
    }
  }

  for (const thumb of thumbs) {
    thumb.addEventListener('click', (event) => {
      event.preventDefault();
      showImage(thumb.dataset.image ?? '');
    });
  }
  const dialog = document.getElementById('gallery-dialog');
  stage?.addEventListener('click', (event) => {
    const link = targetOf(event)?.closest<HTMLAnchorElement>('a[data-whole]');
    if (!link || !(dialog instanceof HTMLDialogElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const image = dialog.querySelector('img');
    if (image) {
      image.src = link.href;
      image.alt = link.querySelector('img')?.alt ?? '';
    }
    dialog.showModal();
  });
  dialog?.addEventListener('click', (event) => {
    if (event.target === dialog && dialog instanceof HTMLDialogElement) dialog.close();
  });
  stage?.addEventListener('scroll', () => markThumb(Math.round(stage.scrollLeft / stage.clientWidth) + 1), {
    passive: true,
  });
  if (thumbs.length > 0) markThumb(1);

  function findSelectedVariation(): HTMLOptionElement | HTMLInputElement | null | undefined {
    const field = form?.elements.namedItem('variation_id');
    if (field instanceof HTMLSelectElement) return field.selectedOptions[0];
    return form?.querySelector<HTMLInputElement>('input[name="variation_id"]:checked');
  }

  function showGtin(text: string): void {
    if (!gtin) return;
    gtin.textContent = text;
    if (gtin.parentElement) gtin.parentElement.hidden = text === '';
  }

  /** Returns the current price without texts for screen readers. */
  function readPrice(): string {
    const current = (price?.querySelector('.price__now') ?? price)?.cloneNode(true);
    if (!(current instanceof Element)) return '';
    for (const hidden of findAll(current, '.visually-hidden')) hidden.remove();
    return (current.textContent ?? '').trim();
  }

  /** Names the selected variation and its price in the bar at the bottom of a small screen. */
  function showChoice(variation: HTMLElement | null | undefined): void {
    const [name, amount] = [choice?.querySelector('span'), choice?.querySelector('strong')];
    if (!choice || !name || !amount) return;
    const label = variation && form?.querySelector(`label[for="${variation.id}"] .variation-option__name`);
    const text = label?.textContent ?? (variation instanceof HTMLOptionElement ? variation.text : '');
    if (text !== '') name.textContent = text;
    // An option names its price itself.
    amount.textContent = variation instanceof HTMLOptionElement ? '' : readPrice();
    choice.hidden = false;
  }

  function refresh(isUserAction: boolean): void {
    const variation = findSelectedVariation();
    if (!variation) showChoice(undefined);
    if (!form || !variation) return;
    const priceElement = form.querySelector<HTMLElement>(`[data-price-of="${variation.value}"]`);
    if (priceElement && price)
      price.replaceChildren(
        ...(priceElement instanceof HTMLTemplateElement ? priceElement.content : priceElement).cloneNode(true)
          .childNodes,
      );
    showChoice(variation);
    if (stock) {
      stock.textContent = variation.dataset.stock ?? '';
      stock.className = `stock stock--${variation.dataset.availability}`;
    }
    if (buyRow) buyRow.hidden = variation.disabled;
    for (const note of findAll(document, '[data-variations]'))
      note.hidden = !(note.dataset.variations ?? '').split(' ').includes(variation.value);
    if (sku && variation.dataset.sku) sku.textContent = variation.dataset.sku;
    showGtin(variation.dataset.gtin ?? '');
    // A copied or revisited URL should select this variation.
    if (isUserAction && variation.dataset.url) history.replaceState(history.state, '', variation.dataset.url);
    if (isUserAction && Number(variation.dataset.image) > 0) showImage(variation.dataset.image ?? '');
  }

  form?.addEventListener('change', (event) => {
    const { target } = event;
    if ((target instanceof HTMLInputElement || target instanceof HTMLSelectElement) && target.name === 'variation_id')
      refresh(true);
  });
  // Only one line is shown at a time, so it need not name its variation.
  for (const name of findAll(document, '.arrives__of')) name.hidden = true;
  refresh(false);
})();
