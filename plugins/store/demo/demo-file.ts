import type { DemoProduct } from './demo-product.js';

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark);

/** A file of the demo: a page that every computer opens and prints. */
export function demoFile({ name, lines }: NonNullable<DemoProduct['file']>): {
  readonly name: string;
  readonly bytes: Buffer;
} {
  const body = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
  const html = `<!doctype html>\n<html lang="pl">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(name)}</title>
<style>body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.6 Georgia, serif } p { break-inside: avoid }</style></head>
<body>\n<h1>${escaped(name)}</h1>\n${body}\n</body>\n</html>\n`;
  return { name: `${name}.html`, bytes: Buffer.from(html) };
}
