import type { RootCategory } from './category-tree.js';

/** Electronics, sport and children. */
export const LEISURE_DEPARTMENTS: readonly RootCategory[] = [
  {
    name: 'Elektronika',
    code: 'EL',
    image: 'category-elektronika',
    attributes: [1, 4, 5, 7, 8, 9, 11],
    taxRate: 23,
    weight: 1100,
    unit: '',
    children: [
      {
        name: 'Dźwięk',
        leaves: [
          ['Słuchawki', 'Słuchawki', 'p', 'Headphones'],
          ['Głośniki', 'Głośnik', 'm', 'Speaker'],
          ['Radia', 'Radio', 'n', 'Radio'],
          ['Gramofony', 'Gramofon', 'm', 'Turntable'],
        ],
      },
      {
        name: 'Praca przy biurku',
        leaves: [
          ['Klawiatury', 'Klawiatura', 'f', 'Keyboard'],
          ['Myszy', 'Mysz', 'f', 'Mouse'],
          ['Podstawki pod laptopa', 'Podstawka pod laptopa', 'f', 'Laptop stand'],
          ['Lampki biurkowe', 'Lampka biurkowa', 'f', 'Desk lamp'],
        ],
      },
      {
        name: 'Ładowanie',
        leaves: [
          ['Ładowarki', 'Ładowarka', 'f', 'Charger'],
          ['Powerbanki', 'Powerbank', 'm', 'Power bank'],
          ['Przewody', 'Przewód', 'm', 'Cable'],
          ['Listwy zasilające', 'Listwa zasilająca', 'f', 'Power strip'],
        ],
      },
      {
        name: 'Dom i pomiar',
        leaves: [
          ['Termometry', 'Termometr', 'm', 'Thermometer'],
          ['Zegary', 'Zegar', 'm', 'Clock'],
          ['Budziki', 'Budzik', 'm', 'Alarm clock'],
          ['Czujniki', 'Czujnik', 'm', 'Sensor'],
        ],
      },
      {
        name: 'Małe urządzenia',
        leaves: [
          ['Odkurzacze', 'Odkurzacz', 'm', 'Vacuum cleaner'],
          ['Żelazka', 'Żelazko', 'n', 'Iron'],
          ['Wentylatory', 'Wentylator', 'm', 'Fan'],
          ['Nawilżacze', 'Nawilżacz', 'm', 'Humidifier'],
        ],
      },
    ],
  },
  {
    name: 'Sport i turystyka',
    code: 'ST',
    image: 'category-sport',
    attributes: [0, 4, 5, 6, 8, 10, 11],
    taxRate: 23,
    weight: 1500,
    unit: '',
    children: [
      {
        name: 'Na szlaku',
        leaves: [
          ['Plecaki', 'Plecak', 'm', 'Backpack'],
          ['Namioty', 'Namiot', 'm', 'Tent'],
          ['Śpiwory', 'Śpiwór', 'm', 'Sleeping bag'],
          ['Kijki trekkingowe', 'Kijki trekkingowe', 'p', 'Trekking poles'],
        ],
      },
      {
        name: 'Rower',
        leaves: [
          ['Kaski', 'Kask', 'm', 'Helmet'],
          ['Sakwy', 'Sakwa', 'f', 'Pannier'],
          ['Oświetlenie rowerowe', 'Lampka rowerowa', 'f', 'Bike light'],
          ['Pompki', 'Pompka', 'f', 'Bike pump'],
        ],
      },
      {
        name: 'Ćwiczenia w domu',
        leaves: [
          ['Maty do ćwiczeń', 'Mata', 'f', 'Exercise mat'],
          ['Hantle', 'Hantel', 'm', 'Dumbbell'],
          ['Skakanki', 'Skakanka', 'f', 'Skipping rope'],
          ['Piłki', 'Piłka', 'f', 'Ball'],
        ],
      },
      {
        name: 'Woda',
        leaves: [
          ['Okulary pływackie', 'Okulary pływackie', 'p', 'Swimming goggles'],
          ['Czepki', 'Czepek', 'm', 'Swimming cap'],
          ['Ręczniki plażowe', 'Ręcznik plażowy', 'm', 'Beach towel'],
          ['Deski do pływania', 'Deska do pływania', 'f', 'Kickboard'],
        ],
      },
      {
        name: 'Zima',
        leaves: [
          ['Sanki', 'Sanki', 'p', 'Sledge'],
          ['Rękawice', 'Rękawice', 'p', 'Gloves'],
          ['Czapki', 'Czapka', 'f', 'Beanie'],
          ['Termosy', 'Termos', 'm', 'Vacuum flask'],
        ],
      },
    ],
  },
  {
    name: 'Dla dzieci',
    code: 'DD',
    image: 'category-dzieci',
    attributes: [0, 2, 4, 5, 6, 8, 9],
    taxRate: 23,
    weight: 700,
    unit: '',
    children: [
      {
        name: 'Zabawki drewniane',
        leaves: [
          ['Klocki', 'Klocki', 'p', 'Building blocks'],
          ['Kolejki', 'Kolejka', 'f', 'Toy train'],
          ['Układanki', 'Układanka', 'f', 'Puzzle'],
          ['Sortery', 'Sorter', 'm', 'Shape sorter'],
        ],
      },
      {
        name: 'Przytulanki',
        leaves: [
          ['Misie', 'Miś', 'm', 'Teddy bear'],
          ['Lalki', 'Lalka', 'f', 'Doll'],
          ['Króliki', 'Królik', 'm', 'Toy rabbit'],
          ['Pacynki', 'Pacynka', 'f', 'Hand puppet'],
        ],
      },
      {
        name: 'Pokój dziecka',
        leaves: [
          ['Lampki nocne', 'Lampka nocna', 'f', 'Night light'],
          ['Dywany dziecięce', 'Dywanik', 'm', 'Play rug'],
          ['Pudła na zabawki', 'Pudło', 'n', 'Toy box'],
          ['Krzesełka', 'Krzesełko', 'n', 'Kids chair'],
        ],
      },
      {
        name: 'Plastyka',
        leaves: [
          ['Kredki', 'Kredki', 'p', 'Colouring pencils'],
          ['Farby', 'Farby', 'p', 'Paints'],
          ['Plasteliny', 'Plastelina', 'f', 'Modelling clay'],
          ['Bloki i zeszyty', 'Szkicownik', 'm', 'Sketchbook'],
        ],
      },
      {
        name: 'Gry rodzinne',
        leaves: [
          ['Gry planszowe', 'Gra planszowa', 'f', 'Board game'],
          ['Gry karciane', 'Gra karciana', 'f', 'Card game'],
          ['Domina', 'Domino', 'n', 'Domino'],
          ['Gry pamięciowe', 'Gra pamięciowa', 'f', 'Memory game'],
        ],
      },
    ],
  },
];
