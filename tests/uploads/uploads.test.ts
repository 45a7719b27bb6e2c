import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWpError } from '../../core/api/index.js';
import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { createI18n } from '../../core/i18n/index.js';
import { createUploads } from '../../core/uploads/index.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

describe('file upload', () => {
  let folder: string;
  const uploads = () =>
    createUploads({
      folder,
      siteUrl: 'https://shop.example',
      formatting: createFormatting({ hooks: createHooks(), homeUrl: 'https://shop.example' }),
      text: createI18n().domain('default'),
      now: () => new Date('2026-03-04T00:00:00Z'),
    });
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plinth-uploads-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('stores an image under a unique URL without overwriting the same name', async () => {
    const [first, second] = await Promise.all([
      uploads().wpUploadBits('Łóżko.PNG', PNG),
      uploads().wpUploadBits('Łóżko.PNG', PNG),
    ]);
    const urls = [first, second].map((stored) => (isWpError(stored) ? stored.getErrorCode() : stored.url)).sort();
    expect(urls).toEqual([
      'https://shop.example/wp-content/uploads/2026/03/lozko-2.png',
      'https://shop.example/wp-content/uploads/2026/03/lozko.png',
    ]);
  });

  it('chooses the file extension by content, not by name', async () => {
    const stored = await uploads().wpUploadBits('../../evil.php', PNG);
    expect(stored).toMatchObject({
      url: 'https://shop.example/wp-content/uploads/2026/03/evil.png',
      type: 'image/png',
    });
  });

  it.each([
    [
      'a script in an SVG',
      'x.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'upload_type_refused',
    ],
    ['an HTML page named .png', 'x.png', Buffer.from('<!doctype html><script>1</script>'), 'upload_type_refused'],
    ['nothing', 'x.png', Buffer.alloc(0), 'upload_empty'],
    ['too much', 'x.png', Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]), 'upload_too_large'],
  ])('rejects %s', async (_what, name, bytes, code) => {
    const result = await uploads().wpUploadBits(name, bytes);
    expect(isWpError(result) && result.getErrorCode()).toBe(code);
  });

  it('deletes only files inside the uploads folder', async () => {
    const stored = await uploads().wpUploadBits('a.png', PNG);
    if (isWpError(stored)) throw new Error(stored.getErrorCode());
    const outside = join(folder, '..', 'plinth-outside.png');
    writeFileSync(outside, PNG);
    expect(await uploads().wpDeleteFile('https://shop.example/wp-content/uploads/../plinth-outside.png')).toBe(false);
    expect(
      await uploads().wpDeleteFile('https://shop.example/wp-content/uploads/2026/%2e%2e/%2e%2e/plinth-outside.png'),
    ).toBe(false);
    expect(existsSync(outside)).toBe(true);
    rmSync(outside);
    expect(await uploads().wpDeleteFile(stored.url)).toBe(true);
    expect(existsSync(stored.file)).toBe(false);
  });
});
