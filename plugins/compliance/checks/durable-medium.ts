import type { MailAttachment, PluginScope, Services } from 'plinth';
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
  locale: 'pl_PL',
  createdAt: '2026-01-01 00:00:00',
  meta: {},
  details: [],
  adjustments: [],
};

/** Recipient of the sample order's email. */
const SAMPLE_RECIPIENT = 'customer@example.com';
/** Days within which an order without a confirmation email is reported. */
const REPORTED_DAYS = 30;

type UnconfirmedOrders = Awaited<ReturnType<Services['store.emails']['countUnconfirmed']>>;

/** Describes orders whose confirmation email did not leave. */
function describeUnconfirmed({ failed, filed }: UnconfirmedOrders, { _n }: CheckI18n): string[] {
  const failedText = _n(
    '%d order of the last 30 days has no confirmation email: it was not sent or has no recipient.',
    '%d orders of the last 30 days have no confirmation email: it was not sent or has no recipient.',
    failed,
  );
  const filedText = _n(
    'The confirmation email of %d order was only saved in the mail folder, since there is no mail server.',
    'The confirmation emails of %d orders were only saved in the mail folder, since there is no mail server.',
    filed,
  );
  return [...(failed > 0 ? [failedText] : []), ...(filed > 0 ? [filedText] : [])];
}

/**
 * Checks that the order confirmation email includes the full terms and the withdrawal instruction, and reaches the
 * customer (Consumer Rights Act, art. 21).
 */
export function durableMediumCheck(
  i18n: CheckI18n,
  { applyFilters, services }: Pick<PluginScope, 'applyFilters' | 'services'>,
): Check {
  const { __ } = i18n;

  /** Returns the reasons why order confirmation emails do not reach customers. */
  async function findUndelivered(): Promise<string[]> {
    const recipients = await applyFilters<readonly string[]>(
      'store/mail_recipients',
      [SAMPLE_RECIPIENT],
      'received',
      SAMPLE_ORDER,
    );
    const unconfirmed = services.has('store.emails')
      ? await services.get('store.emails').countUnconfirmed(REPORTED_DAYS)
      : { failed: 0, filed: 0 };
    return [
      ...(recipients.includes(SAMPLE_RECIPIENT)
        ? []
        : [__('A plugin removes the customer from the recipients of the order confirmation email.')]),
      ...describeUnconfirmed(unconfirmed, i18n),
    ];
  }

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
        const pageText = parsePage(post.post_content).text;
        return pageText !== '' && attachedTexts.some((text) => text.includes(pageText));
      };
      const absent = (['terms', 'withdrawal'] as const).filter(
        (type) => !pages.some((page) => page.type === type && page.post.post_status === 'publish' && isAttached(page)),
      );
      const pageNames = { terms: __('terms and conditions'), withdrawal: __('withdrawal instructions') };
      const undelivered = await findUndelivered();
      const problems = [
        ...undelivered,
        ...(absent.length > 0
          ? [__('The order confirmation email is missing: %s.', absent.map((type) => pageNames[type]).join(', '))]
          : []),
      ];
      if (problems.length === 0) return goodFinding(__('Both are attached to the email.'));
      const recommendations = [
        ...(undelivered.length > 0
          ? [
              __(
                'Check the mail settings, the mail log, and which plugin filters recipients. Then send the emails again from the orders.',
              ),
            ]
          : []),
        ...(absent.length > 0 ? [__('Publish and attach both pages.')] : []),
      ];
      return problemFinding('missing', problems, recommendations.join(' '), i18n);
    },
  };
}
