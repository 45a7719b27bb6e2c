import { parse } from 'parse5';

interface Node {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** A form that changes something. */
export interface Form {
  /** Path and query. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The forms of a page that are sent by POST, each button's fields with them. @param address where the page lies */
export function formsOf(html: string, address: string): Form[] {
  const document = parse(html) as Node;
  return inside(document, 'form').filter((form) => attribute(form, 'method').toLowerCase() === 'post').map((form) => {
    const id = attribute(form, 'id');
    const controls = ['input', 'button', 'textarea', 'select'].flatMap((name) => [...inside(form, name), ...(id === '' ? [] : inside(document, name).filter((one) => attribute(one, 'form') === id))]);
    const named = controls.filter((control) => attribute(control, 'name') !== '');
    const url = new URL(attribute(form, 'action') || address, new URL(address, 'http://site/'));
    return { action: url.pathname + url.search, fields: Object.fromEntries(named.map((control) => [attribute(control, 'name'), attribute(control, 'value') || '1'])) };
  });
}

/** Where the links of a page lead, as complete addresses without fragments. */
export function linksOf(html: string, address: string): string[] {
  return inside(parse(html) as Node, 'a').map((link) => attribute(link, 'href')).filter((href) => href !== '' && URL.canParse(href, address)).map((href) => new URL(href, address).href.replace(/#.*$/, ''));
}

function attribute(node: Node, name: string): string {
  return node.attrs?.find((one) => one.name === name)?.value ?? '';
}

function inside(node: Node, name: string): Node[] {
  return [...(node.nodeName === name ? [node] : []), ...(node.childNodes ?? []).flatMap((child) => inside(child, name))];
}
