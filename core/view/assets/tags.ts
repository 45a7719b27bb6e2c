import { escapeText } from '../../document/index.js';

/** Attributes of an element; `true` is written without a value, `false` is omitted. */
export type Attributes = Readonly<Record<string, string | boolean>>;

/** Formats an element's attributes for its tag (`wp_sanitize_script_attributes`). */
export function formatAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== false)
    .map(([name, value]) =>
      value === true ? ` ${escapeText(name)}` : ` ${escapeText(name)}="${escapeText(String(value))}"`,
    )
    .join('');
}

/** Renders the element for a script file. */
export function scriptTag(attributes: Attributes): string {
  return `<script${formatAttributes(attributes)}></script>`;
}

/** Renders an inline script; the code cannot close the element. */
export function inlineScriptTag(code: string, attributes: Attributes): string {
  return `<script${formatAttributes(attributes)}>\n${code.replace(/<(\/script|!--)/gi, '\\x3C$1')}\n</script>`;
}

/** Renders an inline stylesheet; the rules cannot close the element. */
export function inlineStyleTag(rules: string, id: string, nonce: string): string {
  return `<style id="${escapeText(id)}" nonce="${escapeText(nonce)}">\n${rules.replace(/<\/style/gi, '<\\/style')}\n</style>`;
}

/** Encodes data for use inside an element; a string cannot close it. */
export function encodeJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
