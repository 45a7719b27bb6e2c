import { type PluginScope, toUtcString } from 'plinth';
import type { PaymentOutcome } from '../contract/index.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import type { PaymentStore } from './payment-store.js';
import type { SettlePayment } from './settle-payment.js';

interface PaymentLookupDeps {
  readonly scope: { readonly log: Pick<PluginScope['log'], 'error'> };
  readonly payments: Pick<PaymentStore, 'claimPending'>;
  readonly methods: Pick<PaymentMethods, 'call' | 'supports'>;
  readonly settlePayment: SettlePayment;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Lookup intervals by the age of an attempt. Recent attempts are looked up more often; most payments arrive early. */
const LOOKUP_INTERVALS = [
  { maxAge: 3 * HOUR_MS, every: 4 * MINUTE_MS },
  { maxAge: 14 * 24 * HOUR_MS, every: 6 * HOUR_MS },
] as const;
const BATCH_SIZE = 50;

/**
 * Queries providers about payment attempts whose webhook did not arrive.
 * @returns number of lookups
 */
export function createPaymentLookup({
  scope,
  payments,
  methods,
  settlePayment,
}: PaymentLookupDeps): (now?: number) => Promise<number> {
  return async (now = Date.now()) => {
    let lookups = 0;
    // Payment methods whose provider did not respond; they are skipped until the next run.
    const unavailableMethods = new Set<string>();
    for (const { maxAge, every } of LOOKUP_INTERVALS) {
      for (const payment of await payments.claimPending({
        since: toUtcString(now - maxAge),
        checkedBefore: toUtcString(now - every),
        limit: BATCH_SIZE,
      })) {
        if (unavailableMethods.has(payment.method) || !methods.supports(payment.method, 'lookup')) continue;
        lookups += 1;
        try {
          const outcome = await methods.call<PaymentOutcome | undefined>(
            payment.method,
            ({ lookup }, settings) => lookup?.(payment, settings),
            undefined,
          );
          if (outcome) await settlePayment(payment, outcome);
          else unavailableMethods.add(payment.method);
        } catch (error) {
          // Continue with the other attempts.
          scope.log.error('a payment attempt could not be looked up', {
            payment: payment.id,
            error: error instanceof Error ? error.message : String(error),
          });
        }
      }
    }
    return lookups;
  };
}
