import type { PluginScope } from 'plinth';
import type { FacetFigures } from './figures.js';

/** Has pages counted that go out, and writes what was counted when the process stops. @param figures asked at each use, since an extension may replace it */
export function watchFigures(scope: Pick<PluginScope, 'addAction' | 'onDispose'>, figures: () => FacetFigures): void {
  scope.addAction('plinth/page_sent', (page) => figures().lists.sent(page));
  scope.onDispose(() => figures().flush());
}
