import { PlinthError } from '../api/index.js';

/**
 * Has the text that a shortcode or block puts into a page looked at while its plugin is still named; what can be read as text is one.
 * @throws PlinthError `text_wrong_answer`
 */
export function checkedText<T>(answer: T): T {
  if (answer instanceof Promise) return answer.then(checkedOne) as T;
  return checkedOne(answer);
}

function checkedOne<T>(answer: T): T {
  if (answer === null || !['object', 'function', 'symbol'].includes(typeof answer)) return answer;
  throw new PlinthError('text_wrong_answer', 'A shortcode or block answered with something that is no text.', {
    cure: 'Answer with HTML as a string; is an "await" or "toString" missing?',
  });
}
