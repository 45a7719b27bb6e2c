import type { PersonalDataItem, PluginScope } from 'plinth';

interface SessionRecords {
  export(email: string): Promise<PersonalDataItem[]>;
  /** Ends the sessions. @returns their number */
  erase(email: string): Promise<number>;
}

type SessionRow = Readonly<{ sid: string; sess: string; expired: string; user_id: number | null }>;

/** Name or value of session data that would let its reader act as the visitor. */
const SECRET_NAME = /pass|secret|token|nonce|key|challenge/i;

/**
 * Sessions of a person: those of the account, and those of visitors without an account into which the address was
 * entered.
 */
export function createSessionRecords(scope: Pick<PluginScope, '__' | 'db' | 'getUserBy'>): SessionRecords {
  const { __, db } = scope;

  async function listSessions(email: string): Promise<SessionRow[]> {
    const address = email.trim().toLowerCase();
    if (address === '') return [];
    const user = await scope.getUserBy('email', email);
    const rows = await db()('sessions')
      .where((any) => {
        if (user) void any.where({ user_id: user.id });
        void any.orWhere((visitors) => {
          void visitors
            .whereNull('user_id')
            .whereRaw("lower(sess) like ? escape '!'", [`%"${address.replace(/[!%_]/g, '!$&')}"%`]);
        });
      })
      .orderBy('sid')
      .select<SessionRow[]>('sid', 'sess', 'expired', 'user_id');
    return rows;
  }

  return {
    async export(email) {
      return (await listSessions(email)).map(({ sess, expired }, index) => {
        const { loggedIn, values = {} } = JSON.parse(sess) as {
          loggedIn?: { at: number; ip: string; userAgent: string };
          values?: Readonly<Record<string, unknown>>;
        };
        const fields = [
          { name: __('Logged in'), value: loggedIn ? new Date(loggedIn.at).toISOString() : '' },
          { name: __('IP address'), value: loggedIn?.ip ?? '' },
          { name: __('Browser'), value: loggedIn?.userAgent ?? '' },
          { name: __('Stored until'), value: expired },
          ...listTexts(values),
        ];
        return {
          group_id: 'sessions',
          group_label: __('Active sessions'),
          item_id: `session-${index}`,
          data: fields.filter(({ value }) => value !== ''),
        };
      });
    },
    async erase(email) {
      const rows = await listSessions(email);
      await db()('sessions')
        .whereIn(
          'sid',
          rows.map(({ sid }) => sid),
        )
        .delete();
      return rows.length;
    },
  };
}

/** Returns the texts in session values, by their key. */
function listTexts(values: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (SECRET_NAME.test(name)) return [];
    if (typeof value === 'string') return [{ name, value }];
    return typeof value === 'object' && value !== null ? listTexts(value as Readonly<Record<string, unknown>>) : [];
  });
}
