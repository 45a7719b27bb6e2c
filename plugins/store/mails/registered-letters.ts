import { PlinthError } from 'plinth';
import type { Letter, OrderStatus } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';

/** The letters that plugins registered, and what they add to others. */
export interface RegisteredLetters {
  /** Those that go out at a moment. */
  due(moment: 'ordered' | OrderStatus): readonly string[];
  isToShop(id: string): boolean;
  label(id: string): Promise<string>;
  /** @throws PlinthError `store_letter_unwritten` when its plugin is gone or fails */
  subject(id: string, order: OrderRecord): Promise<string>;
  body(id: string, order: OrderRecord): Promise<string>;
  /** HTML above what was ordered, and below everything. */
  sections(kind: string, order: OrderRecord): Promise<{ readonly before: string; readonly after: string }>;
}

const textFault = (text: unknown): string => (typeof text === 'string' ? '' : 'it has to be a text.');

export function createRegisteredLetters({
  letters,
  letterSections,
}: Pick<StoreRegistries, 'letters' | 'letterSections'>): RegisteredLetters {
  async function part(id: string, work: (letter: Letter) => string | Promise<string>): Promise<string> {
    const entry = letters.find(id);
    const text = entry ? await letters.ask<string | null>(entry, work, null, textFault) : null;
    if (text === null)
      throw new PlinthError('store_letter_unwritten', `The letter "${id}" could not be written.`, {
        cure: 'Switch its plugin on, or mend it; its error is listed under Tools, Faults.',
      });
    return text;
  }

  return {
    due: (moment) =>
      letters
        .entries()
        .filter(({ value }) =>
          moment === 'ordered' ? value.when === 'ordered' : Array.isArray(value.when) && value.when.includes(moment),
        )
        .map(({ id }) => id),
    isToShop: (id) => letters.find(id)?.value.to === 'shop',
    async label(id) {
      const entry = letters.find(id);
      return entry ? labelOf(letters, entry, (letter) => letter.label) : id;
    },
    subject: (id, order) => part(id, (letter) => letter.subject(order)),
    body: (id, order) => part(id, async (letter) => letter.render(order)),
    async sections(kind, order) {
      const parts = { before: '', after: '' };
      for (const entry of letterSections.entries()) {
        if (entry.value.kinds && !entry.value.kinds.includes(kind)) continue;
        parts[entry.value.place ?? 'after'] += await letterSections.ask(
          entry,
          (section) => section.render(order, kind),
          '',
          textFault,
        );
      }
      return parts;
    },
  };
}
