import type { OptionsApi } from 'plinth';

/** Languages that the owner writes letters in. */
export const LETTER_LANGUAGES = ['pl', 'en'] as const;
export type LetterLanguage = (typeof LETTER_LANGUAGES)[number];

/** The owner's own words of a letter in one language; empty: the original. */
export interface LetterText {
  readonly subject: string;
  /** Instead of the first words of the letter. Paragraphs are parted by an empty line. */
  readonly opening: string;
  /** Below everything, above the button. */
  readonly closing: string;
}

/** What the owner decided about a letter. */
export interface LetterChoice {
  readonly enabled: boolean;
  readonly texts: Readonly<Record<LetterLanguage, LetterText>>;
}

/** Where these decisions are kept: one option for each letter. */
export interface LetterOptions {
  read(kind: string): Promise<LetterChoice>;
  write(kind: string, choice: LetterChoice): Promise<void>;
  /** Back to the original. */
  forget(kind: string): Promise<void>;
}

const NOTHING: LetterText = { subject: '', opening: '', closing: '' };
/** A letter as it came. */
const ORIGINAL: LetterChoice = { enabled: true, texts: { pl: NOTHING, en: NOTHING } };

/** Letters that wait to be switched on: the law counts one that asks for a review as advertising, which needs the customer's consent. */
const OFF_AT_FIRST: readonly string[] = ['ask_review'];

const optionOf = (kind: string): string => `store_letter_${kind}`;

/** The language of a locale; English for all that the owner has no words in. @param locale `pl_PL` */
export function letterLanguage(locale: string): LetterLanguage {
  return LETTER_LANGUAGES.find((language) => language === locale.slice(0, 2)) ?? 'en';
}

/** The locale that letters of a language are written in. */
export function letterLocale(language: LetterLanguage): string {
  return language === 'pl' ? 'pl_PL' : 'en_US';
}

export function createLetterOptions({
  getOption,
  updateOption,
  deleteOption,
}: Pick<OptionsApi, 'getOption' | 'updateOption' | 'deleteOption'>): LetterOptions {
  const textOf = (stored: Partial<LetterText> = {}): LetterText => ({ ...NOTHING, ...stored });
  return {
    async read(kind) {
      const stored = await getOption<unknown>(optionOf(kind), null);
      if (typeof stored !== 'object' || stored === null)
        return OFF_AT_FIRST.includes(kind) ? { ...ORIGINAL, enabled: false } : ORIGINAL;
      const { enabled = true, texts } = stored as Partial<LetterChoice>;
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
