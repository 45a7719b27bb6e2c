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

const QUARTER = 900;
const HOUR = 3600;
const DAY = 86_400;
/** Declarations from one network within a quarter of an hour beyond which further ones are doubtful. */
const NETWORK_LIMIT = 10;
/** Receipts per day to one email address, and from one network. */
const RECEIPTS = 3;
const RECEIPTS_OF_NETWORK = 30;

/**
 * Decides how a declaration is processed besides storing it: the form must not be usable for sending arbitrary emails.
 * Declarations are limited only in length.
 */
export function createReceptions({
  consumeRateLimit,
}: Pick<PluginScope, 'consumeRateLimit'>): (received: ReceivedDeclaration) => Promise<Reception> {
  const within = async (name: string, max: number, seconds: number): Promise<boolean> =>
    (await consumeRateLimit(`compliance:${name}`, max, seconds)).allowed;

  async function flagOf({ kind, network, honeypotFilled }: ReceivedDeclaration): Promise<Flag> {
    if (honeypotFilled) return 'trap';
    return (await within(`${kind}:${network}`, NETWORK_LIMIT, QUARTER)) ? '' : 'many';
  }

  return async (received) => {
    const { network, email } = received;
    const flag = await flagOf(received);
    const address = createHash('sha256').update(email.toLowerCase(), 'utf8').digest('hex');
    return {
      flag,
      receipt:
        email !== '' &&
        (await within(`receipt:${address}`, RECEIPTS, DAY)) &&
        (await within(`receipts:${network}`, RECEIPTS_OF_NETWORK, DAY)),
      note: flag === '' || (await within('flagged-note', 1, HOUR)),
    };
  };
}
