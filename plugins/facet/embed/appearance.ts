import { createHash } from 'node:crypto';
import type { PageRequest, PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { type Appearance, COLOR_NAMES } from '../settings/settings.js';

/** The owner's colors as a stylesheet, since the page's Content Security Policy allows no inline styles. */
export interface Appearances {
  /** Links the stylesheet in the page that is being rendered if custom colors are set. */
  enqueueStyle(): Promise<void>;
}

const STYLESHEET_PATH = '/facet/appearance.css';
const YEAR_SECONDS = 31_536_000;

export function registerAppearance(scope: PluginScope, running: RunningFilter): Appearances {
  const links = new WeakMap<PageRequest, string>();
  const readColorsCss = async (): Promise<string> =>
    createColorsCss((await running.container().get('settings').read([])).appearance);

  scope.registerFrontRoute({
    path: STYLESHEET_PATH,
    methods: ['GET'],
    handler: async () => ({
      kind: 'body',
      type: 'text/css; charset=UTF-8',
      body: await readColorsCss(),
      headers: { 'Cache-Control': `public, max-age=${YEAR_SECONDS}` },
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
      const css = await readColorsCss();
      if (request && css !== '')
        links.set(
          request,
          scope.homeUrl(`${STYLESHEET_PATH}?ver=${createHash('sha256').update(css).digest('hex').slice(0, 12)}`),
        );
    },
  };
}

/** Returns the stylesheet of the custom colors; empty if every color is that of the theme. */
function createColorsCss({ colors }: Appearance): string {
  const customColors = COLOR_NAMES.filter((name) => colors[name] !== '');
  return customColors.length === 0
    ? ''
    : `.facet-filter { ${customColors.map((name) => `--facet-${name}: ${colors[name]};`).join(' ')} }\n`;
}
