import type { Post, PostsApi, TermsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { toUnixTime } from '../site-time.js';

const PUBLISH_HOOK = 'publish_future_post';

interface TransitionDeps extends ContentDeps {
  getPost: PostsApi['getPost'];
  terms: Pick<TermsApi, 'wpUpdateTermCount'>;
}

/** Handles status transitions and publishes scheduled posts on time. */
export function createTransitions({
  db,
  hooks,
  types,
  cron,
  getPost,
  terms,
  now = Date.now,
}: TransitionDeps): Pick<PostsApi, 'wpTransitionPostStatus' | 'wpPublishPost' | 'checkAndPublishFuturePost'> {
  const wpTransitionPostStatus: PostsApi['wpTransitionPostStatus'] = async (to, from, post) => {
    await hooks.doAction('transition_post_status', to, from, post);
    await hooks.doAction(`${from}_to_${to}`, post);
    await hooks.doAction(`${to}_${post.post_type}`, post.id, post, from);
  };

  async function schedulePublication(post: Post): Promise<void> {
    await cron.wpClearScheduledHook(PUBLISH_HOOK, [post.id]);
    if (post.post_status === 'future' && post.post_date_gmt)
      await cron.wpScheduleSingleEvent(toUnixTime(post.post_date_gmt), PUBLISH_HOOK, [post.id]);
  }

  async function updateTermCounts(post: Post): Promise<void> {
    for (const taxonomy of types.getObjectTaxonomies(post.post_type)) {
      const ids = await db()('term_relationships as r')
        .join('term_taxonomy as t', 't.term_taxonomy_id', 'r.term_taxonomy_id')
        .where({ 'r.object_id': post.id, 't.taxonomy': taxonomy.name })
        .pluck<number[]>('t.term_taxonomy_id');
      await terms.wpUpdateTermCount(ids, taxonomy.name);
    }
  }

  hooks.addAction(
    'transition_post_status',
    async (to: string, from: string, post: Post) => {
      if (to === 'future' || from === 'future') await schedulePublication(post);
      if (to !== from) await updateTermCounts(post);
    },
    5,
    3,
  );

  async function wpPublishPost(id: number): Promise<void> {
    const post = await getPost(id);
    if (!post || post.post_status === 'publish') return;
    await db()('posts').where({ id }).update({ post_status: 'publish' });
    const published = { ...post, post_status: 'publish' };
    await wpTransitionPostStatus('publish', post.post_status, published);
    await hooks.doAction(`edit_post_${post.post_type}`, id, published);
    await hooks.doAction('edit_post', id, published);
    await hooks.doAction(`save_post_${post.post_type}`, id, published, true);
    await hooks.doAction('save_post', id, published, true);
    await hooks.doAction('wp_insert_post', id, published, true);
    await hooks.doAction('wp_after_insert_post', id, published, true, post);
  }

  async function checkAndPublishFuturePost(id: number): Promise<void> {
    const post = await getPost(id);
    if (post?.post_status !== 'future' || !post.post_date_gmt) return;
    if (toUnixTime(post.post_date_gmt) > Math.floor(now() / 1000)) await schedulePublication(post);
    else await wpPublishPost(id);
  }
  hooks.addAction(PUBLISH_HOOK, checkAndPublishFuturePost);

  return { wpTransitionPostStatus, wpPublishPost, checkAndPublishFuturePost };
}
