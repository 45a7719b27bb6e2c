import { PlinthError, type Post } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import type { Site } from '../site.js';

export type PageViews = ReturnType<typeof createPageViews>;

/** Creates the rendering of plugin replies, errors and previews. */
export function createPageViews(site: Site) {
  const { plugins, views } = site;
  const homeUrl = `${site.config.siteUrl}/`;

  function renderView(owner: string, { view, data }: { view?: string; data?: object }): string {
    const plugin = plugins.runningPlugin(owner);
    if (!plugin || view === undefined)
      throw new PlinthError('view_not_found', 'A page reply requires html, or a view of a running plugin.');
    return plugins.invoke(owner, `view ${view}`, () =>
      views.renderPlugin({ id: owner, folder: plugin.folder, textDomain: plugin.manifest.textDomain }, view, data),
    );
  }

  async function renderPreview(title: string | undefined, text: string): Promise<string> {
    const content = await site.theContent.theContent(text);
    if (title === undefined)
      return views.renderPage(
        { title: '', body: `<div class="entry-content">${content}</div>`, robots: 'noindex', bodyClass: ['preview'] },
        'part',
      );
    const post = { title: site.formatting.escHtml(title), content };
    return views.renderPage({
      title,
      body: views.renderTheme(['page', 'singular', 'index'], { heading: title, post }),
      robots: 'noindex',
      bodyClass: ['page', 'preview'],
    });
  }

  return {
    renderView,
    renderPreview,
    renderError: (status: number): string =>
      views.renderCore('errors/error', { status, requestId: currentContext()?.id ?? '', homeUrl }),
    renderMessage: (status: number, title = '', message = ''): string =>
      views.renderCore('errors/error', { status, title: title || 'Plinth › Error', message, homeUrl }),
    renderRefusal: (status: number, message: string): string =>
      views.renderCore('errors/error', {
        status,
        title: 'Plinth › Error',
        message,
        dashboardUrl: `${homeUrl}wp-admin/`,
      }),
  };
}

/** A post's content and excerpt as displayed. */
export interface ContentViews {
  theContent(text: string, post: Post): Promise<string>;
  theExcerpt(post: Post): Promise<string>;
  /** Returns the excerpt as text, before it is converted to HTML. */
  excerptText(post: Post): Promise<string>;
}

export function createContentViews({ theContent, theExcerpt, content, hooks }: Site): ContentViews {
  const excerptText = async (post: Post): Promise<string> => {
    const passwordRequired = await content.postPasswordRequired(post.id);
    return theExcerpt({ ...post, passwordRequired });
  };
  return {
    excerptText,
    theContent: (text, post) => theContent.theContent(text, { postId: post.id, postType: post.post_type }),
    theExcerpt: async (post) => {
      const excerpt = await excerptText(post);
      return hooks.applyFilters('the_excerpt', excerpt);
    },
  };
}
