import type { OwnRegistry, PluginScope } from 'plinth';
import type { CompliancePlugin, InvoiceSender, RetentionRule } from '../contract/index.js';
import type { Clock } from '../time/clock.js';
import { LAST_LOGIN_META } from './unused-account-email.js';
import type { Retention } from './retention.js';

/** Daily event that runs the retention rules. */
export const RETENTION_EVENT = 'compliance/retention';

interface RetentionDeps {
  readonly retention: Retention;
  readonly clock: Pick<Clock, 'now'>;
  readonly rules: readonly RetentionRule[];
}

/** Runs the rules daily, and records the data they depend on. */
export function registerRetention(scope: PluginScope, { retention, clock, rules }: RetentionDeps): void {
  scope.addAction(RETENTION_EVENT, async () => void (await retention.run()));
  for (const event of new Set(rules.flatMap((rule) => (rule.event === undefined ? [] : [rule.event]))))
    scope.addAction(event, () => retention.recordEvent(event), 1000);
  scope.addAction(
    'wp_login',
    async (_login: string, { id }: { readonly id: number }) =>
      void (await scope.updateUserMeta(id, LAST_LOGIN_META, clock.now())),
    10,
    2,
  );
}

interface AnnouncementDeps {
  readonly senders: OwnRegistry<InvoiceSender>;
  readonly rules: OwnRegistry<RetentionRule>;
  readonly builtInRules: readonly RetentionRule[];
}

/** Passes the registries to extensions, again whenever plugins change. */
export function announceCompliance(scope: PluginScope, { senders, rules, builtInRules }: AnnouncementDeps): void {
  scope.declareHook({
    name: 'compliance/booted',
    kind: 'action',
    since: '0.1.0',
    summary:
      'Fires after the plugin has started, and again when plugins change, so that extensions can add invoice senders and retention rules.',
    args: ['plugin: CompliancePlugin'],
  });
  scope.addAction('plinth/plugins_changed', async () => {
    senders.clear();
    rules.clear();
    for (const rule of builtInRules) rules.register(rule);
    const plugin: CompliancePlugin = {
      version: scope.plugin.version,
      invoiceSenders: { register: senders.register },
      retentionRules: { register: rules.register },
    };
    await scope.doAction('compliance/booted', plugin);
  });
}
