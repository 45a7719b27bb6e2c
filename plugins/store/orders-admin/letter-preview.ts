import { type PluginScope, utcText } from 'plinth';
import type { ListedLetter } from '../mails/letter-list.js';
import type { LetterWriter } from '../mails/letter-writer.js';
import {
  LETTER_LANGUAGES,
  type LetterChoice,
  type LetterLanguage,
  letterLocale,
  type LetterText,
} from '../mails/own-texts.js';
import { sampleExtra, sampleOrder } from '../mails/sample-order.js';

export interface LetterPreviewDeps {
  readonly scope: Pick<PluginScope, 'render' | 'switchToLocale' | 'restorePreviousLocale'>;
  readonly writer: LetterWriter;
  currency(): string;
}

/** Shows a letter about a made up order. */
interface LetterPreview {
  preview(letter: ListedLetter, texts: LetterChoice['texts'], language: LetterLanguage): Promise<object>;
  /** Its subject without the owner's words, by language. */
  originalSubjects(letter: ListedLetter): Promise<Record<LetterLanguage, string>>;
}

const NOTHING: LetterText = { subject: '', opening: '', closing: '' };
const ORIGINAL: LetterChoice['texts'] = { pl: NOTHING, en: NOTHING };

export function createLetterPreview({ scope, writer, currency }: LetterPreviewDeps): LetterPreview {
  /** Asks a letter about a made up order in a language. */
  async function inLanguage<T>(language: LetterLanguage, work: (locale: string) => Promise<T>): Promise<T> {
    const isSwitched = scope.switchToLocale(letterLocale(language));
    try {
      return await work(letterLocale(language));
    } finally {
      if (isSwitched) scope.restorePreviousLocale();
    }
  }

  function sample(
    { id, isAboutOrder }: ListedLetter,
    texts: LetterChoice['texts'],
    locale: string,
  ): ReturnType<LetterWriter> {
    const order = sampleOrder(locale, currency(), utcText());
    return writer({ kind: id, order: isAboutOrder ? order : null, extra: sampleExtra(id, order), texts });
  }

  const preview = (letter: ListedLetter, texts: LetterChoice['texts'], language: LetterLanguage): Promise<object> =>
    inLanguage(language, async (locale) => {
      const written = sample(letter, texts, locale);
      const html = await scope.render(`mail/${written.view}`, { ...(await written.data()) });
      // The admin's policy has no place for styles of single elements; its own sheet draws the letter.
      return { language, subject: await written.subject(), html: html.replace(/ style="[^"]*"/g, '') };
    });

  async function originalSubjects(letter: ListedLetter): Promise<Record<LetterLanguage, string>> {
    const originals: Record<LetterLanguage, string> = { pl: '', en: '' };
    // One after the other, since a request speaks one language at a time.
    for (const code of LETTER_LANGUAGES)
      originals[code] = await inLanguage(code, (locale) => sample(letter, ORIGINAL, locale).subject());
    return originals;
  }

  return { preview, originalSubjects };
}
