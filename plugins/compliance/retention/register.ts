import type { PluginScope } from 'plinth';
import type { RetentionRule } from '../contract/index.js';
import type { Clock } from '../time/clock.js';
import type { Retention } from './retention.js';
import { SIGNED_IN } from './account-use.js';

/** The daily event that runs the rules. */
export const RETENTION = 'compliance/retention';

interface RetentionParts {
  readonly retention: Retention;
  readonly clock: Pick<Clock, 'now'>;
  readonly rules: readonly RetentionRule[];
}

/** Runs the rules every day, and writes down what they need to know. */
export function registerRetention(scope: PluginScope, { retention, clock, rules }: RetentionParts): void {
  scope.addAction(RETENTION, async () => void (await retention.run()));
  for (const event of new Set(rules.flatMap((rule) => (rule.event === undefined ? [] : [rule.event]))))
    scope.addAction(event, () => retention.noteEvent(event), 1000);
  scope.addAction(
    'wp_login',
    async (_login: string, { id }: { readonly id: number }) =>
      void (await scope.updateUserMeta(id, SIGNED_IN, clock.now())),
    10,
    2,
  );
}
