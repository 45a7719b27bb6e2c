import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup, restoreBackup, verifyBackup } from '../../core/backup/index.js';
import { allEngines, defaultEngines, type Engine } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { zipOf } from '../plugins/zip-bytes.js';
import { depsOf, createEmptySandbox, type EmptySandbox, filesOf, restoreAt, rowsOf, sourceOf } from './sandboxes.js';

const PARCELS = `module.exports = {
  migrations: [{ id: '001_parcels', up: async (db) => { await db.createTable('parcels', (t) => { t.increments('id'); t.string('label', 60); t.text('note', 'longtext'); t.double('weight'); t.datetime('at'); }); } }],
  boot(scope) { scope.registerJob('parcel/letter', () => scope.mail({ to: 'anna@example.test', subject: 'Again', text: 'Again' })); },
};`;
const ODD_STRINGS = [
  'Zażółć gęślą jaźń 🦆',
  "'; drop table users; --",
  'line\nbreak\ttab\\slash',
  '\u2028',
  '{"a":[1,null]}',
  'a:1:{s:1:"x";s:4:"żó";}',
];
const other = (engine: Engine): Engine => (engine === 'sqlite' && allEngines.includes('mysql') ? 'mysql' : 'sqlite');

describe.each(defaultEngines)('backup of a shop on %s', (engine) => {
  let shop: TestSite;
  let folder: string;
  let file: string;
  let rows: Awaited<ReturnType<typeof rowsOf>>;
  const sandboxes: EmptySandbox[] = [];
  const createSandbox = async (on: Engine, siteUrl = shop.url): Promise<EmptySandbox> => {
    const created = await createEmptySandbox(on, siteUrl);
    sandboxes.push(created);
    return created;
  };

  beforeAll(async () => {
    shop = await bootSite({ engine, demo: true, fresh: true });
    folder = mkdtempSync(join(tmpdir(), 'plinth-backup-'));
    file = join(folder, 'shop.zip');
    const { site } = shop;
    const zip = await zipOf({
      'parcel/plugin.json': JSON.stringify({
        name: 'Parcel',
        version: '1.0.0',
        description: 'x',
        author: 'x',
        requiresCore: '*',
        main: 'index.js',
      }),
      'parcel/index.js': PARCELS,
    });
    await shop.inContext(async () => {
      expect(await site.plugins.installPlugin(zip)).toBe('parcel');
      await activatePlugin(shop, 'parcel');
      for (const [index, label] of ODD_STRINGS.entries())
        await site
          .db()('parcels')
          .insert({ label, note: label.repeat(2000), weight: index / 8, at: '2026-03-29 02:30:00' });
      await site.options.updateOption('odd', { address: `${shop.url}/żółw/`, list: [1, true, null] });
      const bytes = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(70_000, 7)]);
      expect(await site.uploads.wpUploadBits('pies.png', bytes)).toMatchObject({ type: 'image/png' });
      await site.content.wpInsertPost({
        post_title: 'Łódź',
        post_content: `<a href="${shop.url}/a/">a</a> ${shop.url}5/ ${shop.url}.`,
        post_status: 'publish',
        post_type: 'page',
      });
      await site.db()('jobs').delete();
      await site.cron.enqueueJob('parcel/letter');
      await site.mail.wpMail({ to: 'jan@example.test', subject: 'Once', text: 'Once' });
    });
    mkdirSync(join(site.config.dataDir, 'themes', 'own'), { recursive: true });
    writeFileSync(join(site.config.dataDir, 'themes', 'own', 'theme.json'), '{"name":"Own"}');
    writeFileSync(join(site.config.dataDir, 'uploads', 'empty.txt'), '');
    // Plugin data is stored separately from the plugin's code and is not publicly accessible.
    mkdirSync(join(site.config.dataDir, 'plugin-data', 'parcel', 'labels'), { recursive: true });
    writeFileSync(join(site.config.dataDir, 'plugin-data', 'parcel', 'labels', '1.pdf'), Buffer.alloc(3000, 9));
    // Recorded actions are appended to the audit log shortly afterwards.
    await site.audit.append();
    // The filter builds its index in the background; rows can be compared only if nothing was written during the backup.
    do {
      rows = await rowsOf(site.db);
      rmSync(file, { force: true });
      await createBackup(sourceOf(site), file);
    } while (JSON.stringify(rows) !== JSON.stringify(await rowsOf(site.db)));
  });
  afterAll(async () => {
    for (const sandbox of sandboxes) await sandbox.release();
    await shop?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('restores rows and files exactly on the other database engine and back', async () => {
    expect(await verifyBackup(file)).toMatchObject({ problems: [] });
    expect(statSync(file).mode & 0o077).toBe(0);
    const files = filesOf(shop.site.config.dataDir);
    expect(rows.parcels).toHaveLength(ODD_STRINGS.length);
    expect(rows.store_products?.length).toBeGreaterThan(50);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'plugins/parcel/index.js',
        'themes/own/theme.json',
        'uploads/empty.txt',
        'plugin-data/parcel/labels/1.pdf',
      ]),
    );

    const target = await createSandbox(other(engine));
    await restoreAt(target, file, { runJobs: true });
    const second = join(folder, 'second.zip');
    await target.inSite(async (site) => {
      expect(await rowsOf(site.db)).toEqual(rows);
      await createBackup(sourceOf(site), second);
    });
    expect(filesOf(target.dataDir)).toEqual(files);

    const back = await createSandbox(engine);
    await restoreAt(back, second, { runJobs: true });
    await back.inSite(async (site) => expect(await rowsOf(site.db)).toEqual(rows));
    expect(filesOf(back.dataDir)).toEqual(files);
    expect(existsSync(join(back.dataDir, '.restore'))).toBe(false);
  });

  it('contains one snapshot while others keep writing', async () => {
    const { db } = shop.site;
    let written = 0;
    const moment = join(folder, 'moment.zip');
    const before = await db()('parcels').count({ n: '*' });
    await createBackup(sourceOf(shop.site), moment, {
      onProgress() {
        written += 1;
      },
      sink: (path) => {
        const { createWriteStream } = jest.requireActual<typeof import('node:fs')>('node:fs');
        const sink = createWriteStream(path);
        const write = sink._write.bind(sink);
        // Inserts a row before each chunk is written to disk.
        sink._write = (chunk, encoding, done) =>
          void db
            .outsideTransaction(() => Promise.resolve(db()('parcels').insert({ label: 'later' })))
            .then(() => write(chunk, encoding, done), done);
        return sink;
      },
    });
    expect(written).toBeGreaterThan(0);
    expect((await db()('parcels').where({ label: 'later' })).length).toBeGreaterThan(0);
    const { manifest, problems } = await verifyBackup(moment);
    expect(problems).toEqual([]);
    expect(manifest?.tables.parcels).toBe(Number((before as { n: number | string }[])[0]?.n));
    await db()('parcels').where({ label: 'later' }).delete();
  });

  it('restores under a new URL, ends sessions and holds jobs until released', async () => {
    const target = await createSandbox(engine, 'https://neu.example');
    await target.inSite(
      async (site) =>
        void (await site.db()('sessions').insert({ sid: 'before', sess: '{}', expired: '2999-01-01 00:00:00' })),
    );
    const markedBackup = join(folder, 'marked.zip');
    await shop.inContext(() => shop.site.options.updateOption('data_folder', 'the mark of its folder'));
    await createBackup(sourceOf(shop.site), markedBackup);
    await shop.inContext(() => shop.site.options.deleteOption('data_folder'));
    const { heldJobs } = await restoreAt(target, markedBackup);
    expect(heldJobs).toBe(1);
    await target.inSite(async (site) => {
      expect(await site.db()('sessions')).toEqual([]);
      // The marker would report a different data folder on this server.
      expect(await site.options.getOption('data_folder', 'none')).toBe('none');
      const page = await site
        .db()('posts')
        .where({ post_title: 'Łódź' })
        .first<{ post_content: string; guid: string }>();
      expect(page.post_content).toBe(`<a href="https://neu.example/a/">a</a> ${shop.url}5/ https://neu.example.`);
      expect(page.guid).toContain(shop.url);
      expect(await site.options.getOption('odd')).toEqual({
        address: 'https://neu.example/żółw/',
        list: [1, true, null],
      });
      const sent: unknown[] = [];
      site.cron.registerJob('parcel/letter', () => void sent.push(1));
      await site.cron.runJobs();
      expect([sent.length, await site.heldJobs.count()]).toEqual([0, 1]);
      await site.heldJobs.release();
      await site.cron.runJobs();
      expect([sent.length, await site.heldJobs.count()]).toEqual([1, 0]);
    });
  });

  it('replaces an existing site, and leaves it unchanged when a step fails', async () => {
    const target = await createSandbox(engine);
    mkdirSync(join(target.dataDir, 'uploads'), { recursive: true });
    writeFileSync(join(target.dataDir, 'uploads', 'old.txt'), 'old');
    mkdirSync(join(target.dataDir, 'plugin-data', 'old'), { recursive: true });
    writeFileSync(join(target.dataDir, 'plugin-data', 'old', 'note.txt'), 'old');
    await target.inSite((site) => site.options.updateOption('blogname', 'Before'));
    const [before, files] = [await target.inSite((site) => rowsOf(site.db)), filesOf(target.dataDir)];
    for (const phase of ['unpack', 'imported', 'swapped'] as const) {
      await expect(
        restoreAt(target, file, {
          onPhase: (now) => (now === phase ? Promise.reject(new Error(`failed at ${phase}`)) : undefined),
        }),
      ).rejects.toThrow(`failed at ${phase}`);
      expect(await target.inSite((site) => rowsOf(site.db))).toEqual(before);
      expect(filesOf(target.dataDir)).toEqual(files);
      expect(readdirSync(target.dataDir)).not.toContain('.restore');
    }
    await target.inSite((site) => restoreBackup(depsOf(site), file));
    expect(filesOf(target.dataDir)).toEqual(filesOf(shop.site.config.dataDir));
  });

  it('restores an older plugin version with its tables over a newer one', async () => {
    const target = await createSandbox(engine);
    await restoreAt(target, file);
    writeFileSync(
      join(target.dataDir, 'plugins/parcel/index.js'),
      PARCELS.replace(
        /\}\],\s*boot/,
        "}, { id: '002_sender', up: async (db) => { if (!(await db().schema.hasColumn('parcels', 'sender'))) await db().schema.alterTable('parcels', (t) => void t.string('sender', 20)); } }], boot",
      ),
    );
    await target.inSite((site) => site.plugins.migratePlugin('parcel'));
    await restoreAt(target, file);
    await target.inSite(async (site) => {
      expect(await site.db()('migrations').where({ owner: 'parcel' }).pluck('id')).toEqual(['001_parcels']);
      expect(await site.db()('parcels')).toHaveLength(ODD_STRINGS.length);
    });
  });
});
