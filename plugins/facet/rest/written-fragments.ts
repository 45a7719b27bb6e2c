import { type PluginScope, memoize } from 'plinth';
import type { FragmentParts } from '../widget/fragments.js';
import type { TextPart } from '../widget/text-parts.js';

/** Maximum number of parts whose JSON is cached. */
const MAX_CACHED_PARTS = 1000;

/** Encodes fragments as JSON. Each part is encoded once and reused for all responses. */
export function createFragmentEncoder({
  wpJsonEncode,
}: Pick<PluginScope, 'wpJsonEncode'>): (data: Readonly<Record<string, unknown>>, parts: FragmentParts) => Buffer {
  const cache = new Map<TextPart, Buffer>();
  const encode = (value: unknown): Buffer => Buffer.from(String(wpJsonEncode(value)), 'latin1');

  /** Returns the JSON of a part without the quotes. */
  const partJson = (part: TextPart): Buffer =>
    memoize(cache, MAX_CACHED_PARTS, part, () => encode(part.text).subarray(1, -1));

  return (data, parts) => {
    const chunks: Buffer[] = [];
    for (const [name, value] of Object.entries(data)) {
      if (value === undefined) continue;
      const valueParts = (parts as Partial<Readonly<Record<string, readonly TextPart[]>>>)[name];
      chunks.push(
        chunks.length === 0 ? OPEN_BRACE : COMMA,
        encode(name),
        COLON,
        ...(valueParts ? [QUOTE, ...valueParts.map(partJson), QUOTE] : [encode(value)]),
      );
    }
    return Buffer.concat([...chunks, CLOSE_BRACE]);
  };
}

const OPEN_BRACE = Buffer.from('{');
const COMMA = Buffer.from(',');
const COLON = Buffer.from(':');
const QUOTE = Buffer.from('"');
const CLOSE_BRACE = Buffer.from('}');
