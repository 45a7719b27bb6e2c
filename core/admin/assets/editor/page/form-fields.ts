/**
 * Grows the title field with its text in browsers that do not do so themselves. Enter submits, as in any other
 * single-line field.
 */
export function growTitle(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLTextAreaElement>('textarea[name="post_title"]');
  if (!field) return;
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector<HTMLButtonElement>('button[name="action"]'));
  });
  if (CSS.supports('field-sizing', 'content')) return;
  const fitHeight = (): void => {
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  };
  field.addEventListener('input', fitHeight);
  fitHeight();
}

/**
 * Changes the label of the publish button when it schedules. Both times are in the site's time zone, regardless of the
 * browser's.
 */
export function labelScheduling(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[data-later]');
  const date = form.querySelector<HTMLInputElement>('input[name="post_date"]');
  if (!button || !date) return;
  const [opened, started] = [Date.parse(`${button.dataset['now'] ?? ''}Z`), performance.now()];
  const updateLabel = (): void => {
    const selectedTime = Date.parse(`${date.value}Z`);
    const isLater = selectedTime > opened + performance.now() - started;
    button.textContent = (isLater ? button.dataset['later'] : button.dataset['atOnce']) ?? '';
  };
  date.addEventListener('input', updateLabel);
  date.addEventListener('plinth:set', updateLabel);
}
