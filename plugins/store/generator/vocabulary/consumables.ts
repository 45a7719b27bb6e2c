import type { RootCategory } from './category-tree.js';

/** Consumables. Leaves: category, Polish product name, its grammatical gender (`p`: plural only), English product name. */
export const CONSUMABLE_CATEGORIES: readonly RootCategory[] = [
  {
    name: 'Uroda i pielęgnacja',
    code: 'UP',
    image: 'category-pielegnacja',
    attributes: [3, 4, 5, 7, 8, 9, 11],
    taxRate: 23,
    weight: 320,
    unit: 'l',
    children: [
      {
        name: 'Mycie',
        leaves: [
          ['Mydła w płynie', 'Mydło w płynie', 'n', 'Liquid soap'],
          ['Żele pod prysznic', 'Żel pod prysznic', 'm', 'Shower gel'],
          ['Płyny do kąpieli', 'Płyn do kąpieli', 'm', 'Bath foam'],
          ['Pianki', 'Pianka', 'f', 'Cleansing foam'],
        ],
      },
      {
        name: 'Włosy',
        leaves: [
          ['Szampony', 'Szampon', 'm', 'Shampoo'],
          ['Odżywki', 'Odżywka', 'f', 'Conditioner'],
          ['Olejki do włosów', 'Olejek do włosów', 'm', 'Hair oil'],
          ['Maski do włosów', 'Maska do włosów', 'f', 'Hair mask'],
        ],
      },
      {
        name: 'Twarz',
        leaves: [
          ['Kremy', 'Krem do twarzy', 'm', 'Face cream'],
          ['Toniki', 'Tonik', 'm', 'Toner'],
          ['Sera', 'Serum', 'n', 'Serum'],
          ['Peelingi', 'Peeling', 'm', 'Scrub'],
        ],
      },
      {
        name: 'Ciało',
        leaves: [
          ['Balsamy', 'Balsam', 'm', 'Body lotion'],
          ['Masła do ciała', 'Masło do ciała', 'n', 'Body butter'],
          ['Kremy do rąk', 'Krem do rąk', 'm', 'Hand cream'],
          ['Olejki do masażu', 'Olejek do masażu', 'm', 'Massage oil'],
        ],
      },
      {
        name: 'Zapach',
        leaves: [
          ['Dyfuzory', 'Dyfuzor', 'm', 'Reed diffuser'],
          ['Mgiełki do pościeli', 'Mgiełka do pościeli', 'f', 'Pillow mist'],
          ['Wody toaletowe', 'Woda toaletowa', 'f', 'Eau de toilette'],
          ['Olejki eteryczne', 'Olejek eteryczny', 'm', 'Essential oil'],
        ],
      },
    ],
  },
  {
    name: 'Delikatesy',
    code: 'DE',
    image: 'category-delikatesy',
    attributes: [3, 4, 7, 8, 9, 10, 11],
    taxRate: 5,
    weight: 600,
    unit: 'kg',
    children: [
      {
        name: 'Kawa',
        leaves: [
          ['Kawa ziarnista', 'Kawa ziarnista', 'f', 'Coffee beans'],
          ['Kawa mielona', 'Kawa mielona', 'f', 'Ground coffee'],
          ['Kawa bezkofeinowa', 'Kawa bezkofeinowa', 'f', 'Decaf coffee'],
          ['Kawa zbożowa', 'Kawa zbożowa', 'f', 'Grain coffee'],
        ],
      },
      {
        name: 'Herbata',
        leaves: [
          ['Herbata czarna', 'Herbata czarna', 'f', 'Black tea'],
          ['Herbata zielona', 'Herbata zielona', 'f', 'Green tea'],
          ['Herbata owocowa', 'Herbata owocowa', 'f', 'Fruit tea'],
          ['Zioła', 'Napar ziołowy', 'm', 'Herbal tea'],
        ],
      },
      {
        name: 'Słodkości',
        leaves: [
          ['Miody', 'Miód', 'm', 'Honey'],
          ['Konfitury', 'Konfitura', 'f', 'Fruit preserve'],
          ['Czekolady', 'Czekolada', 'f', 'Chocolate'],
          ['Ciastka', 'Ciastka', 'p', 'Biscuits'],
        ],
      },
      {
        name: 'Spiżarnia',
        leaves: [
          ['Makarony', 'Makaron', 'm', 'Pasta'],
          ['Kasze i ryże', 'Kasza', 'f', 'Groats'],
          ['Przyprawy', 'Mieszanka przypraw', 'f', 'Spice mix'],
          ['Mąki', 'Mąka', 'f', 'Flour'],
        ],
      },
      {
        name: 'Przekąski',
        leaves: [
          ['Orzechy', 'Orzechy', 'p', 'Nuts'],
          ['Suszone owoce', 'Suszone owoce', 'p', 'Dried fruit'],
          ['Krakersy', 'Krakersy', 'p', 'Crackers'],
          ['Musli i granole', 'Granola', 'f', 'Granola'],
        ],
      },
    ],
  },
];
