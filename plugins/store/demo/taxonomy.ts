/** A category with its children. */
export interface DemoCategory {
  readonly slug: string;
  readonly name: string;
  readonly description?: string;
  /** File in `assets/demo`, without `.svg`. */
  readonly image?: string;
  readonly children?: readonly DemoCategory[];
}

export const CATEGORIES: readonly DemoCategory[] = [
  {
    slug: 'oswietlenie',
    name: 'Oświetlenie',
    image: 'category-oswietlenie',
    description: 'Ciepłe światło do czytania, pracy i wieczornych rozmów.',
    children: [
      { slug: 'lampy-stolowe', name: 'Lampy stołowe i biurkowe' },
      { slug: 'lampy-podlogowe', name: 'Lampy podłogowe' },
      { slug: 'lampy-wiszace', name: 'Lampy wiszące' },
      { slug: 'kinkiety-i-swiatelka', name: 'Kinkiety i światełka' },
    ],
  },
  {
    slug: 'meble',
    name: 'Meble',
    image: 'category-meble',
    description: 'Lite drewno, proste połączenia i kształty, które nie męczą.',
    children: [
      {
        slug: 'siedziska',
        name: 'Siedziska',
        children: [
          { slug: 'krzesla-i-stolki', name: 'Krzesła i stołki' },
          { slug: 'fotele', name: 'Fotele' },
          { slug: 'lawki', name: 'Ławki' },
        ],
      },
      { slug: 'stoly-i-biurka', name: 'Stoły i biurka' },
      {
        slug: 'przechowywanie',
        name: 'Przechowywanie',
        children: [
          { slug: 'regaly-i-polki', name: 'Regały i półki' },
          { slug: 'komody', name: 'Komody' },
        ],
      },
    ],
  },
  {
    slug: 'kuchnia-i-jadalnia',
    name: 'Kuchnia i jadalnia',
    image: 'category-kuchnia',
    description: 'Naczynia i narzędzia, po które sięga się codziennie.',
    children: [
      {
        slug: 'zastawa',
        name: 'Zastawa',
        children: [
          { slug: 'kubki-i-filizanki', name: 'Kubki i filiżanki' },
          { slug: 'talerze-i-miski', name: 'Talerze i miski' },
          { slug: 'dzbanki-i-imbryki', name: 'Dzbanki i imbryki' },
        ],
      },
      { slug: 'gotowanie', name: 'Gotowanie' },
      { slug: 'dodatki-kuchenne', name: 'Dodatki kuchenne' },
    ],
  },
  {
    slug: 'tekstylia',
    name: 'Tekstylia',
    image: 'category-tekstylia',
    description: 'Wełna, len i bawełna z krajowych tkalni.',
    children: [
      { slug: 'koce-i-poduszki', name: 'Koce i poduszki' },
      { slug: 'posciel-i-reczniki', name: 'Pościel i ręczniki' },
      { slug: 'zaslony-obrusy-dywany', name: 'Zasłony, obrusy i dywany' },
    ],
  },
  {
    slug: 'dekoracje',
    name: 'Dekoracje',
    image: 'category-dekoracje',
    description: 'Drobiazgi, dzięki którym mieszkanie staje się domem.',
    children: [
      { slug: 'wazony-i-figurki', name: 'Wazony i figurki' },
      { slug: 'na-sciane', name: 'Na ścianę' },
      { slug: 'swieczniki-i-latarenki', name: 'Świeczniki i latarenki' },
      { slug: 'kosze', name: 'Kosze' },
    ],
  },
  {
    slug: 'rosliny',
    name: 'Rośliny',
    image: 'category-rosliny',
    description: 'Zieleń na parapet i wszystko, czego potrzebuje.',
    children: [
      { slug: 'rosliny-doniczkowe', name: 'Rośliny doniczkowe' },
      { slug: 'doniczki-i-akcesoria', name: 'Doniczki i akcesoria' },
    ],
  },
  {
    slug: 'swiece-i-pielegnacja',
    name: 'Świece i pielęgnacja',
    image: 'category-pielegnacja',
    description: 'Zapachy i kosmetyki o krótkich składach.',
    children: [
      { slug: 'swiece', name: 'Świece' },
      { slug: 'zapachy', name: 'Zapachy' },
      { slug: 'mydla-i-czystosc', name: 'Mydła i czystość' },
    ],
  },
  {
    slug: 'spizarnia',
    name: 'Spiżarnia',
    image: 'category-delikatesy',
    description: 'Małe partie od producentów, których znamy po imieniu.',
    children: [
      { slug: 'kawa-i-herbata', name: 'Kawa i herbata' },
      { slug: 'przetwory-i-slodycze', name: 'Przetwory i słodycze' },
      { slug: 'kasze-i-oleje', name: 'Kasze i oleje' },
    ],
  },
  {
    slug: 'ksiazki-i-pliki',
    name: 'Książki i pliki',
    image: 'category-ksiazki',
    description: 'Do czytania na papierze i na ekranie.',
    children: [
      { slug: 'ksiazki', name: 'Książki' },
      { slug: 'do-pobrania', name: 'Do pobrania' },
    ],
  },
];

/** Labels of attributes, by slug. */
export const ATTRIBUTE_LABELS: Readonly<Record<string, string>> = {
  kolor: 'Kolor',
  material: 'Materiał',
  rozmiar: 'Rozmiar',
  pomieszczenie: 'Pomieszczenie',
};
