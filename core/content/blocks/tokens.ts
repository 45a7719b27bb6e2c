/** A comment that delimits a block. */
export interface BlockToken {
  kind: 'opener' | 'closer' | 'void';
  name: string;
  /** Decoded attributes: {} if there are none, null if the JSON is invalid. */
  attrs: Record<string, unknown> | readonly unknown[] | null;
  start: number;
  end: number;
}

const COMMENT_START = /<!--[ \t\n\v\f\r]+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)[ \t\n\v\f\r]+(?=[{/-])/g;
const COMMENT_END = /(\/)?-->/y;

/** JSON reviver that converts an object with the keys 0, 1, 2 … to an array, as serializing it would. */
function reviveArrays(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(value) : value;
}

function decode(json: string): Record<string, unknown> | readonly unknown[] | null {
  try {
    return JSON.parse(json, reviveArrays) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Yields the delimiting comments of a text in one pass. */
export function* blockTokens(text: string): Generator<BlockToken> {
  const end = /\}[ \t\n\v\f\r]+(?=\/?-->)/g;
  let mayHaveEnd = true;
  const head = new RegExp(COMMENT_START);
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const [, closer, namespace = 'core/', name = ''] = match;
    let position = head.lastIndex;
    let attrs: BlockToken['attrs'] = {};
    if (text.charAt(position) === '{') {
      if (!mayHaveEnd) continue;
      end.lastIndex = position + 1;
      const close = end.exec(text);
      if (!close) {
        mayHaveEnd = false;
        continue;
      }
      attrs = decode(text.slice(position, close.index + 1));
      position = end.lastIndex;
    }
    COMMENT_END.lastIndex = position;
    const tail = COMMENT_END.exec(text);
    if (!tail) continue;
    const openerOrCloser = closer === undefined ? 'opener' : 'closer';
    const kind = tail[1] === undefined ? openerOrCloser : 'void';
    head.lastIndex = COMMENT_END.lastIndex;
    yield { kind, name: namespace + name, attrs, start: match.index, end: COMMENT_END.lastIndex };
  }
}
