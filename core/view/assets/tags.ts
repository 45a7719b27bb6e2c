import { escapeText } from '../../document/index.js';

/** Attributes of an element; `true` stands without a value, `false` not at all. */
export type Attributes = Readonly<Record<string, string | boolean>>;

/** An element's attributes as they stand in its tag (`wp_sanitize_script_attributes`). */
export function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== false)
    .map(([name, value]) =>
      value === true ? ` ${escapeText(name)}` : ` ${escapeText(name)}="${escapeText(String(value))}"`,
    )
    .join('');
}

/** An element for a file. */
export function scriptTag(attributes: Attributes): string {
  return `<script${attributesText(attributes)}></script>`;
}

/** An element with code in it, which cannot end it. */
export function inlineScriptTag(code: string, attributes: Attributes): string {
  return `<script${attributesText(attributes)}>\n${code.replace(/<(\/script|!--)/gi, '\\x3C$1')}\n</script>`;
}

/** An element with a style sheet in it, which cannot end it. */
export function inlineStyleTag(rules: string, id: string, nonce: string): string {
  return `<style id="${escapeText(id)}" nonce="${escapeText(nonce)}">\n${rules.replace(/<\/style/gi, '<\\/style')}\n</style>`;
}

/** Data as it may stand in an element; a text cannot end it. */
export function jsonIn(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
