import type { PostType } from '../../api/index.js';

interface CapabilityArgs {
  capabilityType: string | [string, string];
  mapMetaCap: boolean;
  capabilities?: Record<string, string>;
}

/**
 * Returns the capabilities of a post type by their general name. For a type `book`, `edit_posts` is `edit_books`.
 * @since 0.1.0 (WordPress: get_post_type_capabilities)
 */
export function getPostTypeCapabilities({
  capabilityType,
  mapMetaCap,
  capabilities = {},
}: CapabilityArgs): PostType['cap'] {
  const [singular, plural] =
    typeof capabilityType === 'string' ? [capabilityType, `${capabilityType}s`] : capabilityType;
  const defaults = {
    edit_post: `edit_${singular}`,
    read_post: `read_${singular}`,
    delete_post: `delete_${singular}`,
    edit_posts: `edit_${plural}`,
    edit_others_posts: `edit_others_${plural}`,
    delete_posts: `delete_${plural}`,
    publish_posts: `publish_${plural}`,
    read_private_posts: `read_private_${plural}`,
  };
  const mapped = {
    read: 'read',
    delete_private_posts: `delete_private_${plural}`,
    delete_published_posts: `delete_published_${plural}`,
    delete_others_posts: `delete_others_${plural}`,
    edit_private_posts: `edit_private_${plural}`,
    edit_published_posts: `edit_published_${plural}`,
  };
  const caps: Record<string, string> & typeof defaults = {
    ...defaults,
    ...(mapMetaCap ? mapped : {}),
    ...capabilities,
  };
  return { ...caps, create_posts: caps.create_posts ?? caps.edit_posts };
}
