import { countryOfZone, type Filters, type PluginScope } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { ConsentLog } from '../consents/consents.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import { formatDay } from '../time/format-time.js';
import type { Contracts } from '../withdrawal/contracts.js';
import { calculateWithdrawalWindow } from '../withdrawal/window.js';

type DownloadRequest = Parameters<Filters['store/download_denied_reason']>[1];

interface DigitalSupplyDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly contracts: Pick<Contracts, 'get'>;
  readonly checkboxes: Pick<ConsentCheckboxes, 'list'>;
  readonly consents: Pick<ConsentLog, 'list'>;
}

const MAX_CONSENTS = 100;

/**
 * Withholds downloads as the law requires (Consumer Rights Act, art. 15(3), 21(1), 38(1)(13)): a customer who was asked
 * and did not agree to supply before the end of the withdrawal period gets them afterward; one who agreed gets them
 * once the confirmation email was sent. A customer who was not asked gets them immediately and keeps the right of
 * withdrawal.
 */
export function registerDigitalSupply(
  scope: PluginScope,
  { settings, clock, contracts, checkboxes, consents }: DigitalSupplyDeps,
): void {
  const { __ } = scope;

  async function getConsentAnswer(orderId: number): Promise<boolean | undefined> {
    const ids = (await checkboxes.list()).filter(({ slug }) => slug === 'digital_waiver').map(({ id }) => id);
    const consentRows = (await consents.list({ orderId, limit: MAX_CONSENTS })).filter(({ checkboxId }) =>
      ids.includes(checkboxId),
    );
    return consentRows.length === 0 ? undefined : consentRows.some(({ accepted }) => accepted);
  }

  scope.addFilter(
    'store/download_denied_reason',
    async (refusal: string, { order, context }: DownloadRequest) => {
      const values = await settings.values();
      if (refusal !== '' || !values.flag('withdrawal_enabled')) return refusal;
      const hasAgreed = await getConsentAnswer(order.id);
      if (hasAgreed === undefined) return '';
      // The email itself is the confirmation.
      if (hasAgreed)
        return context === 'email' || (await contracts.get(order)).confirmedAt !== ''
          ? ''
          : __(
              'The email confirming your order and your consent is on its way to you. You can download the files as soon as it has been sent: please check back in a moment.',
            );
      const zone = await clock.zone();
      const { lastDay } = calculateWithdrawalWindow({
        concludedAt: order.createdAt,
        hasGoods: false,
        parcels: [],
        countsFrom: 'last',
        completedAt: '',
        informed: 'order',
        days: values.number('withdrawal_days'),
        zone,
        country: countryOfZone(zone),
      });
      const today = await clock.day();
      return today > lastDay
        ? ''
        : __(
            'You didn’t agree to supply before the end of the withdrawal period, so you can download after %s.',
            formatDay(lastDay, scope.locale()),
          );
    },
    10,
    2,
  );
}
