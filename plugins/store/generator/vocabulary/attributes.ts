import { inventedNames } from './invented-names.js';

/** Colors by Polish name, the most common first. */
export const COLOURS: Readonly<Record<string, string>> = {
  Biały: '#f7f5f0',
  Czarny: '#22252a',
  Szary: '#8d939b',
  Beżowy: '#d9c7a8',
  Zielony: '#5f8f63',
  Niebieski: '#4674a8',
  Granatowy: '#1f2f52',
  Brązowy: '#7a5338',
  Czerwony: '#b9362f',
  Żółty: '#e6b93a',
  Różowy: '#e3a3ae',
  Pomarańczowy: '#db7b34',
  Turkusowy: '#3a9e9b',
  Fioletowy: '#76569a',
  Bordowy: '#6d2136',
  Kremowy: '#efe4cb',
};

/** An attribute of the generated catalog; its values are sorted by frequency. */
interface AttributeLabels {
  /** Slug without `pa_`. */
  readonly slug: string;
  readonly label: string;
  readonly values: readonly string[];
  /** Colors by value. */
  readonly swatches?: Readonly<Record<string, string>>;
  /** Whether a product may have several values at once. */
  readonly multiple?: boolean;
}

const list = (text: string): string[] => text.split(', ');
const numbered = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index));

/** Twelve attributes of 5 to 200 values. */
export const ATTRIBUTES: readonly AttributeLabels[] = [
  { slug: 'rozmiar', label: 'Rozmiar', values: list('M, S, L, XL, XS') },
  {
    slug: 'wykonczenie',
    label: 'Wykończenie',
    values: list('Matowe, Błyszczące, Satynowe, Surowe, Szczotkowane, Lakierowane'),
  },
  {
    slug: 'pomieszczenie',
    label: 'Pomieszczenie',
    values: list('Salon, Kuchnia, Sypialnia, Łazienka, Jadalnia, Przedpokój, Pokój dziecka, Gabinet'),
    multiple: true,
  },
  {
    slug: 'nuta',
    label: 'Nuta',
    values: list('Wanilia, Lawenda, Cytryna, Mięta, Jaśmin, Miód, Sosna, Róża, Pomarańcza, Cynamon'),
  },
  {
    slug: 'kraj',
    label: 'Kraj produkcji',
    values: list(
      'Polska, Niemcy, Czechy, Włochy, Portugalia, Litwa, Dania, Hiszpania, Francja, Szwecja, Rumunia, Słowacja',
    ),
  },
  { slug: 'kolor', label: 'Kolor', values: Object.keys(COLOURS), swatches: COLOURS, multiple: true },
  {
    slug: 'material',
    label: 'Materiał',
    values: list(
      'Drewno, Bawełna, Ceramika, Szkło, Stal, Len, Wełna, Bambus, Porcelana, Aluminium, Skóra, Rattan, Mosiądz, Kamionka, Papier, Korek, Marmur, Beton, Filc, Wiklina',
    ),
  },
  { slug: 'w-zestawie', label: 'Liczba w zestawie', values: numbered(30, (index) => `${index + 1} szt.`) },
  {
    slug: 'cechy',
    label: 'Cechy',
    multiple: true,
    values: list(
      'Ręcznie robione, Z recyklingu, Bez plastiku, Na prezent, Wegańskie, Certyfikowane, Limitowane, Lokalne, Sezonowe, Rodzinne, Podróżne, Bestseller, Nowość, Polecane przez klientów, Polski wyrób, Mała seria, Rzemieślnicze, Rodzinna firma, Spółdzielnia, Sprawiedliwy handel, Ekologiczne, Niski ślad węglowy, Opakowanie zwrotne, Opakowanie papierowe, Opakowanie szklane, Hipoalergiczne, Bezzapachowe, Dla alergików, Dla dorosłych, Dla seniorów, Dla początkujących, Dla wymagających, Na co dzień, Od święta, Na zimę, Na lato, Na wyjazd, Do biura, Do domu, Dla dwojga, Dla gości, Dla jednej osoby, Wysyłka w 24 h, Na zamówienie, Odbiór osobisty, Z instrukcją, Z certyfikatem, Z gwarancją, Zestaw, Miniatura',
    ),
  },
  { slug: 'kolekcja', label: 'Kolekcja', values: inventedNames(80, 3) },
  { slug: 'seria', label: 'Seria', values: inventedNames(120, 11).map((name, index) => `${name} ${index + 1}`) },
  { slug: 'wzor', label: 'Wzór', values: numbered(200, (index) => `${'ABCDEFGHKL'[index % 10]}${120 + index * 3}`) },
];
