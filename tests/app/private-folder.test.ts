import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivate } from '../../core/app/private-folder.js';
import { readConfig } from '../../core/app/config.js';
import { createSite } from '../../core/app/site.js';
import { createContext, runInContext } from '../../core/context/index.js';

const root = join(__dirname, '../..');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAYAAACZgbYnAAAADklEQVR4nGNg+M9QDwADgQF/e5IkGQAAAABJRU5ErkJggg==',
  'base64',
);

describe('permissions of the data folder', () => {
  let above: string;
  let folder: string;
  beforeEach(() => {
    above = mkdtempSync(join(tmpdir(), 'plinth-private-'));
    folder = join(above, 'data');
  });
  afterEach(() => rmSync(above, { recursive: true, force: true }));

  const rights = (path: string): string => (statSync(path).mode & 0o7777).toString(8);
  /** Runs a site in the folder, with an email and an image, and lists the files that other users can read. */
  async function live(): Promise<string[]> {
    const site = await createSite(readConfig(root, { DATA_DIR: folder, LOG_LEVEL: 'silent' }, above));
    try {
      await runInContext(createContext('test'), async () => {
        await site.mail.wpMail({ to: 'a@example.com', subject: 'S', text: 'secret' });
        await site.uploads.wpUploadBits('p.png', PNG);
      });
      const names = readdirSync(folder, { recursive: true }) as string[];
      expect(names).toEqual(expect.arrayContaining(['site.sqlite', 'site.sqlite-wal', 'site.sqlite-shm', 'mail']));
      expect(names.some((name) => name.endsWith('.eml'))).toBe(true);
      expect(names.some((name) => name.endsWith('.png'))).toBe(true);
      return names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
    } finally {
      await site.close();
    }
  }

  it('denies other system users access to the folder and all its files', async () => {
    expect(await live()).toEqual([]);
    expect(rights(folder)).toBe('700');
    expect(rights(join(folder, 'site.sqlite'))).toBe('600');
    expect(rights(above)).toBe('700');
  });

  it('closes an open folder at start and warns once', async () => {
    mkdirSync(join(folder, 'mail'), { recursive: true });
    writeFileSync(join(folder, 'site.sqlite'), '');
    for (const path of [folder, join(folder, 'mail')]) chmodSync(path, 0o755);
    chmodSync(join(folder, 'site.sqlite'), 0o644);
    const warnings: string[] = [];
    const log = { warn: (_fields: object, text: string) => void warnings.push(text) };
    makePrivate(folder, join(folder, 'site.sqlite'), log);
    expect([folder, join(folder, 'mail'), join(folder, 'site.sqlite')].map(rights)).toEqual(['700', '700', '600']);
    makePrivate(folder, join(folder, 'site.sqlite'), log);
    expect(warnings).toEqual([
      'the data folder was accessible to other users of this computer; its permissions have been restricted',
    ]);
    expect(await live()).toEqual([]);
  });

  it('leaves a shared sticky folder unchanged, and does not throw without a folder', () => {
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
    const fail = {
      warn: () => {
        throw new Error('said something');
      },
    };
    makePrivate(folder, undefined, fail);
    expect(rights(folder)).toBe('1777');
    writeFileSync(join(above, 'file'), '');
    expect(() =>
      makePrivate(join(above, 'file', 'data'), join(above, 'file', 'data', 'site.sqlite'), fail),
    ).not.toThrow();
  });

  it('leaves the process umask unchanged', async () => {
    const umaskBefore = process.umask();
    await live();
    expect(process.umask()).toBe(umaskBefore);
  });
});
