import type { WxrItem } from '../read/entries.js';
import { createAddresses } from './addresses.js';
import type { ImportDeps } from './deps.js';
import { mediaAddressesOf } from './files.js';
import type { Ledger, LedgerEntry } from './ledger.js';
import { itemSource } from './items.js';

const THUMBNAIL = '_thumbnail_id';

/** Puts right what could not be while only a part was there: addresses and numbers in texts, featured pictures, and where old addresses lead. */
export interface Settling {
  settle(entry: LedgerEntry): Promise<void>;
  /** A text with addresses put right. */
  rewrite(text: string): string;
}

/** Learns from the items where everything is now. */
export async function openSettling(
  deps: ImportDeps,
  ledger: Ledger,
  oldSite: string,
  items: AsyncIterable<WxrItem>,
): Promise<Settling> {
  const { db, hooks, content, meta, movedAddresses, siteUrl } = deps;
  const addresses = createAddresses(oldSite, siteUrl, ledger.post);
  const linkOf = new Map<string, string>();
  for await (const item of items) {
    const id = ledger.get(itemSource(item))?.target_id ?? 0;
    if (id === 0) continue;
    const now = await content.getPermalink(id);
    if (item.link !== '' && now !== false) {
      addresses.add(item.link, now);
      linkOf.set(itemSource(item), item.link);
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
    // No change of the text that anybody made: neither a version nor a date of it.
    await db()('posts').where({ id }).update(after);
    await hooks.doAction('clean_post_cache', id, { ...post, ...after });
  }

  async function settleThumbnail(id: number): Promise<void> {
    const old = Number(await meta.getPostMeta(id, THUMBNAIL, true)) || 0;
    if (old === 0) return;
    const now = ledger.post(old);
    if (now > 0) await meta.updatePostMeta(id, THUMBNAIL, now);
    else await meta.deletePostMeta(id, THUMBNAIL);
  }

  async function leadOn(source: string, id: number): Promise<void> {
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
    if (from !== '/' && from.replace(/\/+$/, '') !== to.replace(/\/+$/, '')) await movedAddresses.move(from, to);
  }

  return {
    rewrite: addresses.rewrite,
    settle: ({ source, target_id: id }) =>
      db.transaction(async () => {
        await settleText(id);
        await settleThumbnail(id);
        await leadOn(source, id);
        await ledger.settle(source);
      }),
  };
}
