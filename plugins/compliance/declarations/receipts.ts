import type { PluginScope } from 'plinth';
import type { RefusedLetters } from '../letters/refused-letters.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { Declaration, Declarations } from './declarations.js';
import type { Reception } from './reception.js';
import { DECLARATIONS_SLUG } from './screen-slug.js';

interface ReceiptDeps {
  readonly scope: PluginScope;
  readonly settings: Settings;
  readonly declarations: Declarations;
  readonly clock: Clock;
  readonly refusals: Pick<RefusedLetters, 'watch'>;
}

/** Letters about declarations: written down with the declaration, sent by a job that does not give up at once. */
export interface Receipts {
  /** Inside the transaction of the declaration: the receipt, and a note to the shop, where they are due. */
  queue(declaration: Declaration, due: Pick<Reception, 'receipt' | 'note'>): Promise<void>;
  /** When a declaration came, as its letter says it. */
  time(declaration: Declaration): Promise<{ readonly at: string; readonly zone: string }>;
  /** Tells the reporter of an accepted or rejected report, or the customer of a withdrawal. */
  queueDecision(id: number): Promise<void>;
}

const JOB = 'compliance/receipt';

type Letter = 'receipt' | 'shop' | 'decision';

/** A field of a declaration as people read it. */
export function fieldLabels({ __ }: Pick<PluginScope, '__'>): Readonly<Record<string, string>> {
  return {
    name: __('Name'), order: __('Order number'), email: __('E-mail'), items: __('What it is about'), url: __('Address of the content'), reason: __('Why it is illegal'), good_faith: __('Made in good faith'),
  };
}

export function createReceipts({ scope, settings, declarations, clock, refusals }: ReceiptDeps): Receipts {
  const { __ } = scope;

  function subjectOf(letter: Letter, kind: Declaration['kind']): string {
    if (letter === 'decision') return kind === 'withdrawal' ? __('Your withdrawal from the contract') : __('Our decision on your report');
    if (letter === 'shop') return kind === 'withdrawal' ? __('A customer withdraws from a contract') : __('Illegal content was reported');
    return kind === 'withdrawal' ? __('We have received your withdrawal from the contract') : __('We have received your report');
  }

  /** What was declared, in the words of the letter's reader. */
  function rowsOf(fields: Declaration['fields']): { label: string; lines: readonly string[] }[] {
    const labels = fieldLabels(scope);
    return Object.entries(fields).filter(([, value]) => value !== '').map(([key, value]) => ({ label: labels[key] ?? key, lines: key === 'good_faith' ? [__('Yes')] : linesOf(value) }));
  }

  const time: Receipts['time'] = async ({ createdAt }) => ({ at: (await clock.local(createdAt)).replace('T', ' '), zone: await clock.zone() });

  scope.registerJob(JOB, async (payload) => {
    const { id, letter } = payload as { id: number; letter: Letter };
    const declaration = await declarations.get(id);
    if (!declaration) return;
    const own = (await settings.values()).text('company_email');
    const to = letter === 'shop' ? own || (await scope.getOption<string>('admin_email', '')) : declaration.email;
    if (to === '') return;
    const { kind, fields, status, decision, hash, email } = declaration;
    const subject = (): string => subjectOf(letter, kind);
    await refusals.watch(letter, id, async () => scope.mail({
      to, required: true, subject, view: 'declaration',
      data: {
        letter, heading: subject, withdrawal: kind === 'withdrawal', rows: () => rowsOf(fields), ...(await time(declaration)), hash,
        accepted: status === 'accepted', reasons: linesOf(decision), adminUrl: letter === 'shop' ? scope.adminUrl(`admin.php?page=${DECLARATIONS_SLUG}`) : '',
      },
      // The shop reads its letters in its own language.
      ...(letter === 'shop' ? {} : { locale: declaration.locale }),
      ...(letter === 'shop' && email !== '' ? { replyTo: email } : {}),
    }));
  });

  return {
    async queue({ id }, { receipt, note }) {
      if (receipt) await scope.enqueueJob(JOB, { id, letter: 'receipt' });
      if (note) await scope.enqueueJob(JOB, { id, letter: 'shop' });
    },
    time,
    queueDecision: async (id) => void (await scope.enqueueJob(JOB, { id, letter: 'decision' })),
  };
}

/** A text of several lines as those that say something. */
function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
}
