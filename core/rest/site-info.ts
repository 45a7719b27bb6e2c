import type { OptionsApi } from '../api/index.js';

/**
 * Returns the description of a site in the index.
 * @param iconUrl the URL of its icon as uploaded; empty for none
 */
export async function siteInfo(
  options: Pick<OptionsApi, 'getOption'>,
  homeUrl: string,
  iconUrl: (icon: number) => Promise<string>,
): Promise<Record<string, unknown>> {
  const text = async (name: string): Promise<string> => String(await options.getOption<string | number>(name, ''));
  const number = async (name: string): Promise<number> =>
    Number(await options.getOption<string | number>(name, 0)) || 0;
  const icon = await number('site_icon');
  return {
    name: await text('blogname'),
    description: await text('blogdescription'),
    url: homeUrl,
    home: homeUrl,
    gmt_offset: await number('gmt_offset'),
    timezone_string: await text('timezone_string'),
    page_for_posts: await number('page_for_posts'),
    page_on_front: await number('page_on_front'),
    show_on_front: (await text('show_on_front')) || 'posts',
    authentication: {
      'application-passwords': { endpoints: { authorization: `${homeUrl}/wp-admin/authorize-application.php` } },
    },
    site_logo: await number('site_logo'),
    site_icon: icon,
    site_icon_url: icon > 0 ? await iconUrl(icon) : '',
  };
}
