import { type PluginScope, toUtcString } from 'plinth';
import type { ListedEmail } from '../emails/email-list.js';
import type { EmailWriter } from '../emails/email-writer.js';
import {
  EMAIL_LANGUAGES,
  type EmailSettings,
  type EmailLanguage,
  emailLocale,
  type EmailText,
} from '../emails/custom-texts.js';
import { sampleExtraData, sampleOrder } from '../emails/sample-order.js';

export interface EmailPreviewDeps {
  readonly scope: Pick<PluginScope, 'render' | 'switchToLocale' | 'restorePreviousLocale'>;
  readonly writer: EmailWriter;
  currency(): string;
}

/** Previews emails about a sample order. */
interface EmailPreview {
  preview(email: ListedEmail, texts: EmailSettings['texts'], language: EmailLanguage): Promise<object>;
  /** Returns the default subjects, by language. */
  defaultSubjects(email: ListedEmail): Promise<Record<EmailLanguage, string>>;
}

const EMPTY_TEXT: EmailText = { subject: '', opening: '', closing: '' };
const EMPTY_TEXTS: EmailSettings['texts'] = { pl: EMPTY_TEXT, en: EMPTY_TEXT };

export function createEmailPreview({ scope, writer, currency }: EmailPreviewDeps): EmailPreview {
  /** Runs a callback with the language of the request switched. */
  async function runInLanguage<T>(language: EmailLanguage, work: (locale: string) => Promise<T>): Promise<T> {
    const isSwitched = scope.switchToLocale(emailLocale(language));
    try {
      return await work(emailLocale(language));
    } finally {
      if (isSwitched) scope.restorePreviousLocale();
    }
  }

  function sampleEmail(
    { id, isOrderEmail }: ListedEmail,
    texts: EmailSettings['texts'],
    locale: string,
  ): ReturnType<EmailWriter> {
    const order = sampleOrder(locale, currency(), toUtcString());
    return writer({ kind: id, order: isOrderEmail ? order : null, extraData: sampleExtraData(id, order), texts });
  }

  const preview = (email: ListedEmail, texts: EmailSettings['texts'], language: EmailLanguage): Promise<object> =>
    runInLanguage(language, async (locale) => {
      const written = sampleEmail(email, texts, locale);
      const html = await scope.render(`mail/${written.view}`, { ...(await written.data()) });
      // The admin's content security policy forbids inline styles; its own stylesheet formats the preview.
      return { language, subject: await written.subject(), html: html.replace(/ style="[^"]*"/g, '') };
    });

  async function getDefaultSubjects(email: ListedEmail): Promise<Record<EmailLanguage, string>> {
    const originals: Record<EmailLanguage, string> = { pl: '', en: '' };
    // Sequential, because a request has one language at a time.
    for (const code of EMAIL_LANGUAGES)
      originals[code] = await runInLanguage(code, (locale) => sampleEmail(email, EMPTY_TEXTS, locale).subject());
    return originals;
  }

  return { preview, defaultSubjects: getDefaultSubjects };
}
