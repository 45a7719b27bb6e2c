import type { PageDocument } from '../api/index.js';
import { escapeText } from '../document/index.js';

/** The head's markup. @param assets the scripts and styles, finished */
export function headOf(parts: PageDocument, assets: string): string {
  const lines = [`<title>${escapeText(parts.title)}</title>`];
  if (parts.description) lines.push(`<meta name="description" content="${escapeText(parts.description)}">`);
  if (parts.robots) lines.push(`<meta name="robots" content="${escapeText(parts.robots)}">`);
  if (parts.canonical) lines.push(`<link rel="canonical" href="${escapeText(parts.canonical)}">`);
  if (assets !== '') lines.push(assets);
  lines.push(...(parts.head ?? []));
  return lines.join('\n');
}

/** Structured data, at the end of the body; `<` is escaped so that a text cannot end the element. */
export function scriptsOf(parts: PageDocument): string {
  return (parts.jsonLd ?? [])
    .map((data) => `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`)
    .join('\n');
}
