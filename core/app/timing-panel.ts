import { basename } from 'node:path';
import type { Request, Response } from 'express';
import type { ResponseCost } from '../http/index.js';
import type { HookActivity } from '../hooks/index.js';
import type { I18n } from '../i18n/index.js';
import type { Views } from '../view/index.js';
import type { Config } from './config.js';

/** Creates the panel that shows administrators how long a page took. */
export function createTimingPanel(
  views: Pick<Views, 'renderCore'>,
  i18n: Pick<I18n, 'domain' | 'locale'>,
): (cost: ResponseCost) => string {
  return ({ ms, queries, statements, hooks, cspNonce }) => {
    const { format } = new Intl.NumberFormat(i18n.locale().replace('_', '-'), {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    const { __ } = i18n.domain('default');
    return views.renderCore('site/timing', {
      cspNonce,
      summary: __('Generated in %s ms · database queries: %s, in %s ms', format(ms), queries.count, format(queries.ms)),
      statements: statements.map(({ sql, count, ms: spent }) => ({ sql, count, ms: format(spent) })),
      hooks: hooks && {
        summary: __('Hooks: %s · callbacks run: %s', hooks.fired.length, hooks.callbackRuns.length),
        ran: hooks.callbackRuns.map(({ hook, owner, runs, ms: spent }) => ({
          hook,
          owner: owner || __('Plinth core'),
          runs,
          ms: format(spent),
        })),
        fired: hooks.fired,
      },
    });
  };
}

/** Creates the development log: one line per response, with what the plugins under development contributed. */
export function createResponseLine({
  development,
  pluginPaths,
}: Pick<Config, 'development' | 'pluginPaths'>): (
  request: Request,
  response: Response,
  ms: number,
  hooks: HookActivity,
) => void {
  const developedPlugins = new Set(pluginPaths.map((path) => basename(path)));
  return ({ method, originalUrl }, { statusCode }, ms, { fired, callbackRuns }) => {
    if (/^\/wp-(?:content|includes)\//.test(originalUrl)) return;
    const executedCallbacks = callbackRuns
      .filter(({ owner }) => developedPlugins.has(owner))
      .map(
        ({ hook, owner, runs, ms: spent }) => `${owner}: ${hook}${runs > 1 ? ` ${runs}×` : ''} ${spent.toFixed(1)} ms`,
      );
    development?.onPage(
      [
        `${method} ${originalUrl} ${statusCode}`,
        `${Math.round(ms)} ms`,
        `${fired.length} hooks`,
        ...executedCallbacks,
      ].join(' · '),
    );
  };
}
