import { type RestRequest, RestResponse, type WpError } from '../../../api/index.js';
import { type Dictionary, toText } from '../../values.js';
import { inCollection, listParam } from '../items/collection.js';
import type { ThemeSummary, WpV2Deps } from '../items/deps.js';
import { type ItemSchema, pickRequestedFields, publicSchema, wantsLinks } from '../items/item-schema.js';
import { failure, forbidden, canEditAnyPost } from '../items/refusals.js';

const ROUTE = 'wp/v2/themes';
const textProperty = (description: string) => ({ description, type: 'string', readonly: true }) as const;
const rawAndRendered = (description: string) =>
  ({
    description,
    type: 'object',
    readonly: true,
    properties: { raw: textProperty('As the theme says it.'), rendered: textProperty('As it is shown.') },
  }) as const;

const SCHEMA: ItemSchema = {
  title: 'theme',
  properties: {
    stylesheet: textProperty("The theme's stylesheet. This uniquely identifies the theme."),
    stylesheet_uri: textProperty("The uri for the theme's stylesheet directory."),
    template: textProperty(
      "The theme's template. If this is a child theme, this refers to the parent theme, otherwise this is the same as the theme's stylesheet.",
    ),
    template_uri: textProperty("The uri for the theme's template directory."),
    author: rawAndRendered('The theme author.'),
    author_uri: rawAndRendered('The website of the theme author.'),
    description: rawAndRendered('A description of the theme.'),
    is_block_theme: { description: 'Whether the theme is a block-based theme.', type: 'boolean', readonly: true },
    name: rawAndRendered('The name of the theme.'),
    requires_php: textProperty('The minimum PHP version required for the theme to work.'),
    requires_wp: textProperty('The minimum WordPress version required for the theme to work.'),
    screenshot: textProperty("The theme's screenshot URL."),
    tags: { description: 'Tags indicating styles and features of the theme.', type: 'object', readonly: true },
    textdomain: textProperty("The theme's text domain."),
    theme_supports: {
      description: 'Features supported by this theme.',
      type: 'object',
      readonly: true,
      properties: {},
    },
    theme_uri: rawAndRendered("The URI of the theme's webpage."),
    version: textProperty("The theme's current version."),
    status: { description: 'A named status for the theme.', type: 'string', enum: ['inactive', 'active'] },
  },
};

/** Registers `wp/v2/themes` (`WP_REST_Themes_Controller`). */
export function registerThemes(deps: WpV2Deps): void {
  const { formatting, hooks, rest, roles, themes } = deps;
  const forbiddenError = (): WpError =>
    forbidden(deps, 'rest_cannot_view_themes', 'Sorry, you are not allowed to view themes.');
  const maySwitch = (): Promise<boolean> => roles.currentUserCan('switch_themes');
  const withRendered = (raw: string): { raw: string; rendered: string } => ({ raw, rendered: formatting.escHtml(raw) });

  async function prepare(theme: ThemeSummary, request: RestRequest): Promise<RestResponse> {
    const data: Dictionary = {
      stylesheet: theme.id,
      template: theme.parent ?? theme.id,
      textdomain: theme.id,
      version: theme.version,
      screenshot: theme.image,
      author: withRendered(theme.author),
      author_uri: withRendered(''),
      description: withRendered(theme.description),
      is_block_theme: false,
      name: withRendered(theme.name),
      requires_php: '',
      requires_wp: '',
      stylesheet_uri: theme.url,
      tags: { raw: [], rendered: '' },
      template_uri: theme.url,
      theme_uri: withRendered(''),
      status: theme.active ? 'active' : 'inactive',
      ...(theme.active
        ? {
            theme_supports: {
              'title-tag': true,
              'post-thumbnails': true,
              'automatic-feed-links': true,
              'block-templates': false,
              'widgets-block-editor': false,
            },
          }
        : {}),
    };
    const response = new RestResponse(pickRequestedFields(data, request));
    if (wantsLinks(request)) {
      response.addLink('self', rest.restUrl(`${ROUTE}/${theme.id}`));
      response.addLink('collection', rest.restUrl(ROUTE));
    }
    const filtered = await hooks.applyFilters('rest_prepare_theme', response, theme, request);
    return filtered instanceof RestResponse ? filtered : response;
  }

  async function mayList(request: RestRequest): Promise<true | WpError> {
    if (await maySwitch()) return true;
    const statuses = listParam(request, 'status');
    return statuses.length === 1 && statuses[0] === 'active' && (await canEditAnyPost(deps)) ? true : forbiddenError();
  }

  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);
  rest.registerRestRoute('wp/v2', '/themes', {
    schema,
    endpoints: [
      {
        permissionCallback: mayList,
        args: {
          status: {
            description: 'Limit result set to themes assigned one or more statuses.',
            type: 'array',
            items: { type: 'string', enum: ['active', 'inactive'] },
          },
        },
        async callback(request) {
          const statuses = listParam(request, 'status');
          const found = themes().filter(
            ({ active }) => statuses.length === 0 || statuses.includes(active ? 'active' : 'inactive'),
          );
          const items: unknown[] = [];
          for (const theme of found) items.push(await inCollection(rest.links, await prepare(theme, request)));
          return new RestResponse(items, 200, { 'X-WP-Total': items.length, 'X-WP-TotalPages': 1 });
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/themes/(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)', {
    schema,
    args: {
      stylesheet: { description: "The theme's stylesheet. This uniquely identifies the theme.", type: 'string' },
    },
    endpoints: [
      {
        permissionCallback: async (request) => {
          const isActive = themes().some(({ id, active }) => active && id === request.getParam('stylesheet'));
          return (await maySwitch()) || (isActive && (await canEditAnyPost(deps))) ? true : forbiddenError();
        },
        callback: async (request) => {
          const theme = themes().find(({ id }) => id === toText(request.getParam('stylesheet')));
          return theme ? prepare(theme, request) : failure('rest_theme_not_found', 'Theme not found.', 404);
        },
      },
    ],
  });
}
