import type { PostType } from '../../api/index.js';

interface CapabilityArgs {
  capabilityType: string | [string, string];
  mapMetaCap: boolean;
  capabilities?: Record<string, string>;
}

/**
 * Returns the capabilities of a post type by general name: `edit_posts` of a type `book` is `edit_books`.
 * @since 0.1.0 (WordPress: get_post_type_capabilities)
 */
export function getPostTypeCapabilities({
  capabilityType,
  mapMetaCap,
  capabilities = {},
}: CapabilityArgs): PostType['cap'] {
  const [one, many] = typeof capabilityType === 'string' ? [capabilityType, `${capabilityType}s`] : capabilityType;
  const defaults = {
    edit_post: `edit_${one}`,
    read_post: `read_${one}`,
    delete_post: `delete_${one}`,
    edit_posts: `edit_${many}`,
    edit_others_posts: `edit_others_${many}`,
    delete_posts: `delete_${many}`,
    publish_posts: `publish_${many}`,
    read_private_posts: `read_private_${many}`,
  };
  const mapped = {
    read: 'read',
    delete_private_posts: `delete_private_${many}`,
    delete_published_posts: `delete_published_${many}`,
    delete_others_posts: `delete_others_${many}`,
    edit_private_posts: `edit_private_${many}`,
    edit_published_posts: `edit_published_${many}`,
  };
  const caps: Record<string, string> & typeof defaults = {
    ...defaults,
    ...(mapMetaCap ? mapped : {}),
    ...capabilities,
  };
  return { ...caps, create_posts: caps.create_posts ?? caps.edit_posts };
}
