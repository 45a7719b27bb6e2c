import type { OptionsApi } from 'plinth';

/** Languages in which the owner can edit emails. */
export const EMAIL_LANGUAGES = ['pl', 'en'] as const;
export type EmailLanguage = (typeof EMAIL_LANGUAGES)[number];

/** The owner's texts of an email in one language; empty for the original. */
export interface EmailText {
  readonly subject: string;
  /** Replaces the opening text. Paragraphs are separated by an empty line. */
  readonly opening: string;
  /** Added at the end, above the button. */
  readonly closing: string;
}

/** The owner's settings of an email. */
export interface EmailChoice {
  readonly enabled: boolean;
  readonly texts: Readonly<Record<EmailLanguage, EmailText>>;
}

/** Settings of emails, stored in one option per email. */
export interface EmailOptions {
  read(kind: string): Promise<EmailChoice>;
  write(kind: string, choice: EmailChoice): Promise<void>;
  /** Restores the original. */
  reset(kind: string): Promise<void>;
}

const EMPTY_TEXT: EmailText = { subject: '', opening: '', closing: '' };
/** Default settings of an email. */
const ORIGINAL: EmailChoice = { enabled: true, texts: { pl: EMPTY_TEXT, en: EMPTY_TEXT } };

/**
 * Emails that are disabled by default: by law, a request for a review counts as advertising, which requires the
 * customer's consent.
 */
const OFF_AT_FIRST: readonly string[] = ['review_request'];

const optionOf = (kind: string): string => `store_email_${kind}`;

/**
 * Returns the language of a locale; English when the owner cannot edit texts in it.
 * @param locale locale such as `pl_PL`
 */
export function emailLanguage(locale: string): EmailLanguage {
  return EMAIL_LANGUAGES.find((language) => language === locale.slice(0, 2)) ?? 'en';
}

/** Returns the locale of emails in a language. */
export function emailLocale(language: EmailLanguage): string {
  return language === 'pl' ? 'pl_PL' : 'en_US';
}

export function createEmailOptions({
  getOption,
  updateOption,
  deleteOption,
}: Pick<OptionsApi, 'getOption' | 'updateOption' | 'deleteOption'>): EmailOptions {
  const textOf = (stored: Partial<EmailText> = {}): EmailText => ({ ...EMPTY_TEXT, ...stored });
  return {
    async read(kind) {
      const stored = await getOption<unknown>(optionOf(kind), null);
      if (typeof stored !== 'object' || stored === null)
        return OFF_AT_FIRST.includes(kind) ? { ...ORIGINAL, enabled: false } : ORIGINAL;
      const { enabled = true, texts } = stored as Partial<EmailChoice>;
      return { enabled, texts: { pl: textOf(texts?.pl), en: textOf(texts?.en) } };
    },
    async write(kind, choice) {
      await updateOption(optionOf(kind), choice);
    },
    async reset(kind) {
      await deleteOption(optionOf(kind));
    },
  };
}
