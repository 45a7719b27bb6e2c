const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** A text as HTML. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => NAMES[mark] ?? mark);
}
