import { RestResponse, type RestEndpoint, type RestRequest, type WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure, forbidden } from '../items/refusals.js';
import { toText } from '../../values.js';
import { mayWrite } from '../items/may-write.js';
import { categoriesOf, patternsOf } from './patterns.js';

/**
 * Registers what WordPress has for themes of blocks and for the shops of its makers. This host's themes are made of templates of files, and
 * nothing is fetched from a directory: lists are empty, single things are not there, and who may not look is told so.
 */
export function registerAbsent(deps: WpV2Deps): void {
  const { rest, roles, themes } = deps;
  type May = (request: RestRequest) => Promise<boolean>;
  const writes: May = () => mayWrite(deps);
  const designs: May = () => roles.currentUserCan('edit_theme_options');
  const permit =
    (may: May, code: string, message: string): RestEndpoint['permissionCallback'] =>
    async (request) =>
      (await may(request)) || forbidden(deps, code, message);
  const none = (): unknown[] => [];
  const noPage = (): RestResponse => new RestResponse([], 200, { 'X-WP-Total': 0, 'X-WP-TotalPages': 0 });
  const missing = (code: string, message: string) => (): WpError => failure(code, message, 404);
  const unsupported = (): WpError =>
    failure('rest_not_supported', 'This site’s themes are made of files and take no templates, styles or fonts.', 501);
  const get = (
    route: string,
    permissionCallback: RestEndpoint['permissionCallback'],
    callback: RestEndpoint['callback'],
    args: RestEndpoint['args'] = {},
  ): void => void rest.registerRestRoute('wp/v2', route, { endpoints: [{ permissionCallback, callback, args }] });
  const writable = (
    route: string,
    methods: string,
    permissionCallback: RestEndpoint['permissionCallback'],
    read: RestEndpoint['callback'],
    change: RestEndpoint['callback'] = unsupported,
  ): void =>
    void rest.registerRestRoute('wp/v2', route, {
      endpoints: [
        { permissionCallback, callback: read },
        ...methods.split('; ').map((one) => ({ methods: one, permissionCallback, callback: change })),
      ],
    });

  get(
    '/block-patterns/patterns',
    permit(writes, 'rest_cannot_view', 'Sorry, you are not allowed to view the registered block patterns.'),
    () => patternsOf(deps),
  );
  get(
    '/block-patterns/categories',
    permit(writes, 'rest_cannot_view', 'Sorry, you are not allowed to view the registered block pattern categories.'),
    () => categoriesOf(deps),
  );
  get(
    '/pattern-directory/patterns',
    permit(
      writes,
      'rest_pattern_directory_cannot_view',
      'Sorry, you are not allowed to browse the local block pattern directory.',
    ),
    none,
  );
  const mayInstall: May = async () =>
    (await roles.currentUserCan('install_plugins')) && roles.currentUserCan('activate_plugins');
  get(
    '/block-directory/search',
    permit(mayInstall, 'rest_block_directory_cannot_view', 'Sorry, you are not allowed to browse the block directory.'),
    none,
    {
      term: {
        description: 'Limit result set to blocks matching the search term.',
        type: 'string',
        required: true,
        minLength: 1,
      },
    },
  );

  const mayStyle = permit(
    writes,
    'rest_cannot_read_global_styles',
    'Sorry, you are not allowed to access the global styles on this site.',
  );
  const isHere = (request: RestRequest): boolean =>
    themes().some(({ id, active }) => active && id === toText(request.getParam('stylesheet')));
  const ofTheme =
    (answer: unknown) =>
    (request: RestRequest): unknown =>
      isHere(request) ? answer : failure('rest_theme_not_found', 'Theme not found.', 404);
  const stylesheet = '(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)';
  get('/global-styles/themes/(?P<stylesheet>[\\/\\s%\\w\\.\\(\\)\\[\\]\\@_\\-]+)/variations', mayStyle, ofTheme([]));
  get(`/global-styles/themes/${stylesheet}`, mayStyle, ofTheme({ settings: {}, styles: {} }));
  const noStyles = missing('rest_global_styles_not_found', 'No global styles config exists with that ID.');
  rest.registerRestRoute('wp/v2', '/global-styles/(?P<id>[\\d]+)', {
    endpoints: ['GET', 'POST, PUT, PATCH'].map((methods) => ({
      methods,
      permissionCallback: noStyles,
      callback: noStyles,
    })),
  });

  const mayTemplate = permit(
    async (request) => (await designs(request)) || (request.getMethod() === 'GET' && (await writes(request))),
    'rest_cannot_manage_templates',
    'Sorry, you are not allowed to access the templates on this site.',
  );
  // The editor asks for it before it shows a page in its template; WordPress, too, answers with an empty object where there is none.
  get('/templates/lookup', mayTemplate, () => ({}), {
    slug: { description: 'What the template is looked for by.', type: 'string', required: true },
    is_custom: { description: 'Whether it is one that authors choose.', type: 'boolean' },
    template_prefix: { description: 'What kinds of templates its name begins with.', type: 'string' },
  });
  const noTemplate = missing('rest_template_not_found', 'No templates exist with that id.');
  for (const base of ['templates', 'template-parts']) {
    writable(`/${base}`, 'POST', mayTemplate, none);
    writable(
      `/${base}/(?P<id>[^\\/:<>\\*\\?"\\|]+[\\/\\w%-]+)`,
      'POST, PUT, PATCH; DELETE',
      mayTemplate,
      noTemplate,
      noTemplate,
    );
  }

  const noPost = missing('rest_post_invalid_id', 'Invalid post ID.');
  get('/navigation', async () => true, noPage);
  rest.registerRestRoute('wp/v2', '/navigation/(?P<id>[\\d]+)', {
    endpoints: ['GET', 'POST, PUT, PATCH', 'DELETE'].map((methods) => ({
      methods,
      permissionCallback: noPost,
      callback: noPost,
    })),
  });

  const fonts = (what: string): RestEndpoint['permissionCallback'] =>
    permit(designs, 'rest_cannot_read', `Sorry, you are not allowed to access ${what}.`);
  writable('/font-families', 'POST', fonts('font families'), noPage);
  rest.registerRestRoute('wp/v2', '/font-families/(?P<id>[\\d]+)', {
    endpoints: ['GET', 'POST, PUT, PATCH', 'DELETE'].map((methods) => ({
      methods,
      permissionCallback: noPost,
      callback: noPost,
    })),
  });
  get('/font-collections', fonts('font collections'), noPage);
  get(
    '/font-collections/(?P<slug>[\\/\\w-]+)',
    fonts('font collections'),
    missing('rest_font_collection_not_found', 'Font collection not found.'),
  );

  const editor = 'wp-block-editor/v1';
  rest.registerRestRoute(editor, '/navigation-fallback', {
    endpoints: [
      {
        permissionCallback: permit(
          designs,
          'rest_cannot_create',
          'Sorry, you are not allowed to create Navigation Menus as this user.',
        ),
        callback: () => new RestResponse(null),
      },
    ],
  });
  rest.registerRestRoute(editor, '/export', {
    endpoints: [
      {
        permissionCallback: permit(
          () => roles.currentUserCan('export'),
          'rest_cannot_export_templates',
          'Sorry, you are not allowed to export templates and template parts.',
        ),
        callback: unsupported,
      },
    ],
  });
  rest.registerRestRoute('wp-site-health/v1', '/directory-sizes', {
    endpoints: [
      {
        permissionCallback: () => roles.currentUserCan('view_site_health_checks'),
        callback: () => failure('not_available', 'Directory sizes could not be returned.', 501),
      },
    ],
  });
}
