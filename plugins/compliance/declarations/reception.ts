import type { PluginScope } from 'plinth';
import type { ReceiptDue } from './receipt-states.js';
import type { DeclarationKind, Flag } from './tables.js';

/** How a declaration is processed; it is always accepted. */
export interface DeclarationHandling {
  readonly flag: Flag;
  readonly receipt: ReceiptDue;
  /** Whether to notify the shop by email. */
  readonly note: boolean;
}

interface ReceivedDeclaration {
  readonly kind: DeclarationKind;
  readonly network: string;
  readonly email: string;
  /** Whether the honeypot field was filled in. */
  readonly honeypotFilled: boolean;
  /** Whether it is known to come from the customer of an order. */
  readonly isFromCustomer: boolean;
}

const QUARTER_HOUR_SECONDS = 900;
const HOUR_SECONDS = 3600;
/** Maximum number of declarations from one network in 15 minutes; further ones are flagged. */
const MAX_DECLARATIONS_PER_NETWORK = 10;

/**
 * Decides how a declaration is processed besides storing it: the form must not be usable for sending arbitrary emails.
 * Declarations of customers neither meet limits nor use them up, since the law requires a receipt for each (Directive
 * 2011/83/EU, art. 11a(4)), and many customers can share one network. Declarations are limited only in length.
 */
export function createDeclarationHandling({
  consumeRateLimit,
}: Pick<PluginScope, 'consumeRateLimit'>): (received: ReceivedDeclaration) => Promise<DeclarationHandling> {
  const isWithinLimit = async (name: string, max: number, seconds: number): Promise<boolean> =>
    (await consumeRateLimit(`compliance:${name}`, max, seconds)).allowed;

  async function getFlag({ kind, network, honeypotFilled, isFromCustomer }: ReceivedDeclaration): Promise<Flag> {
    if (honeypotFilled) return 'honeypot';
    return isFromCustomer ||
      (await isWithinLimit(`${kind}:${network}`, MAX_DECLARATIONS_PER_NETWORK, QUARTER_HOUR_SECONDS))
      ? ''
      : 'flood';
  }

  return async (received) => {
    const { email, isFromCustomer } = received;
    const flag = await getFlag(received);
    const receipt = isFromCustomer ? 'immediate' : 'limited';
    return {
      flag,
      receipt: email === '' ? 'none' : receipt,
      note: flag === '' || isFromCustomer || (await isWithinLimit('flagged-note', 1, HOUR_SECONDS)),
    };
  };
}
