import { type HookApi } from '../api/index.js';

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

type Filters = Pick<HookApi, 'applyFilters'>;
type Directives = Readonly<Record<string, boolean | string>>;

/** The types of resource hints, which are values of the `rel` attribute. */
const RELATIONS = ['dns-prefetch', 'preconnect', 'prefetch', 'prerender'] as const;

type Hint = string | (Readonly<Record<string, string>> & { readonly href: string });

/** Escapes a text for HTML. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => HTML_ESCAPES[mark] ?? mark);
}

/**
 * Returns the attributes of the `html` element (`get_language_attributes`).
 * @param language language tag, such as `pl-PL`
 */
export async function languageAttributes(hooks: Filters, language: string): Promise<string> {
  return hooks.applyFilters('language_attributes', `lang="${language}"`, 'html');
}

/** Returns the content of the robots meta element (`wp_robots`). */
export async function robotsContent(hooks: Filters, directives: Directives): Promise<string> {
  const filtered = await hooks.applyFilters<Directives>('wp_robots', directives);
  return Object.entries(filtered)
    .flatMap(([name, value]) => (value === false || value === '' ? [] : [value === true ? name : `${name}:${value}`]))
    .join(', ');
}

/** Returns `link` elements with resource hints for URLs that the browser will need (`wp_resource_hints`). */
export async function resourceHints(hooks: Filters): Promise<string> {
  const lines: string[] = [];
  for (const relation of RELATIONS) {
    for (const hint of await hooks.applyFilters<readonly Hint[]>('wp_resource_hints', [], relation)) {
      const { href, ...others } = typeof hint === 'string' ? { href: hint } : hint;
      const attributes = Object.entries({ ...others, rel: relation, href }).filter(([name]) => /^[a-z-]+$/.test(name));
      lines.push(`<link ${attributes.map(([name, value]) => `${name}="${escapeText(String(value))}"`).join(' ')}>`);
    }
  }
  return lines.join('\n');
}

/**
 * Fires an action whose callbacks output HTML. Callbacks in PHP print; here they append HTML to an array, which is the
 * last argument.
 * @returns the output
 */
export async function captureAction(
  hooks: Pick<HookApi, 'doActionRefArray'>,
  action: string,
  ...args: readonly unknown[]
): Promise<string> {
  const lines: unknown[] = [];
  await hooks.doActionRefArray(action, [...args, lines]);
  return lines.map(String).join('\n');
}
