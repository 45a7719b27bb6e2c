/** What is known about the healthy plugin, which runs next to the failing ones. */
export interface SoundPlugin {
  /** Errors that were reported for it. */
  readonly named: readonly string[];
  readonly state: string;
  /** Whether its scheduled event and its job are done. */
  readonly scheduled: boolean;
}

export const SOUND: SoundPlugin = { named: [], state: 'active', scheduled: true };

/** Its shortcode and its block, which are added to the page of each cell. */
export const SOUND_PARTS = ' [sound_entry] <!-- wp:sound/entry /-->';
const MARKERS = { filter: 'SOUND-FILTER', shortcode: 'SOUND-SHORTCODE', block: 'SOUND-BLOCK' };

/** Uses every kind of entry point; its filter runs after those of the failing plugins, which may replace the content. */
export const SOUND_MODULE = `module.exports = { async boot(scope) {
  scope.registerFrontRoute({ path: '/sound/', handler: async () => ({ kind: 'body', type: 'text/plain', body: 'sound' }) });
  scope.registerRestRoute('sound/v1', '/entry', { methods: 'GET', permissionCallback: () => true, callback: async () => 'sound' });
  scope.addFilter('the_content', async (text) => text + '<p>${MARKERS.filter}</p>', 99);
  scope.addAction('wp_head', async () => { scope.currentRequest(); });
  scope.addShortcode('sound_entry', async () => '${MARKERS.shortcode}');
  scope.registerBlockType('sound/entry', { renderCallback: async () => '${MARKERS.block}' });
  scope.addMenuPage({ slug: 'sound', title: () => 'Sound', capability: 'read', handler: async () => ({ kind: 'page', title: 'Sound', html: '<h1>sound</h1>' }) });
  scope.addAction('sound_event', async () => { await scope.updateOption('sound_event_done', '1'); });
  scope.registerJob('sound', async () => { await scope.updateOption('sound_job_done', '1'); });
  if (await scope.addOption('sound_begun', 1)) { await scope.wpScheduleSingleEvent(1000000, 'sound_event'); await scope.enqueueJob('sound'); }
} };`;

/** Whether a page contains the output of the healthy plugin; a failing filter may have replaced the content. */
export function hasSoundParts(html: string, entry: string): boolean {
  return (
    html.includes(MARKERS.filter) &&
    (entry === 'filter' || (html.includes(MARKERS.shortcode) && html.includes(MARKERS.block)))
  );
}

/** Whether the page, the route and the admin screen of the healthy plugin respond. */
export async function asksSound(url: string, cookie: string): Promise<boolean> {
  const results = await Promise.all(
    ['/sound/', '/wp-json/sound/v1/entry', '/wp-admin/admin.php?page=sound'].map(async (path) => {
      const response = await fetch(url + path, {
        headers: { cookie },
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
      }).catch(() => undefined);
      return response?.status === 200 && (await response.text()).includes('sound');
    }),
  );
  return results.every(Boolean);
}
