import type { LegalPageType } from '../page-type.js';

/** Data for a template. All texts are in the template's language and already escaped for HTML. */
export interface TemplateData {
  readonly name: string;
  readonly address: string;
  readonly email: string;
  /** '' when not given, like the following fields. */
  readonly phone: string;
  readonly nip: string;
  readonly regon: string;
  readonly krs: string;
  /** Register of the seller: court register (KRS), register of sole proprietors (CEIDG), or '' when not given. */
  readonly register: string;
  /** Court that keeps the register; '' when not given. */
  readonly registerCourt: string;
  readonly disputes: string;
  /** Whether the seller takes part in out-of-court dispute resolution: `yes`, `no`, or `case` by case. */
  readonly disputeParticipation: string;
  /** Address for returns, as one line. */
  readonly returnAddress: string;
  readonly isReturnPaidByShop: boolean;
  /** Highest cost of returning goods that cannot be sent by post, formatted; '' when there are no such goods. */
  readonly bulkyReturnCost: string;
  readonly orderButton: string;
  /** Texts of the withdrawal link and page, as displayed in the shop. */
  readonly withdrawalTexts: string;
  readonly withdrawalDays: number;
  /** Absolute URLs of the forms; '' when the shop owner has disabled them. */
  readonly withdrawalUrl: string;
  readonly reportUrl: string;
  /** The shop's current setup. */
  readonly shop: ShopFacts;
  /** Titles of the other pages. */
  readonly titles: Readonly<Record<LegalPageType, string>>;
  /** Effective date, formatted for display. */
  readonly date: string;
}

/** The shop's sales setup, according to its settings and registries. */
export interface ShopFacts {
  /** Payment methods with formatted fees; '' for none. */
  readonly payments: readonly { readonly id: string; readonly label: string; readonly price: string }[];
  readonly deliveries: readonly { readonly id: string; readonly label: string; readonly price: string }[];
  /** Order value from which delivery by courier is free, formatted; '' for never. */
  readonly freeDeliveryFrom: string;
  /** Days for which an order waits for a bank transfer; 0: indefinitely. */
  readonly transferDays: number;
  /** Usual delivery time; '' when the shop owner entered none. */
  readonly deliveryTime: string;
  /** Pages attached to the order confirmation email. */
  readonly attachedPages: readonly LegalPageType[];
  readonly prices: 'gross' | 'net' | 'both' | 'exempt';
  readonly lowestPriceDays: number;
  /** Parameters that affect the ranking of results besides words, availability and rating. */
  readonly rankingParameters: readonly string[];
}

/** Language-specific labels for the seller's details. */
interface SellerTexts {
  readonly address: string;
  readonly email: string;
  readonly phone: string;
  readonly ceidg: string;
  /** @param court name of the register court; '' when not given */
  readonly krs: (court: string) => string;
}

export const POLISH: SellerTexts = {
  address: 'adres',
  email: 'e-mail',
  phone: 'telefon',
  ceidg:
    'przedsiębiorca wpisany do Centralnej Ewidencji i Informacji o Działalności Gospodarczej (CEIDG), prowadzonej przez ministra właściwego do spraw gospodarki',
  krs: (court) =>
    `wpisany do rejestru przedsiębiorców Krajowego Rejestru Sądowego${court === '' ? '' : `, prowadzonego przez: ${court}`}`,
};
export const ENGLISH: SellerTexts = {
  address: 'address',
  email: 'email',
  phone: 'telephone',
  ceidg:
    'entered in the Central Register and Information on Business (CEIDG), kept by the Polish minister responsible for the economy',
  krs: (court) =>
    `entered in the register of entrepreneurs of the National Court Register${court === '' ? '' : `, kept by: ${court}`}`,
};

/** Returns the seller's register and the authority that keeps it: Act on electronic services, art. 5(3) and (4). */
function registration({ register, registerCourt }: TemplateData, labels: SellerTexts): string {
  if (register === 'ceidg') return labels.ceidg;
  return register === 'krs' ? labels.krs(registerCourt) : '';
}

/** Returns the seller's identity as part of a sentence. */
export function identity(data: TemplateData, labels: SellerTexts): string {
  const { name, address, nip, regon, krs } = data;
  return [
    `<strong>${name}</strong>`,
    `${labels.address}: ${address}`,
    nip && `NIP: ${nip}`,
    regon && `REGON: ${regon}`,
    registration(data, labels),
    krs && `KRS: ${krs}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Returns the seller's contact details. */
export function contact({ email, phone }: TemplateData, labels: SellerTexts): string {
  return [`${labels.email}: <a href="mailto:${email}">${email}</a>`, phone && `${labels.phone}: ${phone}`]
    .filter((part) => part !== '')
    .join(', ');
}

/** Returns a link whose text is its URL by default. */
export const link = (url: string, text = url): string => `<a href="${url}">${text}</a>`;

/** Returns methods as a list within a sentence, with their prices if any. */
export function listMethods(methods: readonly { readonly label: string; readonly price: string }[]): string {
  return methods.map(({ label, price }) => (price === '' ? label : `${label} (${price})`)).join(', ');
}
