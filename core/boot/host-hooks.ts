import type { Hooks } from '../hooks/index.js';

/** Declares the hooks that the host fires and WordPress does not know. */
export function declareHostHooks({ declarations }: Pick<Hooks, 'declarations'>): void {
  declarations.declare({
    name: 'plinth/load_demo', kind: 'action', owner: '', since: '0.1.0',
    summary: 'A new site wants to be filled with a demonstration. Fired once; filling twice must change nothing.', args: [],
  });
}
