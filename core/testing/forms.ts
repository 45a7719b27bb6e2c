import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { PlinthError } from '../api/index.js';

type Element = DefaultTreeAdapterTypes.Element;

/** A form of a page, as a browser would send it unchanged. */
export interface Form {
  readonly action: string;
  readonly method: 'GET' | 'POST';
  /** Fields with their values, in order. */
  readonly fields: readonly [name: string, value: string][];
  /** Names of all fields that can be filled in. */
  readonly fieldNames: ReadonlySet<string>;
}

/**
 * Returns the form of a page that contains all the fields to be filled in.
 * @param mark the form's id, name or action, when several forms have them
 */
export function findForm(html: string, fieldNames: readonly string[], mark?: string): Form {
  const forms = elements(parse(html), 'form').filter(
    (form) =>
      mark === undefined || [attribute(form, 'id'), attribute(form, 'name'), attribute(form, 'action')].includes(mark),
  );
  const parsedForms = forms.map(parseForm);
  const found = parsedForms.find(({ fieldNames: names }) => fieldNames.every((name) => names.has(name)));
  if (found) return found;
  const formDescriptions = parsedForms.map(
    ({ action, fieldNames }) => `${action || 'a form without an action'} (${[...fieldNames].join(', ')})`,
  );
  // Test runners print only the message.
  throw new PlinthError(
    'form_not_found',
    `The page has no form ${mark === undefined ? '' : `"${mark}" `}with ${fieldNames.join(', ') || 'any field'}. ${formDescriptions.length === 0 ? 'There are no matching forms.' : `It has: ${formDescriptions.join('; ')}.`}`,
    { hint: 'Use the field names of the page.' },
  );
}

function parseForm(form: Element): Form {
  const fields: [string, string][] = [];
  const names = new Set<string>();
  let button: [string, string] | undefined;
  for (const control of elements(form, 'input', 'select', 'textarea', 'button')) {
    const name = attribute(control, 'name');
    if (name === '' || hasAttribute(control, 'disabled')) continue;
    const type = attribute(control, 'type').toLowerCase();
    if (control.tagName === 'button' ? type === '' || type === 'submit' : type === 'submit') {
      button ??= [name, attribute(control, 'value')];
      names.add(name);
      continue;
    }
    if (['button', 'reset', 'image', 'file'].includes(type)) continue;
    names.add(name);
    for (const value of submittedValues(control, type)) fields.push([name, value]);
  }
  const method = attribute(form, 'method').toUpperCase() === 'POST' ? 'POST' : 'GET';
  return {
    action: attribute(form, 'action'),
    method,
    fields: button ? [...fields, button] : fields,
    fieldNames: names,
  };
}

/** Returns what a control sends when it is unchanged. */
function submittedValues(control: Element, type: string): string[] {
  if (control.tagName === 'textarea') return [textOf(control).replace(/^\n/, '')];
  if (control.tagName === 'select') {
    const options = elements(control, 'option');
    const selected = options.filter((option) => hasAttribute(option, 'selected'));
    const submittedOptions = selected.length > 0 || hasAttribute(control, 'multiple') ? selected : options.slice(0, 1);
    return submittedOptions.map((option) =>
      hasAttribute(option, 'value') ? attribute(option, 'value') : textOf(option).trim(),
    );
  }
  if (type === 'checkbox' || type === 'radio')
    return hasAttribute(control, 'checked')
      ? [hasAttribute(control, 'value') ? attribute(control, 'value') : 'on']
      : [];
  return [attribute(control, 'value')];
}

function elements(node: DefaultTreeAdapterTypes.ParentNode, ...names: readonly string[]): Element[] {
  return node.childNodes.flatMap((child) =>
    'tagName' in child ? [...(names.includes(child.tagName) ? [child] : []), ...elements(child, ...names)] : [],
  );
}

function textOf(node: DefaultTreeAdapterTypes.ParentNode): string {
  return node.childNodes
    .map((child) => {
      if ('value' in child) return child.value;
      return 'childNodes' in child ? textOf(child) : '';
    })
    .join('');
}

function attribute(element: Element, name: string): string {
  return element.attrs.find((candidate) => candidate.name === name)?.value ?? '';
}

function hasAttribute(element: Element, name: string): boolean {
  return element.attrs.some((candidate) => candidate.name === name);
}
