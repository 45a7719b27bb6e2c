import type { TranslationApi, WpError } from '../../api/index.js';

/**
 * An error's first message without tags, and without the word that some of WordPress's begin with.
 * @param translate where people read it; the messages are made in English, so that programs and logs see always the same
 */
export function plainMessage(error: WpError, translate: TranslationApi['__'] = (text) => text): string {
  return translate(plain(error.getErrorMessage()));
}

/** All messages of an error, in the same way. */
export function plainMessages(error: WpError): string[] {
  return error.getErrorMessages().map(plain);
}

function plain(html: string): string {
  return html
    .replaceAll('</p><p>', ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/^Error:\s*/, '');
}
