import type { OptionsApi } from 'plinth';

/** Languages in which the owner can edit emails. */
export const EMAIL_LANGUAGES = ['pl', 'en'] as const;
export type EmailLanguage = (typeof EMAIL_LANGUAGES)[number];

/** The owner's texts of an email in one language; an empty text means the default text. */
export interface EmailText {
  readonly subject: string;
  /** Replaces the opening text. Paragraphs are separated by an empty line. */
  readonly opening: string;
  /** Added at the end, above the button. */
  readonly closing: string;
}

/** The owner's settings of an email. */
export interface EmailSettings {
  readonly enabled: boolean;
  readonly texts: Readonly<Record<EmailLanguage, EmailText>>;
}

/** Settings of emails, stored in one option per email. */
export interface EmailOptions {
  read(kind: string): Promise<EmailSettings>;
  write(kind: string, choice: EmailSettings): Promise<void>;
  /** Restores the default settings. */
  reset(kind: string): Promise<void>;
}

const EMPTY_TEXT: EmailText = { subject: '', opening: '', closing: '' };
/** Default settings of an email. */
const DEFAULT_SETTINGS: EmailSettings = { enabled: true, texts: { pl: EMPTY_TEXT, en: EMPTY_TEXT } };

/**
 * Emails that are disabled by default. By law, a review request is advertising, which requires the customer's consent.
 */
const DISABLED_BY_DEFAULT: readonly string[] = ['review_request'];

const optionName = (kind: string): string => `store_email_${kind}`;

/**
 * Returns the language of a locale; English when emails cannot be edited in that language.
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
  const completeText = (stored: Partial<EmailText> = {}): EmailText => ({ ...EMPTY_TEXT, ...stored });
  return {
    async read(kind) {
      const stored = await getOption<unknown>(optionName(kind), null);
      if (typeof stored !== 'object' || stored === null)
        return DISABLED_BY_DEFAULT.includes(kind) ? { ...DEFAULT_SETTINGS, enabled: false } : DEFAULT_SETTINGS;
      const { enabled = true, texts } = stored as Partial<EmailSettings>;
      return { enabled, texts: { pl: completeText(texts?.pl), en: completeText(texts?.en) } };
    },
    async write(kind, choice) {
      await updateOption(optionName(kind), choice);
    },
    async reset(kind) {
      await deleteOption(optionName(kind));
    },
  };
}
