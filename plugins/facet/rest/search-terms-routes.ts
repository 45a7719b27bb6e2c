import { type PluginScope, type RestArg, type RestRequest, WpError } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { checkSearchTerms } from '../settings/search-terms.js';
import { invalidParams, type MakeEndpoint, NAMESPACE } from './endpoint.js';

const ARGS: Readonly<Record<string, RestArg>> = {
  synonyms: {
    description: 'Groups of words or phrases that are treated as synonyms.',
    type: 'array',
    sanitizeCallback: null,
  },
  stop_words: {
    description: 'Words that are ignored in a search that has other words.',
    type: 'array',
    sanitizeCallback: null,
  },
};

/** Registers `GET` and `POST /search-terms` for the owner's synonyms and stop words. */
export function registerSearchTermsRoutes(scope: PluginScope, running: RunningFilter, endpoint: MakeEndpoint): void {
  const store = () => running.container().get('searchWords');
  const readStored = async (): Promise<{ data: object }> => {
    const { synonyms, stopWords } = await store().read();
    return { data: { synonyms, stop_words: stopWords } };
  };

  function read(request: RestRequest): ReturnType<typeof checkSearchTerms> | WpError {
    const body: unknown = request.isJsonContentType() && request.getBody().trim() !== '' ? request.getJsonParams() : {};
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return invalidParams({ body: scope.__('Must be an object.') });
    const checked = checkSearchTerms(body as Readonly<Record<string, unknown>>, scope.__);
    return Object.keys(checked.problems).length > 0 ? invalidParams(checked.problems) : checked;
  }

  scope.registerRestRoute(NAMESPACE, '/search-terms', [
    endpoint({ methods: 'GET', filter: 'search_words', handle: readStored }),
    endpoint({
      methods: 'POST',
      filter: 'search_words',
      args: ARGS,
      check(request) {
        const checked = read(request);
        return checked instanceof WpError ? checked : undefined;
      },
      async handle(request) {
        const checked = read(request);
        if (checked instanceof WpError) return checked;
        await scope.db.withLock('facet-settings', () => store().save(checked.terms));
        return readStored();
      },
    }),
  ]);
}
