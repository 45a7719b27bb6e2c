import { createHash } from 'node:crypto';
import type { PageRequest, PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { type Appearance, COLOR_NAMES } from '../settings/settings.js';

/** The owner's colors as a stylesheet, since the page's Content Security Policy allows no inline styles. */
export interface Appearances {
  /** Links the stylesheet in the page that is being rendered if custom colors are set. */
  enqueueStyle(): Promise<void>;
}

const PATH = '/facet/appearance.css';
const YEAR = 31_536_000;

export function registerAppearance(scope: PluginScope, running: RunningFilter): Appearances {
  const links = new WeakMap<PageRequest, string>();
  const colors = async (): Promise<string> =>
    colorsCss((await running.container().get('settings').read([])).appearance);

  scope.registerFrontRoute({
    path: PATH,
    methods: ['GET'],
    handler: async () => ({
      kind: 'body',
      type: 'text/css; charset=UTF-8',
      body: await colors(),
      headers: { 'Cache-Control': `public, max-age=${YEAR}` },
    }),
  });
  scope.addFilter('plinth/document', (document) => {
    const request = scope.currentRequest();
    const link = request && links.get(request);
    return link
      ? { ...document, head: [...(document.head ?? []), `<link rel="stylesheet" href="${scope.escAttr(link)}">`] }
      : document;
  });

  return {
    async enqueueStyle() {
      const request = scope.currentRequest();
      const css = await colors();
      if (request && css !== '')
        links.set(request, scope.homeUrl(`${PATH}?ver=${createHash('sha256').update(css).digest('hex').slice(0, 12)}`));
    },
  };
}

/** @returns an empty string if every color is the theme's */
function colorsCss({ colors }: Appearance): string {
  const set = COLOR_NAMES.filter((name) => colors[name] !== '');
  return set.length === 0
    ? ''
    : `.facet-filter { ${set.map((name) => `--facet-${name}: ${colors[name]};`).join(' ')} }\n`;
}
