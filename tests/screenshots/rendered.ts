import { join } from 'node:path';
import sharp from 'sharp';
import { HEIGHT, WIDTH } from '../lighthouse/pages.js';

const DRAWINGS = join(__dirname, '../../plugins/store/assets/demo');
const NAMES = ['herbata-mgla', 'imbryk-pogawedka', 'kawa-poranna', 'konewka-deszczyk', 'dzbanek-fala'];

/** A drawing of the demo shop with the size of a photo, so that screenshots look like those of a shop. */
export function renderDrawing(seed: number): Promise<Buffer> {
  return sharp(join(DRAWINGS, `${NAMES[seed % NAMES.length] ?? ''}.svg`), { density: 200 })
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer();
}
