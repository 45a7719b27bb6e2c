/** An XML element with text or child elements. */
export interface XmlNode {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly children?: readonly XmlNode[];
}

/** Returns an element with text; undefined for an empty text, which `element` leaves out. */
export function textElement(name: string, text: string): XmlNode | undefined {
  return text === '' ? undefined : { name, text };
}

/** Returns an element with its children, leaving out undefined ones. */
export function element(name: string, ...children: readonly (XmlNode | undefined)[]): XmlNode {
  return { name, children: children.filter((child) => child !== undefined) };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Characters that XML 1.0 does not allow, whether escaped or not. */
const FORBIDDEN_CHARACTERS =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN_CHARACTERS, '').replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? character);

/**
 * Serializes a document as UTF-8 text.
 * @param namespace default namespace of the root
 */
export function writeXml(root: XmlNode, namespace: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement({ ...root, attributes: { xmlns: namespace, ...root.attributes } }, '')}\n`;
}

function writeElement({ name, attributes = {}, text, children = [] }: XmlNode, indent: string): string {
  const openTag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(' ');
  if (text !== undefined) return `${indent}<${openTag}>${escapeXml(text)}</${name}>`;
  if (children.length === 0) return `${indent}<${openTag}/>`;
  return `${indent}<${openTag}>\n${children.map((child) => writeElement(child, `${indent}  `)).join('\n')}\n${indent}</${name}>`;
}
