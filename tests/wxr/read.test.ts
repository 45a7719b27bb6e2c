import { Readable } from 'node:stream';
import type { WxrEntry } from '../../core/wxr/read/entries.js';
import { readWxr } from '../../core/wxr/read/read-wxr.js';
import { FOOT, HEAD, item, oldSite } from './old-site.js';

/** Reads a text in chunks of `size` bytes, which split multi-byte characters and tags. */
async function read(text: string, size = 7): Promise<WxrEntry[]> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
  const entries: WxrEntry[] = [];
  for await (const entry of readWxr(Readable.from(chunks))) entries.push(entry);
  return entries;
}
const kinds = (entries: readonly WxrEntry[]): string[] =>
  entries.map((entry) => {
    if (entry.kind === 'item') return `${entry.type} ${entry.id}`;
    return entry.kind === 'problem' ? `${entry.reason} ${entry.id}` : entry.kind;
  });

describe('WordPress export file reader', () => {
  it('reads small chunks like a whole file', async () => {
    const text = oldSite(4);
    expect(await read(text)).toEqual(await read(text, 1 << 20));
  });

  it('preserves umlauts, a split ]]> and surrounding white space', async () => {
    const text = 'Ä]]>ß & <b>]]>]]></b>\n\n  ';
    const [, entry] = await read(HEAD + item({ id: 1, content: text, title: 'Grüß & Gott' }) + FOOT);
    expect(entry).toMatchObject({ content: text, title: 'Grüß & Gott', creator: 'jürgen' });
  });

  it('continues after a malformed item and reports its line', async () => {
    const malformed = item({ id: 2, title: 'Kaputt' }).replace('</wp:post_date>', '');
    const entries = await read(HEAD + item({ id: 1 }) + malformed + item({ id: 3 }) + FOOT);
    expect(kinds(entries)).toEqual(['site', 'post 1', 'malformed 2', 'post 3']);
    expect(entries[2]).toMatchObject({ about: 'Kaputt', line: expect.any(Number) });
  });

  it('continues after an item without end tag', async () => {
    expect(kinds(await read(HEAD + item({ id: 1 }).replace('</item>', '') + item({ id: 2 }) + FOOT))).toEqual([
      'site',
      'unfinished 1',
      'post 2',
    ]);
  });

  it('reports a truncated file', async () => {
    const complete = HEAD + item({ id: 1 }) + item({ id: 2 });
    expect(kinds(await read(complete.slice(0, -30)))).toEqual(['site', 'post 1', 'unfinished 2']);
    expect(kinds(await read(complete))).toEqual(['site', 'post 1', 'post 2', 'unfinished 0']);
  });

  it('drops characters invalid in XML and accepts HTML entities such as &nbsp;', async () => {
    const [, entry] = await read(
      HEAD +
        item({ id: 1, content: 'a\u0008b' }).replace(
          '<description></description>',
          '<description>x&nbsp;y</description>',
        ) +
        FOOT,
    );
    expect(entry).toMatchObject({ kind: 'item', content: 'ab' });
  });

  it('rejects a document type so that no entity is resolved', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>${HEAD.slice(HEAD.indexOf('<rss'))}${FOOT}`;
    await expect(read(bomb)).rejects.toMatchObject({ code: 'wxr_doctype', hint: expect.stringContaining('Export') });
  });

  it('rejects an endless text before memory runs out', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from(`${HEAD}<item><title>`);
      for (;;) yield Buffer.alloc(1 << 20, 'a');
    }
    const reading = (async () => {
      for await (const _entry of readWxr(endless()));
    })();
    await expect(reading).rejects.toMatchObject({ code: 'wxr_too_large' });
  });

  it('rejects files that are no export', async () => {
    await expect(read('<html><body>Not found</body></html>')).rejects.toMatchObject({ code: 'wxr_invalid' });
    await expect(read('ceci n’est pas un fichier')).rejects.toMatchObject({ code: 'wxr_invalid' });
    await expect(read('')).rejects.toMatchObject({ code: 'wxr_invalid' });
  });
});
