import Handlebars from 'handlebars';
import { currentContext } from '../context/index.js';
import type { PageDocument } from '../api/index.js';
import type { Asset } from './assets.js';

const escape = (text: string): string => Handlebars.escapeExpression(text);

/** The head's markup; scripts are deferred and carry the request's nonce. */
export function headOf(parts: PageDocument, styles: readonly Asset[], scripts: readonly Asset[]): string {
  const nonce = escape((currentContext()?.memo.get('cspNonce') as string | undefined) ?? '');
  const lines = [`<title>${escape(parts.title)}</title>`];
  if (parts.description) lines.push(`<meta name="description" content="${escape(parts.description)}">`);
  if (parts.robots) lines.push(`<meta name="robots" content="${escape(parts.robots)}">`);
  if (parts.canonical) lines.push(`<link rel="canonical" href="${escape(parts.canonical)}">`);
  for (const { src } of styles) lines.push(`<link rel="stylesheet" href="${escape(src)}">`);
  for (const { src } of scripts) lines.push(`<script src="${escape(src)}" nonce="${nonce}" defer></script>`);
  lines.push(...(parts.head ?? []));
  return lines.join('\n');
}

/** Structured data, at the end of the body; `<` is escaped so that a text cannot end the element. */
export function scriptsOf(parts: PageDocument): string {
  return (parts.jsonLd ?? [])
    .map((data) => `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`)
    .join('\n');
}
