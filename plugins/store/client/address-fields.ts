/**
 * Validates an address field when it loses focus, and warns about likely typos in email addresses; the server validates
 * again in any case.
 */
(() => {
  /** Most common email providers in the countries that shops ship to. */
  const HOSTS = [
    'gmail.com',
    'wp.pl',
    'onet.pl',
    'o2.pl',
    'interia.pl',
    'op.pl',
    'outlook.com',
    'hotmail.com',
    'yahoo.com',
    'icloud.com',
    'gmx.de',
    'web.de',
  ];

  /** Whether two words differ by one replaced, missing, added or transposed letter. */
  function isSimilar(first: string, second: string): boolean {
    if (first === second || Math.abs(first.length - second.length) > 1) return false;
    let position = 0;
    while (position < first.length && first[position] === second[position]) position += 1;
    const [a, b] = [first.slice(position), second.slice(position)];
    if (a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b) return true;
    return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  }

  /** Returns the selected country of the same address. */
  const countryOf = ({ id }: HTMLInputElement): string | undefined =>
    document.querySelector<HTMLSelectElement>(`#${id.replace(/_[^_]+$/, '_country')}`)?.value;

  /** Whether the pattern of a field applies; that of a postcode depends on the country. */
  function hasPattern(input: HTMLInputElement): boolean {
    const { pattern, patternCountry } = input.dataset;
    return pattern !== undefined && (patternCountry === undefined || countryOf(input) === patternCountry);
  }

  function errorOf(input: HTMLInputElement): string {
    const { value, required, dataset } = input;
    const text = value.trim();
    if (text === '') return required || input.getAttribute('aria-required') === 'true' ? (dataset.missing ?? '') : '';
    return hasPattern(input) && !new RegExp(dataset.pattern ?? '').test(text) ? (dataset.problem ?? '') : '';
  }

  function showError(input: HTMLInputElement, text: string): void {
    const field = input.closest('.field');
    const id = `${input.id}-error`;
    const existingLine = document.getElementById(id);
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter((token) => token !== '' && token !== id);
    field?.classList.toggle('field--invalid', text !== '');
    if (text === '') {
      existingLine?.remove();
      input.removeAttribute('aria-invalid');
    } else {
      const line = existingLine ?? document.createElement('p');
      line.id = id;
      line.className = 'field__error';
      if (line.textContent !== text) line.textContent = text;
      if (!existingLine) field?.append(line);
      input.setAttribute('aria-invalid', 'true');
      described.push(id);
    }
    if (described.length > 0) input.setAttribute('aria-describedby', described.join(' '));
    else input.removeAttribute('aria-describedby');
  }

  function suggest(input: HTMLInputElement): void {
    const field = input.closest('.field');
    field?.querySelector('.field__suggestion')?.remove();
    const [name = '', host = ''] = input.value.trim().toLowerCase().split('@');
    const suggestedHost = HOSTS.includes(host) ? undefined : HOSTS.find((knownHost) => isSimilar(host, knownHost));
    if (!input.dataset.suggestion || !suggestedHost || name === '') return;
    const line = document.createElement('p');
    line.className = 'field__suggestion';
    line.setAttribute('role', 'status');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link-button';
    button.textContent = input.dataset.suggestion.replace('%s', `${name}@${suggestedHost}`);
    button.addEventListener('click', () => {
      input.value = `${name}@${suggestedHost}`;
      line.remove();
      showError(input, '');
      input.focus();
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    line.append(button);
    field?.append(line);
  }

  const editedFields = new WeakSet<HTMLInputElement>();
  const isAddressField = (target: EventTarget | null): target is HTMLInputElement =>
    target instanceof HTMLInputElement && target.dataset.missing !== undefined;
  document.addEventListener('input', ({ target }) => {
    if (!isAddressField(target)) return;
    editedFields.add(target);
    // While typing, an error is removed as soon as it is fixed, but none is shown yet.
    if (target.getAttribute('aria-invalid') === 'true' && errorOf(target) === '') showError(target, '');
  });
  // Postcodes of other countries have other forms, and letters.
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.id.endsWith('_country')) return;
    const postcode = document.getElementById(target.id.replace(/_country$/, '_postcode'));
    if (!(postcode instanceof HTMLInputElement) || postcode.dataset.patternCountry === undefined) return;
    postcode.inputMode = hasPattern(postcode) ? 'numeric' : 'text';
    if (editedFields.has(postcode)) showError(postcode, errorOf(postcode));
  });
  document.addEventListener('focusout', ({ target }) => {
    // Fields that were only tabbed through are not validated.
    if (!isAddressField(target) || !editedFields.has(target)) return;
    showError(target, errorOf(target));
    if (target.type === 'email') suggest(target);
  });
})();
