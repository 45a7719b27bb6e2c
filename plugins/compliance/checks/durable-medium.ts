import type { MailAttachment, PluginScope } from 'plinth';
import type { LegalPage } from '../pages/legal-pages.js';
import type { Order } from '../store/shop.js';
import { type Check, type CheckI18n, good, lacking, SETTINGS_SCREEN, type CheckContext } from './check.js';
import { readPage } from './visible-element.js';

const EMPTY_ADDRESS = {
  firstName: '',
  lastName: '',
  company: '',
  address1: '',
  address2: '',
  postcode: '',
  city: '',
  country: '',
  phone: '',
  email: '',
} as const;
/** A sample order whose email is composed but never sent. */
const SAMPLE: Order = {
  id: 0,
  number: '0',
  status: 'on-hold',
  userId: 0,
  billing: EMPTY_ADDRESS,
  shipping: EMPTY_ADDRESS,
  lines: [],
  shippingMethod: '',
  paymentMethod: '',
  itemsTotal: 0,
  shippingTotal: 0,
  deliveryTotal: 0,
  paymentFee: 0,
  deliveryTax: null,
  paymentFeeTax: null,
  deliveryEstimate: null,
  taxTotal: 0,
  total: 0,
  currency: 'PLN',
  note: '',
  createdAt: '2026-01-01 00:00:00',
  meta: {},
  details: [],
  adjustments: [],
};
const ENOUGH = 120;

/**
 * Checks that the order confirmation email includes the full terms and the withdrawal instruction (Consumer Rights Act,
 * art. 21).
 */
export function durableMediumCheck(i18n: CheckI18n, { applyFilters }: Pick<PluginScope, 'applyFilters'>): Check {
  const { __ } = i18n;
  return {
    id: 'attachments',
    law: 'medium',
    label: __('Terms and withdrawal instructions with the order confirmation'),
    fix: `${SETTINGS_SCREEN}checkout`,
    async run({ pages }: CheckContext) {
      const attached = (
        await applyFilters<readonly MailAttachment[]>('store/mail_attachments', [], 'received', SAMPLE)
      ).map(({ content }) => readPage(String(content)).text);
      const holds = ({ post }: LegalPage): boolean => {
        const start = readPage(post.post_content).text.slice(0, ENOUGH);
        return start !== '' && attached.some((text) => text.includes(start));
      };
      const absent = (['terms', 'withdrawal'] as const).filter(
        (type) => !pages.some((page) => page.type === type && page.post.post_status === 'publish' && holds(page)),
      );
      const named = { terms: __('terms and conditions'), withdrawal: __('withdrawal instructions') };
      return absent.length === 0
        ? good(__('Both are attached to the email.'))
        : lacking(
            'missing',
            [__('The order confirmation email is missing: %s.', absent.map((type) => named[type]).join(', '))],
            __('Publish and attach both pages.'),
            i18n,
          );
    },
  };
}
