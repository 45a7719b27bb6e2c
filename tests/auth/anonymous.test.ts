import { createWebSite, type WebSite } from '../kit/web-site.js';

describe('capabilities of anonymous visitors', () => {
  let site: WebSite;
  beforeAll(async () => {
    site = await createWebSite();
    site.types.registerPostType('note', { public: true, capabilityType: 'post', mapMetaCap: true });
  });
  afterAll(() => site.drop());

  const may = (capability: string, ...args: unknown[]): Promise<boolean> => site.roles.userCan(0, capability, ...args);
  async function postOf(author: number, status: string): Promise<number> {
    const [id] = (await site
      .db()('posts')
      .insert({
        post_author: author,
        post_status: status,
        post_type: 'note',
        comment_status: 'closed',
        ping_status: 'closed',
        post_title: 'x',
        post_name: `x-${author}-${status}`,
        post_content: '',
        post_excerpt: '',
        post_date: '2028-01-01 00:00:00',
        post_date_gmt: '2028-01-01 00:00:00',
        post_modified: '2028-01-01 00:00:00',
        post_modified_gmt: '2028-01-01 00:00:00',
      })) as [number];
    return id;
  }

  it('do not include editing a user, not even user 0', async () => {
    expect(await site.roles.mapMetaCap('edit_user', 0, 0)).toEqual(['do_not_allow']);
    expect([await may('edit_user', 0), await may('edit_user', 1), await may('create_app_password', 0)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('do not make the visitor the author of posts without an author', async () => {
    const [draft, published] = [await postOf(0, 'draft'), await postOf(0, 'publish')];
    expect([await may('edit_post', draft), await may('read_post', draft), await may('delete_post', published)]).toEqual(
      [false, false, false],
    );
    expect(await site.roles.mapMetaCap('edit_post', 0, draft)).toContain('edit_others_posts');
    expect(await site.roles.mapMetaCap('delete_post', 0, published)).toContain('delete_others_posts');
  });
});
