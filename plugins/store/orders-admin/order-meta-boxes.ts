import type { PageRequest } from 'plinth';
import type { OrderRecord } from '../orders/order-record.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';

/** Meta boxes of plugins on the order screen. */
interface OrderBoxes {
  view(
    order: OrderRecord,
  ): Promise<
    readonly { readonly id: string; readonly title: string; readonly html: string; readonly canSave: boolean }[]
  >;
  /** Passes a submitted form to its meta box; returns false when the meta box does not exist or fails. */
  save(order: OrderRecord, request: PageRequest): Promise<boolean>;
}

export function createOrderBoxes(boxes: StoreRegistries['orderBoxes']): OrderBoxes {
  return {
    async view(order) {
      const all = await Promise.all(
        boxes.entries().map(async (entry) => ({
          id: entry.id,
          title: await labelOf(boxes, entry, ({ title }) => title),
          canSave: typeof entry.value.save === 'function',
          html: await boxes.call(
            entry,
            (box) => box.render(order),
            '',
            (html) => (typeof html === 'string' ? '' : 'a meta box must be an HTML string.'),
          ),
        })),
      );
      return all.filter(({ html }) => html !== '');
    },
    async save(order, request) {
      const entry = boxes.find(request.field('box'));
      if (!entry?.value.save) return false;
      return boxes.call(
        entry,
        async (box) => {
          await box.save?.(order, request);
          return true;
        },
        false,
      );
    },
  };
}
