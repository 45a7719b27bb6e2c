import type { PluginScope } from 'plinth';
import { REGISTRATION_EMAIL_KEY } from '../accounts/welcome.js';
import { registerEraser, registerExporter } from '../privacy/personal-data.js';
import { CODE_EMAIL_KEY } from './checkout-page.js';
import { DRAFT_KEY } from './draft.js';

/** Keys of session values that hold what a visitor typed. */
const TYPED_KEYS = [DRAFT_KEY, CODE_EMAIL_KEY, REGISTRATION_EMAIL_KEY] as const;
const BATCH_SIZE = 200;

type Values = Readonly<Record<string, unknown>>;

interface StoredSession {
  readonly sid: string;
  readonly expired: string;
  readonly user_id: number | null;
  readonly data: Values & { readonly values?: Values };
}

/**
 * Adds what visitors typed at the checkout and did not send to the personal data exporters and erasers; it is stored in
 * their session until it ends.
 */
export function registerDraftPersonalData(scope: Pick<PluginScope, 'addFilter' | 'getUserBy' | 'db' | '__'>): void {
  const { __, db } = scope;

  /** Returns the sessions of an account, and all in which the email address was typed. */
  async function* findSessions(email: string): AsyncGenerator<StoredSession> {
    const address = email.trim().toLowerCase();
    if (address === '') return;
    const user = await scope.getUserBy('email', email);
    for (let after = ''; ;) {
      const rows = await db()('sessions')
        .where('sid', '>', after)
        .where((any) => {
          for (const key of TYPED_KEYS) void any.orWhere('sess', 'like', `%"${key}"%`);
        })
        .orderBy('sid')
        .limit(BATCH_SIZE)
        .select<Readonly<{ sid: string; sess: string; expired: string; user_id: number | null }>[]>('*');
      for (const { sess, ...row } of rows) {
        const data = JSON.parse(sess) as StoredSession['data'];
        const isOwn =
          (user && row.user_id === user.id) || readValues(data).some(([, text]) => isAddress(text, address));
        if (isOwn) yield { ...row, data };
      }
      const last = rows.at(-1);
      if (!last || rows.length < BATCH_SIZE) return;
      after = last.sid;
    }
  }

  const owner = { id: 'store-checkout-drafts', tables: ['sessions'], label: () => __('Unsent checkout entries') };
  registerExporter(scope, owner, async (email) => {
    const records = [];
    for await (const { expired, data } of findSessions(email)) {
      const typed = readValues(data);
      if (typed.length > 0)
        records.push({
          id: `draft-${records.length}`,
          fields: {
            [__('Entered')]: typed.map(([name, text]) => `${name}: ${text}`).join('; '),
            [__('Stored until')]: expired,
          },
        });
    }
    return records;
  });
  registerEraser(scope, owner, async (email) => {
    let removed = 0;
    for await (const { sid, data } of findSessions(email)) {
      await db()('sessions')
        .where({ sid })
        .update({ sess: JSON.stringify({ ...data, values: withoutTyped(data.values ?? {}) }) });
      removed += 1;
    }
    return { removed };
  });
}

/** Whether a text is this email address or a subaddress of it. */
function isAddress(text: string, address: string): boolean {
  const typed = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  return typed === address || (typed.startsWith(`${address.slice(0, at)}+`) && typed.endsWith(address.slice(at)));
}

/** Returns the texts that were typed, by the name of their field. */
function readValues({ values = {} }: StoredSession['data']): (readonly [name: string, text: string])[] {
  const texts = (value: unknown, name: string): (readonly [string, string])[] => {
    if (typeof value === 'string') return value === '' ? [] : [[name, value]];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, part]) => texts(part, key));
  };
  return TYPED_KEYS.flatMap((key) => texts(values[key], key));
}

function withoutTyped(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !TYPED_KEYS.some((typedKey) => typedKey === key)));
}
