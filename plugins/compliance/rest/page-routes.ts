import { isWpError, type PluginScope, WpError } from 'plinth';
import type { Generator } from '../pages/generator.js';
import type { LegalPage, LegalPages } from '../pages/legal-pages.js';
import { isContractType } from '../pages/page-type.js';
import { countWords } from '../pages/page-text.js';
import type { Settings } from '../settings/settings.js';
import { GENERATE_ARGS, readGenerateRequest } from './page-body.js';
import { createEndpoint, NAMESPACE } from './route.js';

interface PageRouteDeps {
  readonly pages: LegalPages;
  readonly generator: Generator;
  readonly settings: Settings;
}

const getStatus = ({ post }: LegalPage): 'publish' | 'draft' => (post.post_status === 'publish' ? 'publish' : 'draft');

const toPageView = (page: LegalPage) => ({
  id: page.post.id,
  type: page.type,
  title: page.post.post_title,
  status: getStatus(page),
  url: page.url,
  last_modified: (page.post.post_modified ?? '').replace(' ', 'T'),
  word_count: countWords(page.post.post_content),
});

/** Endpoints 8 and 9: the legal pages, and their generator. */
export function registerPageRoutes(scope: PluginScope, { pages, generator, settings }: PageRouteDeps): void {
  const endpoint = createEndpoint(scope);

  async function listPages(status: number) {
    const list = (await pages.list()).filter(({ type }) => isContractType(type));
    return { data: { pages: list.map(toPageView), total: list.length }, status, total: list.length };
  }

  scope.registerRestRoute(
    NAMESPACE,
    '/legal-pages',
    endpoint({ methods: 'GET', filter: 'legal_pages', callback: () => listPages(200) }),
  );

  scope.registerRestRoute(
    NAMESPACE,
    '/legal-pages/generate',
    endpoint({
      methods: 'POST',
      filter: 'legal_pages_generate',
      args: Object.fromEntries(
        Object.entries(GENERATE_ARGS).map(([name, arg]) => [name, { ...arg, sanitizeCallback: null }]),
      ),
      check(request) {
        const generateRequest = readGenerateRequest(request, scope);
        return isWpError(generateRequest) ? generateRequest : undefined;
      },
      async callback(request) {
        const generateRequest = readGenerateRequest(request, scope);
        if (isWpError(generateRequest)) return generateRequest;
        const enabled = (await settings.values()).flag('legal_pages_enabled');
        if (generateRequest === 'empty') return listPages(enabled && (await pages.createEmpty()) > 0 ? 201 : 200);
        if (!enabled)
          return new WpError('shop_module_disabled', scope.__('Legal pages are turned off in the settings.'), {
            status: 400,
          });
        // A published or edited page is never overwritten, so no company data is added to it.
        const before = await pages.find(generateRequest.type);
        const isProtected = before !== undefined && !(before.isUnedited && before.post.post_status === 'draft');
        const ignored = isProtected
          ? Object.keys(GENERATE_ARGS).filter((name) => name !== 'type' && request.hasParam(name))
          : [];
        const { page, created } = await pages.generate(
          generateRequest.type,
          await generator(generateRequest.type, generateRequest.company),
        );
        return {
          data: {
            page_id: page.post.id,
            type: page.type,
            title: page.post.post_title,
            url: page.url,
            status: getStatus(page),
          },
          status: created ? 201 : 200,
          ignored,
        };
      },
    }),
  );
}
