import type { XmlNode } from '../../plugins/compliance/invoices/xml.js';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescaped = (text: string): string =>
  text.replace(/&(#(\d+)|\w+);/g, (match, name: string, code?: string) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? match),
  );

/** Parses the XML this project writes: elements, attributes and text. Throws on anything else. */
export function readXml(text: string): XmlNode {
  let rest = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const take = (pattern: RegExp): RegExpExecArray => {
    const found = pattern.exec(rest);
    if (found?.index !== 0) throw new Error(`Not well-formed at: ${rest.slice(0, 60)}`);
    rest = rest.slice(found[0].length);
    return found;
  };
  function node(): XmlNode {
    const [, name = '', attributeText = '', empty] = take(/^<([A-Za-z_][\w.-]*)((?:\s+[\w:]+="[^"<]*")*)(\/?)>/);
    const attributes = Object.fromEntries(
      [...attributeText.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key ?? '', unescaped(value ?? '')]),
    );
    const own = { name, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) };
    if (empty === '/') return { ...own, children: [] };
    const [inner = ''] = take(/^[^<]*/);
    const children: XmlNode[] = [];
    while (!rest.startsWith('</')) {
      children.push(node());
      take(/^\s*/);
    }
    const [, end] = take(/^<\/([\w.-]+)>/);
    if (end !== name) throw new Error(`${name} ends as ${end}`);
    return children.length > 0 ? { ...own, children } : { ...own, text: unescaped(inner) };
  }
  const root = node();
  if (rest.trim() !== '') throw new Error(`More after the root: ${rest.slice(0, 60)}`);
  return root;
}

/** The text of the first element at a path below the root; empty if there is none. */
export function textAt(root: XmlNode, path: string): string {
  return (
    path
      .split('/')
      .reduce<XmlNode | undefined>((node, name) => node?.children?.find((child) => child.name === name), root)?.text ??
    ''
  );
}
