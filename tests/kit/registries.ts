import type { PluginScope } from '../../core/api/index.js';
import { createOpenRegistry } from '../../core/plugins/scope/open-registry.js';

/** Registries as the host creates them, without attribution to plugins. */
export const createRegistry: PluginScope['createRegistry'] = (kind) =>
  createOpenRegistry(
    {
      owner: 'test',
      invoke: (_owner, _entry, work) => work(),
      undoListOf: () => undefined,
      markChanged: () => undefined,
      claim: () => () => undefined,
    },
    kind,
  );
