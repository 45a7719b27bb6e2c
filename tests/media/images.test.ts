import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { isWpError } from '../../core/api/index.js';
import {
  readImageMeta,
  constrainDimensions,
  createImageEditor,
  removeLocation,
  hasSameRatio,
  readImageInfo,
  planResize,
} from '../../core/images/index.js';
import { createConcurrencyLimit } from '../../core/images/concurrency-limit.js';
import { bomb, createPhoto, img } from './sample-images.js';

describe('image size calculation', () => {
  it.each([
    [
      [400, 300, 300, 300],
      [300, 225],
    ],
    [
      [2600, 40, 300, 300],
      [300, 5],
    ],
    [
      [3000, 2000, 768, 0],
      [768, 512],
    ],
    [
      [100, 80, 300, 300],
      [100, 80],
    ],
  ] as const)('fits %j into %j', ([width, height, maxWidth, maxHeight], expected) => {
    expect(constrainDimensions(width, height, maxWidth, maxHeight)).toEqual(expected);
  });

  it('crops around the center or at the requested side', () => {
    expect(planResize(400, 300, 150, 150, true)).toEqual({
      x: 50,
      y: 0,
      width: 300,
      height: 300,
      toWidth: 150,
      toHeight: 150,
    });
    expect(planResize(400, 300, 150, 150, ['right', 'bottom'])).toMatchObject({ x: 100, y: 0 });
    expect(planResize(2600, 40, 150, 150, true)).toMatchObject({ toWidth: 150, toHeight: 40 });
  });

  it('returns nothing when the image is not larger than the target', () => {
    expect(planResize(100, 80, 300, 300, false)).toBeUndefined();
    expect(planResize(300, 225, 300, 300, false)).toBeUndefined();
  });

  it('treats sizes that differ only by rounding as the same aspect ratio', () => {
    expect(hasSameRatio(300, 5, 1024, 16)).toBe(true);
    expect(hasSameRatio(150, 150, 400, 300)).toBe(false);
  });
});

describe('image metadata', () => {
  it('uses WordPress’s keys for EXIF and IPTC values', async () => {
    const facts = await readImageInfo(await createPhoto(40, 20));
    expect(facts && readImageMeta(facts)).toMatchObject({
      title: 'The harbor',
      caption: 'The harbor',
      credit: 'Ann',
      camera: 'Box 1',
      aperture: '2.8',
      iso: '200',
      orientation: '6',
      created_timestamp: '1772600767',
    });
  });

  it('loses its GPS position only, leaving other metadata and pixels unchanged', async () => {
    const before = await createPhoto(40, 20);
    const after = removeLocation(before);
    expect(after).toHaveLength(before.length);
    const facts = await readImageInfo(after);
    expect(facts && readImageMeta(facts)).toMatchObject({ title: 'The harbor', aperture: '2.8' });
    const seconds = (exif: Buffer | undefined): boolean | undefined =>
      exif?.includes(Buffer.from([0xe0, 0x12])) || exif?.includes(Buffer.from([0x12, 0xe0]));
    expect([seconds((await readImageInfo(before))?.exif), seconds(facts?.exif)]).toEqual([true, false]);
    const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();
    expect(await pixels(after)).toEqual(await pixels(before));
  });

  it('stays untouched in an image without GPS position', async () => {
    const plain = await img(20, 20, 'jpeg');
    expect(removeLocation(plain)).toBe(plain);
  });

  it.each([
    Buffer.from('II*\0\xff\xff\xff\xff', 'latin1'),
    Buffer.concat([Buffer.from('MM\0*\0\0\0\x08\xff\xff', 'latin1'), Buffer.alloc(40, 0xff)]),
  ])('stays empty for malformed EXIF data', (exif) => {
    expect(readImageMeta({ exif, iptc: Buffer.from('1c0278ffff', 'hex'), orientation: 1 })).toMatchObject({
      title: '',
      aperture: '0',
    });
  });
});

describe('image editor', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'plinth-images-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function open(bytes: Buffer, name: string) {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    const facts = await readImageInfo(file);
    if (!facts) throw new Error('no image');
    return createImageEditor({ file, facts, quality: 82, progressive: false });
  }

  it('rotates, crops and resizes in sequence and keeps the original file', async () => {
    const original = await createPhoto(40, 20);
    const editor = await open(original, 'a.jpg');
    expect(await editor.maybeExifRotate()).toBe(true);
    expect(editor.getSize()).toEqual({ width: 20, height: 40 });
    expect(await editor.crop(0, 10, 20, 20)).toBe(true);
    expect(await editor.resize(10, 10)).toBe(true);
    const saved = await editor.save(editor.generateFilename());
    expect(saved).toMatchObject({ file: 'a-10x10.jpg', width: 10, height: 10, 'mime-type': 'image/jpeg' });
    expect((await sharp(join(folder, 'a-10x10.jpg')).metadata()).exif).toBeUndefined();
    expect(readFileSync(join(folder, 'a.jpg'))).toEqual(original);
  });

  it('rejects a crop outside the image and an invalid quality', async () => {
    const editor = await open(await img(20, 20), 'b.png');
    expect(isWpError(await editor.crop(30, 0, 5, 5))).toBe(true);
    expect(isWpError(editor.setQuality(0))).toBe(true);
    expect(editor.getSize()).toEqual({ width: 20, height: 20 });
  });

  it('refuses images with too many pixels and SVG', async () => {
    expect(await readImageInfo(bomb())).toBeUndefined();
    expect(
      await readImageInfo(
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
        ),
      ),
    ).toBeUndefined();
  });
});

it('runs queued work in turn and continues after a failure', async () => {
  const inTurn = createConcurrencyLimit(1);
  const order: string[] = [];
  const failing = inTurn(async () => {
    await Promise.resolve();
    order.push('first');
    throw new Error('no');
  });
  const next = inTurn(async () => void order.push('second'));
  await expect(failing).rejects.toThrow('no');
  await next;
  expect(order).toEqual(['first', 'second']);
});
