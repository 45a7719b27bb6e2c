import { RestResponse, type RestEndpoint, type RestRequest, type WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure, forbidden, mayWrite } from '../items/refusals.js';
import { toText } from '../../values.js';
import { categoriesOf, patternsOf } from './patterns.js';

type May = (request: RestRequest) => Promise<boolean>;
type Permission = RestEndpoint['permissionCallback'];
type Callback = RestEndpoint['callback'];

/**
 * Registers WordPress's endpoints for block themes and the WordPress.org directories. Themes here consist of template
 * files, and nothing is fetched from a directory: lists are empty, single items are not found, and visitors without
 * permission are refused.
 */
export function registerAbsent(deps: WpV2Deps): void {
  registerPatterns(deps);
  registerGlobalStyles(deps);
  registerTemplates(deps);
  registerNavigation(deps);
  registerFonts(deps);
  registerEditorTools(deps);
}

/** Creates a permission check. */
function permit(deps: WpV2Deps, may: May, code: string, message: string): Permission {
  return async (request) => (await may(request)) || forbidden(deps, code, message);
}

function none(): unknown[] {
  return [];
}

function noPage(): RestResponse {
  return new RestResponse([], 200, { 'X-WP-Total': 0, 'X-WP-TotalPages': 0 });
}

function missing(code: string, message: string): () => WpError {
  return () => failure(code, message, 404);
}

const noPost = missing('rest_post_invalid_id', 'Invalid post ID.');

function unsupported(): WpError {
  return failure(
    'rest_not_supported',
    'This site’s themes are made of files and take no templates, styles or fonts.',
    501,
  );
}

/** Registers a read-only route. */
function get(
  { rest }: WpV2Deps,
  route: string,
  permissionCallback: Permission,
  callback: Callback,
  args: RestEndpoint['args'] = {},
): void {
  rest.registerRestRoute('wp/v2', route, { endpoints: [{ permissionCallback, callback, args }] });
}

/** Registers a route for reading, and its routes for changes. */
function writable(
  { rest }: WpV2Deps,
  route: string,
  methods: readonly string[],
  permissionCallback: Permission,
  { read, change: write = unsupported }: { read: Callback; change?: Callback },
): void {
  rest.registerRestRoute('wp/v2', route, {
    endpoints: [
      { permissionCallback, callback: read },
      ...methods.map((one) => ({ methods: one, permissionCallback, callback: write })),
    ],
  });
}

/** Registers a route whose items never exist, for any user. */
function never({ rest }: WpV2Deps, route: string, methods: readonly string[], createError: () => WpError): void {
  rest.registerRestRoute('wp/v2', route, {
    endpoints: methods.map((one) => ({ methods: one, permissionCallback: createError, callback: createError })),
  });
}

/** Block patterns, and the directories of patterns and blocks. */
function registerPatterns(deps: WpV2Deps): void {
  const { roles } = deps;
  const writes: May = () => mayWrite(deps);
  get(
    deps,
    '/block-patterns/patterns',
    permit(deps, writes, 'rest_cannot_view', 'Sorry, you are not allowed to view the registered block patterns.'),
    () => patternsOf(deps),
  );
  get(
    deps,
    '/block-patterns/categories',
    permit(
      deps,
      writes,
      'rest_cannot_view',
      'Sorry, you are not allowed to view the registered block pattern categories.',
    ),
    () => categoriesOf(deps),
  );
  get(
    deps,
    '/pattern-directory/patterns',
    permit(
      deps,
      writes,
      'rest_pattern_directory_cannot_view',
      'Sorry, you are not allowed to browse the local block pattern directory.',
    ),
    none,
  );
  const mayInstall: May = async () =>
    (await roles.currentUserCan('install_plugins')) && roles.currentUserCan('activate_plugins');
  get(
    deps,
    '/block-directory/search',
    permit(
      deps,
      mayInstall,
      'rest_block_directory_cannot_view',
      'Sorry, you are not allowed to browse the block directory.',
    ),
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
}

/** Global styles. */
function registerGlobalStyles(deps: WpV2Deps): void {
  const { themes } = deps;
  const writes: May = () => mayWrite(deps);
  const mayStyle = permit(
    deps,
    writes,
    'rest_cannot_read_global_styles',
    'Sorry, you are not allowed to access the global styles on this site.',
  );
  const isHere = (request: RestRequest): boolean =>
    themes().some(({ id, active }) => active && id === toText(request.getParam('stylesheet')));
  const ofTheme =
    (data: unknown) =>
    (request: RestRequest): unknown =>
      isHere(request) ? data : failure('rest_theme_not_found', 'Theme not found.', 404);
  const stylesheet = '(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)';
  get(
    deps,
    '/global-styles/themes/(?P<stylesheet>[\\/\\s%\\w\\.\\(\\)\\[\\]\\@_\\-]+)/variations',
    mayStyle,
    ofTheme([]),
  );
  get(deps, `/global-styles/themes/${stylesheet}`, mayStyle, ofTheme({ settings: {}, styles: {} }));
  const noStyles = missing('rest_global_styles_not_found', 'No global styles config exists with that ID.');
  never(deps, '/global-styles/(?P<id>[\\d]+)', ['GET', 'POST, PUT, PATCH'], noStyles);
}

/** Templates and template parts. */
function registerTemplates(deps: WpV2Deps): void {
  const { roles } = deps;
  const writes: May = () => mayWrite(deps);
  const designs: May = () => roles.currentUserCan('edit_theme_options');
  const mayTemplate = permit(
    deps,
    async (request) => (await designs(request)) || (request.getMethod() === 'GET' && (await writes(request))),
    'rest_cannot_manage_templates',
    'Sorry, you are not allowed to access the templates on this site.',
  );
  // The editor requests it before it shows a page in its template; WordPress, too, returns an empty object when there
  // is none.
  get(deps, '/templates/lookup', mayTemplate, () => ({}), {
    slug: { description: 'What the template is looked for by.', type: 'string', required: true },
    is_custom: { description: 'Whether it is one that authors choose.', type: 'boolean' },
    template_prefix: { description: 'What kinds of templates its name begins with.', type: 'string' },
  });
  const noTemplate = missing('rest_template_not_found', 'No templates exist with that id.');
  for (const base of ['templates', 'template-parts']) {
    writable(deps, `/${base}`, ['POST'], mayTemplate, { read: none });
    writable(deps, `/${base}/(?P<id>[^\\/:<>\\*\\?"\\|]+[\\/\\w%-]+)`, ['POST, PUT, PATCH', 'DELETE'], mayTemplate, {
      read: noTemplate,
      change: noTemplate,
    });
  }
}

/** Navigation menus of blocks. */
function registerNavigation(deps: WpV2Deps): void {
  get(deps, '/navigation', async () => true, noPage);
  never(deps, '/navigation/(?P<id>[\\d]+)', ['GET', 'POST, PUT, PATCH', 'DELETE'], noPost);
}

/** Font families and font collections. */
function registerFonts(deps: WpV2Deps): void {
  const { roles } = deps;
  const designs: May = () => roles.currentUserCan('edit_theme_options');
  const fonts = (what: string): RestEndpoint['permissionCallback'] =>
    permit(deps, designs, 'rest_cannot_read', `Sorry, you are not allowed to access ${what}.`);
  writable(deps, '/font-families', ['POST'], fonts('font families'), { read: noPage });
  never(deps, '/font-families/(?P<id>[\\d]+)', ['GET', 'POST, PUT, PATCH', 'DELETE'], noPost);
  get(deps, '/font-collections', fonts('font collections'), noPage);
  get(
    deps,
    '/font-collections/(?P<slug>[\\/\\w-]+)',
    fonts('font collections'),
    missing('rest_font_collection_not_found', 'Font collection not found.'),
  );
}

/** Endpoints used by the site editor and site health. */
function registerEditorTools(deps: WpV2Deps): void {
  const { rest, roles } = deps;
  const designs: May = () => roles.currentUserCan('edit_theme_options');
  const editor = 'wp-block-editor/v1';
  rest.registerRestRoute(editor, '/navigation-fallback', {
    endpoints: [
      {
        permissionCallback: permit(
          deps,
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
          deps,
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
