import { type HtmlTag, htmlTags } from './html-tags.js';

/** What an element's `class` says; '' when it says nothing. */
export function classOf(tag: HtmlTag): string {
  return tag.attributes.find(({ name }) => name === 'class')?.value ?? '';
}

/** Adds classes to the first opening tag that is wanted, unless it has them. */
export function addClass(html: string, wanted: (tag: HtmlTag) => boolean, classes: readonly string[]): string {
  for (const tag of htmlTags(html)) {
    if (tag.closing || !wanted(tag)) continue;
    const present = tag.attributes.find(({ name }) => name === 'class');
    if (!present) return `${html.slice(0, tag.nameEnd)} class="${classes.join(' ')}"${html.slice(tag.nameEnd)}`;
    const had = (present.value ?? '').trim();
    const added = classes.filter((one) => !had.split(/\s+/).includes(one));
    if (added.length === 0) return html;
    return `${html.slice(0, present.start)}class="${[had, ...added].join(' ').trimStart()}"${html.slice(present.end)}`;
  }
  return html;
}
