/** Adds classes to the first of the named elements in a text that do not have them yet. */
export function addClass(html: string, elements: string, classes: readonly string[]): string {
  const tag = new RegExp(`<!--[^]*?-->|<(${elements})(?=[\\s/>])((?:"[^"]*"|'[^']*'|[^"'>])*)>`, 'gi');
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    const [whole, name, attributes = ''] = match;
    if (name === undefined) continue;
    const before = html.slice(0, match.index + 1 + name.length);
    const after = html.slice(match.index + whole.length);
    const present = /(\sclass\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
    if (!present) return `${before} class="${classes.join(' ')}"${attributes}>${after}`;
    const value = present[2] ?? present[3] ?? present[4] ?? '';
    const had = value.split(/\s+/).filter((one) => one !== '');
    const added = classes.filter((one) => !had.includes(one));
    if (added.length === 0) return html;
    const joined = `${present[1] ?? ' class='}"${[...had, ...added].join(' ')}"`;
    const changed = attributes.slice(0, present.index) + joined + attributes.slice(present.index + present[0].length);
    return `${before}${changed}>${after}`;
  }
  return html;
}
