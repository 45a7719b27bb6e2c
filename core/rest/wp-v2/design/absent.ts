import { RestResponse, type RestEndpoint, type RestRequest, type WpError } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure, forbidden, canEditAnyPost } from '../items/refusals.js';
import { toText } from '../../values.js';
import { categoriesOf, patternsOf } from './patterns.js';

type Check = (request: RestRequest) => Promise<boolean>;
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
function createPermission(deps: WpV2Deps, check: Check, code: string, message: string): Permission {
  return async (request) => (await check(request)) || forbidden(deps, code, message);
}

function emptyList(): unknown[] {
  return [];
}

function emptyPage(): RestResponse {
  return new RestResponse([], 200, { 'X-WP-Total': 0, 'X-WP-TotalPages': 0 });
}

function notFound(code: string, message: string): () => WpError {
  return () => failure(code, message, 404);
}

const postNotFound = notFound('rest_post_invalid_id', 'Invalid post ID.');

function unsupportedError(): WpError {
  return failure(
    'rest_not_supported',
    'This site’s themes are made of files and take no templates, styles or fonts.',
    501,
  );
}

/** Registers a route that can only be read. */
function registerReadOnly(
  { rest }: WpV2Deps,
  route: string,
  permissionCallback: Permission,
  callback: Callback,
  args: RestEndpoint['args'] = {},
): void {
  rest.registerRestRoute('wp/v2', route, { endpoints: [{ permissionCallback, callback, args }] });
}

/** Registers a route for reading and for changes. */
function registerWritable(
  { rest }: WpV2Deps,
  route: string,
  methods: readonly string[],
  permissionCallback: Permission,
  { read, change: write = unsupportedError }: { read: Callback; change?: Callback },
): void {
  rest.registerRestRoute('wp/v2', route, {
    endpoints: [
      { permissionCallback, callback: read },
      ...methods.map((method) => ({ methods: method, permissionCallback, callback: write })),
    ],
  });
}

/** Registers a route whose items are not found for any user. */
function registerMissingItems(
  { rest }: WpV2Deps,
  route: string,
  methods: readonly string[],
  createError: () => WpError,
): void {
  rest.registerRestRoute('wp/v2', route, {
    endpoints: methods.map((method) => ({ methods: method, permissionCallback: createError, callback: createError })),
  });
}

/** Registers the routes of block patterns, and of the directories of patterns and blocks. */
function registerPatterns(deps: WpV2Deps): void {
  const { roles } = deps;
  const canEditPosts: Check = () => canEditAnyPost(deps);
  registerReadOnly(
    deps,
    '/block-patterns/patterns',
    createPermission(
      deps,
      canEditPosts,
      'rest_cannot_view',
      'Sorry, you are not allowed to view the registered block patterns.',
    ),
    () => patternsOf(deps),
  );
  registerReadOnly(
    deps,
    '/block-patterns/categories',
    createPermission(
      deps,
      canEditPosts,
      'rest_cannot_view',
      'Sorry, you are not allowed to view the registered block pattern categories.',
    ),
    () => categoriesOf(deps),
  );
  registerReadOnly(
    deps,
    '/pattern-directory/patterns',
    createPermission(
      deps,
      canEditPosts,
      'rest_pattern_directory_cannot_view',
      'Sorry, you are not allowed to browse the local block pattern directory.',
    ),
    emptyList,
  );
  const mayInstall: Check = async () =>
    (await roles.currentUserCan('install_plugins')) && roles.currentUserCan('activate_plugins');
  registerReadOnly(
    deps,
    '/block-directory/search',
    createPermission(
      deps,
      mayInstall,
      'rest_block_directory_cannot_view',
      'Sorry, you are not allowed to browse the block directory.',
    ),
    emptyList,
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

/** Registers the routes of global styles. */
function registerGlobalStyles(deps: WpV2Deps): void {
  const { themes } = deps;
  const canEditPosts: Check = () => canEditAnyPost(deps);
  const mayStyle = createPermission(
    deps,
    canEditPosts,
    'rest_cannot_read_global_styles',
    'Sorry, you are not allowed to access the global styles on this site.',
  );
  const isActiveTheme = (request: RestRequest): boolean =>
    themes().some(({ id, active }) => active && id === toText(request.getParam('stylesheet')));
  const forActiveTheme =
    (data: unknown) =>
    (request: RestRequest): unknown =>
      isActiveTheme(request) ? data : failure('rest_theme_not_found', 'Theme not found.', 404);
  const stylesheet = '(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)';
  registerReadOnly(
    deps,
    '/global-styles/themes/(?P<stylesheet>[\\/\\s%\\w\\.\\(\\)\\[\\]\\@_\\-]+)/variations',
    mayStyle,
    forActiveTheme([]),
  );
  registerReadOnly(deps, `/global-styles/themes/${stylesheet}`, mayStyle, forActiveTheme({ settings: {}, styles: {} }));
  const noStyles = notFound('rest_global_styles_not_found', 'No global styles config exists with that ID.');
  registerMissingItems(deps, '/global-styles/(?P<id>[\\d]+)', ['GET', 'POST, PUT, PATCH'], noStyles);
}

/** Registers the routes of templates and template parts. */
function registerTemplates(deps: WpV2Deps): void {
  const { roles } = deps;
  const canEditPosts: Check = () => canEditAnyPost(deps);
  const canEditTheme: Check = () => roles.currentUserCan('edit_theme_options');
  const mayTemplate = createPermission(
    deps,
    async (request) =>
      (await canEditTheme(request)) || (request.getMethod() === 'GET' && (await canEditPosts(request))),
    'rest_cannot_manage_templates',
    'Sorry, you are not allowed to access the templates on this site.',
  );
  // The editor requests it before it shows a page in its template; WordPress, too, returns an empty object when there
  // is none.
  registerReadOnly(deps, '/templates/lookup', mayTemplate, () => ({}), {
    slug: { description: 'What the template is looked for by.', type: 'string', required: true },
    is_custom: { description: 'Whether it is one that authors choose.', type: 'boolean' },
    template_prefix: { description: 'What kinds of templates its name begins with.', type: 'string' },
  });
  const noTemplate = notFound('rest_template_not_found', 'No templates exist with that id.');
  for (const base of ['templates', 'template-parts']) {
    registerWritable(deps, `/${base}`, ['POST'], mayTemplate, { read: emptyList });
    registerWritable(
      deps,
      `/${base}/(?P<id>[^\\/:<>\\*\\?"\\|]+[\\/\\w%-]+)`,
      ['POST, PUT, PATCH', 'DELETE'],
      mayTemplate,
      {
        read: noTemplate,
        change: noTemplate,
      },
    );
  }
}

/** Registers the routes of block navigation menus. */
function registerNavigation(deps: WpV2Deps): void {
  registerReadOnly(deps, '/navigation', async () => true, emptyPage);
  registerMissingItems(deps, '/navigation/(?P<id>[\\d]+)', ['GET', 'POST, PUT, PATCH', 'DELETE'], postNotFound);
}

/** Registers the routes of font families and font collections. */
function registerFonts(deps: WpV2Deps): void {
  const { roles } = deps;
  const canEditTheme: Check = () => roles.currentUserCan('edit_theme_options');
  const fonts = (name: string): RestEndpoint['permissionCallback'] =>
    createPermission(deps, canEditTheme, 'rest_cannot_read', `Sorry, you are not allowed to access ${name}.`);
  registerWritable(deps, '/font-families', ['POST'], fonts('font families'), { read: emptyPage });
  registerMissingItems(deps, '/font-families/(?P<id>[\\d]+)', ['GET', 'POST, PUT, PATCH', 'DELETE'], postNotFound);
  registerReadOnly(deps, '/font-collections', fonts('font collections'), emptyPage);
  registerReadOnly(
    deps,
    '/font-collections/(?P<slug>[\\/\\w-]+)',
    fonts('font collections'),
    notFound('rest_font_collection_not_found', 'Font collection not found.'),
  );
}

/** Registers the endpoints used by the site editor and site health. */
function registerEditorTools(deps: WpV2Deps): void {
  const { rest, roles } = deps;
  const canEditTheme: Check = () => roles.currentUserCan('edit_theme_options');
  const editor = 'wp-block-editor/v1';
  rest.registerRestRoute(editor, '/navigation-fallback', {
    endpoints: [
      {
        permissionCallback: createPermission(
          deps,
          canEditTheme,
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
        permissionCallback: createPermission(
          deps,
          () => roles.currentUserCan('export'),
          'rest_cannot_export_templates',
          'Sorry, you are not allowed to export templates and template parts.',
        ),
        callback: unsupportedError,
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
