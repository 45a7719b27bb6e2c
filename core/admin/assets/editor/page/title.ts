/** Has the field of the title show all of it, where the browser does not by itself, and end with Enter. @param next where writing goes on */
export function growTitle(form: HTMLFormElement, next: () => void): void {
  const field = form.querySelector<HTMLTextAreaElement>('textarea[name="post_title"]');
  if (!field) return;
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    next();
  });
  if (CSS.supports('field-sizing', 'content')) return;
  const fit = (): void => {
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  };
  field.addEventListener('input', fit);
  fit();
}
