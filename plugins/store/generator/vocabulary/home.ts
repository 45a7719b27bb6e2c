import type { RootCategory } from './category-tree.js';

/** Home, kitchen and garden. */
export const HOME_DEPARTMENTS: readonly RootCategory[] = [
  {
    name: 'Dom i wnętrze',
    code: 'DW',
    image: 'category-meble',
    attributes: [0, 1, 2, 5, 6, 8, 9],
    taxRate: 23,
    weight: 4200,
    unit: '',
    children: [
      {
        name: 'Meble do domu',
        leaves: [
          ['Krzesła do domu', 'Krzesło', 'n', 'Chair'],
          ['Stoły i stoliki do domu', 'Stolik', 'm', 'Side table'],
          ['Regały na książki', 'Regał', 'm', 'Bookcase'],
          ['Komody i szafki', 'Komoda', 'f', 'Chest of drawers'],
        ],
      },
      {
        name: 'Światło w domu',
        leaves: [
          ['Lampy na stół', 'Lampa stołowa', 'f', 'Table lamp'],
          ['Lampy do czytania', 'Lampa podłogowa', 'f', 'Floor lamp'],
          ['Kinkiety ścienne', 'Kinkiet', 'm', 'Wall light'],
          ['Żyrandole', 'Żyrandol', 'm', 'Chandelier'],
        ],
      },
      {
        name: 'Tekstylia do domu',
        leaves: [
          ['Koce i narzuty', 'Koc', 'm', 'Blanket'],
          ['Poduszki na kanapę', 'Poduszka', 'f', 'Cushion'],
          ['Zasłony i firany', 'Zasłona', 'f', 'Curtain'],
          ['Dywany pokojowe', 'Dywan', 'm', 'Rug'],
        ],
      },
      {
        name: 'Ozdoby',
        leaves: [
          ['Wazony i misy', 'Wazon', 'm', 'Vase'],
          ['Ramki na zdjęcia', 'Ramka', 'f', 'Photo frame'],
          ['Lustra ścienne', 'Lustro', 'n', 'Mirror'],
          ['Świeczniki', 'Świecznik', 'm', 'Candlestick'],
        ],
      },
      {
        name: 'Sypialnia i łazienka',
        leaves: [
          ['Łóżka', 'Łóżko', 'n', 'Bed frame'],
          ['Pościel na co dzień', 'Poszewka', 'f', 'Pillowcase'],
          ['Ręczniki i szlafroki', 'Ręcznik', 'm', 'Towel'],
          ['Kosze na pranie', 'Kosz na pranie', 'm', 'Laundry basket'],
        ],
      },
    ],
  },
  {
    name: 'Kuchnia i stół',
    code: 'KS',
    image: 'category-kuchnia',
    attributes: [0, 1, 5, 6, 7, 9, 10],
    taxRate: 23,
    weight: 900,
    unit: 'szt',
    children: [
      {
        name: 'Zastawa stołowa',
        leaves: [
          ['Kubki i filiżanki', 'Kubek', 'm', 'Mug'],
          ['Talerze', 'Talerz', 'm', 'Plate'],
          ['Miski i miseczki', 'Miska', 'f', 'Bowl'],
          ['Dzbanki', 'Dzbanek', 'm', 'Jug'],
        ],
      },
      {
        name: 'Gotowanie',
        leaves: [
          ['Garnki', 'Garnek', 'm', 'Pot'],
          ['Patelnie', 'Patelnia', 'f', 'Frying pan'],
          ['Noże kuchenne', 'Nóż kuchenny', 'm', 'Kitchen knife'],
          ['Deski do krojenia', 'Deska do krojenia', 'f', 'Cutting board'],
        ],
      },
      {
        name: 'Pieczenie',
        leaves: [
          ['Formy do pieczenia', 'Forma do pieczenia', 'f', 'Baking tin'],
          ['Wałki i stolnice', 'Wałek do ciasta', 'm', 'Rolling pin'],
          ['Wagi kuchenne', 'Waga kuchenna', 'f', 'Kitchen scale'],
          ['Foremki do ciastek', 'Foremka', 'f', 'Cookie cutter'],
        ],
      },
      {
        name: 'Kawa i herbata w domu',
        leaves: [
          ['Czajniki', 'Czajnik', 'm', 'Kettle'],
          ['Kawiarki', 'Kawiarka', 'f', 'Moka pot'],
          ['Zaparzacze', 'Zaparzacz', 'm', 'Tea infuser'],
          ['Młynki do kawy', 'Młynek', 'm', 'Coffee grinder'],
        ],
      },
      {
        name: 'Przechowywanie żywności',
        leaves: [
          ['Słoje i pojemniki', 'Słój', 'm', 'Storage jar'],
          ['Chlebaki', 'Chlebak', 'm', 'Bread bin'],
          ['Butelki i bidony do kuchni', 'Butelka', 'f', 'Bottle'],
          ['Pudełka na drugie śniadanie', 'Pudełko śniadaniowe', 'n', 'Lunch box'],
        ],
      },
    ],
  },
  {
    name: 'Ogród i balkon',
    code: 'OB',
    image: 'category-rosliny',
    attributes: [0, 1, 4, 5, 6, 8, 11],
    taxRate: 23,
    weight: 2600,
    unit: '',
    children: [
      {
        name: 'Doniczki i osłonki do ogrodu',
        leaves: [
          ['Donice tarasowe', 'Donica', 'f', 'Planter'],
          ['Skrzynki balkonowe', 'Skrzynka balkonowa', 'f', 'Window box'],
          ['Osłonki na doniczki', 'Osłonka', 'f', 'Plant pot cover'],
          ['Kwietniki', 'Kwietnik', 'm', 'Plant stand'],
        ],
      },
      {
        name: 'Narzędzia ogrodowe',
        leaves: [
          ['Łopaty i szpadle', 'Szpadel', 'm', 'Spade'],
          ['Grabie', 'Grabie', 'p', 'Rake'],
          ['Sekatory', 'Sekator', 'm', 'Pruner'],
          ['Motyki', 'Motyka', 'f', 'Hoe'],
        ],
      },
      {
        name: 'Podlewanie',
        leaves: [
          ['Konewki', 'Konewka', 'f', 'Watering can'],
          ['Węże ogrodowe', 'Wąż ogrodowy', 'm', 'Garden hose'],
          ['Zraszacze', 'Zraszacz', 'm', 'Sprinkler'],
          ['Zbiorniki na deszczówkę', 'Zbiornik', 'm', 'Rain barrel'],
        ],
      },
      {
        name: 'Meble ogrodowe',
        leaves: [
          ['Leżaki', 'Leżak', 'm', 'Deckchair'],
          ['Ławki ogrodowe', 'Ławka', 'f', 'Garden bench'],
          ['Hamaki', 'Hamak', 'm', 'Hammock'],
          ['Parasole', 'Parasol', 'm', 'Parasol'],
        ],
      },
      {
        name: 'Goście w ogrodzie',
        leaves: [
          ['Karmniki', 'Karmnik', 'm', 'Bird feeder'],
          ['Budki lęgowe', 'Budka lęgowa', 'f', 'Nesting box'],
          ['Latarenki', 'Latarenka', 'f', 'Lantern'],
          ['Grille', 'Grill', 'm', 'Barbecue'],
        ],
      },
    ],
  },
];
