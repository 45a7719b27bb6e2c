import type { Database } from 'plinth';
import type { Clock } from '../time/clock.js';

/** Steps of the setup wizard. Other submitted steps are stored, but reported as unknown. */
export const WIZARD_STEPS = ['company_info', 'legal_pages', 'checkboxes', 'compliance'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

export function isWizardStep(name: string): name is WizardStep {
  return WIZARD_STEPS.some((step) => step === name);
}

/** Progress of the setup wizard. */
interface WizardRecord {
  /** UTC. */
  readonly completedAt: string;
  readonly steps: Readonly<Record<string, true>>;
}

/**
 * Record of the setup wizard.
 * @since 0.1.0
 */
export interface Wizard {
  record(): Promise<WizardRecord | undefined>;
  /** Adds completed steps to earlier ones; the time is that of the latest call. */
  complete(steps: readonly string[]): Promise<WizardRecord>;
}

const TABLE = 'compliance_wizard_steps';
/** Key of the time of the latest call; not a step. */
const LATEST_KEY = '*';

export function createWizard({ db, clock }: { db: Database; clock: Clock }): Wizard {
  async function record(): Promise<WizardRecord | undefined> {
    const rows = await db()(TABLE).select().orderBy('completed_at').orderBy('step');
    const latest = rows.find(({ step }) => step === LATEST_KEY);
    const steps = rows.filter(({ step }) => step !== LATEST_KEY).map(({ step }) => [step, true] as const);
    return latest && { completedAt: latest.completed_at, steps: Object.fromEntries(steps) };
  }
  return {
    record,
    complete: (steps) =>
      db.withLock('compliance.wizard', () =>
        db.transaction(async () => {
          const completed_at = clock.now();
          await db()(TABLE)
            .insert(steps.map((step) => ({ step, completed_at })))
            .onConflict('step')
            .ignore();
          await db()(TABLE).insert({ step: LATEST_KEY, completed_at }).onConflict('step').merge(['completed_at']);
          return (await record()) ?? { completedAt: completed_at, steps: {} };
        }),
      ),
  };
}
