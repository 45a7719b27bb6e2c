import { ZIP_LIMITS } from '../../core/zips/limits.js';
import { readZip } from '../../core/zips/zip-contents.js';
import { type RawEntry, rawZip } from './zip-bytes.js';

/** Size of the local header of a file, including its name. */
const headOf = ({ name }: RawEntry): number => 30 + Buffer.from(name).length;

describe('zip with overlapping files', () => {
  const inner: RawEntry = { name: 'a/inner.js', content: 'inner', store: true };
  const within = rawZip({ entries: [inner] }).subarray(0, headOf(inner) + 5);
  const outer: RawEntry = { name: 'a/outer.js', content: Buffer.concat([within, Buffer.from('more')]), store: true };

  it('gets rejected although every header matches the directory', async () => {
    await expect(
      readZip(rawZip({ entries: [outer, { ...inner, at: headOf(outer) }] }), ZIP_LIMITS),
    ).rejects.toMatchObject({
      code: 'plugin_zip_invalid',
      message: expect.stringContaining('its files overlap') as string,
    });
  });

  it('gets rejected when the last file reaches into the directory', async () => {
    const bytes = rawZip({
      entries: [outer, { name: 'a/last.js', content: 'x', store: true, size: 40, packedSize: 40 }],
    });
    await expect(readZip(bytes, ZIP_LIMITS)).rejects.toMatchObject({
      message: expect.stringContaining('its files overlap') as string,
    });
  });

  it('gets accepted when the files only adjoin', async () => {
    expect((await readZip(rawZip({ entries: [outer, inner] }), ZIP_LIMITS)).map(({ name }) => name)).toEqual([
      'a/outer.js',
      'a/inner.js',
    ]);
  });
});
