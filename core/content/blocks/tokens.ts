/** A comment that delimits a block. */
export interface BlockToken {
  kind: 'opener' | 'closer' | 'void';
  name: string;
  /** Decoded attributes: {} if there are none, null if the JSON is invalid. */
  attrs: Record<string, unknown> | readonly unknown[] | null;
  start: number;
  end: number;
}

const HEAD = /<!--[ \t\n\v\f\r]+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)[ \t\n\v\f\r]+(?=[{/-])/g;
const TAIL = /(\/)?-->/y;

/** Converts a map with the keys 0, 1, 2 … to a list, as serializing it would. */
function listed(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(value) : value;
}

function decode(json: string): Record<string, unknown> | readonly unknown[] | null {
  try {
    return JSON.parse(json, listed) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Yields the delimiting comments of a text in one pass. */
export function* blockTokens(text: string): Generator<BlockToken> {
  const end = /\}[ \t\n\v\f\r]+(?=\/?-->)/g;
  let attributesEnd = true;
  const head = new RegExp(HEAD);
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const [, closer, namespace = 'core/', name = ''] = match;
    let at = head.lastIndex;
    let attrs: BlockToken['attrs'] = {};
    if (text.charAt(at) === '{') {
      if (!attributesEnd) continue;
      end.lastIndex = at + 1;
      const close = end.exec(text);
      if (!close) {
        attributesEnd = false;
        continue;
      }
      attrs = decode(text.slice(at, close.index + 1));
      at = end.lastIndex;
    }
    TAIL.lastIndex = at;
    const tail = TAIL.exec(text);
    if (!tail) continue;
    const paired = closer === undefined ? 'opener' : 'closer';
    const kind = tail[1] === undefined ? paired : 'void';
    head.lastIndex = TAIL.lastIndex;
    yield { kind, name: namespace + name, attrs, start: match.index, end: TAIL.lastIndex };
  }
}
