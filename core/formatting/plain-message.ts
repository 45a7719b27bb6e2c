import type { WpError } from '../api/index.js';

/** An error's first message without tags, and without the word that some of WordPress's begin with. */
export function plainMessage(error: WpError): string {
  return plain(error.getErrorMessage());
}

/** All messages of an error, in the same way. */
export function plainMessages(error: WpError): string[] {
  return error.getErrorMessages().map(plain);
}

function plain(html: string): string {
  return html.replace(/<[^<>]*>/g, '').replace(/^Error:\s*/, '');
}
