import type { TranslationApi } from '../../api/index.js';

/** The words of the script that keeps what is typed into forms (`core/admin/assets/keeping`). */
export function keepingWords({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  return {
    found: __('What you typed here was not saved. This browser kept it:'),
    bringBack: __('Bring it back'),
    throwAway: __('Throw it away'),
    signedOut: __('You were signed out. Sign in here; what you typed stands behind this window and is saved afterwards.'),
    signIn: __('Sign in'),
    silent: __('The site does not answer. What you typed stays here, and this browser keeps it.'),
    tryAgain: __('Try again'),
    otherPerson: __('This is another account. Sign in with the one that wrote this.'),
    close: __('Close'),
  };
}
