import type { PageRequest, PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { ListedLetter } from '../mails/letter-list.js';
import { LETTER_LANGUAGES, type LetterChoice, type LetterLanguage, type LetterText } from '../mails/own-texts.js';
import { unknownPlaceholders } from '../mails/placeholders.js';

type Part = keyof LetterText;
/** Characters. */
const MOST: Readonly<Record<Part, number>> = { subject: 200, opening: 2000, closing: 2000 };

/** A letter as it was typed, and what is wrong with it. */
export interface TypedLetter {
  readonly choice: LetterChoice;
  readonly errors: readonly FormError[];
}

/** Which field a text is typed into. */
export const fieldOf = (part: Part, language: LetterLanguage): string => `${part}_${language}`;

/** Reads the owner's words of a letter; a placeholder that it does not know is refused, with the one that was probably meant. */
export function readLetterForm(
  request: PageRequest,
  letter: ListedLetter,
  { __, sanitizeTextField }: Pick<PluginScope, '__' | 'sanitizeTextField'>,
): TypedLetter {
  const errors: FormError[] = [];

  function textOf(language: LetterLanguage): LetterText {
    const read = (part: Part): string => {
      const raw = request.field(fieldOf(part, language)).replace(/\r\n?/g, '\n').trim();
      const text = part === 'subject' ? sanitizeTextField(raw) : raw;
      const field = fieldOf(part, language);
      if (text.length > MOST[part])
        errors.push({ field, message: __('Please write at most %d characters.', MOST[part]) });
      for (const { name, nearest } of unknownPlaceholders(text, letter.placeholders)) {
        errors.push({
          field,
          message:
            nearest === undefined
              ? __(
                  'This letter knows no {%1$s}. It knows: %2$s.',
                  name,
                  letter.placeholders.map((one) => `{${one}}`).join(', '),
                )
              : __('This letter knows no {%1$s}. Did you mean {%2$s}?', name, nearest),
        });
      }
      return text;
    };
    return { subject: read('subject'), opening: read('opening'), closing: read('closing') };
  }

  const [pl, en] = LETTER_LANGUAGES.map(textOf) as [LetterText, LetterText];
  return { choice: { enabled: letter.required !== '' || request.field('enabled') === '1', texts: { pl, en } }, errors };
}
