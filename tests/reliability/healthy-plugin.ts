/** What is known about the healthy plugin, which runs next to the failing ones. */
export interface HealthyPlugin {
  /** Errors that were reported for it. */
  readonly named: readonly string[];
  readonly state: string;
  /** Whether its scheduled event and its job are done. */
  readonly scheduled: boolean;
}

export const HEALTHY: HealthyPlugin = { named: [], state: 'active', scheduled: true };

/** Its shortcode and its block, which are added to the page of each cell. */
export const HEALTHY_CONTENT = ' [healthy_entry] <!-- wp:healthy/entry /-->';
const MARKERS = { filter: 'HEALTHY-FILTER', shortcode: 'HEALTHY-SHORTCODE', block: 'HEALTHY-BLOCK' };

/** Uses every kind of entry point; its filter runs after those of the failing plugins, which may replace the content. */
export const HEALTHY_MODULE = `module.exports = { async boot(scope) {
  scope.registerFrontRoute({ path: '/healthy/', handler: async () => ({ kind: 'body', type: 'text/plain', body: 'healthy' }) });
  scope.registerRestRoute('healthy/v1', '/entry', { methods: 'GET', permissionCallback: () => true, callback: async () => 'healthy' });
  scope.addFilter('the_content', async (text) => text + '<p>${MARKERS.filter}</p>', 99);
  scope.addAction('wp_head', async () => { scope.currentRequest(); });
  scope.addShortcode('healthy_entry', async () => '${MARKERS.shortcode}');
  scope.registerBlockType('healthy/entry', { renderCallback: async () => '${MARKERS.block}' });
  scope.addMenuPage({ slug: 'healthy', title: () => 'Healthy', capability: 'read', handler: async () => ({ kind: 'page', title: 'Healthy', html: '<h1>healthy</h1>' }) });
  scope.addAction('healthy_event', async () => { await scope.updateOption('healthy_event_done', '1'); });
  scope.registerJob('healthy', async () => { await scope.updateOption('healthy_job_done', '1'); });
  if (await scope.addOption('healthy_begun', 1)) { await scope.wpScheduleSingleEvent(1000000, 'healthy_event'); await scope.enqueueJob('healthy'); }
} };`;

/** Whether a page contains the output of the healthy plugin; a failing filter may have replaced the content. */
export function hasHealthyContent(html: string, entry: string): boolean {
  return (
    html.includes(MARKERS.filter) &&
    (entry === 'filter' || (html.includes(MARKERS.shortcode) && html.includes(MARKERS.block)))
  );
}

/** Whether the page, the route and the admin screen of the healthy plugin respond. */
export async function respondsToRest(url: string, cookie: string): Promise<boolean> {
  const results = await Promise.all(
    ['/healthy/', '/wp-json/healthy/v1/entry', '/wp-admin/admin.php?page=healthy'].map(async (path) => {
      const response = await fetch(url + path, {
        headers: { cookie },
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
      }).catch(() => undefined);
      return response?.status === 200 && (await response.text()).includes('healthy');
    }),
  );
  return results.every(Boolean);
}
