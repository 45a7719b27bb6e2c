import type { Post, PostType } from '../api/index.js';
import { type CapabilityDeps, DENIED, type MapCapability, DO_NOT_ALLOW, toId } from './capability-deps.js';

interface PostCapabilities {
  mapPostChange(verb: 'edit' | 'delete', userId: number, args: unknown[]): Promise<string[]>;
  mapReadPost(userId: number, args: unknown[]): Promise<string[]>;
  mapPublishPost(args: unknown[]): Promise<string[]>;
}

/** Maps capabilities for a single post. */
export function createPostCapabilities(deps: CapabilityDeps, map: MapCapability): PostCapabilities {
  const { options, meta, types } = deps;

  async function findSubject(args: unknown[]): Promise<{ post: Post; type: PostType } | 'missing' | Post> {
    const id = toId(args[0]);
    const post = id === undefined ? null : await deps.post(id);
    if (!post) return 'missing';
    const type = types.getPostTypeObject(post.post_type);
    return type ? { post, type } : post;
  }

  const isAuthor = (post: Post, userId: number): boolean => post.post_author !== 0 && post.post_author === userId;

  /** Whether a post counts as published; a trashed post counts by its former status. */
  async function wasPublished(post: Post): Promise<boolean> {
    const status =
      post.post_status === 'trash' ? await meta.getPostMeta(post.id, '_wp_trash_meta_status', true) : post.post_status;
    return status === 'publish' || status === 'future';
  }

  async function mapPostChange(verb: 'edit' | 'delete', userId: number, args: unknown[]): Promise<string[]> {
    let found = await findSubject(args);
    if (found !== 'missing' && 'post' in found && found.post.post_type === 'revision') {
      found = verb === 'delete' ? 'missing' : await findSubject([found.post.post_parent]);
    }
    if (found === 'missing') return DENIED;
    if (!('post' in found)) return ['edit_others_posts'];
    const { post, type } = found;
    if (verb === 'delete') {
      for (const optionName of ['page_for_posts', 'page_on_front']) {
        if (Number(await options.getOption(optionName)) === post.id) return ['manage_options'];
      }
    }
    if (!type.mapMetaCap) return [type.cap[`${verb}_post`]];
    const cap = (name: string): string => type.cap[name] ?? DO_NOT_ALLOW;
    const caps: string[] = [];
    if (isAuthor(post, userId)) {
      caps.push(cap((await wasPublished(post)) ? `${verb}_published_posts` : `${verb}_posts`));
    } else {
      caps.push(cap(`${verb}_others_posts`));
      if (post.post_status === 'publish' || post.post_status === 'future') caps.push(cap(`${verb}_published_posts`));
      else if (post.post_status === 'private') caps.push(cap(`${verb}_private_posts`));
    }
    if (Number(await options.getOption('wp_page_for_privacy_policy')) === post.id)
      caps.push(...(await map('manage_privacy_options', userId)));
    return caps;
  }

  async function mapReadPost(userId: number, args: unknown[]): Promise<string[]> {
    let found = await findSubject(args);
    if (found !== 'missing' && 'post' in found && found.post.post_type === 'revision')
      found = await findSubject([found.post.post_parent]);
    if (found === 'missing') return DENIED;
    if (!('post' in found)) return ['edit_others_posts'];
    const { post, type } = found;
    if (!type.mapMetaCap) return [type.cap.read_post];
    const status = types.getPostStatusObject((await deps.postStatus(post.id)) || post.post_status);
    if (!status) return [type.cap.edit_others_posts];
    if (status.public || isAuthor(post, userId)) return [type.cap.read ?? DO_NOT_ALLOW];
    if (status.private) return [type.cap.read_private_posts];
    return map('edit_post', userId, post.id);
  }

  async function mapPublishPost(args: unknown[]): Promise<string[]> {
    const found = await findSubject(args);
    if (found === 'missing') return DENIED;
    return 'post' in found ? [found.type.cap.publish_posts] : ['edit_others_posts'];
  }

  return { mapPostChange, mapReadPost, mapPublishPost };
}
