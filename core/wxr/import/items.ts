import { isWpError, type PostInput } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import type { WxrItem } from '../read/entries.js';
import type { Authors } from './authors.js';
import type { Choices, ImportDeps } from './deps.js';
import { importComments } from './comments.js';
import { toStoredDate } from './dates.js';
import type { ExistingEntities, ExistingMatch } from './find-existing.js';
import { fileProblem, type StoredFile, storeFile } from './files.js';
import { itemSource } from './item-source.js';
import type { ImportJournal, JournalEntry } from './import-outcomes.js';
import type { MediaSource } from './media-source.js';
import { storeMeta } from './stored-meta.js';
import { INTERNAL_TYPES } from './preflight.js';
import { importTerm } from './terms.js';

/** Dependencies of importing items. */
export interface ItemImportDeps extends ImportDeps {
  readonly choices: Choices;
  readonly journal: ImportJournal;
  readonly authors: Authors;
  readonly existing: ExistingEntities;
  readonly media: MediaSource;
}

const SHOP_KINDS = /^(?:product|product_variation|shop_order|shop_order_refund|shop_coupon)$/;

/** Returns the type to which an item is imported, or why it is not. */
export function resolveType(
  { content, choices, text: { __ } }: Pick<ItemImportDeps, 'content' | 'choices' | 'text'>,
  item: Pick<WxrItem, 'type' | 'status'>,
): { readonly type: string } | { readonly skipReason: string } {
  const type = Object.hasOwn(choices.kinds, item.type) ? (choices.kinds[item.type] ?? '') : item.type;
  if (INTERNAL_TYPES.includes(item.type)) return { skipReason: __('WordPress internal data, not content.') };
  if (type === '' && content.postTypeExists(item.type)) return { skipReason: __('You chose to skip this type.') };
  if ((type === '' || type === item.type) && SHOP_KINDS.test(item.type))
    return {
      skipReason: __(
        'Import products with the product import: export them as CSV in the old shop. Orders are not imported.',
      ),
    };
  if (!content.postTypeExists(type)) return { skipReason: __('This type does not exist here.') };
  if (item.status === 'auto-draft') return { skipReason: __('Empty draft.') };
  if (type === 'attachment' && choices.skipsMedia) return { skipReason: __('You chose to skip files.') };
  return { type };
}

/**
 * Imports one item with everything that belongs to it, or finds an existing one; on an error it is rolled back
 * completely.
 */
export async function importPost(deps: ItemImportDeps, item: WxrItem): Promise<void> {
  const { journal, existing, authors, db, hooks } = deps;
  const source = itemSource(item);
  const entry = { source, kind: item.type, title: item.title || item.name };
  const kind = resolveType(deps, item);
  if ('skipReason' in kind) return journal.note({ ...entry, target_id: 0, outcome: 'skipped', note: kind.skipReason });
  const title = await hooks.applyFilters('title_save_pre', item.title);
  const known = existing.find({ item, source, type: kind.type, title });
  if (known) {
    return db.transaction(async () => {
      await importComments(deps, authors, known.id, item.comments);
      await journal.note({ ...entry, target_id: known.id, outcome: 'existing', note: existingNote(deps, known) });
    });
  }
  const file = kind.type === 'attachment' ? await storeFile(deps, deps.media, item) : undefined;
  if (isWpError(file))
    return journal.note({ ...entry, target_id: 0, outcome: 'failed', note: fileProblem(file, deps.text) });
  try {
    await db.transaction(() => insertPost(deps, item, kind.type, file, entry));
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

async function insertPost(
  deps: ItemImportDeps,
  item: WxrItem,
  type: string,
  file: StoredFile | undefined,
  entry: Omit<JournalEntry, 'target_id' | 'outcome' | 'note'>,
): Promise<void> {
  const {
    content,
    attachments,
    hooks,
    meta,
    journal,
    authors,
    db,
    text: { __ },
  } = deps;
  const input = await hooks.applyFilters<PostInput>(
    'wp_import_post_data_processed',
    toPostInput(deps, item, type),
    item,
  );
  const id = file
    ? await attachments.wpInsertAttachment({ ...input, post_mime_type: file.type }, file.file, input.post_parent, true)
    : await content.wpInsertPost(input, true, false);
  if (isWpError(id)) {
    await file?.discard();
    return journal.note({ ...entry, target_id: 0, outcome: 'failed', note: plainMessage(id, __) });
  }
  // Writing a post sets its modification date to now; an imported one has its original date.
  const [modified, modifiedGmt] = [toStoredDate(item.modified), toStoredDate(item.modifiedGmt)];
  if (modified && modifiedGmt)
    await db()('posts').where({ id }).update({ post_modified: modified, post_modified_gmt: modifiedGmt });
  if (file)
    await attachments.wpUpdateAttachmentMetadata(id, await attachments.wpGenerateAttachmentMetadata(id, file.file));
  const notes = await assignTerms(deps, item, type, id);
  if (item.parent > 0 && input.post_parent === 0 && !file) notes.push(__('Parent item not imported.'));
  await storeMeta(meta, 'post', id, item.meta, async (key) =>
    String((await hooks.applyFilters<string | false>('import_post_meta_key', key, id, item)) || ''),
  );
  if (item.sticky && type === 'post') await makeSticky(deps, id);
  await importComments(deps, authors, id, item.comments);
  const post = await content.getPost(id);
  if (post && !file) await content.wpAfterInsertPost(post, false, null);
  await hooks.doAction('wp_import_insert_post', id, item.id, input, item);
  await journal.note({
    ...entry,
    target_id: id,
    outcome: notes.length > 0 ? 'incomplete' : 'created',
    note: notes.join(' '),
  });
}

/**
 * Returns the report's note about an existing post. A post that an import created needs none; a post that only looks
 * similar does.
 */
export function existingNote({ text: { __ } }: Pick<ItemImportDeps, 'text'>, { wasImported }: ExistingMatch): string {
  return wasImported ? '' : __('Not imported: an item of the same type with this title and date already exists.');
}

function toPostInput({ content, journal, authors }: ItemImportDeps, item: WxrItem, type: string): PostInput {
  const status = item.status === 'inherit' || content.getPostStatusObject(item.status) ? item.status : 'draft';
  const [date, dateGmt] = [toStoredDate(item.date), toStoredDate(item.dateGmt)];
  return {
    ...(item.id > 0 ? { import_id: item.id } : {}),
    post_author: authors.findByLogin(item.creator),
    ...(date === undefined ? {} : { post_date: date }),
    ...(dateGmt === undefined ? {} : { post_date_gmt: dateGmt }),
    post_content: item.content,
    post_excerpt: item.excerpt,
    post_title: item.title,
    post_status: status,
    post_name: item.name,
    comment_status: item.commentStatus || 'closed',
    ping_status: item.pingStatus || 'closed',
    guid: item.guid.slice(0, 255),
    post_parent: item.parent > 0 ? journal.post(item.parent) : 0,
    menu_order: item.menuOrder,
    post_type: type,
    post_password: item.password,
  };
}

/**
 * Assigns a post to its terms.
 * @returns descriptions of what is omitted
 */
async function assignTerms(deps: ItemImportDeps, item: WxrItem, type: string, id: number): Promise<string[]> {
  const {
    content,
    text: { __ },
  } = deps;
  const supportedTaxonomies = new Set(content.getObjectTaxonomies(type).map(({ name }) => name));
  const termsByTaxonomy = new Map<string, number[]>();
  const missingTaxonomies = new Set<string>();
  const unsupportedTaxonomies = new Set<string>();
  for (const { taxonomy, slug, name } of item.terms) {
    if (!content.taxonomyExists(taxonomy)) {
      missingTaxonomies.add(taxonomy);
      continue;
    }
    if (!supportedTaxonomies.has(taxonomy)) {
      unsupportedTaxonomies.add(taxonomy);
      continue;
    }
    const term = await importTerm(deps, deps.journal, {
      kind: 'term',
      id: 0,
      taxonomy,
      slug,
      name: name || slug,
      description: '',
      parent: '',
      meta: [],
    });
    if (term > 0) termsByTaxonomy.set(taxonomy, [...(termsByTaxonomy.get(taxonomy) ?? []), term]);
  }
  for (const [taxonomy, terms] of termsByTaxonomy) await content.wpSetObjectTerms(id, terms, taxonomy);
  return [
    ...(missingTaxonomies.size > 0 ? [__('Missing taxonomies: %s', [...missingTaxonomies].join(', '))] : []),
    ...(unsupportedTaxonomies.size > 0
      ? [__('This type does not support: %s', [...unsupportedTaxonomies].join(', '))]
      : []),
  ];
}

async function makeSticky({ options }: ItemImportDeps, id: number): Promise<void> {
  const stored = await options.getOption<unknown>('sticky_posts', []);
  const others = (Array.isArray(stored) ? stored : []).map(Number);
  if (!others.includes(id)) await options.updateOption('sticky_posts', [...others, id]);
}
