import { createHash } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { DeclarationKind, Flag } from './tables.js';

/** How a declaration is processed; it is always accepted. */
export interface Reception {
  readonly flag: Flag;
  /** Whether to send a receipt to the entered email address, which may not be the sender's. */
  readonly receipt: boolean;
  /** Whether to notify the shop by email. */
  readonly note: boolean;
}

interface ReceivedDeclaration {
  readonly kind: DeclarationKind;
  readonly network: string;
  readonly email: string;
  /** Whether the honeypot field was filled in. */
  readonly honeypotFilled: boolean;
}

const QUARTER_HOUR_SECONDS = 900;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** Maximum number of declarations from one network in 15 minutes; further ones are flagged. */
const MAX_DECLARATIONS_PER_NETWORK = 10;
/** Maximum number of receipts per day, to one email address and from one network. */
const MAX_RECEIPTS_PER_EMAIL = 3;
const MAX_RECEIPTS_PER_NETWORK = 30;

/**
 * Decides how a declaration is processed besides storing it: the form must not be usable for sending arbitrary emails.
 * Declarations are limited only in length.
 */
export function createReception({
  consumeRateLimit,
}: Pick<PluginScope, 'consumeRateLimit'>): (received: ReceivedDeclaration) => Promise<Reception> {
  const isWithinLimit = async (name: string, max: number, seconds: number): Promise<boolean> =>
    (await consumeRateLimit(`compliance:${name}`, max, seconds)).allowed;

  async function getFlag({ kind, network, honeypotFilled }: ReceivedDeclaration): Promise<Flag> {
    if (honeypotFilled) return 'trap';
    return (await isWithinLimit(`${kind}:${network}`, MAX_DECLARATIONS_PER_NETWORK, QUARTER_HOUR_SECONDS))
      ? ''
      : 'many';
  }

  return async (received) => {
    const { network, email } = received;
    const flag = await getFlag(received);
    const address = createHash('sha256').update(email.toLowerCase(), 'utf8').digest('hex');
    return {
      flag,
      receipt:
        email !== '' &&
        (await isWithinLimit(`receipt:${address}`, MAX_RECEIPTS_PER_EMAIL, DAY_SECONDS)) &&
        (await isWithinLimit(`receipts:${network}`, MAX_RECEIPTS_PER_NETWORK, DAY_SECONDS)),
      note: flag === '' || (await isWithinLimit('flagged-note', 1, HOUR_SECONDS)),
    };
  };
}
