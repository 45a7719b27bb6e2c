import type { MailAttachment, PluginScope } from 'plinth';
import type { LegalPage } from '../pages/legal-pages.js';
import type { Order } from '../store/shop.js';
import {
  type Check,
  type CheckI18n,
  goodFinding,
  problemFinding,
  SETTINGS_SCREEN,
  type CheckContext,
} from './check.js';
import { parsePage } from './visible-element.js';

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
const SAMPLE_ORDER: Order = {
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
const COMPARED_LENGTH = 120;

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
      const attachedTexts = (
        await applyFilters<readonly MailAttachment[]>('store/mail_attachments', [], 'received', SAMPLE_ORDER)
      ).map(({ content }) => parsePage(String(content)).text);
      const isAttached = ({ post }: LegalPage): boolean => {
        const start = parsePage(post.post_content).text.slice(0, COMPARED_LENGTH);
        return start !== '' && attachedTexts.some((text) => text.includes(start));
      };
      const absent = (['terms', 'withdrawal'] as const).filter(
        (type) => !pages.some((page) => page.type === type && page.post.post_status === 'publish' && isAttached(page)),
      );
      const pageNames = { terms: __('terms and conditions'), withdrawal: __('withdrawal instructions') };
      return absent.length === 0
        ? goodFinding(__('Both are attached to the email.'))
        : problemFinding(
            'missing',
            [__('The order confirmation email is missing: %s.', absent.map((type) => pageNames[type]).join(', '))],
            __('Publish and attach both pages.'),
            i18n,
          );
    },
  };
}
