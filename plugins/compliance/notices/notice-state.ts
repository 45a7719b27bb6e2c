import type { PluginScope } from 'plinth';
import { PAGE_LOCALES } from '../pages/page-type.js';
import type { Notices } from './notices.js';

/** How the notice stands, for the checks. */
export interface NoticeState {
  /** `missing`: nothing can be shown; `advice`: not in every language. */
  readonly state: 'good' | 'missing' | 'advice';
  readonly seen: string;
  readonly cure: string;
}

/** Judges what visitors can be shown of the official notice. */
export async function noticeState({ __ }: Pick<PluginScope, '__'>, notices: Notices): Promise<NoticeState> {
  const all = await notices.list();
  const cure = __('Upload the official file, unaltered, in Polish and English.');
  if (all.length === 0)
    return {
      state: 'missing',
      seen: __('The official notice on the legal guarantee is not there, so the checkout cannot show it.'),
      cure,
    };
  for (const notice of all) {
    if (!(await notices.isWhole(notice)))
      return { state: 'missing', seen: __('The file of the notice is gone or was changed: %s', notice.name), cure };
  }
  const absent = PAGE_LOCALES.filter((locale) => !all.some((notice) => notice.locale === locale));
  return absent.length > 0
    ? {
        state: 'advice',
        seen: __('The official notice is there, but not in every language: %s', absent.join(', ')),
        cure,
      }
    : { state: 'good', seen: __('The official notice is shown at the checkout, as it was uploaded.'), cure: '' };
}
