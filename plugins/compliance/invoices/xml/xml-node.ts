/** An element of a document: with text, or with elements inside. */
export interface XmlNode {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly children?: readonly XmlNode[];
}

/** An element with text; undefined for an empty one, which `element` leaves out. */
export function leaf(name: string, text: string): XmlNode | undefined {
  return text === '' ? undefined : { name, text };
}

/** An element with those of its parts that are there. */
export function element(name: string, ...children: readonly (XmlNode | undefined)[]): XmlNode {
  return { name, children: children.filter((child) => child !== undefined) };
}
