import { basename, dirname, extname, isAbsolute, join, relative } from 'node:path';
import type { AttachmentsApi, Post } from '../../api/index.js';
import { type AttachmentDeps, createUploadBase } from './deps.js';

/** A post that contains a file or has it as its featured image. */
export interface AttachmentUsage {
  readonly post: Post;
  readonly kind: 'text' | 'image';
}

/** The URL pattern of a file and its resized copies, whose URLs share a prefix and an extension. */
export interface ImageSizeUrls {
  /** Path below the uploads folder, without the part that differs between copies. */
  readonly stem: string;
  /** Matches the URL of the file and of every resized copy; the first group is the part that differs between them. */
  readonly pattern: RegExp;
}

interface UsageSearchDeps extends AttachmentDeps {
  files: Pick<AttachmentsApi, 'getAttachedFile' | 'wpGetAttachmentMetadata'>;
}

export interface UsageSearch {
  /** Returns the posts that contain a file or have it as their featured image, newest first, up to `max`. */
  findUsages(id: number, max?: number): Promise<readonly AttachmentUsage[]>;
  /** Returns the URL pattern of a file and its copies; undefined for an attachment without a file. */
  familyOf(id: number): Promise<ImageSizeUrls | undefined>;
}

const MAX_RESULTS = 50;
const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Creates the search for posts that use a file. */
export function createUsageSearch(deps: UsageSearchDeps): UsageSearch {
  const { db, files } = deps;
  const uploadBase = createUploadBase(deps);

  async function familyOf(attachmentId: number): Promise<ImageSizeUrls | undefined> {
    const file = await files.getAttachedFile(attachmentId);
    if (file === false) return undefined;
    const metadata = await files.wpGetAttachmentMetadata(attachmentId);
    const original =
      metadata && typeof metadata.original_image === 'string'
        ? join(dirname(file), basename(metadata.original_image))
        : file;
    const { basedir } = await uploadBase();
    const path = (isAbsolute(original) ? relative(basedir, original) : original).replaceAll('\\', '/');
    const end = extname(path);
    const stem = path.slice(0, path.length - end.length);
    return {
      stem,
      pattern: new RegExp(`${escapeRegExp(stem)}(-\\d+x\\d+|-scaled|-rotated)?${escapeRegExp(end)}(?![\\w.-])`, 'g'),
    };
  }

  return {
    familyOf,
    async findUsages(id, max = MAX_RESULTS) {
      const family = await familyOf(id);
      const containingPosts =
        family === undefined
          ? []
          : await db()('posts')
              .where('post_content', 'like', `%${family.stem}%`)
              .whereNotIn('post_type', ['revision', 'attachment'])
              .whereNotIn('post_status', ['trash', 'auto-draft'])
              .orderBy('id', 'desc')
              .limit(max)
              .select('*');
      const featuringIds = await db()('postmeta')
        .where({ meta_key: '_thumbnail_id', meta_value: String(id) })
        .limit(max)
        .pluck<number[]>('post_id');
      const featuringPosts =
        featuringIds.length === 0
          ? []
          : await db()('posts')
              .whereIn('id', featuringIds)
              .whereNotIn('post_status', ['trash', 'auto-draft', 'inherit'])
              .orderBy('id', 'desc')
              .select('*');
      return [
        ...containingPosts
          .filter((post) => post.post_content.search(family?.pattern ?? /$^/) >= 0)
          .map((post) => ({ post, kind: 'text' as const })),
        ...featuringPosts.map((post) => ({ post, kind: 'image' as const })),
      ].slice(0, max);
    },
  };
}
