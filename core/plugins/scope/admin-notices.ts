import type { AdminNoticeArgs, HookApi, HostFunctions } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { escapeText } from '../../document/index.js';

/** User meta key for dismissed notices, and the field and nonce action of the dismiss button. */
export const DISMISSAL = {
  meta: 'notices_put_away',
  field: 'put_away_notice',
  action: 'put-away-notice',
  nonce: '_put_away_nonce',
} as const;

/** Returns the notices that the current user has dismissed, by plugin and id. */
export async function getDismissedNotices({
  getUserMeta,
}: Pick<HostFunctions, 'getUserMeta'>): Promise<readonly string[]> {
  const stored = await getUserMeta(currentContext()?.userId ?? 0, DISMISSAL.meta, true);
  return Array.isArray(stored) ? stored.map(String) : [];
}

interface NoticeParts {
  /** Id attribute of the element; empty for none. */
  readonly id?: string;
  /** Key under which its dismissal is stored; empty for a permanent notice. */
  readonly key: string;
  readonly type: 'success' | 'error' | 'warning' | 'info';
  readonly classes: readonly string[];
  /** HTML content of the notice. */
  readonly html: string;
  /** Label of the button. */
  readonly text: string;
}

const NOTICE_TYPES: readonly unknown[] = [
  'success',
  'error',
  'warning',
  'info',
] satisfies readonly AdminNoticeArgs['type'][];

export interface FilteredNoticeDeps {
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly functions: Pick<HostFunctions, 'wpNonceField' | 'wpKsesPost'>;
}

/**
 * Creates a notice as WordPress does: callbacks of `wp_admin_notice_args` change its arguments, those of
 * `wp_admin_notice_markup` its final HTML.
 * @param getDismissal returns the key under which its dismissal is stored and the label of the button; undefined if dismissed
 */
export async function renderFilteredNotice(
  { hooks, functions }: FilteredNoticeDeps,
  message: string,
  noticeArgs: AdminNoticeArgs,
  getDismissal: (args: AdminNoticeArgs) => Promise<{ key: string; text: string } | undefined>,
): Promise<string> {
  const args = await hooks.applyFilters<AdminNoticeArgs>(
    'wp_admin_notice_args',
    { type: 'info', id: '', dismissible: false, additional_classes: [], paragraph_wrap: true, ...noticeArgs },
    message,
  );
  const dismissal = await getDismissal(args);
  if (dismissal === undefined) return '';
  const { type = 'info', id = '', additional_classes: classes = [], paragraph_wrap: isWrapped = true } = args;
  const clean = functions.wpKsesPost(message);
  const markup = renderNotice(functions, {
    ...dismissal,
    id: String(id),
    type: NOTICE_TYPES.includes(type) ? type : 'info',
    classes: Array.isArray(classes) ? classes.map(String) : [],
    html: isWrapped ? `<p>${clean}</p>` : clean,
  });
  return hooks.applyFilters<string>('wp_admin_notice_markup', markup, message, args);
}

/** Returns the HTML of a notice. */
export function renderNotice(
  { wpNonceField }: Pick<HostFunctions, 'wpNonceField'>,
  { id = '', key, type, classes, html, text }: NoticeParts,
): string {
  const dismissForm =
    key === ''
      ? ''
      : `<form method="post" class="notice__away">${wpNonceField(DISMISSAL.action, DISMISSAL.nonce)}<button class="link" name="${DISMISSAL.field}" value="${escapeText(key)}">${escapeText(text)}</button></form>`;
  return `<div${id === '' ? '' : ` id="${escapeText(id)}"`} class="${['notice', `notice--${type}`, ...classes].map(escapeText).join(' ')}" role="${type === 'error' ? 'alert' : 'status'}">${html}${dismissForm}</div>`;
}
