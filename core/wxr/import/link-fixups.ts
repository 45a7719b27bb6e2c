import type { WxrItem } from '../read/entries.js';
import { createAddresses } from './addresses.js';
import type { Choices, ImportDeps } from './deps.js';
import { mediaAddressesOf } from './files.js';
import type { ImportJournal, JournalEntry } from './import-outcomes.js';
import { itemSource } from './item-source.js';

const THUMBNAIL = '_thumbnail_id';

/**
 * Fixes up what is only possible after everything was imported: URLs and ids in texts, featured images, and redirects
 * of old URLs.
 */
export interface LinkFixups {
  apply(entry: JournalEntry): Promise<void>;
  /** Rewrites the URLs in a text. */
  rewrite(text: string): string;
}

/** Collects the new locations from the items. */
export async function openSettling(
  deps: ImportDeps,
  journal: ImportJournal,
  { oldSite, choices }: { readonly oldSite: string; readonly choices: Pick<Choices, 'skipsMedia'> },
  items: AsyncIterable<WxrItem>,
): Promise<LinkFixups> {
  const { db, hooks, content, meta, redirects, siteUrl } = deps;
  const addresses = createAddresses(oldSite, siteUrl, journal.post);
  const linkOf = new Map<string, string>();
  for await (const item of items) {
    const id = journal.get(itemSource(item))?.target_id ?? 0;
    if (id === 0) continue;
    const now = await content.getPermalink(id);
    if (now !== false) {
      if (item.id > 0) addresses.addPost(item.id, now);
      if (item.link !== '') {
        addresses.add(item.link, now);
        linkOf.set(itemSource(item), item.link);
      }
    }
    if (item.attachmentUrl === '') continue;
    const media = await mediaAddressesOf(deps, id);
    if (media) addresses.addMedia(item.attachmentUrl, media);
  }

  async function settleText(id: number): Promise<void> {
    const post = await content.getPost(id);
    if (!post) return;
    const after = {
      post_content: addresses.rewrite(post.post_content),
      post_excerpt: addresses.rewrite(post.post_excerpt),
    };
    if (after.post_content === post.post_content && after.post_excerpt === post.post_excerpt) return;
    // The imported text is preserved as a revision; the date of the post is unchanged, since no user edited it.
    await content.wpSavePostRevision(id);
    await db()('posts').where({ id }).update(after);
    await hooks.doAction('clean_post_cache', id, { ...post, ...after });
  }

  /** @returns description of what could not be imported as intended */
  async function settleThumbnail(id: number): Promise<string> {
    const old = Number(await meta.getPostMeta(id, THUMBNAIL, true)) || 0;
    if (old === 0) return '';
    const now = journal.post(old);
    if (now > 0) await meta.updatePostMeta(id, THUMBNAIL, now);
    else await meta.deletePostMeta(id, THUMBNAIL);
    return now > 0 || choices.skipsMedia ? '' : deps.text.__('Featured image not imported.');
  }

  async function suggestNext(source: string, id: number): Promise<void> {
    const old = linkOf.get(source) ?? '';
    const now = await content.getPermalink(id);
    if (
      now === false ||
      !URL.canParse(old) ||
      new URL(old).search !== '' ||
      (await content.getPostStatus(id)) !== 'publish'
    )
      return;
    const [from, to] = [new URL(old).pathname, new URL(now).pathname + new URL(now).search];
    if (from !== '/' && from.replace(/\/+$/, '') !== to.replace(/\/+$/, '')) await redirects.add(from, to);
  }

  return {
    rewrite: addresses.rewrite,
    apply: (entry) =>
      db.transaction(async () => {
        const id = entry.target_id;
        await settleText(id);
        const missing = await settleThumbnail(id);
        await suggestNext(entry.source, id);
        await journal.settle(entry, missing);
      }),
  };
}
