import { definePlugin } from 'plinth';
import { registerAdmin } from './admin/register.js';
import { createFacetCommands } from './command/facet-commands.js';
import './contract/index.js';
import { declareHooks } from './contract/declare-hooks.js';
import { registerEmbeds } from './embed/register.js';
import { createSuggest } from './embed/suggestions.js';
import { createRunningFilter } from './facet-plugin.js';
import { ANALYTICS_TABLES, analyticsMigrations } from './analytics/tables.js';
import { ANALYTICS_DAYS_OPTION, registerAnalytics } from './analytics/analytics.js';
import { COPIES_OPTION } from './index/index-copies.js';
import { INDEX_TABLES, indexMigrations } from './index/index-migrations.js';
import { createIndexTable } from './index/index-table.js';
import { createReindex } from './index/reindex.js';
import { watchIndex } from './index/watch.js';
import { RULE_HISTORY, RULE_TABLES, ruleMigrations } from './merchandising/tables.js';
import { addRankingNotice } from './merchandising/ranking-notice.js';
import { followRenamedValues } from './embed/renamed-values.js';
import { LANDING_TABLES, landingMigrations } from './pages/tables.js';
import { registerRoutes } from './rest/register.js';
import { HISTORY_OPTION, SETTINGS_OPTION } from './settings/settings-store.js';
import { SERVER_OPTION } from './server/engine-choice.js';
import { SEARCH_TERMS_OPTION } from './settings/search-terms.js';

/** The product filter: `facet/v1`, the shortcode `[facet_filter]`, the block `facet/filter`, and the lists of the shop. */
export default definePlugin({
  migrations: [...indexMigrations, ...landingMigrations, ...ruleMigrations, ...analyticsMigrations],
  boot(scope) {
    // Pages that read an untracked table are not cached. Filter results are also validated against the catalog itself.
    scope.cache.trackTables('facet.index', INDEX_TABLES);
    scope.cache.trackTables('facet.landing-pages', LANDING_TABLES);
    scope.cache.trackTables('facet.rules', RULE_TABLES);
    const table = createIndexTable(scope.db);
    const running = createRunningFilter(scope, table);
    const reindex = createReindex(scope, running);
    declareHooks(scope);
    const suggest = createSuggest(scope, running);
    registerRoutes(scope, running, reindex, suggest);
    registerEmbeds(scope, running, suggest);
    registerAdmin({ scope, running, reindex, table });
    for (const command of createFacetCommands({ scope, running, table, reindex })) scope.addCommand(command);
    watchIndex(scope, running.index);
    followRenamedValues(scope, running);
    registerAnalytics(scope, () => running.container().get('analytics'));
    addRankingNotice(scope, () => running.container().get('merchandising'));
    scope.addAction('plinth/plugins_changed', () => running.announce());
  },
  async uninstall(scope, { deleteData }) {
    if (!deleteData) return;
    for (const table of [...INDEX_TABLES, ...LANDING_TABLES, ...RULE_TABLES, RULE_HISTORY, ...ANALYTICS_TABLES])
      await scope.db().schema.dropTableIfExists(table);
    for (const option of [
      SETTINGS_OPTION,
      HISTORY_OPTION,
      SEARCH_TERMS_OPTION,
      SERVER_OPTION,
      ANALYTICS_DAYS_OPTION,
      COPIES_OPTION,
    ])
      await scope.deleteOption(option);
  },
});
