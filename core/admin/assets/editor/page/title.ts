/** Has the field of the title show all of it, where the browser does not by itself; Enter saves there as in every other field of one line. */
export function growTitle(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLTextAreaElement>('textarea[name="post_title"]');
  if (!field) return;
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector<HTMLButtonElement>('button[name="action"]'));
  });
  if (CSS.supports('field-sizing', 'content')) return;
  const fit = (): void => {
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  };
  field.addEventListener('input', fit);
  fit();
}
