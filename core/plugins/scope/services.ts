import { PlinthError, type ServiceContainer, type Undo } from '../../api/index.js';
import type { ContextWrapper } from '../isolation/attribution.js';

interface Provider {
  readonly owner: string;
  readonly factory: () => unknown;
  instance?: { value: unknown };
}

/** The services of one site. */
export interface ServiceRegistry {
  provide(name: string, owner: string, factory: () => unknown): Undo;
  get(name: string): unknown;
  has(name: string): boolean;
  names(): { name: string; owner: string }[];
}

export function createServiceRegistry(): ServiceRegistry {
  const providers = new Map<string, Provider[]>();
  const currentProvider = (name: string): Provider | undefined => providers.get(name)?.at(-1);
  return {
    provide(name, owner, factory) {
      const provider: Provider = { owner, factory };
      providers.set(name, [...(providers.get(name) ?? []), provider]);
      return () => {
        const rest = (providers.get(name) ?? []).filter((other) => other !== provider);
        if (rest.length > 0) providers.set(name, rest);
        else providers.delete(name);
      };
    },
    get(name) {
      const provider = currentProvider(name);
      if (!provider) {
        throw new PlinthError('service_not_found', `No active plugin provides the service "${name}".`, {
          hint: 'Activate the plugin that provides it, and add that plugin to requiresPlugins.',
        });
      }
      provider.instance ??= { value: provider.factory() };
      return provider.instance.value;
    },
    has: (name) => currentProvider(name) !== undefined,
    names: () => [...providers.keys()].sort().map((name) => ({ name, owner: currentProvider(name)?.owner ?? '' })),
  };
}

/** Creates the service container of a plugin, which provides on its behalf. */
export function servicesFor(
  registry: ServiceRegistry,
  owner: string,
  onUndo: (undo: Undo) => Undo,
  withContext: ContextWrapper,
): ServiceContainer {
  return {
    provide: (name, factory) =>
      onUndo(registry.provide(name, owner, () => createService(name, withContext(`service ${name}`, factory)))),
    get: (name) => registry.get(name) as never,
    has: (name) => registry.has(name),
  };
}

/** Creates a service; an error is attributed to its plugin, not to the caller. */
function createService(name: string, factory: () => unknown): unknown {
  try {
    return factory();
  } catch (cause) {
    if (cause instanceof PlinthError && cause.kind !== 'plugin_error') throw cause;
    throw new PlinthError('service_failed', `The service "${name}" could not be created.`, {
      hint: 'Fix the plugin that provides it; its error is listed under Tools, Plugin errors.',
      status: 503,
      kind: 'outage',
      cause,
    });
  }
}
