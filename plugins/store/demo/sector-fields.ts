import type { DemoProduct } from './demo-product.js';

/** Information about food: ingredients, allergens, origin, storage. */
type Food = readonly [ingredients: string, allergens: string, origin: string, storage: string];

const FOODS: Readonly<Record<string, Food>> = {
  'SPI-801': ['Kawa arabika', 'Brak', 'Brazylia, Etiopia', 'Przechowuj w suchym miejscu, w zamkniętej torebce.'],
  'SPI-802': [
    'Herbata czarna, naturalny aromat bergamotki',
    'Brak',
    'Sri Lanka',
    'Przechowuj w suchym miejscu, w zamkniętej puszce.',
  ],
  'SPI-803': ['Miód lipowy', 'Brak', 'Polska', 'Przechowuj w temperaturze pokojowej.'],
  'SPI-804': [
    'Czarna porzeczka (60%), cukier, sok z cytryny',
    'Brak',
    'Polska',
    'Po otwarciu przechowuj w lodówce do trzech tygodni.',
  ],
  'SPI-805': [
    'Miazga kakaowa, cukier trzcinowy, tłuszcz kakaowy, sól. Zawartość masy kakaowej co najmniej 72%.',
    'Może zawierać orzechy i mleko.',
    'Ekwador (kakao)',
    'Przechowuj w suchym i chłodnym miejscu.',
  ],
  'SPI-806': ['Kasza gryczana niepalona', 'Brak', 'Polska', 'Przechowuj w zamkniętym słoju.'],
  'SPI-807': [
    'Olej rzepakowy tłoczony na zimno',
    'Brak',
    'Polska',
    'Przechowuj w ciemnym miejscu. Zużyj w trzy miesiące.',
  ],
  'SPI-808': ['Kawa arabika', 'Brak', 'Brazylia, Etiopia', 'Przechowuj w suchym miejscu, w zamkniętej torebce.'],
};

const FIBERS: Readonly<Record<string, string>> = {
  'TEK-401': '100% wełna',
  'TEK-402': 'Poszewka: 100% len\nWypełnienie: 100% pierze gęsie',
  'TEK-403': '100% len',
  'TEK-404': '100% bawełna',
  'TEK-405': '80% wełna, 20% bawełna',
  'TEK-406': '100% len',
  'TEK-407': '100% bawełna',
};

/** Returns a demo product's information required by its sector, for the fields that an extension may add. */
export function sectorFields({ sku }: Pick<DemoProduct, 'sku'>, operator: string): Record<string, string | boolean> {
  const food = FOODS[sku];
  if (food) {
    const [ingredients, allergens, origin, storage] = food;
    return {
      sector_food: true,
      food_ingredients: ingredients,
      food_allergens: allergens,
      food_origin: origin,
      food_storage: storage,
      food_operator: operator,
    };
  }
  const fibers = FIBERS[sku];
  return fibers === undefined ? {} : { sector_textile: true, textile_fibers: fibers };
}
