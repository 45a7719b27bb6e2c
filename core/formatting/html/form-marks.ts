import { toText } from '../php/text.js';

/** ` name="name"` when two values are the same, as PHP compares texts; else nothing. */
function mark(name: string): (value: unknown, current?: unknown) => string {
  return (value, current = true) => (toText(value) === toText(current) ? ` ${name}="${name}"` : '');
}

/** `selected()`, `checked()`, `disabled()` and `readonly()` of WordPress, as text. @since 0.2.0 */
export const FORM_MARKS = {
  selected: mark('selected'),
  checked: mark('checked'),
  disabled: mark('disabled'),
  readonly: mark('readonly'),
} as const;
