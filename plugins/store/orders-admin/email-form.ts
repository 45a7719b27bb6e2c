import type { PageRequest, PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { ListedEmail } from '../emails/email-list.js';
import { EMAIL_LANGUAGES, type EmailChoice, type EmailLanguage, type EmailText } from '../emails/custom-texts.js';
import { unknownPlaceholders } from '../emails/placeholders.js';

type Part = keyof EmailText;
/** Maximum lengths, in characters. */
const MAX: Readonly<Record<Part, number>> = { subject: 200, opening: 2000, closing: 2000 };

/** The entered email texts and their errors. */
export interface TypedEmail {
  readonly choice: EmailChoice;
  readonly errors: readonly FormError[];
}

/** Returns the name of the field of a text. */
export const fieldOf = (part: Part, language: EmailLanguage): string => `${part}_${language}`;

/** Reads the owner's texts of an email; an unknown placeholder is an error that suggests the closest known one. */
export function readEmailForm(
  request: PageRequest,
  email: ListedEmail,
  { __, sanitizeTextField }: Pick<PluginScope, '__' | 'sanitizeTextField'>,
): TypedEmail {
  const errors: FormError[] = [];

  function textOf(language: EmailLanguage): EmailText {
    const read = (part: Part): string => {
      const raw = request.field(fieldOf(part, language)).replace(/\r\n?/g, '\n').trim();
      const text = part === 'subject' ? sanitizeTextField(raw) : raw;
      const field = fieldOf(part, language);
      if (text.length > MAX[part]) errors.push({ field, message: __('Enter at most %d characters.', MAX[part]) });
      for (const { name, nearest } of unknownPlaceholders(text, email.placeholders)) {
        errors.push({
          field,
          message:
            nearest === undefined
              ? __(
                  '{%1$s} is not available in this email. Available: %2$s.',
                  name,
                  email.placeholders.map((one) => `{${one}}`).join(', '),
                )
              : __('{%1$s} is not available in this email. Did you mean {%2$s}?', name, nearest),
        });
      }
      return text;
    };
    return { subject: read('subject'), opening: read('opening'), closing: read('closing') };
  }

  const [pl, en] = EMAIL_LANGUAGES.map(textOf) as [EmailText, EmailText];
  return { choice: { enabled: email.required !== '' || request.field('enabled') === '1', texts: { pl, en } }, errors };
}
