import { type RestApi, type RolesApi, type TranslationApi, WpError } from '../../api/index.js';
import { type FieldsDeps, readFields } from '../../fields/index.js';
import { cssCustomProperties, type SiteBranding } from '../../branding/index.js';
import { toBrandingSettings, brandingSections, toFieldValues } from './branding-fields.js';

/** The REST route that previews branding settings. */
export const BRANDING_ROUTE = { namespace: 'plinth/v1', path: '/branding' } as const;

interface BrandingRouteDeps extends FieldsDeps {
  readonly rest: Pick<RestApi, 'registerRestRoute'>;
  readonly roles: Pick<RolesApi, 'currentUserCan'>;
  readonly text: TranslationApi;
  readonly branding: SiteBranding;
  siteName(): Promise<string>;
}

/**
 * Registers `GET plinth/v1/branding`, which previews branding settings without storing them. Only users who may change
 * the branding may call it.
 * @since 0.1.0
 */
export function registerBrandingRoute(deps: BrandingRouteDeps): void {
  const { branding, rest, roles, text, siteName } = deps;
  rest.registerRestRoute(BRANDING_ROUTE.namespace, BRANDING_ROUTE.path, {
    methods: 'GET',
    permissionCallback: () => roles.currentUserCan('edit_theme_options'),
    args: {
      fields: {
        description: 'Form values of the branding settings, by field name.',
        type: 'object',
        additionalProperties: { type: 'string', maxLength: 500 },
        maxProperties: 20,
        default: {},
      },
    },
    async callback(request) {
      const stored = toFieldValues(await branding.read());
      const { fields } = request.getParams() as { fields: Record<string, string> };
      const { values, problems } = await readFields(
        deps,
        brandingSections(text).flatMap((section) => section.fields),
        { fields },
        stored,
      );
      const problem = Object.entries(problems)[0];
      if (problem) return new WpError('invalid_branding', problem[1], { status: 400, field: problem[0] });
      const settings = toBrandingSettings({ ...stored, ...values });
      return {
        ...cssCustomProperties(settings.branding),
        fontFaces: branding.fontFaceRules([settings.branding.font, settings.branding.headingFont]),
        brandHtml: await branding.brand(await siteName(), settings),
        footer: await branding.footer(settings.footer),
      };
    },
  });
}
