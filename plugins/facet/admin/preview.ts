import { STYLE } from '../embed/embed.js';
import type { Settings } from '../settings/settings.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import type { ScreenParts } from './screen-parts.js';

const PATH = '/facet/preview/';
/** Seconds that a draft is kept for its owner. */
const HOUR = 3600;

/** The widget on the owner's own catalogue, with settings that are saved or only typed. */
export interface Preview {
  /** Keeps what somebody typed to look at, for this person alone. */
  keep(draft: Settings): Promise<void>;
  /** The address of the page that shows it. @param draft shows what was kept rather than what is saved */
  url(draft: boolean): string;
}

/** A page of the theme with the widget alone; it works by links and a form, as without a script, so that nothing of a draft can be asked for by others. */
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
    keep: async (draft) => void (await scope.setTransient(name(), draft, HOUR)),
    url: (draft) => `${scope.homeUrl(PATH)}${draft ? '?draft=1' : ''}`,
  };
}
