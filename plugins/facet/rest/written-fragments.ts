import { type PluginScope, memoize } from 'plinth';
import type { FragmentParts } from '../widget/fragments.js';
import type { TextPart } from '../widget/text-parts.js';

/** Maximum number of parts whose JSON is cached. */
const MAX_KNOWN = 1000;

/** Encodes fragments as JSON from parts that are encoded once for all answers. */
export function createWrittenFragments({
  wpJsonEncode,
}: Pick<PluginScope, 'wpJsonEncode'>): (data: Readonly<Record<string, unknown>>, parts: FragmentParts) => Buffer {
  const known = new Map<TextPart, Buffer>();
  const encoded = (value: unknown): Buffer => Buffer.from(String(wpJsonEncode(value)), 'latin1');

  /** Returns the JSON of a part without the quotes. */
  const partJson = (part: TextPart): Buffer =>
    memoize(known, MAX_KNOWN, part, () => encoded(part.text).subarray(1, -1));

  return (data, parts) => {
    const chunks: Buffer[] = [];
    for (const [name, value] of Object.entries(data)) {
      if (value === undefined) continue;
      const own = (parts as Partial<Readonly<Record<string, readonly TextPart[]>>>)[name];
      chunks.push(
        chunks.length === 0 ? OPENED : COMMA,
        encoded(name),
        COLON,
        ...(own ? [QUOTE, ...own.map(partJson), QUOTE] : [encoded(value)]),
      );
    }
    return Buffer.concat([...chunks, CLOSED]);
  };
}

const OPENED = Buffer.from('{');
const COMMA = Buffer.from(',');
const COLON = Buffer.from(':');
const QUOTE = Buffer.from('"');
const CLOSED = Buffer.from('}');
