import type { BoxLocation } from './box.js';

/** A box the plugin comes with; one row per place it stands in. */
interface BuiltInBox {
  readonly slug: string;
  readonly locations: readonly BoxLocation[];
  readonly label: string;
  readonly required: boolean;
  readonly enabled: boolean;
  readonly position: number;
  readonly error: string;
  /** Only where such products are in the cart. */
  readonly productTypes?: readonly string[];
}

/** The seven boxes; their texts are the owner's to change. */
export const BUILT_IN_BOXES: readonly BuiltInBox[] = [
  {
    slug: 'terms',
    locations: ['checkout', 'pay_for_order'],
    label: 'Akceptuję regulamin sklepu.',
    required: true,
    enabled: true,
    position: 10,
    error: 'Aby złożyć zamówienie, zaakceptuj regulamin sklepu.',
  },
  {
    slug: 'privacy',
    locations: ['checkout', 'registration', 'pay_for_order', 'contact'],
    label: 'Potwierdzam, że znam politykę prywatności.',
    required: true,
    enabled: true,
    position: 20,
    error: 'Potwierdź, że znasz politykę prywatności.',
  },
  {
    slug: 'withdrawal',
    locations: ['checkout'],
    label: 'Potwierdzam otrzymanie pouczenia o prawie odstąpienia od umowy.',
    required: true,
    enabled: true,
    position: 30,
    error: 'Potwierdź otrzymanie pouczenia o prawie odstąpienia od umowy.',
  },
  {
    slug: 'digital_waiver',
    locations: ['checkout'],
    required: true,
    enabled: false,
    position: 40,
    productTypes: ['digital'],
    label:
      'Zgadzam się na dostarczenie treści cyfrowych przed upływem terminu na odstąpienie od umowy i przyjmuję do wiadomości, że tracę wtedy prawo odstąpienia.',
    error: 'Bez tej zgody treści cyfrowe dostarczymy dopiero po upływie terminu na odstąpienie od umowy.',
  },
  {
    slug: 'parcel_delivery',
    locations: ['checkout'],
    label: 'Zgadzam się na przekazanie przewoźnikowi adresu e-mail i numeru telefonu, aby informował mnie o przesyłce.',
    required: false,
    enabled: false,
    position: 100,
    error: '',
  },
  {
    slug: 'review_reminder',
    locations: ['checkout'],
    label: 'Zgadzam się na jednorazowe przypomnienie e-mailem o wystawieniu opinii.',
    required: false,
    enabled: false,
    position: 110,
    error: '',
  },
  {
    slug: 'marketing',
    locations: ['checkout', 'registration'],
    label: 'Zgadzam się na otrzymywanie informacji handlowych e-mailem. Zgodę można w każdej chwili wycofać.',
    required: false,
    enabled: false,
    position: 120,
    error: '',
  },
];
