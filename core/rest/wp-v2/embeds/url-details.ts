import { toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure, forbidden, canEditAnyPost } from '../items/refusals.js';

/** Reserved top-level domains. */
const RESERVED_DOMAIN = /\.(?:test|invalid|localhost|example|local|internal)\.?$/i;
const ALLOWED_PORTS: readonly string[] = ['', '80', '443', '8080'];

/**
 * Registers `wp-block-editor/v1/url-details`: the metadata of a page on another site
 * (`WP_REST_URL_Details_Controller`).
 */
export function registerUrlDetails(deps: WpV2Deps): void {
  const { formatting, rest } = deps;
  rest.registerRestRoute('wp-block-editor/v1', '/url-details', {
    endpoints: [
      {
        args: {
          url: {
            description: 'The URL to process.',
            type: 'string',
            format: 'uri',
            required: true,
            validateCallback: (value) => isReachable(toText(value)),
            sanitizeCallback: (value) => formatting.sanitizeUrl(toText(value)),
          },
        },
        permissionCallback: async () =>
          (await canEditAnyPost(deps)) ||
          forbidden(deps, 'rest_cannot_view_url_details', 'Sorry, you are not allowed to process remote urls.'),
        async callback(request) {
          const page = await deps.fetchSafely(toText(request.getParam('url')));
          if (page === undefined)
            return failure('no_response', 'URL not found. Response returned a non-200 status code for this URL.', 404);
          const head = /<head[^>]*>([\s\S]*?)<\/head>/i.exec(page)?.[1] ?? page.slice(0, 20_000);
          const readMeta = (name: string): string =>
            formatting
              .wpStripAllTags(
                new RegExp(`<meta[^>]+(?:name|property)=["']${name}["'][^>]*content=["']([^"']*)["']`, 'i').exec(
                  head,
                )?.[1] ?? '',
              )
              .trim();
          const absoluteUrl = (value: string): string =>
            URL.canParse(value, toText(request.getParam('url')))
              ? formatting.sanitizeUrl(new URL(value, toText(request.getParam('url'))).href)
              : '';
          const icon = /<link[^>]+rel=["'](?:shortcut )?icon["'][^>]*href=["']([^"']+)["']/i.exec(head)?.[1] ?? '';
          const image = readMeta('og:image');
          return {
            title: formatting.wpStripAllTags(/<title[^>]*>([\s\S]*?)<\/title>/i.exec(head)?.[1] ?? '').trim(),
            icon: icon === '' ? '' : absoluteUrl(icon),
            description: readMeta('description') || readMeta('og:description'),
            image: image === '' ? '' : absoluteUrl(image),
          };
        },
      },
    ],
  });
}

/**
 * Whether a URL can be that of another site, by its syntax and host name alone: no DNS lookup is made for visitors
 * without permission (`wp_http_validate_url`).
 */
function isReachable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, port, hostname } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '' || !ALLOWED_PORTS.includes(port)) return false;
  return hostname.includes('.') && !RESERVED_DOMAIN.test(hostname);
}
