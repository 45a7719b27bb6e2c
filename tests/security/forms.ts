import { parse } from 'parse5';

interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** A form that changes data. */
export interface Form {
  /** Path and query. */
  readonly action: string;
  /** Values of all fields, including all buttons. */
  readonly fields: Readonly<Record<string, string>>;
  /** Values of the fields without buttons. */
  readonly typed: Readonly<Record<string, string>>;
  readonly buttons: readonly (readonly [name: string, value: string])[];
  /** Text fields, with their types. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Forms of a page with method POST. @param path URL of the page */
export function formsOf(html: string, path: string): Form[] {
  const document = parse(html) as Node;
  return inside(document, 'form')
    .filter((form) => attribute(form, 'method').toLowerCase() === 'post')
    .map((form) => {
      const id = attribute(form, 'id');
      const controls = ['input', 'button', 'textarea', 'select'].flatMap((name) => [
        ...inside(form, name),
        ...(id === '' ? [] : inside(document, name).filter((element) => attribute(element, 'form') === id)),
      ]);
      const named = controls
        .filter((control) => attribute(control, 'name') !== '')
        .map((control) => ({ control, name: attribute(control, 'name'), type: typeOf(control) }));
      const editable = Object.fromEntries(
        named
          .filter(
            ({ control, type }) =>
              !['submit', 'file'].includes(type) && (!['checkbox', 'radio'].includes(type) || has(control, 'checked')),
          )
          .map(({ control, name }) => [name, valueOf(control)]),
      );
      const buttons = named
        .filter(({ type }) => type === 'submit')
        .map(({ control, name }) => [name, attribute(control, 'value')] as const);
      const url = new URL(attribute(form, 'action') || path, new URL(path, 'http://site/'));
      const all = Object.fromEntries(
        named.filter(({ type }) => type !== 'file').map(({ control, name }) => [name, valueOf(control) || '1']),
      );
      return {
        action: url.pathname + url.search,
        fields: { ...all, ...editable },
        typed: editable,
        buttons,
        texts: Object.fromEntries(
          named.filter(({ type }) => WRITTEN.includes(type)).map(({ name, type }) => [name, type]),
        ),
      };
    });
}

const WRITTEN: readonly string[] = ['text', 'email', 'url', 'search', 'tel', 'number', 'textarea'];

/** URLs of the links of a page, absolute and without fragments. */
export function linksOf(html: string, path: string): string[] {
  return inside(parse(html) as Node, 'a')
    .map((link) => attribute(link, 'href'))
    .filter((href) => href !== '' && URL.canParse(href, path))
    .map((href) => new URL(href, path).href.replace(/#.*$/, ''));
}

/** Executable content of a page other than the site's scripts: event handlers, script URLs, scripts without a nonce or with injected text. */
export function runnableOf(html: string, injectedText: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    for (const { name, value } of node.attrs ?? []) {
      // Browsers ignore control characters and spaces in the scheme.
      if (/^on/i.test(name)) found.push(`${node.nodeName} ${name}=${value}`);
      else if (
        /^(?:href|src|action|formaction|data|poster|xlink:href|srcdoc|background)$/i.test(name) &&
        /^(?:javascript|vbscript|data:text\/html)/i.test(value.replace(/[\u0000-\u0020]/g, ''))
      )
        found.push(`${node.nodeName} ${name}=${value}`);
    }
    if (node.nodeName === 'script') {
      const text = (node.childNodes ?? []).map((child) => child.value ?? '').join('');
      const isData = /json/.test(attribute(node, 'type'));
      if (isData) JSON.parse(text);
      else if (
        text.includes(injectedText) ||
        (attribute(node, 'nonce') === '' &&
          !/^(?:http:\/\/127\.0\.0\.1:\d+)?\/wp-(?:includes|content)\//.test(attribute(node, 'src')))
      )
        found.push(`script ${text.slice(0, 100)}`);
    }
    for (const child of [...(node.childNodes ?? []), ...((node as { content?: Node }).content?.childNodes ?? [])])
      visit(child);
  };
  visit(parse(html));
  return found;
}

function typeOf(node: Node): string {
  if (node.nodeName === 'textarea' || node.nodeName === 'select') return node.nodeName;
  return attribute(node, 'type').toLowerCase() || (node.nodeName === 'button' ? 'submit' : 'text');
}

function valueOf(node: Node): string {
  if (node.nodeName === 'textarea') return (node.childNodes ?? []).map((child) => child.value ?? '').join('');
  const byDefault = typeOf(node) === 'checkbox' ? 'on' : '';
  if (node.nodeName !== 'select') return has(node, 'value') ? attribute(node, 'value') : byDefault;
  const options = inside(node, 'option');
  const selected = options.find((option) => has(option, 'selected')) ?? options.at(0);
  return selected ? attribute(selected, 'value') : '';
}

function has(node: Node, name: string): boolean {
  return node.attrs?.some((candidate) => candidate.name === name) ?? false;
}

function attribute(node: Node, name: string): string {
  return node.attrs?.find((candidate) => candidate.name === name)?.value ?? '';
}

function inside(node: Node, name: string): Node[] {
  return [
    ...(node.nodeName === name ? [node] : []),
    ...(node.childNodes ?? []).flatMap((child) => inside(child, name)),
  ];
}
