import { STYLE } from '../embed/embed.js';
import type { Settings } from '../settings/settings.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import type { ScreenParts } from './screen-parts.js';

const PATH = '/facet/preview/';
/** Lifetime of a stored draft, in seconds. */
const HOUR = 3600;

/** A preview of the widget on the owner's own catalog, with saved or draft settings. */
export interface Preview {
  /** Stores a draft for the current user only. */
  saveDraft(draft: Settings): Promise<void>;
  /**
   * URL of the preview page.
   * @param draft shows the stored draft rather than the saved settings
   */
  url(draft: boolean): string;
}

/**
 * Registers a theme page with the widget alone. It uses links and a form, as without a script, so that other users
 * cannot request anything from a draft.
 */
export function registerPreview({ scope, running }: Pick<ScreenParts, 'scope' | 'running'>): Preview {
  const name = (): string => `facet_draft_${scope.getCurrentUserId()}`;
  const draftOf = async (): Promise<Settings | undefined> => (await scope.getTransient<Settings>(name())) || undefined;

  scope.registerFrontRoute({
    path: PATH,
    methods: ['GET'],
    capability: 'manage_shop',
    async handler(request) {
      const drafted = request.field('draft') === '1';
      const draft = drafted ? await draftOf() : undefined;
      const html = await running
        .container()
        .get('filter')
        .widget(
          request.query,
          { ...NO_CONTEXT, path: PATH, params: drafted ? [['draft', '1']] : [] },
          undefined,
          draft,
        );
      scope.useAsset(STYLE);
      return {
        kind: 'page',
        title: scope.__('Filter preview'),
        robots: 'noindex, nofollow',
        html,
        bodyClass: ['facet-preview'],
      };
    },
  });

  return {
    saveDraft: async (draft) => void (await scope.setTransient(name(), draft, HOUR)),
    url: (draft) => `${scope.homeUrl(PATH)}${draft ? '?draft=1' : ''}`,
  };
}
