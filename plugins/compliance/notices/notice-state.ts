import type { PluginScope } from 'plinth';
import { getPageLocales } from '../pages/page-type.js';
import type { CatalogRecord } from '../store/shop.js';
import type { Notices } from './notices.js';

/** Product fields for the producer's commercial guarantee of durability. */
export const DURABILITY_FIELDS = { years: 'durability_years', label: 'durability_label' } as const;
/**
 * A free guarantee that covers the whole product for longer than this requires the label: Directive 2011/83/EU art.
 * 6(1)(la).
 */
const LEGAL_GUARANTEE_YEARS = 2;

/** A durability guarantee that must be shown. */
export interface Durability {
  readonly years: number;
  /** The producer's official label, a file on this site; '' when it is missing. */
  readonly label: string;
}

/**
 * Returns the durability guarantee in a product's fields; undefined when none must be shown.
 * @param home URL of the site
 */
export function getDurability({ fields }: Pick<CatalogRecord, 'fields'>, home: string): Durability | undefined {
  const text = (key: string): string => (typeof fields[key] === 'string' ? fields[key].trim() : '');
  const years = Number(text(DURABILITY_FIELDS.years).replace(',', '.'));
  if (!(years > LEGAL_GUARANTEE_YEARS) || years > 100) return undefined;
  const labelUrl = text(DURABILITY_FIELDS.label);
  const parsedUrl = labelUrl !== '' && URL.canParse(labelUrl, home) ? new URL(labelUrl, home) : undefined;
  const isUploadedImage =
    parsedUrl?.origin === new URL(home).origin &&
    /^\/wp-content\/uploads\/.+\.(?:png|jpe?g|webp|svg)$/i.test(parsedUrl.pathname);
  return { years, label: isUploadedImage ? parsedUrl.pathname : '' };
}

/** State of the notice, for the checks. */
export interface NoticeState {
  /** `missing`: nothing can be shown; `advice`: not available in every language. */
  readonly state: 'good' | 'missing' | 'advice';
  readonly description: string;
  readonly recommendation: string;
}

/** Determines what visitors can be shown of the official notice. */
export async function getNoticeState(
  { __, getSiteLanguages }: Pick<PluginScope, '__' | 'getSiteLanguages'>,
  notices: Notices,
): Promise<NoticeState> {
  const all = await notices.list();
  const recommendedAction = __('Upload the official file, unaltered, in each language of the shop.');
  if (all.length === 0)
    return {
      state: 'missing',
      description: __('The official notice on the legal guarantee is missing, so checkout can’t show it.'),
      recommendation: recommendedAction,
    };
  for (const notice of all) {
    if (!(await notices.isIntact(notice)))
      return {
        state: 'missing',
        description: __('The notice file is missing or has been changed: %s', notice.name),
        recommendation: recommendedAction,
      };
  }
  const absent = getPageLocales({ getSiteLanguages }).filter(
    (locale) => !all.some((notice) => notice.locale === locale),
  );
  return absent.length > 0
    ? {
        state: 'advice',
        description: __('The official notice is missing in some languages: %s', absent.join(', ')),
        recommendation: recommendedAction,
      }
    : { state: 'good', description: __('The checkout shows the uploaded images.'), recommendation: '' };
}
