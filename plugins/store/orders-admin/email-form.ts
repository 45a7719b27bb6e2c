import type { PageRequest, PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { ListedEmail } from '../emails/email-list.js';
import { EMAIL_LANGUAGES, type EmailSettings, type EmailLanguage, type EmailText } from '../emails/custom-texts.js';
import { unknownPlaceholders } from '../emails/placeholders.js';

type TextName = keyof EmailText;
/** Maximum lengths, in characters. */
const MAX_LENGTHS: Readonly<Record<TextName, number>> = { subject: 200, opening: 2000, closing: 2000 };

/** The submitted settings of an email and their errors. */
export interface EmailFormResult {
  readonly choice: EmailSettings;
  readonly errors: readonly FormError[];
}

/** Returns the name of the form field of a text. */
export const fieldName = (part: TextName, language: EmailLanguage): string => `${part}_${language}`;

/**
 * Reads the submitted form. An unknown placeholder is an error whose message suggests the closest known placeholder.
 */
export function readEmailForm(
  request: PageRequest,
  email: ListedEmail,
  { __, sanitizeTextField }: Pick<PluginScope, '__' | 'sanitizeTextField'>,
): EmailFormResult {
  const errors: FormError[] = [];

  function readTexts(language: EmailLanguage): EmailText {
    const read = (part: TextName): string => {
      const raw = request.field(fieldName(part, language)).replace(/\r\n?/g, '\n').trim();
      const text = part === 'subject' ? sanitizeTextField(raw) : raw;
      const field = fieldName(part, language);
      if (text.length > MAX_LENGTHS[part])
        errors.push({ field, message: __('Enter at most %d characters.', MAX_LENGTHS[part]) });
      for (const { name, nearest } of unknownPlaceholders(text, email.placeholders)) {
        errors.push({
          field,
          message:
            nearest === undefined
              ? __(
                  '{%1$s} is not available in this email. Available: %2$s.',
                  name,
                  email.placeholders.map((placeholder) => `{${placeholder}}`).join(', '),
                )
              : __('{%1$s} is not available in this email. Did you mean {%2$s}?', name, nearest),
        });
      }
      return text;
    };
    return { subject: read('subject'), opening: read('opening'), closing: read('closing') };
  }

  const [pl, en] = EMAIL_LANGUAGES.map(readTexts) as [EmailText, EmailText];
  return { choice: { enabled: email.required !== '' || request.field('enabled') === '1', texts: { pl, en } }, errors };
}
