import { inflateSync } from 'node:zlib';

/** The bodies of a PDF's objects by number: dictionary and, when compressed, the inflated stream. */
function readObjects(bytes: Buffer): ReadonlyMap<string, { dictionary: string; stream: string }> {
  const objects = new Map<string, { dictionary: string; stream: string }>();
  const source = bytes.toString('latin1');
  for (const [, id = '', body = ''] of source.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/g)) {
    const [dictionary = '', ...rest] = body.split(/stream\r?\n/);
    const data = rest.join('stream\n').replace(/\r?\nendstream$/, '');
    const stream =
      rest.length > 0 && dictionary.includes('/FlateDecode')
        ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
        : '';
    objects.set(id, { dictionary, stream });
  }
  return objects;
}

/** The characters of a font's glyphs, from its ToUnicode map. */
function readGlyphs(cmap: string): readonly string[] {
  const [, list = ''] = /beginbfrange\s+<0000> <[0-9a-f]+> \[([^\]]*)\]/.exec(cmap) ?? [];
  return [...list.matchAll(/<([0-9a-f]+)>/g)].map(([, codes = '']) =>
    String.fromCharCode(...(codes.match(/.{4}/g) ?? []).map((code) => parseInt(code, 16))),
  );
}

/** Returns the text of a PDF as a reader selects it: one line for each text that was written. */
export function readPdf(bytes: Buffer): readonly string[] {
  const objects = readObjects(bytes);
  const reference = (text: string, key: string): string => new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1] ?? '';
  const lines: string[] = [];
  for (const { dictionary } of objects.values()) {
    if (!/\/Type \/Page\n/.test(dictionary)) continue;
    const resources = objects.get(reference(dictionary, 'Resources'))?.dictionary ?? '';
    const content = objects.get(reference(dictionary, 'Contents'))?.stream ?? '';
    for (const [, font = '', glyphs = ''] of content.matchAll(
      /\/(F\d+) [\d.]+ Tf\n(?:[^\n]*T[cw]\n)*\[([^\]]*)\] TJ/g,
    )) {
      const fontObject = objects.get(reference(resources, font))?.dictionary ?? '';
      const characters = readGlyphs(objects.get(reference(fontObject, 'ToUnicode'))?.stream ?? '');
      const codes = [...glyphs.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, part = '']) => part.match(/.{4}/g) ?? []);
      lines.push(codes.map((code) => characters[parseInt(code, 16)] ?? '').join(''));
    }
  }
  return lines;
}
