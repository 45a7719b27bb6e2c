import type { DemoProduct } from '../demo-product.js';
import { BOOKS } from './books.js';
import { CARE } from './care.js';
import { DECOR } from './decor.js';
import { FURNITURE } from './furniture.js';
import { KITCHEN } from './kitchen.js';
import { LIGHTING } from './lighting.js';
import { PANTRY } from './pantry.js';
import { PLANTS } from './plants.js';
import { TEXTILES } from './textiles.js';

const SHELVES: readonly (readonly DemoProduct[])[] = [
  LIGHTING,
  KITCHEN,
  TEXTILES,
  PLANTS,
  FURNITURE,
  CARE,
  DECOR,
  PANTRY,
  BOOKS,
];

/** Alternates between departments, so that the first page of the shop shows something of each. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = Array.from(
  { length: Math.max(...SHELVES.map((department) => department.length)) },
  (_, row) => SHELVES.flatMap((department) => department[row] ?? []),
).flat();
