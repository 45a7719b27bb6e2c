import type { PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { Declaration, Declarations } from './declarations.js';

export interface ReceiptDeps {
  readonly scope: PluginScope;
  readonly settings: Settings;
  readonly declarations: Declarations;
  readonly clock: Clock;
}

/** Letters about declarations: written down with the declaration, sent by a job that does not give up at once. */
export interface Receipts {
  /** Inside the transaction of the declaration: the receipt, and a note to the shop. */
  queue(declaration: Declaration): Promise<void>;
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

export function createReceipts({ scope, settings, declarations, clock }: ReceiptDeps): Receipts {
  const { __ } = scope;

  function subjectOf(letter: Letter, kind: Declaration['kind']): string {
    if (letter === 'decision') return kind === 'withdrawal' ? __('Your withdrawal from the contract') : __('Our decision on your report');
    if (letter === 'shop') return kind === 'withdrawal' ? __('A customer withdraws from a contract') : __('Illegal content was reported');
    return kind === 'withdrawal' ? __('We have received your withdrawal from the contract') : __('We have received your report');
  }

  scope.registerJob(JOB, async (payload) => {
    const { id, letter } = payload as { id: number; letter: Letter };
    const declaration = await declarations.get(id);
    if (!declaration) return;
    const own = (await settings.values()).text('company_email');
    const to = letter === 'shop' ? own || (await scope.getOption<string>('admin_email', '')) : declaration.email;
    if (to === '') return;
    const labels = fieldLabels(scope);
    const sent = await scope.mail({
      to, subject: subjectOf(letter, declaration.kind), locale: declaration.locale, view: 'declaration',
      data: {
        letter, withdrawal: declaration.kind === 'withdrawal', rows: Object.entries(declaration.fields).map(([key, value]) => ({ label: labels[key] ?? key, value })),
        at: (await clock.local(declaration.createdAt)).replace('T', ' '), zone: await clock.zone(), hash: declaration.hash, status: declaration.status, accepted: declaration.status === 'accepted', decision: declaration.decision, number: declaration.id,
      },
      ...(letter === 'shop' && declaration.email !== '' ? { replyTo: declaration.email } : {}),
    });
    if (!sent) throw new Error(`The letter about declaration ${id} could not be sent.`);
  });

  return {
    async queue({ id, email }) {
      if (email !== '') await scope.enqueueJob(JOB, { id, letter: 'receipt' });
      await scope.enqueueJob(JOB, { id, letter: 'shop' });
    },
    queueDecision: async (id) => void (await scope.enqueueJob(JOB, { id, letter: 'decision' })),
  };
}
