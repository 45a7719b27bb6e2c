import type { HookApi, TranslationApi } from '../../api/index.js';
import type { Host } from './host.js';

interface DeactivationEffectsDeps {
  readonly host: Pick<Host, 'record'>;
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly text: Pick<TranslationApi, '__'>;
}

/** Returns what stops when a plugin is deactivated: the protection declared in its manifest, and what plugins add. */
export async function deactivationEffects(
  { host, hooks, text }: DeactivationEffectsDeps,
  id: string,
): Promise<readonly string[]> {
  const protects = (await host.record(id))?.manifest?.protects ?? [];
  const ownEffects = protects.map((entity) => effectOf(entity, text));
  return hooks.applyFilters<readonly string[]>('plinth/deactivation_effects', ownEffects, id);
}

function effectOf(entity: string, { __ }: Pick<TranslationApi, '__'>): string {
  if (entity === 'checkout') return __('Orders are accepted without this plugin’s checks.');
  if (entity === 'prices') return __('Prices are shown without this plugin’s changes and additions.');
  if (entity === 'access') return __('Content that this plugin hides from visitors is visible to everyone.');
  return __('This plugin no longer protects: %s.', entity);
}
