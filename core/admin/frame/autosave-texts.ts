import type { TranslationApi } from '../../api/index.js';

/** Returns the labels of the script that saves form input (`core/admin/assets/autosave`). */
export function autosaveLabels(text: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  const { __ } = text;
  return {
    ...lockLabels(text),
    found: __('This browser has a backup of your unsaved changes from:'),
    restore: __('Restore'),
    discard: __('Discard'),
    signedOut: __('You were logged out. Log in here to save your changes.'),
    logIn: __('Log in'),
    silent: __('The site isn’t responding. Your changes stay here and are kept in this browser.'),
    tryAgain: __('Try again'),
    otherPerson: __('This is a different account. Log in with the account that wrote this.'),
    close: __('Close'),
  };
}

/**
 * Returns the labels of the script that locks a form for one user and stores its autosaves
 * (`core/admin/assets/autosave/edit-lock.ts`).
 */
export function lockLabels({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  return {
    savedAt: __('Saved at'),
    locked: __('Someone else is editing this'),
    lockedBy: __('%s is editing this. If you both save, the last save overwrites the other.'),
    takenOver: __('%s has taken over editing. Your changes are kept as an autosave in the revisions.'),
    takeOver: __('Take over'),
    backToList: __('Back to the list'),
    viewOnly: __('View only'),
  };
}
