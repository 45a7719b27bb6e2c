/** A block as it stands in a text, every letter of it kept. */
export interface SourceBlock {
  /** With its namespace: `core/paragraph`. */
  readonly name: string;
  /** The JSON of its comment as it is written; '' when there is none. */
  readonly head: string;
  readonly raw: string;
  /** Whether it is one comment, without content. */
  readonly isVoid: boolean;
  /** Its content: HTML, and the blocks in it, in their order. Nothing of a block that is one comment. */
  readonly parts: readonly (string | SourceBlock)[];
}

/** The comments that delimit blocks, as WordPress's grammar has them. */
const DELIMITER =
  /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+({(?:(?!}\s+\/?-->)[\s\S])*?}\s+)?(\/)?-->/g;

interface Open {
  readonly name: string;
  readonly head: string;
  readonly start: number;
  readonly inner: number;
  readonly parts: (string | SourceBlock)[];
  /** How far its content is taken. */
  at: number;
}

/**
 * Cuts a text into its blocks and what stands between them.
 * @returns undefined where comments do not pair, so that nobody can say where a block ends
 */
export function cutBlocks(text: string): readonly (string | SourceBlock)[] | undefined {
  const top: Open = { name: '', head: '', start: 0, inner: 0, parts: [], at: 0 };
  /** The blocks around the one that is open, the outermost first. */
  const outer: Open[] = [];
  let around = top;
  for (const match of text.matchAll(DELIMITER)) {
    const [whole, closing, namespace, ownName, json = '', selfClosing] = match;
    const name = (namespace ?? 'core/') + ownName;
    const after = match.index + whole.length;
    if (closing) {
      const parent = outer.pop();
      if (!parent || around.name !== name || selfClosing || json !== '') return undefined;
      addText(around, text, match.index);
      parent.parts.push({
        name,
        head: around.head,
        raw: text.slice(around.start, after),
        isVoid: false,
        parts: around.parts,
      });
      parent.at = after;
      around = parent;
      continue;
    }
    addText(around, text, match.index);
    if (selfClosing) {
      around.parts.push({ name, head: json.trim(), raw: whole, isVoid: true, parts: [] });
      around.at = after;
    } else {
      outer.push(around);
      around = { name, head: json.trim(), start: match.index, inner: after, parts: [], at: after };
    }
  }
  if (outer.length > 0) return undefined;
  addText(top, text, text.length);
  return top.parts;
}

function addText(block: Open, text: string, end: number): void {
  if (end > block.at) block.parts.push(text.slice(block.at, end));
}

const SAFE: Readonly<Record<string, string>> = {
  '\\\\': '\\u005c',
  '--': '\\u002d\\u002d',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\\"': '\\u0022',
};

/** The attributes that a comment holds; none of one that is no JSON. */
export function attributesIn(head: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = head === '' ? {} : JSON.parse(head);
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}

/** Attributes as JSON that cannot end the comment it stands in, as WordPress writes it (`serialize_block_attributes`); '' for none. */
export function headOf(attributes: Readonly<Record<string, unknown>>): string {
  const given = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
  return Object.keys(given).length === 0
    ? ''
    : JSON.stringify(given).replace(/\\\\|\\"|--|[<>&]/g, (found) => SAFE[found] ?? found);
}

/** A block's text of its comments and what is between them. */
export function delimited(name: string, head: string, content: string): string {
  const short = name.replace(/^core\//, '');
  const json = head === '' ? '' : `${head} `;
  return content === '' ? `<!-- wp:${short} ${json}/-->` : `<!-- wp:${short} ${json}-->${content}<!-- /wp:${short} -->`;
}

const OPENING = /^(<!--\s+wp:[a-z][a-z0-9_/-]*\s+)({[\s\S]*?}\s+)?(\/?-->)/;

/** The JSON of the comment that a block's text begins with. */
export function headIn(raw: string): string {
  return OPENING.exec(raw)?.[2]?.trim() ?? '';
}

/** A block's text with other attributes in its comment. */
export function withHead(raw: string, head: string): string {
  return raw.replace(
    OPENING,
    (_all, start: string, _old: string | undefined, end: string) => `${start}${head === '' ? '' : `${head} `}${end}`,
  );
}
