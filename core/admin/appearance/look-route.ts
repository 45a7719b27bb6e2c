import { type MaybePromise, type RestApi, type RolesApi, type TranslationApi, WpError } from '../../api/index.js';
import { type FieldsDeps, readFields } from '../../fields/index.js';
import { propertiesOf, type SiteLook } from '../../look/index.js';
import { chosenOf, lookSections, valuesOf } from './look-fields.js';

/** Where the screen of the look asks what a choice would look like. */
export const LOOK_ROUTE = { namespace: 'plinth/v1', path: '/look' } as const;

interface LookRouteDeps extends FieldsDeps {
  readonly rest: Pick<RestApi, 'registerRestRoute'>;
  readonly roles: Pick<RolesApi, 'currentUserCan'>;
  readonly text: TranslationApi;
  readonly look: SiteLook;
  siteName(): MaybePromise<string>;
}

/**
 * Says what a choice would look like, and stores nothing: `GET plinth/v1/look`, for whoever may change the look.
 * @since 0.3.0
 */
export function registerLookRoute(deps: LookRouteDeps): void {
  const { look, rest, roles, text, siteName } = deps;
  rest.registerRestRoute(LOOK_ROUTE.namespace, LOOK_ROUTE.path, {
    methods: 'GET',
    permissionCallback: () => roles.currentUserCan('edit_theme_options'),
    args: {
      fields: {
        description: 'What the form of the look holds, by the names of its fields.',
        type: 'object',
        additionalProperties: { type: 'string', maxLength: 500 },
        maxProperties: 20,
        default: {},
      },
    },
    async callback(request) {
      const stored = valuesOf(await look.read());
      const { fields } = request.getParams() as { fields: Record<string, string> };
      const { values, problems } = await readFields(
        deps,
        lookSections(text).flatMap((section) => section.fields),
        { fields },
        stored,
      );
      const problem = Object.entries(problems)[0];
      if (problem) return new WpError('look_unreadable', problem[1], { status: 400, field: problem[0] });
      const chosen = chosenOf({ ...stored, ...values });
      return {
        ...propertiesOf(chosen.look),
        faces: look.faces([chosen.look.font, chosen.look.headingFont]),
        brand: await look.brand(await siteName(), chosen),
        footer: await look.footer(chosen.footer),
      };
    },
  });
}
