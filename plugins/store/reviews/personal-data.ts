import type { PluginScope } from 'plinth';
import { registerEraser, registerExporter } from '../privacy/personal-data.js';
import type { Moderation } from './moderation.js';
import type { ReviewRow } from './tables.js';
import type { ReviewStore } from './review-store.js';

interface ReviewPersonalDataDeps {
  readonly scope: Pick<PluginScope, 'addFilter' | 'db' | 'getUserBy' | '__'>;
  readonly store: Pick<ReviewStore, 'listByPerson'>;
  readonly moderation: Pick<Moderation, 'erase'>;
}

/** Adds reviews to the personal data exporters and erasers. The eraser deletes reviews with their ratings. */
export function registerReviewPersonalData({ scope, store, moderation }: ReviewPersonalDataDeps): void {
  const { __ } = scope;

  async function reviewsByEmail(email: string): Promise<readonly ReviewRow[]> {
    if (email.trim() === '') return [];
    const user = await scope.getUserBy('email', email);
    return store.listByPerson(email, user ? user.id : 0);
  }

  const owner = { id: 'store-reviews', tables: ['store_reviews'], label: () => __('Reviews') };
  registerExporter(scope, owner, async (email) => {
    const rows = await reviewsByEmail(email);
    const products = new Map(
      (
        await scope
          .db()('store_products')
          .whereIn(
            'id',
            rows.map((row) => row.product_id),
          )
          .select('id', 'name')
      ).map(({ id, name }) => [id, name]),
    );
    return rows.map((row) => ({
      id: `review-${row.id}`,
      fields: {
        [__('Product')]: products.get(row.product_id) ?? '',
        [__('Date')]: row.created_at,
        [__('Stars')]: String(row.stars),
        [__('Display name')]: row.name,
        [__('Email')]: row.email,
        [__('Title')]: row.title,
        [__('Review')]: row.content,
        [__('Reply from the shop')]: row.reply,
      },
    }));
  });
  registerEraser(scope, owner, async (email) => ({
    removed: await moderation.erase((await reviewsByEmail(email)).map(({ id }) => id)),
  }));
}
