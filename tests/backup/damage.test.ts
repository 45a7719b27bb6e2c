import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type Entry, fromBufferPromise } from 'yauzl';
import { createArchive } from '../../core/backup/archive.js';
import { createBackup, verifyBackup } from '../../core/backup/index.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { rawZip, zipOf } from '../plugins/zip-bytes.js';
import { createEmptySandbox, type EmptySandbox, restoreAt, rowsOf, sourceOf } from './sandboxes.js';
import { assertDefined } from '../kit/assert-defined.js';

// Backup files are the same on both engines; round-trip.test.ts restores them on both.
describe('damaged or altered backup', () => {
  let shop: TestSite;
  let target: EmptySandbox;
  let folder: string;
  let archiveBytes: Buffer;
  let file: string;
  let members: Record<string, Buffer>;
  let entries: Entry[];

  beforeAll(async () => {
    shop = await bootSite({ demo: true });
    target = await createEmptySandbox('sqlite', shop.url);
    folder = mkdtempSync(join(tmpdir(), 'plinth-damage-'));
    file = join(folder, 'shop.zip');
    mkdirSync(join(shop.site.config.dataDir, 'uploads/2026'), { recursive: true });
    writeFileSync(join(shop.site.config.dataDir, 'uploads/2026/a.png'), Buffer.alloc(5000, 3));
    writeFileSync(join(shop.site.config.dataDir, 'uploads/2026/b.txt'), 'b'.repeat(5000));
    await createBackup(sourceOf(shop.site), file);
    archiveBytes = readFileSync(file);
    members = {};
    entries = [];
    const zip = await fromBufferPromise(archiveBytes);
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      const parts: Buffer[] = [];
      for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
      members[entry.fileName] = Buffer.concat(parts);
    }
  });
  afterAll(async () => {
    await target?.release();
    await shop?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function problemsOf(bytes: Buffer): Promise<readonly string[]> {
    const other = join(folder, 'other.zip');
    writeFileSync(other, bytes);
    return (await verifyBackup(other)).problems;
  }
  const flipped = (index: number): Buffer => {
    const bytes = Buffer.from(archiveBytes);
    bytes[index] = assertDefined(bytes[index]) ^ 0x01;
    return bytes;
  };

  it('fails verification after one flipped bit in any member, header or directory', async () => {
    expect(await problemsOf(archiveBytes)).toEqual([]);
    const offsets = entries.flatMap(({ relativeOffsetOfLocalHeader: time, compressedSize }) => [
      time + 4,
      time + 12,
      time + 40,
      time + 60 + Math.floor(compressedSize / 2),
    ]);
    const everywhere = Array.from({ length: 60 }, (_, step) => Math.floor((step / 60) * archiveBytes.length));
    for (const index of [...offsets, ...everywhere, archiveBytes.length - 100, archiveBytes.length - 1])
      expect({ at: index, found: (await problemsOf(flipped(index))).length > 0 }).toEqual({ at: index, found: true });
  });

  it('is reported with the name of the damaged member', async () => {
    for (const { fileName, relativeOffsetOfLocalHeader, compressedSize } of entries.filter(
      (entry) => entry.fileName !== 'manifest.json',
    )) {
      expect(
        (
          await problemsOf(flipped(relativeOffsetOfLocalHeader + 30 + fileName.length + Math.floor(compressedSize / 2)))
        ).join(' '),
      ).toContain(fileName);
    }
  });

  it('fails verification when truncated or when bytes are appended', async () => {
    for (const part of [
      0,
      1,
      63,
      64,
      1000,
      archiveBytes.length >> 1,
      archiveBytes.length - 64,
      archiveBytes.length - 1,
    ])
      expect(await problemsOf(archiveBytes.subarray(0, part))).not.toEqual([]);
    expect(await problemsOf(Buffer.concat([archiveBytes, Buffer.from('x')]))).not.toEqual([]);
  });

  it.each([
    [
      'a file was removed',
      (files: Record<string, Buffer>) => void delete files['uploads/2026/a.png'],
      'uploads/2026/a.png is missing',
    ],
    [
      'the database was removed',
      (files: Record<string, Buffer>) => void delete files['database.jsonl'],
      'database.jsonl is missing',
    ],
    ['the manifest was removed', (files: Record<string, Buffer>) => void delete files['manifest.json'], 'no manifest'],
    [
      'a file was added',
      (files: Record<string, Buffer>) => void (files['plugins/evil/index.js'] = Buffer.from('1')),
      'plugins/evil/index.js is not part of the backup',
    ],
    [
      'a file was changed',
      (files: Record<string, Buffer>) => void (files['uploads/2026/b.txt'] = Buffer.from('c'.repeat(5000))),
      'uploads/2026/b.txt differs from the file that was backed up',
    ],
    [
      'a database row was removed',
      (files: Record<string, Buffer>) =>
        void (files['database.jsonl'] = Buffer.from(
          assertDefined(files['database.jsonl']?.toString().replace(/(\{"table":"users".*\n)\[.*\n/, '$1')),
        )),
      'database.jsonl',
    ],
    [
      'the manifest claims more rows',
      (files: Record<string, Buffer>) =>
        void (files['manifest.json'] = Buffer.from(
          assertDefined(files['manifest.json']?.toString().replace(/"users":\d+/, '"users":77')),
        )),
      'The table users has 1 rows, not 77',
    ],
    [
      'only the date in the manifest was changed',
      (files: Record<string, Buffer>) =>
        void (files['manifest.json'] = Buffer.from(
          assertDefined(files['manifest.json']?.toString().replace(/"created":"\d{4}/, '"created":"1999')),
        )),
      'The file was changed, damaged or truncated',
    ],
  ])('fails verification and restore after repacking where %s', async (_what, change, expectedProblem) => {
    const files = { ...members };
    change(files);
    const other = join(folder, 'packed.zip');
    writeFileSync(other, await zipOf(files));
    const { problems } = await verifyBackup(other);
    expect(problems.join(' ')).toContain(expectedProblem);
    const before = await target.inSite((site) => rowsOf(site.db));
    await expect(restoreAt(target, other)).rejects.toMatchObject({ code: 'backup_damaged' });
    expect(await target.inSite((site) => rowsOf(site.db))).toEqual(before);
  });

  it('without plugin data folders leaves existing plugin data in place on restore', async () => {
    const { folders: _none, ...manifest } = JSON.parse(assertDefined(members['manifest.json']?.toString())) as {
      folders: string[];
    };
    const [old, keeperFile] = [join(folder, 'old.zip'), join(target.dataDir, 'plugin-data', 'keeper', 'key.txt')];
    mkdirSync(dirname(keeperFile), { recursive: true });
    writeFileSync(keeperFile, 'mine');
    mkdirSync(join(target.dataDir, 'themes', 'gone'), { recursive: true });
    const archive = createArchive(createWriteStream(old), new Date(0));
    for (const [name, bytes] of Object.entries(members))
      if (name !== 'manifest.json') await archive.add(name, Readable.from([bytes]));
    await archive.finish(JSON.stringify(manifest));
    await restoreAt(target, old);
    expect(readFileSync(keeperFile, 'utf8')).toBe('mine');
    expect(readFileSync(join(target.dataDir, 'uploads/2026/b.txt'), 'utf8')).toBe('b'.repeat(5000));
    expect(existsSync(join(target.dataDir, 'themes', 'gone'))).toBe(false);
    // A current backup without such files records that there were none.
    await restoreAt(target, file);
    expect(existsSync(keeperFile)).toBe(false);
  });

  it('fails verification for path traversal, an invalid zip or a missing file', async () => {
    const manifest = JSON.parse(assertDefined(members['manifest.json']?.toString())) as {
      files: Record<string, unknown>;
    };
    const name = 'uploads/a/../../../evil';
    manifest.files[name] = { bytes: 1, sha256: createHash('sha256').update('x').digest('hex') };
    const climbing = rawZip({
      entries: [
        ...Object.entries({ ...members, 'manifest.json': JSON.stringify(manifest) }).map(([path, content]) => ({
          name: path,
          content,
        })),
        { name, content: 'x' },
      ],
    });
    expect((await problemsOf(climbing)).join(' ')).toMatch(/evil|relative path/);
    expect(await problemsOf(Buffer.from('no zip'.repeat(100)))).not.toEqual([]);
    await expect(verifyBackup(join(folder, 'nothing.zip'))).rejects.toMatchObject({ code: 'backup_not_found' });
  });
});
