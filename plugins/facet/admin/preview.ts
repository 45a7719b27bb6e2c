import { STYLE } from '../embed/embed.js';
import type { Settings } from '../settings/settings.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import type { ScreenDeps } from './screen-parts.js';

const PREVIEW_PATH = '/facet/preview/';
/** Lifetime of a stored draft, in seconds. */
const DRAFT_LIFETIME_SECONDS = 3600;

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
export function registerPreview({ scope, running }: Pick<ScreenDeps, 'scope' | 'running'>): Preview {
  const transientName = (): string => `facet_draft_${scope.getCurrentUserId()}`;
  const readDraft = async (): Promise<Settings | undefined> =>
    (await scope.getTransient<Settings>(transientName())) || undefined;

  scope.registerFrontRoute({
    path: PREVIEW_PATH,
    methods: ['GET'],
    capability: 'manage_shop',
    async handler(request) {
      const showsDraft = request.field('draft') === '1';
      const draft = showsDraft ? await readDraft() : undefined;
      const html = await running
        .container()
        .get('filter')
        .widget(
          request.query,
          { ...NO_CONTEXT, path: PREVIEW_PATH, params: showsDraft ? [['draft', '1']] : [] },
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
    saveDraft: async (draft) => void (await scope.setTransient(transientName(), draft, DRAFT_LIFETIME_SECONDS)),
    url: (draft) => `${scope.homeUrl(PREVIEW_PATH)}${draft ? '?draft=1' : ''}`,
  };
}
