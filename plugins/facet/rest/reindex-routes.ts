import type { PluginScope } from 'plinth';
import type { Reindex } from '../index/reindex.js';
import { type MakeEndpoint, NAMESPACE } from './endpoint.js';

/** Registers `POST /reindex`, and `GET` for its progress. */
export function registerReindexRoutes(scope: PluginScope, reindex: Reindex, endpoint: MakeEndpoint): void {
  scope.registerRestRoute(NAMESPACE, '/reindex', [
    endpoint({ methods: 'GET', filter: 'reindex', handle: async () => ({ data: await reindex.status() }) }),
    endpoint({
      methods: 'POST',
      filter: 'reindex',
      async handle() {
        const { finished, ...data } = await reindex.request();
        return { data, status: finished ? 200 : 202 };
      },
    }),
  ]);
}
