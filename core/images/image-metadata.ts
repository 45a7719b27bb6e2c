import type { ImageMeta } from '../api/index.js';
import { readExif, readIptc } from './exif.js';
import type { ImageInfo } from './image-info.js';

const EXIF_TAG = {
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
const IPTC_FIELD = {
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
/** Maximum length of a title in characters. A longer description is used as a caption only. */
const MAX_TITLE_LENGTH = 80;

/**
 * Returns the metadata that cameras and programs store in an image, in WordPress's format. All values are strings; a
 * missing number is `0`.
 */
export function readImageMeta({
  exif,
  iptc,
  orientation,
}: Pick<ImageInfo, 'exif' | 'iptc' | 'orientation'>): ImageMeta {
  const exifFields = exif ? readExif(exif) : new Map<number, never>();
  const iptcFields = iptc ? readIptc(iptc) : new Map<number, never>();
  const exifText = (tag: number): string => {
    const value: unknown = exifFields.get(tag);
    return typeof value === 'string' ? value : '';
  };
  const exifNumber = (tag: number): string => {
    const value: unknown = exifFields.get(tag);
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    return typeof first === 'number' && Number.isFinite(first) && first !== 0
      ? String(Math.round(first * 1e6) / 1e6)
      : '0';
  };
  const iptcText = (...fields: number[]): string =>
    fields.map((field) => iptcFields.get(field)?.[0] ?? '').find((found) => found !== '') ?? '';
  const description = exifText(EXIF_TAG.description);
  const isShort = description.length < MAX_TITLE_LENGTH;
  return {
    aperture: exifNumber(EXIF_TAG.aperture),
    credit: iptcText(IPTC_FIELD.credit, IPTC_FIELD.author) || exifText(EXIF_TAG.artist),
    camera: exifText(EXIF_TAG.model),
    caption: iptcText(IPTC_FIELD.caption) || description,
    created_timestamp:
      toUnixTime(iptcText(IPTC_FIELD.date), iptcText(IPTC_FIELD.time)) ||
      toUnixTime(...splitExifDate(exifText(EXIF_TAG.digitized))) ||
      '0',
    copyright: iptcText(IPTC_FIELD.copyright) || exifText(EXIF_TAG.copyright),
    focal_length: exifNumber(EXIF_TAG.focal),
    iso: exifNumber(EXIF_TAG.iso),
    shutter_speed: exifNumber(EXIF_TAG.exposure),
    title: iptcText(IPTC_FIELD.headline, IPTC_FIELD.title) || (isShort ? description : ''),
    orientation: String(exif && exifFields.has(0x0112) ? orientation : 0),
    keywords: [...(iptcFields.get(IPTC_FIELD.keywords) ?? [])],
    alt: '',
  };
}

/** Splits `2026:01:02 03:04:05` into date and time. */
function splitExifDate(text: string): [string, string] {
  const [date = '', time = ''] = text.split(' ');
  return [date.replaceAll(':', ''), time.replaceAll(':', '')];
}

/** Converts `20260102` and `030405` to Unix time in seconds; empty if the date is invalid. */
function toUnixTime(date: string, time: string): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? [];
  const [, hour = '00', minute = '00', second = '00'] = /^(\d\d)(\d\d)(\d\d)/.exec(time) ?? [];
  const timeMs = Date.parse(`${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(timeMs) ? '' : String(timeMs / 1000);
}
