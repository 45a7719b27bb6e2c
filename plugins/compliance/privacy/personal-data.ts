import { type Database, PlinthError, type PluginScope } from 'plinth';
import type { RefusedLetters } from '../letters/refused-letters.js';
import type { Declarations } from '../declarations/declarations.js';

interface PersonalDataDeps {
  readonly db: Database;
  readonly declarations: Declarations;
  readonly refusals: Pick<RefusedLetters, 'forget'>;
}

/** What the plugin keeps of a person, by e-mail address (GDPR art. 15 and 17). */
export interface PersonalData {
  /** One row per consent and declaration. */
  export(email: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Takes the person out; what was agreed to, and that it was, stays as proof. @returns how many rows changed */
  erase(email: string): Promise<number>;
  /** Takes an account out of what was agreed to, before the account itself is removed. */
  eraseAccount(userId: number): Promise<void>;
}

interface ConsentRow {
  id: number;
  email: string;
  user_id: number;
  ip: string;
  location: string;
  accepted: number;
  label_version: string;
  created_at: string;
}

export function createPersonalData({ db, declarations, refusals }: PersonalDataDeps): PersonalData {
  const consents = (email: string) => db()<ConsentRow>('compliance_consents').where({ email });
  return {
    async export(email) {
      const rows: ConsentRow[] = await consents(email).orderBy('id').select();
      const words = new Map((await db()<{ hash: string; content: string }>('compliance_text_versions').whereIn('hash', rows.map((row) => row.label_version)).select('hash', 'content')).map((row) => [row.hash, row.content]));
      return [
        ...rows.map((row) => ({ kind: 'consent', time: row.created_at, form: row.location, answer: row.accepted === 1 ? 'accepted' : 'not accepted', text: words.get(row.label_version) ?? '', ip: row.ip })),
        ...(await declarations.of(email)).map((one) => ({ kind: one.kind, time: one.createdAt, form: one.kind, answer: one.status, text: JSON.stringify(one.fields), ip: '' })),
      ];
    },
    erase: (email) =>
      db.transaction(async () => {
        const changed = await consents(email).update({ email: '', user_id: 0, ip: '' });
        await db()('compliance_orders').where({ email }).update({ email: '' });
        // What a server says of an address repeats it.
        await refusals.forget(['receipt', 'shop', 'decision'], (await declarations.of(email)).map(({ id }) => id));
        return changed + (await declarations.erase(email));
      }),
    eraseAccount: async (userId) => void (await db()<ConsentRow>('compliance_consents').where({ user_id: userId }).update({ email: '', user_id: 0, ip: '' })),
  };
}

/** `compliance export` and `compliance erase`. */
export function registerPrivacyCommands(scope: Pick<PluginScope, 'addCommand' | 'isEmail' | '__' | '_n' | 'audit'>, { personalData }: { personalData: PersonalData }): void {
  function addressOf([email = '']: readonly string[]): string {
    if (scope.isEmail(email) === false) throw new PlinthError('compliance_address_wrong', scope.__('Please write the e-mail address in full, as in name@example.com.'), { cure: 'plinth compliance export name@example.com' });
    return email;
  }
  /** Enough of an address to recognise it; the whole of it would outlive its erasure. */
  const record = (action: string, email: string): Promise<void> => scope.audit.record({ action: `compliance.${action}`, subject: { kind: 'person', title: email.replace(/^(.).*(?=@)/, '$1…') } }, { required: true });
  scope.addCommand({
    name: 'compliance export <email>',
    description: 'Prints the consents and declarations of a person.',
    async run(args, _options, output) {
      const email = addressOf(args);
      await record('person_exported', email);
      output.rows(await personalData.export(email), ['kind', 'time', 'form', 'answer', 'text', 'ip']);
    },
  });
  scope.addCommand({
    name: 'compliance erase <email>',
    description: 'Takes a person out of consents and declarations; the proof without the person stays.',
    async run(args, _options, output) {
      const email = addressOf(args);
      await record('person_erased', email);
      output.line(scope._n('%d row changed.', '%d rows changed.', await personalData.erase(email)));
    },
  });
}
