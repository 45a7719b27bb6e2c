import { isWpError, type Post, type RestRequest, type WpError } from '../../../api/index.js';
import { type Dictionary, isDictionary, toInteger, toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure, forbidden } from '../items/refusals.js';

/** Minimum width of an embed, in pixels. */
const MIN_WIDTH = 200;
/** Maximum width of an embed, in pixels. */
const MAX_WIDTH = 600;

/**
 * Registers `oembed/1.0`: embeds of this site's posts for other sites, and for its own editor (`WP_oEmbed_Controller`).
 */
export function registerOembed(deps: WpV2Deps): void {
  const { content, formatting, hooks, options, rest, roles, users } = deps;
  const notFound = (): WpError => failure('oembed_invalid_url', 'Not Found', 404);

  /** Returns the public post at a URL of this site. */
  async function findPublicPost(url: string): Promise<Post | null> {
    const home = await content.homeUrl('/');
    const isHome = url.replace(/\/?$/, '/') === home.replace(/\/?$/, '/');
    const frontPageId = isHome ? Number(await options.getOption('page_on_front', 0)) || 0 : 0;
    const id = await hooks.applyFilters('oembed_request_post_id', frontPageId || (await content.urlToPostid(url)), url);
    const post = id > 0 ? await content.getPost(id) : null;
    return post &&
      (await content.isPostPubliclyViewable(post.id)) &&
      (await hooks.applyFilters('is_post_embeddable', true, post))
      ? post
      : null;
  }

  async function createEmbed(post: Post, requestedWidth: number): Promise<Dictionary> {
    const { min, max } = await hooks.applyFilters('oembed_min_max_width', { min: MIN_WIDTH, max: MAX_WIDTH });
    const width = Math.min(Math.max(min, requestedWidth), max);
    const height = Math.max(Math.ceil((width / 16) * 9), 200);
    const author = post.post_author > 0 ? await users.getUserdata(post.post_author) : false;
    const home = await content.homeUrl();
    const name = toText(await options.getOption('blogname', ''));
    const title = await content.getTheTitle(post.id);
    const data = {
      version: '1.0',
      provider_name: name,
      provider_url: home,
      author_name: author ? author.display_name : name,
      author_url: author ? await content.getAuthorPostsUrl(author.id) : home,
      title,
      type: 'link',
    };
    const filteredData = await hooks.applyFilters<Dictionary>('oembed_response_data', data, post, width, height);
    const { embed, link } = await getUrls(post);
    const text = formatting.escAttr(`“${formatting.wpStripAllTags(title)}” — ${name}`);
    const html = `<blockquote class="wp-embedded-content"><a href="${formatting.escUrl(link)}">${title}</a></blockquote><iframe sandbox="allow-scripts" security="restricted" src="${formatting.escUrl(embed)}" width="${width}" height="${height}" title="${text}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" class="wp-embedded-content"></iframe>`;
    return {
      ...filteredData,
      type: 'rich',
      width,
      height,
      html: await hooks.applyFilters('embed_html', html, post, width, height),
    };
  }

  async function getUrls(post: Post): Promise<{ embed: string; link: string }> {
    const link = (await content.getPermalink(post)) || '';
    const defaultEmbedUrl = link.includes('?') ? `${link}&embed=true` : `${link.replace(/\/?$/, '/')}embed/`;
    return { link, embed: await hooks.applyFilters('post_embed_url', defaultEmbedUrl, post) };
  }

  async function findEmbed(request: RestRequest): Promise<unknown> {
    const post = await findPublicPost(toText(request.getParam('url')));
    return post ? createEmbed(post, Math.abs(toInteger(request.getParam('maxwidth')))) : notFound();
  }

  const maxwidth = {
    description: 'The maximum width of the embed frame in pixels.',
    type: 'integer',
    default: MAX_WIDTH,
  } as const;
  const url = {
    description: 'The URL of the resource for which to fetch oEmbed data.',
    required: true,
    type: 'string',
    format: 'uri',
  } as const;
  rest.registerRestRoute('oembed/1.0', '/embed', {
    endpoints: [
      {
        permissionCallback: () => true,
        callback: findEmbed,
        args: {
          url,
          format: { default: 'json' },
          maxwidth: { ...maxwidth, default: hooks.applyFiltersSync('oembed_default_width', MAX_WIDTH) },
        },
      },
    ],
  });
  rest.registerRestRoute('oembed/1.0', '/proxy', {
    endpoints: [
      {
        permissionCallback: async () =>
          (await roles.currentUserCan('edit_posts')) ||
          forbidden(deps, 'rest_forbidden', 'Sorry, you are not allowed to make proxied oEmbed requests.'),
        // Markup from other sites is not fetched; it would be shown as this site's own.
        callback: async (request) => {
          const found = await findEmbed(request);
          return isWpError(found) || !isDictionary(found) ? found : { ...found };
        },
        args: {
          url,
          format: { description: 'The oEmbed format to use.', type: 'string', default: 'json', enum: ['json', 'xml'] },
          maxwidth,
          maxheight: { description: 'The maximum height of the embed frame in pixels.', type: 'integer' },
          discover: {
            description: 'Whether to perform an oEmbed discovery request for unsanctioned providers.',
            type: 'boolean',
            default: true,
          },
        },
      },
    ],
  });
}
