import { type DefaultTreeAdapterMap, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** The request made by following a link or submitting a form. */
export interface PageStep {
  readonly method: string;
  /** As written in the page; empty for the page's own URL. */
  readonly url: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const FIELDS = new Set(['input', 'select', 'textarea', 'button']);

/** The first link or button of a page that contains all of the words in its text or URL. */
export function stepContaining(html: string, words: readonly string[]): PageStep | undefined {
  for (const element of elementsOf(parse(html))) {
    const step =
      element.tagName === 'a'
        ? { method: 'GET', url: attribute(element, 'href') ?? '', fields: [] }
        : buttonStep(element);
    if (!step) continue;
    const stepText = `${decodeURI(step.url)} ${step.fields.map(([name, value]) => `${name}=${value}`).join('&')} ${textOf(element)}`;
    if (words.every((word) => stepText.includes(word))) return step;
  }
  return undefined;
}

/** The form with most of the given fields, filled in; the first if there are several, undefined if no form has any of them. */
export function formWith(
  html: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): PageStep | undefined {
  const names = Object.keys(values);
  const known = elementsOf(parse(html))
    .filter(({ tagName }) => tagName === 'form')
    .map((form) => {
      const inside = elementsOf(form)
        .filter(({ tagName }) => FIELDS.has(tagName))
        .map((field) => attribute(field, 'name'));
      return { form, count: names.filter((name) => inside.includes(name)).length };
    });
  const max = Math.max(0, ...known.map(({ count }) => count));
  const best = max === 0 ? undefined : known.find(({ count }) => count === max);
  if (!best) return undefined;
  const otherFields = fieldsOf(best.form).filter(([name]) => !names.includes(name));
  const added = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((fieldValue): [string, string] => [name, String(fieldValue)]),
  );
  return { ...sendingOf(best.form), fields: [...otherFields, ...added] };
}

function buttonStep(element: Element): PageStep | undefined {
  const isButton =
    element.tagName === 'button' || (element.tagName === 'input' && attribute(element, 'type') === 'submit');
  const form = isButton ? formAround(element) : undefined;
  if (!form) return undefined;
  const name = attribute(element, 'name');
  const own: [string, string][] = name === undefined ? [] : [[name, attribute(element, 'value') ?? '']];
  return { ...sendingOf(form), fields: [...fieldsOf(form), ...own] };
}

function sendingOf(form: Element): Pick<PageStep, 'method' | 'url'> {
  return { method: (attribute(form, 'method') ?? 'get').toUpperCase(), url: attribute(form, 'action') ?? '' };
}

/** The fields a browser would submit for an unchanged form. */
function fieldsOf(form: Element): [string, string][] {
  return elementsOf(form).flatMap((field): [string, string][] => {
    const name = attribute(field, 'name');
    if (name === undefined || name === '' || attribute(field, 'disabled') !== undefined) return [];
    if (field.tagName === 'textarea') return [[name, textOf(field)]];
    if (field.tagName === 'select') {
      const options = elementsOf(field).filter(({ tagName }) => tagName === 'option');
      const selected = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0];
      return selected ? [[name, attribute(selected, 'value') ?? textOf(selected)]] : [];
    }
    const type = attribute(field, 'type') ?? 'text';
    if (field.tagName !== 'input' || ['submit', 'button', 'image', 'reset', 'file'].includes(type)) return [];
    if ((type === 'checkbox' || type === 'radio') && attribute(field, 'checked') === undefined) return [];
    return [[name, attribute(field, 'value') ?? (type === 'checkbox' ? 'on' : '')]];
  });
}

function formAround(element: Element): Element | undefined {
  let node = element.parentNode;
  while (node && node.nodeName !== 'form') node = 'parentNode' in node ? node.parentNode : null;
  return node ? node : undefined;
}

function elementsOf(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  return children.flatMap((child) => [...('tagName' in child ? [child] : []), ...elementsOf(child)]);
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
