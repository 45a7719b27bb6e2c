import type { Post } from '../../../api/index.js';
import type { WpV2Deps } from '../items/deps.js';

/** Answers whether the visitor may read a post over REST (`WP_REST_Posts_Controller::check_read_permission`). */
export function postReader({ content, roles }: Pick<WpV2Deps, 'content' | 'roles'>): (post: Post) => Promise<boolean> {
  const may = (capability: string, ...args: unknown[]): Promise<boolean> => roles.currentUserCan(capability, ...args);
  async function mayRead(post: Post): Promise<boolean> {
    const type = content.getPostTypeObject(post.post_type);
    if (!type?.showInRest) return false;
    // Patterns are published for those who write, not for everybody.
    if ((type.cap.read ?? 'read') !== 'read') {
      // They are shown as they were written, so a password has to close them as a whole.
      if (!(await may(post.post_password === '' ? 'read_post' : 'edit_post', post.id))) return false;
    }
    if (post.post_status === 'publish' || (await may('read_post', post.id))) return true;
    if (content.getPostStatusObject(post.post_status)?.public) return true;
    if (post.post_status !== 'inherit') return false;
    if (post.post_parent === 0) return true;
    const parent = await content.getPost(post.post_parent);
    return parent !== null && mayRead(parent);
  }

  return mayRead;
}
