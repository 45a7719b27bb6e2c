import type { LegalPageType } from '../page-type.js';

/** What fills a template. All texts are escaped for HTML already, and in the template's language. */
export interface TemplateData {
  readonly name: string;
  readonly address: string;
  readonly email: string;
  /** '' when not given, as the ones below. */
  readonly phone: string;
  readonly nip: string;
  readonly regon: string;
  readonly krs: string;
  readonly disputes: string;
  readonly orderButton: string;
  /** The words of the link and the page by which people withdraw, as the shop shows them. */
  readonly withdrawalTexts: string;
  readonly withdrawalDays: number;
  /** Complete addresses of the forms; '' where the owner switched them off. */
  readonly withdrawalUrl: string;
  readonly reportUrl: string;
  /** What the shop does just now. */
  readonly shop: ShopFacts;
  /** The titles of the other pages. */
  readonly titles: Readonly<Record<LegalPageType, string>>;
  /** In force since, as people write it. */
  readonly date: string;
}

/** How the shop sells, as its settings and registries say. */
export interface ShopFacts {
  /** Ways to pay with their fees as people write them; '' for none. */
  readonly payments: readonly { readonly id: string; readonly label: string; readonly price: string }[];
  readonly deliveries: readonly { readonly id: string; readonly label: string; readonly price: string }[];
  /** From which sum the courier costs nothing; '' for never. */
  readonly freeFrom: string;
  /** Days that an order waits for a transfer; 0: for ever. */
  readonly transferDays: number;
  /** Usual time until the goods arrive; '' when the owner gave none. */
  readonly deliveryTime: string;
  /** Pages that go with the letter about an order. */
  readonly attached: readonly LegalPageType[];
  readonly prices: 'gross' | 'net' | 'both' | 'exempt';
  readonly lowestPriceDays: number;
  /** What the order of results depends on besides words, availability and rating. */
  readonly ranking: readonly string[];
}

/** The words of a language around who sells. */
interface SellerTexts {
  readonly address: string;
  readonly phone: string;
}

export const POLISH: SellerTexts = { address: 'adres', phone: 'telefon' };
export const ENGLISH: SellerTexts = { address: 'address', phone: 'telephone' };

/** Who the seller is, in one sentence part. */
export function identity({ name, address, nip, regon, krs }: TemplateData, words: SellerTexts): string {
  return [
    `<strong>${name}</strong>`,
    `${words.address}: ${address}`,
    nip && `NIP: ${nip}`,
    regon && `REGON: ${regon}`,
    krs && `KRS: ${krs}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** How to reach the seller. */
export function contact({ email, phone }: TemplateData, words: SellerTexts): string {
  return [`e-mail: <a href="mailto:${email}">${email}</a>`, phone && `${words.phone}: ${phone}`]
    .filter((part) => part !== '')
    .join(', ');
}

/** A link whose words are its address. */
export const linked = (url: string, text = url): string => `<a href="${url}">${text}</a>`;

/** Methods as a sentence lists them, each with its price where it has one. */
export function named(methods: readonly { readonly label: string; readonly price: string }[]): string {
  return methods.map(({ label, price }) => (price === '' ? label : `${label} (${price})`)).join(', ');
}
