import type { Post } from '../../api/index.js';
import type { WxrItem } from '../read/entries.js';
import { createUrlMap } from './url-map.js';
import type { Choices, ImportDeps } from './deps.js';
import { getMediaUrls } from './files.js';
import type { ImportJournal, JournalEntry } from './import-outcomes.js';
import { itemSource } from './item-source.js';

const THUMBNAIL_META_KEY = '_thumbnail_id';
/** Metadata with the text before links were rewritten, for posts whose type or site keeps no revisions. */
const ORIGINAL_TEXT_META_KEY = '_import_original_text';

/**
 * Fixes up what is only possible after everything was imported: URLs and ids in texts, featured images, and redirects
 * of old URLs.
 */
export interface LinkFixups {
  apply(entry: JournalEntry): Promise<void>;
  /** Rewrites the URLs in a text. */
  rewrite(text: string): string;
}

/** Creates the fixups, with the new URLs of all imported items. */
export async function createLinkFixups(
  deps: ImportDeps,
  journal: ImportJournal,
  { oldSite, choices }: { readonly oldSite: string; readonly choices: Pick<Choices, 'skipsMedia'> },
  items: AsyncIterable<WxrItem>,
): Promise<LinkFixups> {
  const { db, hooks, content, meta, redirects, siteUrl } = deps;
  const urlMap = createUrlMap(oldSite, siteUrl, journal.post);
  const oldLinks = new Map<string, string>();
  for await (const item of items) {
    const id = journal.get(itemSource(item))?.target_id ?? 0;
    if (id === 0) continue;
    const newUrl = await content.getPermalink(id);
    if (newUrl !== false) {
      if (item.id > 0) urlMap.addPost(item.id, newUrl);
      if (item.link !== '') {
        urlMap.add(item.link, newUrl);
        oldLinks.set(itemSource(item), item.link);
      }
    }
    if (item.attachmentUrl === '') continue;
    const media = await getMediaUrls(deps, id);
    if (media) urlMap.addMedia(item.attachmentUrl, media);
  }

  /** Whether a revision has the text of a post. */
  async function hasRevision({ id, post_content: text, post_excerpt: excerpt }: Post): Promise<boolean> {
    const revisions = await content.wpGetPostRevisions(id);
    return revisions.some((revision) => revision.post_content === text && revision.post_excerpt === excerpt);
  }

  async function fixText(id: number): Promise<void> {
    const post = await content.getPost(id);
    if (!post) return;
    const after = {
      post_content: urlMap.rewrite(post.post_content),
      post_excerpt: urlMap.rewrite(post.post_excerpt),
    };
    if (after.post_content === post.post_content && after.post_excerpt === post.post_excerpt) return;
    // The imported text is preserved as a revision, or as metadata; the date of the post is unchanged, since no user edited it.
    if (!(await content.wpSavePostRevision(id)) && !(await hasRevision(post)))
      await meta.updatePostMeta(id, ORIGINAL_TEXT_META_KEY, {
        post_content: post.post_content,
        post_excerpt: post.post_excerpt,
      });
    await db()('posts').where({ id }).update(after);
    await hooks.doAction('clean_post_cache', id, { ...post, ...after });
  }

  /** @returns description of what could not be imported as intended */
  async function fixThumbnail(id: number): Promise<string> {
    const oldId = Number(await meta.getPostMeta(id, THUMBNAIL_META_KEY, true)) || 0;
    if (oldId === 0) return '';
    const newId = journal.post(oldId);
    if (newId > 0) await meta.updatePostMeta(id, THUMBNAIL_META_KEY, newId);
    else await meta.deletePostMeta(id, THUMBNAIL_META_KEY);
    return newId > 0 || choices.skipsMedia ? '' : deps.text.__('Featured image not imported.');
  }

  async function addRedirect(source: string, id: number): Promise<void> {
    const oldUrl = oldLinks.get(source) ?? '';
    const newUrl = await content.getPermalink(id);
    if (
      newUrl === false ||
      !URL.canParse(oldUrl) ||
      new URL(oldUrl).search !== '' ||
      (await content.getPostStatus(id)) !== 'publish'
    )
      return;
    const [from, to] = [new URL(oldUrl).pathname, new URL(newUrl).pathname + new URL(newUrl).search];
    if (from !== '/' && from.replace(/\/+$/, '') !== to.replace(/\/+$/, '')) await redirects.add(from, to);
  }

  return {
    rewrite: urlMap.rewrite,
    apply: (entry) =>
      db.transaction(async () => {
        const id = entry.target_id;
        await fixText(id);
        const missing = await fixThumbnail(id);
        await addRedirect(entry.source, id);
        await journal.markLinked(entry, missing);
      }),
  };
}
