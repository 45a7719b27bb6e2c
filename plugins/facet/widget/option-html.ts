import type { PluginScope } from 'plinth';

/** A selectable value in the form that views use. */
export interface OptionView {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly checked: boolean;
  /** Whether selecting it would find nothing. */
  readonly disabled: boolean;
  readonly color: string;
  readonly image: string;
  /** First letter without diacritics, `#` for anything else. */
  readonly letter: string;
  /** Normalized text for the search among options. */
  readonly text: string;
  readonly stars: string;
  /** Whether it comes before the others. */
  readonly pinned: boolean;
  readonly children: readonly OptionView[];
  /** Whether its children are shown. */
  readonly open: boolean;
}

/** Appearance of the values of a facet. */
interface OptionStyle {
  readonly inputType: 'radio' | 'checkbox';
  readonly showCounts: boolean;
  /** Whether a field filters the values. */
  readonly searchable: boolean;
  /** Whether there are buttons for first letters. */
  readonly hasLetters: boolean;
}

type Texts = Pick<PluginScope, '__' | '_n'>;

/**
 * Renders the values of a list. Written in code rather than as a view, since a page has hundreds and a view takes
 * thirty times as long for each.
 */
export function optionsHtml(
  options: readonly OptionView[],
  { inputType, showCounts, searchable, hasLetters }: OptionStyle,
  texts: Texts,
): string {
  const countHtml = createCountHtml(texts);
  let html = '';
  for (const option of options) {
    const { disabled, text, letter, color, image, stars, value, label, count } = option;
    html += `<li class="facet-option${disabled ? ' facet-option--empty' : ''}"${searchable ? ` data-words="${escaped(text)}"${hasLetters ? ` data-letter="${escaped(letter)}"` : ''}` : ''}><label>${inputHtml(option, inputType)}`;
    if (color !== '')
      html += ` <svg class="facet-swatch" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9.5" fill="${escaped(color)}"/></svg>`;
    if (image !== '')
      html += ` <img class="facet-swatch" src="${escaped(image)}" alt="" width="20" height="20" loading="lazy">`;
    html +=
      stars === ''
        ? ` <span class="facet-option__label">${escaped(label)}</span>`
        : ` <span aria-hidden="true"><span class="facet-stars">${stars}</span>${value === '5' ? '' : ` ${escaped(texts.__('and up'))}`}</span> <span class="facet-option__label facet-hidden">${escaped(label)}</span>`;
    html += `${showCounts ? countHtml(count) : ''}</label></li>\n`;
  }
  return html;
}

/** Renders the values of a tree, each followed by its descendants. */
export function treeHtml(options: readonly OptionView[], showCounts: boolean, texts: Texts): string {
  const countHtml = createCountHtml(texts);
  const listHtml = (listOptions: readonly OptionView[]): string => {
    let html = '';
    for (const option of listOptions) {
      const { disabled, label, count, children, id, open } = option;
      html += `<li class="facet-option${disabled ? ' facet-option--empty' : ''}"><label>${inputHtml(option, 'checkbox')} <span class="facet-option__label">${escaped(label)}</span>${showCounts ? countHtml(count) : ''}</label>\n`;
      if (children.length > 0)
        html += `<details class="facet-branch" data-facet-key="${escaped(id)}-branch"${open ? ' open' : ''}><summary><span class="facet-hidden">${escaped(texts.__('Subcategories of %s', label))}</span></summary>\n<ul class="facet-options">${listHtml(children)}</ul></details>`;
      html += '</li>\n';
    }
    return html;
  };
  return listHtml(options);
}

function inputHtml({ id, name, value, checked, disabled }: OptionView, type: OptionStyle['inputType']): string {
  return `<input type="${type}" id="${escaped(id)}" name="${escaped(name)}" value="${escaped(value)}"${checked ? ' checked' : ''}${disabled ? ' disabled' : ''}>`;
}

/** Returns a function that formats the number of products of a value; each number is translated once. */
function createCountHtml({ _n }: Texts): (count: number) => string {
  const cache = new Map<number, string>();
  return (count) => {
    const html =
      cache.get(count) ??
      ` <span class="facet-option__count">${count}</span><span class="facet-hidden"> ${escaped(_n('product', 'products', count))}</span>`;
    cache.set(count, html);
    return html;
  };
}

const HAS_SPECIAL = /[&<>"'`=]/;
const SPECIAL_CHARS = /[&<>"'`=]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};

/** Escapes a text as views do, for text content and attributes. */
export function escaped(text: string): string {
  return HAS_SPECIAL.test(text) ? text.replace(SPECIAL_CHARS, (char) => ENTITIES[char] ?? char) : text;
}
