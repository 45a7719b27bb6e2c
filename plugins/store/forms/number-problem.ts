import type { ParsedNumber, TranslationApi } from 'plinth';

/** Returns the message for a number that was rejected. */
export function numberProblem(
  text: string,
  { interpretations }: Extract<ParsedNumber, { readonly problem: unknown }>,
  __: TranslationApi['__'],
): string {
  const written = text.trim().slice(0, 100);
  return interpretations
    ? __('%1$s could mean %2$s or %3$s. Enter one of these numbers.', written, ...interpretations)
    : __('%s is not a number.', written);
}
