import type { HostFunctions } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { escapeText } from '../document/index.js';

/** The account's note of what it has put away, and what the button that does so sends and is signed for. */
export const PUT_AWAY = { meta: 'notices_put_away', field: 'put_away_notice', action: 'put-away-notice', nonce: '_put_away_nonce' } as const;

/** The notes that whoever asks has put away, by plugin and id. */
export async function noticesPutAway({ getUserMeta }: Pick<HostFunctions, 'getUserMeta'>): Promise<readonly string[]> {
  const stored = await getUserMeta(currentContext()?.userId ?? 0, PUT_AWAY.meta, true);
  return Array.isArray(stored) ? stored.map(String) : [];
}

interface NoticeParts {
  /** By which it is remembered that it was put away; empty for one that stays. */
  readonly key: string;
  readonly type: 'success' | 'error' | 'warning' | 'info';
  readonly classes: readonly string[];
  /** Finished HTML. */
  readonly html: string;
  /** Of the button. */
  readonly words: string;
}

/** A note as finished HTML. */
export function noticeHtml({ wpNonceField }: Pick<HostFunctions, 'wpNonceField'>, { key, type, classes, html, words }: NoticeParts): string {
  const away = key === '' ? '' : `<form method="post" class="notice__away">${wpNonceField(PUT_AWAY.action, PUT_AWAY.nonce)}<button class="link" name="${PUT_AWAY.field}" value="${escapeText(key)}">${escapeText(words)}</button></form>`;
  return `<div class="${['notice', `notice--${type}`, ...classes].map(escapeText).join(' ')}" role="${type === 'error' ? 'alert' : 'status'}">${html}${away}</div>`;
}
