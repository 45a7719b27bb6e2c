import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AttachmentMetadata, type AttachmentsApi, type FileToStore, isWpError, WpError } from '../../api/index.js';
import { type AttachmentDeps, createUploadBase } from './deps.js';
import { createFileRemoval } from './attached-files.js';
import type { ImageSizeUrls, UsageSearch } from './attachment-usage.js';

/** Meta key for the URLs of replaced files, each without the size suffix and extension. */
const OLD_FILE_KEY = '_plinth_old_file';

interface ReplaceDeps extends AttachmentDeps {
  api: Pick<
    AttachmentsApi,
    | 'getAttachedFile'
    | 'updateAttachedFile'
    | 'wpGetAttachmentMetadata'
    | 'wpUpdateAttachmentMetadata'
    | 'wpGenerateAttachmentMetadata'
    | 'wpGetAttachmentUrl'
  >;
  uses: Pick<UsageSearch, 'familyOf'>;
}

export interface FileReplacement {
  /**
   * Replaces an attachment's file. The new file gets its own URL, because browsers cache the old one for a year; posts
   * that contain the old URL are updated, and the old URL redirects to the new one.
   * @returns the reason if the file is rejected: a different kind of file, or one that cannot be uploaded
   */
  replaceFile(id: number, replacement: FileToStore): Promise<true | WpError>;
  /** Returns the current URL of a file that had this path below the uploads folder; empty if unknown. */
  findCurrentUrl(path: string): Promise<string>;
}

const COPY_SUFFIX = /-(?:\d+x\d+|scaled|rotated)(?=\.[^.]+$)/;

/**
 * Creates the functions that replace the files of attachments.
 * @since 0.1.0
 */
export function createFileReplacement(deps: ReplaceDeps): FileReplacement {
  const {
    db,
    hooks,
    meta,
    content,
    uploads,
    api,
    uses,
    text: { __ },
  } = deps;
  const uploadBase = createUploadBase(deps);
  const deleteFiles = createFileRemoval(deps);

  /** Returns the kind of a file. A file may only be replaced with one of the same kind. */
  const kindOf = (type: string): string => (type.startsWith('image/') ? 'image' : type);

  /** Updates the posts that contain the old URLs: each size is replaced with the same size of the new file. */
  async function updatePosts(id: number, family: ImageSizeUrls, before: AttachmentMetadata | false): Promise<void> {
    const [after, url] = [await api.wpGetAttachmentMetadata(id), await api.wpGetAttachmentUrl(id)];
    if (url === false) return;
    const { baseurl } = await uploadBase();
    const relativePath = url.startsWith(`${baseurl}/`) ? url.slice(baseurl.length + 1) : '';
    if (relativePath === '') return;
    const sizeWithSuffix = (suffix: string): string | undefined =>
      Object.entries((before && before.sizes) || {}).find(([, { file }]) =>
        file.replace(/\.[^.]+$/, '').endsWith(suffix),
      )?.[0];
    const newPath = (mark: string | undefined): string => {
      const size = mark === undefined ? undefined : sizeWithSuffix(mark);
      const copy = size === undefined || !after ? undefined : after.sizes?.[size];
      return copy ? `${dirname(relativePath)}/${copy.file}` : relativePath;
    };
    await db.transaction(async () => {
      const rows = await db()('posts')
        .where('post_content', 'like', `%${family.stem}%`)
        .whereNot({ post_type: 'revision' })
        .select('*');
      for (const row of rows) {
        const changed = row.post_content.replace(family.pattern, (_address, mark: string | undefined) => newPath(mark));
        if (changed === row.post_content) continue;
        await db()('posts').where({ id: row.id }).update({ post_content: changed });
        await hooks.doAction('clean_post_cache', row.id, { ...row, post_content: changed });
      }
    });
  }

  return {
    async replaceFile(id, replacement) {
      const post = await content.getPost(id);
      const file = await api.getAttachedFile(id);
      const family = await uses.familyOf(id);
      if (post?.post_type !== 'attachment' || file === false || !family)
        return new WpError('invalid_attachment', __('This file no longer exists.'), { status: 404 });
      const before = await api.wpGetAttachmentMetadata(id);
      const stored = await uploads.wpHandleUpload(replacement);
      if (isWpError(stored)) return stored;
      if (kindOf(stored.type) !== kindOf(post.post_mime_type)) {
        await rm(stored.file, { force: true });
        return new WpError(
          'another_kind',
          __(
            'The new file must be the same type as the old one (%s). To use another type, upload it as a new file.',
            post.post_mime_type,
          ),
          { status: 400 },
        );
      }
      await db.transaction(async () => {
        await db()('posts').where({ id }).update({ post_mime_type: stored.type });
        await meta.addPostMeta(id, OLD_FILE_KEY, family.stem);
        await api.updateAttachedFile(id, stored.file);
        await api.wpUpdateAttachmentMetadata(id, {});
        await hooks.doAction('clean_post_cache', id, post);
      });
      await api.wpUpdateAttachmentMetadata(id, await api.wpGenerateAttachmentMetadata(id, stored.file));
      await updatePosts(id, family, before);
      await deleteFiles(file, before);
      return true;
    },
    async findCurrentUrl(path) {
      const stem = path.replace(COPY_SUFFIX, '').replace(/\.[^.]+$/, '');
      const postmetaRow =
        stem === '' || stem.length > 500
          ? undefined
          : await db()('postmeta')
              .where({ meta_key: OLD_FILE_KEY, meta_value: stem })
              .orderBy('meta_id', 'desc')
              .first('post_id');
      return postmetaRow === undefined ? '' : (await api.wpGetAttachmentUrl(postmetaRow.post_id)) || '';
    },
  };
}
