import type { TranslationApi, WpError } from '../../api/index.js';

/**
 * Returns an error's first message without tags and without the prefix of some WordPress messages.
 * @param translate translates the message for display; messages are created in English, so that API clients and logs
 * always get the same text
 */
export function plainMessage(error: WpError, translate: TranslationApi['__'] = (text) => text): string {
  return translate(plain(error.getErrorMessage()));
}

/** Returns all messages of an error in this form. */
export function plainMessages(error: WpError): string[] {
  return error.getErrorMessages().map(plain);
}

function plain(html: string): string {
  return html
    .replaceAll('</p><p>', ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/^Error:\s*/, '');
}
