import { createHash } from 'node:crypto';
import type { PluginScope } from 'plinth';
import type { DeclarationKind, Flag } from './tables.js';

/** How a declaration is received: never whether. */
export interface Reception {
  readonly flag: Flag;
  /** Whether a receipt goes to the address that was typed, which need not be the sender's. */
  readonly receipt: boolean;
  /** Whether the shop is told by a letter. */
  readonly note: boolean;
}

interface ReceivedDeclaration {
  readonly kind: DeclarationKind;
  readonly network: string;
  readonly email: string;
  /** Whether the field that people do not see was filled in. */
  readonly trapped: boolean;
}

const QUARTER = 900;
const HOUR = 3600;
const DAY = 86_400;
/** More of one network in a quarter of an hour are doubtful. */
const USUAL = 10;
/** Receipts in a day to one address, and from one network. */
const RECEIPTS = 3;
const RECEIPTS_OF_NETWORK = 30;

/** Decides what is made of a declaration besides storing it: the form must not send letters at will. What is declared is bounded by its length, and by nothing else. */
export function createReceptions({
  consumeRateLimit,
}: Pick<PluginScope, 'consumeRateLimit'>): (received: ReceivedDeclaration) => Promise<Reception> {
  const within = async (name: string, max: number, seconds: number): Promise<boolean> =>
    (await consumeRateLimit(`compliance:${name}`, max, seconds)).allowed;

  async function flagOf({ kind, network, trapped }: ReceivedDeclaration): Promise<Flag> {
    if (trapped) return 'trap';
    return (await within(`${kind}:${network}`, USUAL, QUARTER)) ? '' : 'many';
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
