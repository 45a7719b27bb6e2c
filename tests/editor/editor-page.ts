import type { WordPressScripts } from './wordpress-scripts.js';

interface EditorPage {
  readonly siteUrl: string;
  /** Nonce for `wp_rest`. */
  readonly nonce: string;
  readonly post: number;
  readonly type: string;
  /** As in the REST index. */
  readonly zone: { readonly gmt_offset: number; readonly timezone_string: string };
  readonly wordpress: WordPressScripts;
}

/** A page that starts WordPress's editor like its own screen, but without preloaded data: the editor has to request everything. */
export function editorPage({ siteUrl, nonce, post, type, zone, wordpress }: EditorPage): string {
  const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
  const after: Readonly<Record<string, string>> = {
    'js/dist/api-fetch.min.js': `wp.apiFetch.use(wp.apiFetch.createRootURLMiddleware(${json(`${siteUrl}/wp-json/`)}));
wp.apiFetch.nonceMiddleware = wp.apiFetch.createNonceMiddleware(${json(nonce)});
wp.apiFetch.use(wp.apiFetch.nonceMiddleware);
wp.apiFetch.use(wp.apiFetch.mediaUploadMiddleware);
wp.apiFetch.nonceEndpoint = ${json(`${siteUrl}/wp-admin/admin-ajax.php?action=rest-nonce`)};`,
    'js/dist/date.min.js': `wp.date.setSettings({ ...wp.date.getSettings(), timezone: ${json({ offset: zone.gmt_offset, string: zone.timezone_string, abbr: '' })} });`,
    'js/dist/preferences.min.js': `wp.data.dispatch(wp.preferences.store).setPersistenceLayer(wp.preferencesPersistence.__unstableCreatePersistenceLayer({ core: { welcomeGuide: false, enableChoosePatternModal: false }, 'core/edit-post': { welcomeGuide: false }, _modified: new Date().toISOString() }, 1));`,
  };
  const settings = {
    alignWide: true,
    allowedBlockTypes: true,
    allowedMimeTypes: { 'jpg|jpeg|jpe': 'image/jpeg', png: 'image/png' },
    maxUploadFileSize: 33_554_432,
    autosaveInterval: 60,
    availableTemplates: {},
    bodyPlaceholder: 'Type / to choose a block',
    titlePlaceholder: 'Add title',
    richEditingEnabled: true,
    postLock: { isLocked: false },
    supportsLayout: false,
    supportsTemplateMode: false,
    enableCustomFields: false,
    disablePostFormats: true,
    imageSizes: [
      { slug: 'large', name: 'Large' },
      { slug: 'full', name: 'Full Size' },
    ],
    imageDefaultSize: 'large',
    imageEditing: true,
    isRTL: false,
    styles: [],
    __unstableResolvedAssets: {
      styles: `<link rel="stylesheet" href="${siteUrl}/wp-includes/css/dist/block-library/style.min.css">`,
      scripts: '',
    },
    canLockBlocks: true,
    blockCategories: [
      { slug: 'text', title: 'Text' },
      { slug: 'media', title: 'Media' },
      { slug: 'design', title: 'Design' },
      { slug: 'widgets', title: 'Widgets' },
      { slug: 'theme', title: 'Theme' },
      { slug: 'embed', title: 'Embeds' },
    ],
  };
  const scripts = wordpress.scriptsFor('wp-edit-post').concat(wordpress.scriptsFor('wp-format-library'));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Edit</title><script type="importmap">${json({ imports: Object.fromEntries(wordpress.modules.map(([name, path]) => [name, `${siteUrl}/wp-includes/${path}`])) })}</script>${wordpress.styles.map((path) => `<link rel="stylesheet" href="${siteUrl}/wp-includes/${path}">`).join('')}</head>
<body class="wp-admin block-editor-page is-fullscreen-mode"><div id="wpwrap"><div id="wpcontent"><div id="wpbody"><div class="block-editor"><div id="editor" class="block-editor__container"></div></div></div></div></div>
<script>window.ajaxurl = ${json(`${siteUrl}/wp-admin/admin-ajax.php`)}; window.userSettings = { uid: '1' };</script>
${[...new Set(scripts)].map((path) => `<script src="${siteUrl}/wp-includes/${path}"></script>${after[path] ? `<script>${after[path]}</script>` : ''}`).join('\n')}
<script>wp.domReady(() => { window._wpLoadBlockEditor = Promise.resolve(wp.editPost.initializeEditor('editor', ${json(type)}, ${post}, ${json(settings)}, {})); });</script>
</body></html>`;
}
