import { basename, dirname, extname, isAbsolute, join, relative } from 'node:path';
import type { AttachmentsApi, Post } from '../../api/index.js';
import { type AttachmentDeps, createUploadBase } from './deps.js';

/** A post that contains a file or has it as its featured image. */
export interface AttachmentUse {
  readonly post: Post;
  readonly kind: 'text' | 'picture';
}

/** The URLs of a file and its resized copies, which share a prefix and an extension. */
export interface FileFamily {
  /** Path below the uploads folder, without the part that differs between copies. */
  readonly stem: string;
  /** Matches every URL of the family; the first group is the part that differs between copies. */
  readonly pattern: RegExp;
}

interface UsesDeps extends AttachmentDeps {
  files: Pick<AttachmentsApi, 'getAttachedFile' | 'wpGetAttachmentMetadata'>;
}

export interface Uses {
  /** Returns the posts that contain a file or have it as their featured image, newest first, up to `max`. */
  findUsages(id: number, max?: number): Promise<readonly AttachmentUse[]>;
  /** Returns the URL family of a file; undefined for an attachment without a file. */
  familyOf(id: number): Promise<FileFamily | undefined>;
}

const MAX = 50;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Creates the search for uses of files. */
export function createUses(deps: UsesDeps): Uses {
  const { db, files } = deps;
  const uploadBase = createUploadBase(deps);

  async function familyOf(id: number): Promise<FileFamily | undefined> {
    const file = await files.getAttachedFile(id);
    if (file === false) return undefined;
    const metadata = await files.wpGetAttachmentMetadata(id);
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
      pattern: new RegExp(`${escaped(stem)}(-\\d+x\\d+|-scaled|-rotated)?${escaped(end)}(?![\\w.-])`, 'g'),
    };
  }

  return {
    familyOf,
    async findUsages(id, max = MAX) {
      const family = await familyOf(id);
      const texts =
        family === undefined
          ? []
          : await db()('posts')
              .where('post_content', 'like', `%${family.stem}%`)
              .whereNotIn('post_type', ['revision', 'attachment'])
              .whereNotIn('post_status', ['trash', 'auto-draft'])
              .orderBy('id', 'desc')
              .limit(max)
              .select('*');
      const holders = await db()('postmeta')
        .where({ meta_key: '_thumbnail_id', meta_value: String(id) })
        .limit(max)
        .pluck<number[]>('post_id');
      const pictured =
        holders.length === 0
          ? []
          : await db()('posts')
              .whereIn('id', holders)
              .whereNotIn('post_status', ['trash', 'auto-draft', 'inherit'])
              .orderBy('id', 'desc')
              .select('*');
      return [
        ...texts
          .filter((post) => post.post_content.search(family?.pattern ?? /$^/) >= 0)
          .map((post) => ({ post, kind: 'text' as const })),
        ...pictured.map((post) => ({ post, kind: 'picture' as const })),
      ].slice(0, max);
    },
  };
}
