import type { OwnRegistry, PluginScope } from 'plinth';
import type { CompliancePlugin, InvoiceSender, RetentionRule } from '../contract/index.js';

interface AnnouncedParts {
  readonly senders: OwnRegistry<InvoiceSender>;
  readonly rules: OwnRegistry<RetentionRule>;
  readonly own: readonly RetentionRule[];
}

/** Asks extensions for their parts, anew whenever plugins change. */
export function announceCompliance(scope: PluginScope, { senders, rules, own }: AnnouncedParts): void {
  scope.declareHook({
    name: 'compliance/booted',
    kind: 'action',
    since: '0.2.0',
    summary:
      'The plugin has started, and again when plugins change: extensions add ways to send invoices and rules of retention.',
    args: ['plugin: CompliancePlugin'],
  });
  scope.addAction('plinth/plugins_changed', async () => {
    senders.clear();
    rules.clear();
    for (const rule of own) rules.register(rule);
    const plugin: CompliancePlugin = {
      version: scope.plugin.version,
      invoiceSenders: { register: senders.register },
      retentionRules: { register: rules.register },
    };
    await scope.doAction('compliance/booted', plugin);
  });
}
