import type { TranslationApi, WpError } from '../../api/index.js';

/**
 * Returns the first message of an error without tags, and without the prefix that some messages of WordPress have.
 * @param translate translates the message for display; messages are created in English, so that API clients and logs
 * always contain the same text
 */
export function plainMessage(error: WpError, translate: TranslationApi['__'] = (text) => text): string {
  return translate(toPlainText(error.getErrorMessage()));
}

/** Returns all messages of an error without tags and prefix. */
export function plainMessages(error: WpError): string[] {
  return error.getErrorMessages().map(toPlainText);
}

function toPlainText(html: string): string {
  return html
    .replaceAll('</p><p>', ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/^Error:\s*/, '');
}
