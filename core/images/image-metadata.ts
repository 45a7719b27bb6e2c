import type { ImageMeta } from '../api/index.js';
import { readExif, readIptc } from './exif.js';
import type { ImageFacts } from './image-facts.js';

const TAG = {
  description: 0x010e,
  model: 0x0110,
  artist: 0x013b,
  copyright: 0x8298,
  exposure: 0x829a,
  aperture: 0x829d,
  iso: 0x8827,
  digitized: 0x9004,
  focal: 0x920a,
} as const;
const FIELD = {
  title: 5,
  keywords: 25,
  date: 55,
  time: 60,
  author: 80,
  headline: 105,
  credit: 110,
  copyright: 116,
  caption: 120,
} as const;
/** A longer description is a caption rather than a title. */
const LONGEST_TITLE = 80;

/**
 * Returns the metadata that a camera and its owner stored in an image, in WordPress's format: strings throughout, `0`
 * for a missing number.
 */
export function imageMetaTexts({
  exif,
  iptc,
  orientation,
}: Pick<ImageFacts, 'exif' | 'iptc' | 'orientation'>): ImageMeta {
  const camera = exif ? readExif(exif) : new Map<number, never>();
  const press = iptc ? readIptc(iptc) : new Map<number, never>();
  const text = (tag: number): string => {
    const value: unknown = camera.get(tag);
    return typeof value === 'string' ? value : '';
  };
  const number = (tag: number): string => {
    const value: unknown = camera.get(tag);
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    return typeof first === 'number' && Number.isFinite(first) && first !== 0
      ? String(Math.round(first * 1e6) / 1e6)
      : '0';
  };
  const written = (...fields: number[]): string =>
    fields.map((field) => press.get(field)?.[0] ?? '').find((found) => found !== '') ?? '';
  const description = text(TAG.description);
  const isShort = description.length < LONGEST_TITLE;
  return {
    aperture: number(TAG.aperture),
    credit: written(FIELD.credit, FIELD.author) || text(TAG.artist),
    camera: text(TAG.model),
    caption: written(FIELD.caption) || description,
    created_timestamp:
      momentOf(written(FIELD.date), written(FIELD.time)) || momentOf(...digitized(text(TAG.digitized))) || '0',
    copyright: written(FIELD.copyright) || text(TAG.copyright),
    focal_length: number(TAG.focal),
    iso: number(TAG.iso),
    shutter_speed: number(TAG.exposure),
    title: written(FIELD.headline, FIELD.title) || (isShort ? description : ''),
    orientation: String(exif && camera.has(0x0112) ? orientation : 0),
    keywords: [...(press.get(FIELD.keywords) ?? [])],
    alt: '',
  };
}

/** Splits `2026:01:02 03:04:05` in two. */
function digitized(text: string): [string, string] {
  const [date = '', time = ''] = text.split(' ');
  return [date.replaceAll(':', ''), time.replaceAll(':', '')];
}

/** Converts `20260102` and `030405` to seconds since 1970; empty for none. */
function momentOf(date: string, time: string): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? [];
  const [, hour = '00', minute = '00', second = '00'] = /^(\d\d)(\d\d)(\d\d)/.exec(time) ?? [];
  const moment = Date.parse(`${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(moment) ? '' : String(moment / 1000);
}
