import type { PluginScope } from 'plinth';
import { builtInPayments } from '../selling/built-in-payments.js';
import type { SellingParts } from './selling-parts.js';

/** Asks plugins for their parts of the shop: once all of them have started, and whenever another set of them runs. */
export function announceStore(scope: PluginScope, { registries: { payments, statuses }, selling }: Pick<SellingParts, 'registries' | 'selling'>): void {
  for (const method of builtInPayments(selling, scope)) payments.register(method);
  scope.addAction('plugins_loaded', async () => scope.doAction('store/booted', { version: scope.plugin.version, payments, statuses }));
}
