import { andThen, type HookApi, type MaybePromise, ready, type Steps } from '../api/index.js';

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

type Filters = Pick<HookApi, 'applyFilters'>;
type Directives = Readonly<Record<string, boolean | string>>;

/** What may be said of an address ahead of its use, as the element's `rel`. */
const RELATIONS = ['dns-prefetch', 'preconnect', 'prefetch', 'prerender'] as const;

type Hint = string | (Readonly<Record<string, string>> & { readonly href: string });

/** A text as HTML. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => NAMES[mark] ?? mark);
}

/** The attributes of the element `html` (`get_language_attributes`). @param language as a tag, `pl-PL` */
export function languageAttributes(hooks: Filters, language: string): MaybePromise<string> {
  return hooks.applyFilters('language_attributes', `lang="${language}"`, 'html');
}

/** What search engines may do with a page, as the content of its meta element (`wp_robots`). */
export function robotsContent(hooks: Filters, directives: Directives): MaybePromise<string> {
  return andThen(hooks.applyFilters<Directives>('wp_robots', directives), (chosen) =>
    Object.entries(chosen)
      .flatMap(([name, value]) => (value === false || value === '' ? [] : [value === true ? name : `${name}:${value}`]))
      .join(', '),
  );
}

/** The elements that tell a browser which addresses it will need (`wp_resource_hints`). */
export function* resourceHints(hooks: Filters): Steps<string> {
  const lines: string[] = [];
  for (const relation of RELATIONS) {
    for (const hint of yield* ready(hooks.applyFilters<readonly Hint[]>('wp_resource_hints', [], relation))) {
      const { href, ...others } = typeof hint === 'string' ? { href: hint } : hint;
      const attributes = Object.entries({ ...others, rel: relation, href }).filter(([name]) => /^[a-z-]+$/.test(name));
      lines.push(`<link ${attributes.map(([name, value]) => `${name}="${escapeText(String(value))}"`).join(' ')}>`);
    }
  }
  return lines.join('\n');
}

/**
 * Fires an action whose callbacks print. PHP's write to the page; ours push finished HTML on a list, which they get behind the action's
 * own arguments.
 * @returns what was printed
 */
export function printed(
  hooks: Pick<HookApi, 'doActionRefArray'>,
  action: string,
  ...args: readonly unknown[]
): MaybePromise<string> {
  const lines: unknown[] = [];
  return andThen(hooks.doActionRefArray(action, [...args, lines]), () => lines.map(String).join('\n'));
}
