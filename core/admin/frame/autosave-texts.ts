import type { TranslationApi } from '../../api/index.js';

/** The words of the script that keeps what is typed into forms (`core/admin/assets/keeping`). */
export function autosaveLabels(text: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  const { __ } = text;
  return {
    ...lockLabels(text),
    found: __('What you typed here was not saved. This browser kept it:'),
    bringBack: __('Bring it back'),
    throwAway: __('Throw it away'),
    signedOut: __(
      'You were signed out. Sign in here; what you typed stands behind this window and is saved afterwards.',
    ),
    signIn: __('Sign in'),
    silent: __('The site does not answer. What you typed stays here, and this browser keeps it.'),
    tryAgain: __('Try again'),
    otherPerson: __('This is another account. Sign in with the one that wrote this.'),
    close: __('Close'),
  };
}

/** The words of the part that holds a form for one person and keeps autosaves of it (`core/admin/assets/autosave/edit-lock.ts`). */
export function lockLabels({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  return {
    kept: __('Kept at'),
    locked: __('Somebody else edits this'),
    heldBy: __('%s edits this now. Whoever saves last replaces what the other wrote.'),
    takenOver: __('%s has taken over. What you typed is kept as an autosave among the revisions.'),
    takeOver: __('Take over'),
    backToList: __('Back to the list'),
    onlyLook: __('Only look'),
  };
}
