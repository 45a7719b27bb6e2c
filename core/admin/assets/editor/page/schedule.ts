/** Has the button that publishes say so when it schedules. Both times are the site's, whatever zone the browser is in. */
export function nameScheduling(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button[data-later]');
  const date = form.querySelector<HTMLInputElement>('input[name="post_date"]');
  if (!button || !date) return;
  const [opened, started] = [Date.parse(`${button.dataset['now'] ?? ''}Z`), performance.now()];
  const show = (): void => {
    const chosen = Date.parse(`${date.value}Z`);
    const isLater = chosen > opened + performance.now() - started;
    button.textContent = (isLater ? button.dataset['later'] : button.dataset['atOnce']) ?? '';
  };
  date.addEventListener('input', show);
  date.addEventListener('plinth:set', show);
}
