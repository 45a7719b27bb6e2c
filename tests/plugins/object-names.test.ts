import type { PluginManifest } from '../../core/api/index.js';
import { findDependents } from '../../core/plugins/manifest/load-order.js';
import { createPluginNotes } from '../../core/plugins/state/plugin-option.js';
import { bootSite } from '../kit/site.js';

describe('plugin with an Object.prototype property as id', () => {
  it('counts as a dependency only of plugins that name it', () => {
    const plugin = (id: string, needs: Readonly<Record<string, string>>): PluginManifest =>
      ({ id, requiresPlugins: needs }) as unknown as PluginManifest;
    const needing = plugin('second', { constructor: '*' });
    expect(findDependents('constructor', [plugin('first', {}), needing])).toEqual([needing]);
  });

  it('starts without notes until some are stored', async () => {
    const site = await bootSite();
    try {
      const { db, options } = site.site;
      const notes = createPluginNotes<string[]>({ db, options }, 'notes_of_the_test');
      await site.inContext(async () => {
        expect((await notes.all())['constructor']).toBeUndefined();
        await notes.set('constructor', ['kept']);
        expect((await notes.all())['constructor']).toEqual(['kept']);
        expect((await notes.all())['toString']).toBeUndefined();
      });
    } finally {
      await site.close();
    }
  });
});
