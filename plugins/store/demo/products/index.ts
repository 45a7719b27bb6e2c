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

export const DEMO_PRODUCTS: readonly DemoProduct[] = [...LIGHTING, ...FURNITURE, ...KITCHEN, ...TEXTILES, ...DECOR, ...PLANTS, ...CARE, ...PANTRY, ...BOOKS];
