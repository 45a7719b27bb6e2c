import type { EscapingApi, FormHelpersApi, SanitizingApi } from '../../api/formatting.js';
import { toText } from '../php/text.js';
import { antispambot, wpPrivacyAnonymizeData, wpPrivacyAnonymizeIp } from '../text/anonymize-ip.js';
import type { FormattingSite } from './site.js';

/** Creates a function that returns ` name="name"` if two values are equal as PHP strings, otherwise ''. */
function createAttributeHelper(name: string): (value: unknown, current?: unknown) => string {
  return (value, current = true) => (toText(value) === toText(current) ? ` ${name}="${name}"` : '');
}

/**
 * WordPress's `selected()`, `checked()`, `disabled()` and `readonly()`, which return strings here.
 * @since 0.1.0
 */
const ATTRIBUTE_HELPERS = {
  selected: createAttributeHelper('selected'),
  checked: createAttributeHelper('checked'),
  disabled: createAttributeHelper('disabled'),
  readonly: createAttributeHelper('readonly'),
} as const;

/** Creates the form helpers and the functions for anonymization of one site. */
export function createFormHelpers(
  { hooks }: Pick<FormattingSite, 'hooks'>,
  { escAttr, wpKsesPost }: Pick<EscapingApi, 'escAttr'> & Pick<SanitizingApi, 'wpKsesPost'>,
): FormHelpersApi {
  return {
    ...ATTRIBUTE_HELPERS,
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
