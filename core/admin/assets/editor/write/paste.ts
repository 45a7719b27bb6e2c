import { Fragment, Slice } from 'prosemirror-model';
import { schema } from '../text/schema.js';

const REMOVED_ELEMENTS =
  'script, style, head, meta, title, link, iframe, object, noscript, template, button, input, select, textarea, svg, math, form > label, [hidden]';
const FONT_WEIGHTS = { bold: /^(?:bold|[6-9]00)$/, plain: /^(?:normal|[1-5]00)$/ };

/** Reads pasted plain text: an empty line separates paragraphs, a single line feed is a line break. */
export function readPlainText(text: string): Slice {
  const parts = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part.trim() !== '');
  const paragraphs = parts.map((part) =>
    schema.nodes.paragraph.create(
      null,
      part
        .split('\n')
        .flatMap((line, index) => [
          ...(index === 0 ? [] : [schema.nodes.hard_break.create()]),
          ...(line === '' ? [] : [schema.text(line)]),
        ]),
    ),
  );
  return new Slice(Fragment.from(paragraphs), 1, 1);
}

/** Cleans HTML copied from a word processor or web page: structure and emphasis are kept, presentation is removed. */
export function cleanHtml(html: string): string {
  // HTML copied from the editor itself is clean.
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(
    html.replace(/<!--\[if[^\]]*\]>[\s\S]*?<!\[endif\]-->/g, ''),
    'text/html',
  );
  for (const removedElement of body.querySelectorAll(REMOVED_ELEMENTS)) removedElement.remove();
  for (const link of body.querySelectorAll('a'))
    if (!/^(?:https?:|mailto:|tel:|\/|#)/i.test(link.getAttribute('href') ?? '')) link.replaceWith(...link.childNodes);
  for (const imageElement of body.querySelectorAll('img'))
    if (!/^https?:/i.test(imageElement.getAttribute('src') ?? '')) imageElement.remove();
  convertWordLists(body);
  for (const inlineElement of body.querySelectorAll<HTMLElement>('b, strong, i, em, span, font'))
    convertStyles(inlineElement);
  for (const onlyParagraph of body.querySelectorAll('li > p:only-child, td > p:only-child, th > p:only-child'))
    onlyParagraph.replaceWith(...onlyParagraph.childNodes);
  for (const paragraph of body.querySelectorAll('td p + p, th p + p')) paragraph.before(document.createElement('br'));
  for (const textBlock of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6'))
    if (isEmpty(textBlock)) textBlock.remove();
  for (const descendant of body.querySelectorAll('*'))
    for (const { name } of [...descendant.attributes])
      if (!['href', 'src', 'alt', 'colspan', 'rowspan'].includes(name)) descendant.removeAttribute(name);
  for (const preElement of body.querySelectorAll('pre')) preElement.replaceChildren(preElement.textContent);
  return body.innerHTML;
}

/** Replaces the styles of a word processor with equivalent elements; a bold element styled as not bold is unwrapped. */
function convertStyles(element: HTMLElement): void {
  const style = stylesOf(element);
  const isBold = ['B', 'STRONG'].includes(element.nodeName);
  const isItalic = ['I', 'EM'].includes(element.nodeName);
  const wrapperNames: string[] = [];
  if (isBold ? !FONT_WEIGHTS.plain.test(style('font-weight')) : FONT_WEIGHTS.bold.test(style('font-weight')))
    wrapperNames.push('strong');
  if (isItalic ? style('font-style') !== 'normal' : style('font-style') === 'italic') wrapperNames.push('em');
  if (`${style('text-decoration')} ${style('text-decoration-line')}`.includes('line-through')) wrapperNames.push('s');
  if (style('vertical-align') === 'super') wrapperNames.push('sup');
  if (style('vertical-align') === 'sub') wrapperNames.push('sub');
  // Word marks whole headings bold, which is presentation, not emphasis. Bold around blocks is ignored too.
  const isPresentational =
    element.closest('h1, h2, h3, h4, h5, h6') !== null ||
    element.querySelector('p, div, ul, ol, table, h1, h2, h3') !== null;
  let inner: Node[] = [...element.childNodes];
  for (const name of isPresentational ? wrapperNames.filter((tagName) => tagName !== 'strong') : wrapperNames) {
    const wrapper = document.createElement(name);
    wrapper.append(...inner);
    inner = [wrapper];
  }
  element.replaceWith(...inner);
}

/**
 * Returns the inline styles of an element. They are parsed from text because browsers may drop them under the page's
 * content security policy.
 */
function stylesOf(element: Element): (name: string) => string {
  const all = new Map(
    (element.getAttribute('style') ?? '').split(';').map((part) => {
      const colon = part.indexOf(':');
      return [
        part.slice(0, colon).trim().toLowerCase(),
        part
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      ];
    }),
  );
  return (name) => all.get(name) ?? '';
}

/** Word exports list items as paragraphs with the bullet or number as text. */
function convertWordLists(body: HTMLElement): void {
  const isItem = (element: Element | null): boolean =>
    element?.nodeName === 'P' && /mso-list:\s*\w*l\d/i.test(element.getAttribute('style') ?? '');
  for (const first of [...body.querySelectorAll('p')].filter(
    (candidate) => isItem(candidate) && !isItem(candidate.previousElementSibling),
  )) {
    const items: Element[] = [];
    for (let current: Element | null = first; current && isItem(current); current = current.nextElementSibling)
      items.push(current);
    const sign = /^\s*(\S+)/.exec(first.textContent)?.[1] ?? '';
    for (const item of items) for (const marker of item.querySelectorAll('[style*="mso-list"]')) marker.remove();
    const top = document.createElement(/^[\dA-Za-z]+[.)]$/.test(sign) ? 'ol' : 'ul');
    first.before(top);
    let list: HTMLElement = top;
    let level = 1;
    for (const item of items) {
      const targetLevel = Math.min(6, Number(/level(\d)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1));
      for (; level < targetLevel && list.lastElementChild; level += 1)
        list = list.lastElementChild.appendChild(document.createElement(top.nodeName));
      for (; level > targetLevel; level -= 1) list = list.parentElement?.closest<HTMLElement>('ul, ol') ?? list;
      const listItem = document.createElement('li');
      listItem.append(...item.childNodes);
      list.append(listItem);
      item.remove();
    }
  }
}

function isEmpty(element: Element): boolean {
  return element.textContent.trim() === '' && !element.querySelector('img, hr');
}
