import type { PluginScope } from 'plinth';
import { labelOf, OWN_LETTERS, type StoreRegistries } from '../registries/store-registries.js';
import { isOwnLetter, letterLabel, LETTERS_WITHOUT_ORDER } from './letter-kinds.js';
import { ORDER_PLACEHOLDERS, SITE_PLACEHOLDERS } from './placeholders.js';

/** A letter as its owner finds it. */
export interface ListedLetter {
  readonly id: string;
  readonly label: string;
  readonly to: 'customer' | 'shop';
  readonly isAboutOrder: boolean;
  /** Why it cannot be switched off; empty when it can. */
  readonly required: string;
  /** What its texts may say. */
  readonly placeholders: readonly string[];
}

/** A letter that its plugin writes and sends by itself. */
export interface FixedLetterView {
  readonly label: string;
  readonly why: string;
}

/** All letters of the shop: its own, those that plugins registered, and those that plugins send by themselves. */
export interface LetterList {
  all(): Promise<readonly ListedLetter[]>;
  find(id: string): Promise<ListedLetter | undefined>;
  fixed(): Promise<readonly FixedLetterView[]>;
  /** Why a letter cannot be switched off; empty when it can, or is none. */
  required(id: string): Promise<string>;
}

const TO_SHOP: readonly string[] = ['new_order', 'payment_problem', 'contact', 'new_review'];

export function createLetterList(
  { letters, fixedLetters }: Pick<StoreRegistries, 'letters' | 'fixedLetters'>,
  words: Pick<PluginScope, '__'>,
): LetterList {
  const { __ } = words;

  function ownRequired(id: string): string {
    switch (id) {
      case 'received':
        return __('The law wants each contract confirmed on a durable medium (Consumer Rights Act, art. 21).');
      case 'account_taken':
        return __('Without it nobody learns what became of their registration.');
      case 'confirm_alert':
        return __('Without it nobody can say that they want to be written to.');
      case 'back_in_stock':
        return __('Whoever waits for it was promised it.');
      case 'contact':
        return __('What a visitor wrote stands in this letter only.');
      default:
        return '';
    }
  }

  async function required(id: string): Promise<string> {
    const entry = letters.find(id);
    return entry?.value.required === undefined ? ownRequired(id) : labelOf(letters, entry, (letter) => letter.required);
  }

  async function find(id: string): Promise<ListedLetter | undefined> {
    const entry = letters.find(id);
    if (!entry && !isOwnLetter(id)) return undefined;
    const isAboutOrder = !LETTERS_WITHOUT_ORDER.includes(id);
    return {
      id,
      isAboutOrder,
      label: entry ? await labelOf(letters, entry, (letter) => letter.label) : letterLabel(id, words),
      to: entry?.value.to ?? (!entry && TO_SHOP.includes(id) ? 'shop' : 'customer'),
      required: await required(id),
      placeholders: isAboutOrder ? ORDER_PLACEHOLDERS : SITE_PLACEHOLDERS,
    };
  }

  return {
    find,
    required,
    async all() {
      const found = await Promise.all([...OWN_LETTERS, ...letters.entries().map(({ id }) => id)].map(find));
      return found.filter((letter) => letter !== undefined);
    },
    fixed: () =>
      Promise.all(
        fixedLetters.entries().map(async (entry) => ({
          label: await labelOf(fixedLetters, entry, (letter) => letter.label),
          why: await labelOf(fixedLetters, entry, (letter) => letter.why),
        })),
      ),
  };
}
