/** A block as it appears in a text, preserved character by character. */
export interface SourceBlock {
  /** The name with its namespace: `core/paragraph`. */
  readonly name: string;
  /** The JSON of its comment as written; '' if there is none. */
  readonly head: string;
  readonly raw: string;
  /** Whether the block is a single comment without content. */
  readonly isVoid: boolean;
  /** The content: HTML and inner blocks in order. Empty for a void block. */
  readonly parts: readonly (string | SourceBlock)[];
}

/** The comments that delimit blocks, as defined by WordPress's block grammar. */
const DELIMITER =
  /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+({(?:(?!}\s+\/?-->)[\s\S])*?}\s+)?(\/)?-->/g;

interface OpenBlock {
  readonly name: string;
  readonly head: string;
  readonly start: number;
  readonly inner: number;
  readonly parts: (string | SourceBlock)[];
  /** End offset of the content consumed so far. */
  offset: number;
}

/**
 * Splits a text into blocks and the content between them.
 * @returns undefined if the comments do not pair, so that the end of a block is unknown
 */
export function splitBlocks(text: string): readonly (string | SourceBlock)[] | undefined {
  const top: OpenBlock = { name: '', head: '', start: 0, inner: 0, parts: [], offset: 0 };
  /** The ancestors of the open block, outermost first. */
  const ancestors: OpenBlock[] = [];
  let current = top;
  for (const match of text.matchAll(DELIMITER)) {
    const [fullMatch, closing, namespace, ownName, json = '', selfClosing] = match;
    const name = (namespace ?? 'core/') + ownName;
    const after = match.index + fullMatch.length;
    if (closing) {
      const parent = ancestors.pop();
      if (!parent || current.name !== name || selfClosing || json !== '') return undefined;
      addText(current, text, match.index);
      parent.parts.push({
        name,
        head: current.head,
        raw: text.slice(current.start, after),
        isVoid: false,
        parts: current.parts,
      });
      parent.offset = after;
      current = parent;
      continue;
    }
    addText(current, text, match.index);
    if (selfClosing) {
      current.parts.push({ name, head: json.trim(), raw: fullMatch, isVoid: true, parts: [] });
      current.offset = after;
    } else {
      ancestors.push(current);
      current = { name, head: json.trim(), start: match.index, inner: after, parts: [], offset: after };
    }
  }
  if (ancestors.length > 0) return undefined;
  addText(top, text, text.length);
  return top.parts;
}

function addText(block: OpenBlock, text: string, end: number): void {
  if (end > block.offset) block.parts.push(text.slice(block.offset, end));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\\\': '\\u005c',
  '--': '\\u002d\\u002d',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\\"': '\\u0022',
};

/** Parses the attributes of a block comment. Returns no attributes for invalid JSON. */
export function parseAttributes(head: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = head === '' ? {} : JSON.parse(head);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/**
 * Serializes attributes as JSON that cannot end the surrounding comment, as WordPress does
 * (`serialize_block_attributes`); '' for none.
 */
export function serializeAttributes(attributes: Readonly<Record<string, unknown>>): string {
  const definedAttributes = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
  return Object.keys(definedAttributes).length === 0
    ? ''
    : JSON.stringify(definedAttributes).replace(/\\\\|\\"|--|[<>&]/g, (found) => ESCAPES[found] ?? found);
}

/** Builds a block's text from its comments and its content. */
export function buildBlock(name: string, head: string, content: string): string {
  const short = name.replace(/^core\//, '');
  const json = head === '' ? '' : `${head} `;
  return content === '' ? `<!-- wp:${short} ${json}/-->` : `<!-- wp:${short} ${json}-->${content}<!-- /wp:${short} -->`;
}

const OPENING = /^(<!--\s+wp:[a-z][a-z0-9_/-]*\s+)({[\s\S]*?}\s+)?(\/?-->)/;

/** Returns the JSON of the comment that opens a block's text. */
export function readHead(raw: string): string {
  return OPENING.exec(raw)?.[2]?.trim() ?? '';
}

/** Replaces the attributes in the opening comment of a block's text. */
export function replaceHead(raw: string, head: string): string {
  return raw.replace(
    OPENING,
    (_all, start: string, _old: string | undefined, end: string) => `${start}${head === '' ? '' : `${head} `}${end}`,
  );
}
