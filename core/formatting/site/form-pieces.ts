import type { EscapingApi, FormPiecesApi, SanitizingApi } from '../../api/formatting.js';
import { toText } from '../php/text.js';
import { antispambot, wpPrivacyAnonymizeData, wpPrivacyAnonymizeIp } from '../text/anonymize-ip.js';
import type { TextSite } from './site.js';

/** Returns ` name="name"` if two values are equal as PHP strings, otherwise ''. */
function mark(name: string): (value: unknown, current?: unknown) => string {
  return (value, current = true) => (toText(value) === toText(current) ? ` ${name}="${name}"` : '');
}

/**
 * WordPress's `selected()`, `checked()`, `disabled()` and `readonly()`, as strings.
 * @since 0.1.0
 */
const FORM_MARKS = {
  selected: mark('selected'),
  checked: mark('checked'),
  disabled: mark('disabled'),
  readonly: mark('readonly'),
} as const;

/** Creates the form helpers and anonymization functions of one site. */
export function createFormPieces(
  { hooks }: Pick<TextSite, 'hooks'>,
  { escAttr, wpKsesPost }: Pick<EscapingApi, 'escAttr'> & Pick<SanitizingApi, 'wpKsesPost'>,
): FormPiecesApi {
  return {
    ...FORM_MARKS,
    wpGetAdminNotice(message, input = {}) {
      const args = hooks.applyFiltersSync('wp_admin_notice_args', { dismissible: false, ...input }, message);
      const { type, dismissible, id } = args;
      const classes = ['notice', ...(type ? [`notice-${type}`] : []), ...(dismissible ? ['is-dismissible'] : [])].join(
        ' ',
      );
      const markup = `<div${id === undefined ? '' : ` id="${escAttr(id)}"`} class="${classes}"><p>${wpKsesPost(message)}</p></div>`;
      return hooks.applyFiltersSync('wp_admin_notice_markup', markup, message, args);
    },
    antispambot,
    wpPrivacyAnonymizeIp: (address) => wpPrivacyAnonymizeIp(address),
    wpPrivacyAnonymizeData: (type, data) =>
      hooks.applyFiltersSync('wp_privacy_anonymize_data', wpPrivacyAnonymizeData(type, data), type, data ?? ''),
  };
}
