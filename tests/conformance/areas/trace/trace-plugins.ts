import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Plugin with the shortcode, metadata, routes and callbacks that the recorded requests use. */
const TRACE = `module.exports = {
  boot(scope) {
    scope.addShortcode('trace', (attributes) => '<b>' + scope.escHtml(scope.shortcodeAtts({ name: 'nobody' }, attributes, 'trace').name) + '</b>');
    scope.registerMeta('post', 'trace_note', { objectSubtype: 'post', type: 'string', single: true, showInRest: true });
    const open = () => true;
    scope.registerRestRoute('trace/v1', '/echo', { methods: 'GET', permissionCallback: open, args: { n: { type: 'integer', default: 1 } }, callback: (request) => ({ n: request.get('n') }) });
    scope.registerRestRoute('trace/v1', '/due', { methods: 'POST', permissionCallback: open, callback: async () => ({ ok: await scope.wpScheduleSingleEvent(Math.floor(Date.now() / 1000) - 60, 'trace_due', [7]) }) });
    scope.registerRestRoute('trace/v1', '/nonce', { methods: 'GET', permissionCallback: () => scope.getCurrentUserId() > 0, callback: (request) => ({ nonce: scope.wpCreateNonce(request.get('action')) }) });
    for (const hook of ['wp_ajax_trace_ping', 'wp_ajax_nopriv_trace_ping', 'admin_post_trace_ping']) scope.addFilter(hook, () => 'pong');
  },
};`;

const PLUGINS: Readonly<Record<string, string>> = {
  trace: TRACE,
  'trace-two': 'module.exports = { activate() {}, deactivate() {} };',
};

/** Writes the recording's plugins, ported to Plinth, to a site's data folder. */
export function writeTracePlugins(dataDir: string): void {
  for (const [id, code] of Object.entries(PLUGINS)) {
    const folder = join(dataDir, 'plugins', id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'plugin.json'),
      JSON.stringify({
        name: id,
        version: '1.0.0',
        description: 'Of the recording.',
        author: 'Plinth',
        requiresCore: '*',
        main: 'index.js',
      }),
    );
    writeFileSync(join(folder, 'index.js'), code);
  }
}
