import type { AdminNoticeArgs, HookApi, HostFunctions } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { escapeText } from '../../document/index.js';

/** User meta key for dismissed notices, and the field and nonce action of the dismiss button. */
export const PUT_AWAY = {
  meta: 'notices_put_away',
  field: 'put_away_notice',
  action: 'put-away-notice',
  nonce: '_put_away_nonce',
} as const;

/** Returns the notices that the current user has dismissed, by plugin and id. */
export async function noticesPutAway({ getUserMeta }: Pick<HostFunctions, 'getUserMeta'>): Promise<readonly string[]> {
  const stored = await getUserMeta(currentContext()?.userId ?? 0, PUT_AWAY.meta, true);
  return Array.isArray(stored) ? stored.map(String) : [];
}

interface NoticeParts {
  /** Id attribute of the element; empty for none. */
  readonly id?: string;
  /** Key under which its dismissal is stored; empty for a permanent notice. */
  readonly key: string;
  readonly type: 'success' | 'error' | 'warning' | 'info';
  readonly classes: readonly string[];
  /** Finished HTML. */
  readonly html: string;
  /** Label of the button. */
  readonly text: string;
}

const KINDS: readonly unknown[] = ['success', 'error', 'warning', 'info'] satisfies readonly AdminNoticeArgs['type'][];

export interface FilteredNoticeDeps {
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly functions: Pick<HostFunctions, 'wpNonceField' | 'wpKsesPost'>;
}

/**
 * Creates a notice as WordPress does: callbacks of `wp_admin_notice_args` change its arguments, those of
 * `wp_admin_notice_markup` its final HTML.
 * @param keyOf key under which its dismissal is stored, and the label of the button; undefined once it was dismissed
 */
export async function filteredNotice(
  { hooks, functions }: FilteredNoticeDeps,
  message: string,
  noticeArgs: AdminNoticeArgs,
  keyOf: (args: AdminNoticeArgs) => Promise<{ key: string; text: string } | undefined>,
): Promise<string> {
  const args = await hooks.applyFilters<AdminNoticeArgs>(
    'wp_admin_notice_args',
    { type: 'info', id: '', dismissible: false, additional_classes: [], paragraph_wrap: true, ...noticeArgs },
    message,
  );
  const dismissal = await keyOf(args);
  if (dismissal === undefined) return '';
  const { type = 'info', id = '', additional_classes: classes = [], paragraph_wrap: isWrapped = true } = args;
  const clean = functions.wpKsesPost(message);
  const markup = noticeHtml(functions, {
    ...dismissal,
    id: String(id),
    type: KINDS.includes(type) ? type : 'info',
    classes: Array.isArray(classes) ? classes.map(String) : [],
    html: isWrapped ? `<p>${clean}</p>` : clean,
  });
  return hooks.applyFilters<string>('wp_admin_notice_markup', markup, message, args);
}

/** Returns a notice as finished HTML. */
export function noticeHtml(
  { wpNonceField }: Pick<HostFunctions, 'wpNonceField'>,
  { id = '', key, type, classes, html, text }: NoticeParts,
): string {
  const dismissForm =
    key === ''
      ? ''
      : `<form method="post" class="notice__away">${wpNonceField(PUT_AWAY.action, PUT_AWAY.nonce)}<button class="link" name="${PUT_AWAY.field}" value="${escapeText(key)}">${escapeText(text)}</button></form>`;
  return `<div${id === '' ? '' : ` id="${escapeText(id)}"`} class="${['notice', `notice--${type}`, ...classes].map(escapeText).join(' ')}" role="${type === 'error' ? 'alert' : 'status'}">${html}${dismissForm}</div>`;
}
