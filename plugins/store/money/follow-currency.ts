import type { PluginScope } from 'plinth';
import type { Currency } from './currency.js';

/** A scope whose pages and screens begin by reading the shop's currency, which another node may have changed. */
export function followCurrency(scope: PluginScope, { load }: Pick<Currency, 'load'>): PluginScope {
  return {
    ...scope,
    registerFrontRoute: (route) =>
      scope.registerFrontRoute({
        ...route,
        async handler(request) {
          await load();
          return route.handler(request);
        },
      }),
    addMenuPage: (page) =>
      scope.addMenuPage({
        ...page,
        async handler(request) {
          await load();
          return page.handler(request);
        },
      }),
  };
}
