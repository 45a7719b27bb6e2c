import type { OptionsApi } from 'plinth';

/** Languages that the owner writes letters in. */
export const EMAIL_LANGUAGES = ['pl', 'en'] as const;
export type EmailLanguage = (typeof EMAIL_LANGUAGES)[number];

/** The owner's own words of a letter in one language; empty: the original. */
export interface EmailText {
  readonly subject: string;
  /** Instead of the first words of the letter. Paragraphs are parted by an empty line. */
  readonly opening: string;
  /** Below everything, above the button. */
  readonly closing: string;
}

/** What the owner decided about a letter. */
export interface EmailChoice {
  readonly enabled: boolean;
  readonly texts: Readonly<Record<EmailLanguage, EmailText>>;
}

/** Where these decisions are kept: one option for each letter. */
export interface EmailOptions {
  read(kind: string): Promise<EmailChoice>;
  write(kind: string, choice: EmailChoice): Promise<void>;
  /** Back to the original. */
  forget(kind: string): Promise<void>;
}

const NOTHING: EmailText = { subject: '', opening: '', closing: '' };
/** A letter as it came. */
const ORIGINAL: EmailChoice = { enabled: true, texts: { pl: NOTHING, en: NOTHING } };

/** Letters that wait to be switched on: the law counts one that asks for a review as advertising, which needs the customer's consent. */
const OFF_AT_FIRST: readonly string[] = ['ask_review'];

const optionOf = (kind: string): string => `store_letter_${kind}`;

/** The language of a locale; English for all that the owner has no words in. @param locale `pl_PL` */
export function emailLanguage(locale: string): EmailLanguage {
  return EMAIL_LANGUAGES.find((language) => language === locale.slice(0, 2)) ?? 'en';
}

/** The locale that letters of a language are written in. */
export function emailLocale(language: EmailLanguage): string {
  return language === 'pl' ? 'pl_PL' : 'en_US';
}

export function createEmailOptions({
  getOption,
  updateOption,
  deleteOption,
}: Pick<OptionsApi, 'getOption' | 'updateOption' | 'deleteOption'>): EmailOptions {
  const textOf = (stored: Partial<EmailText> = {}): EmailText => ({ ...NOTHING, ...stored });
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
    async forget(kind) {
      await deleteOption(optionOf(kind));
    },
  };
}
