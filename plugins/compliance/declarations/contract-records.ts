import type { RenderedMail, PluginScope } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { Consent, ConsentLog } from '../consents/consents.js';
import type { TextVersions } from '../consents/text-versions.js';
import type { LegalPages } from '../pages/legal-pages.js';
import type { Settings } from '../settings/settings.js';
import type { Catalog, FormContext, FormSubject, Order } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { WITHDRAWAL_CLOCK_META, type Contract, type Contracts } from '../withdrawal/contracts.js';
import { statesLossOfRight } from '../withdrawal/exceptions.js';
import { getSoldProperties } from '../withdrawal/product-exception.js';

interface ContractRecordDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly contracts: Contracts;
  readonly checkboxes: Pick<ConsentCheckboxes, 'list'>;
  readonly consents: Pick<ConsentLog, 'list'>;
  readonly versions: Pick<TextVersions, 'get'>;
  readonly pages: Pick<LegalPages, 'find'>;
  catalog(): Catalog | undefined;
}

const MAX_CONSENTS = 100;
/** Marker in an email that confirms the consent, with the order's token. */
const CONSENT_MARKER = /data-confirms-consent="([0-9a-f]{40})"/;

/** Returns the marker for an email that confirms a consent. */
export const createConsentMarker = (token: string): string => `data-confirms-consent="${token}"`;

/** Returns the customer's consent regarding digital content, in the wording shown; undefined when there is none. */
export async function findDigitalConsent(
  { checkboxes, consents, versions }: Pick<ContractRecordDeps, 'checkboxes' | 'consents' | 'versions'>,
  orderId: number,
): Promise<(Pick<Consent, 'createdAt'> & { readonly text: string }) | undefined> {
  const ids = (await checkboxes.list()).filter(({ slug }) => slug === 'digital_waiver').map(({ id }) => id);
  const acceptedConsent = (await consents.list({ orderId, limit: MAX_CONSENTS })).find(
    ({ checkboxId, accepted }) => accepted && ids.includes(checkboxId),
  );
  const text = acceptedConsent && (await versions.get(acceptedConsent.labelVersion));
  return acceptedConsent && text ? { createdAt: acceptedConsent.createdAt, text: text.content } : undefined;
}

/** Records the facts that determine the right of withdrawal of an order, as they occur. */
export function registerContractRecords(
  scope: PluginScope,
  { settings, clock, contracts, checkboxes, consents, versions, pages, catalog }: ContractRecordDeps,
): void {
  /**
   * Whether the current customer is informed of the right: the instruction is published, and included in the order
   * confirmation email (art. 12, 21).
   */
  async function getInformedState(): Promise<'order' | 'never'> {
    const values = await settings.values();
    return values.flag('legal_pages_enabled') &&
      values.flag('attach_withdrawal') &&
      (await pages.find('withdrawal'))?.post.post_status === 'publish'
      ? 'order'
      : 'never';
  }

  scope.addAction('store/order_created', async (order: Order) =>
    contracts.add(order, await getSoldProperties(catalog(), order), await getInformedState()),
  );

  // After the checkbox responses were recorded.
  scope.addAction(
    'store/form_submitted',
    async ({ location }: FormContext, { orderId }: FormSubject) => {
      if (orderId === 0 || (location !== 'checkout' && location !== 'pay_for_order')) return;
      const digitalWaiver = await findDigitalConsent({ checkboxes, consents, versions }, orderId);
      if (digitalWaiver)
        await contracts.record(
          orderId,
          statesLossOfRight(digitalWaiver.text) ? ['consentAt', 'noticeAt'] : ['consentAt'],
          digitalWaiver.createdAt,
        );
    },
    50,
    2,
  );

  scope.addAction('wp_mail_succeeded', async ({ html = '' }: RenderedMail) => {
    const [, token = ''] = CONSENT_MARKER.exec(html) ?? [];
    const orderId = token === '' ? 0 : await contracts.orderOf(token);
    if (orderId > 0) await contracts.record(orderId, ['confirmedAt'], clock.now());
  });

  scope.addAction('store/order_status_changed', async (order: Order) => {
    if (
      order.meta[WITHDRAWAL_CLOCK_META] !== undefined ||
      !(await settings.values()).list('withdrawal_trigger_statuses').includes(order.status)
    )
      return;
    await scope.services.get('store.orders').setMeta(order.id, WITHDRAWAL_CLOCK_META, clock.now());
  });
  // The order screen already shows the last day to withdraw as text.
  scope.addFilter(
    'store/order_meta_label',
    (label: string, key: string) => (key === WITHDRAWAL_CLOCK_META ? '' : label),
    10,
    2,
  );
}

/** Whether a contract has lines whose exception rests on recorded consent. */
export const needsRecords = ({ lines }: Pick<Contract, 'lines'>): boolean =>
  lines.some(({ exception }) => exception === 13 || exception === 1);
