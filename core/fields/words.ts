import type { PageText } from '../api/index.js';

/** Words as they are read now, in the language of the running request. */
export function wordsOf(text: PageText | undefined): string {
  return typeof text === 'function' ? text() : (text ?? '');
}
