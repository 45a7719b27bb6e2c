import type { Seeded } from '../kit/seeded.js';
import { type RawEntry, rawZip } from '../plugins/zip-bytes.js';
import type { Form } from '../security/forms.js';
import type { Input, Pair } from './input.js';
import { oddText, oddValue, wellFormed } from './odd.js';
import { assertDefined } from '../kit/assert-defined.js';

/** A file with this name outside the plugin folder escaped from its archive. */
export const ESCAPED = 'fuzz-escaped';

/** A form with a file field. */
export interface FileForm {
  readonly form: Form;
  readonly field: string;
}

/** ZIP files of plugins with random members: path traversal, false sizes, truncated data. */
export function zipInputs({ form, field }: FileForm, role: string): (random: Seeded) => Input {
  return (random) => {
    const folder = random.chance(80) ? `fuzz-${random.whole(0, 9)}` : oddText(random);
    const entries = Array.from({ length: random.whole(0, 6) }, (): RawEntry => entry(random, folder));
    if (random.chance(60))
      entries.unshift({
        name: `${folder}/plugin.json`,
        content: random.chance(50)
          ? JSON.stringify(manifest(random, folder))
          : (JSON.stringify(oddValue(random)) ?? ''),
      });
    let bytes: Buffer = rawZip({ entries, ...(random.chance(8) ? { count: random.whole(0, 65_535) } : {}) });
    if (random.chance(25)) bytes = bytes.subarray(0, random.whole(0, bytes.length));
    if (random.chance(25)) bytes = scratched(bytes, random);
    return upload(form, field, role, `${folder}.zip`, bytes, [
      ['action', 'install'],
      ...(random.chance(30) ? [['overwrite', '1'] as const] : []),
    ]);
  };
}

function entry(random: Seeded, folder: string): RawEntry {
  const name = random.pick([
    `${folder}/index.js`,
    `${folder}/${oddText(random)}`,
    oddText(random),
    `../../${ESCAPED}`,
    `${folder}/../../../${ESCAPED}`,
    `/${ESCAPED}`,
    `..\\${ESCAPED}`,
    `${folder}/`,
    `${folder}/a/b/c.txt`,
  ]);
  const content = random.chance(80) ? oddText(random) : 'x'.repeat(random.whole(0, 50_000));
  const forgedFields = random.chance(25)
    ? random.pick<Partial<RawEntry>>([
        { crc: random.whole(0, 99_999) },
        { size: random.whole(0, 2 ** 31) },
        { packedSize: random.whole(0, 2 ** 31) },
        { mode: 0o120777 },
        { mode: 0o20666 },
        { flags: random.whole(0, 65_535) },
        { method: random.whole(0, 99) },
        { localName: `../${ESCAPED}` },
        { store: true },
      ])
    : {};
  return { name, content, ...forgedFields };
}

function manifest(random: Seeded, name: string): Record<string, unknown> {
  const fit: Record<string, unknown> = {
    name,
    version: '1.0.0',
    description: 'A plugin of the fuzz.',
    author: 'Plinth',
    requiresCore: '*',
    main: 'index.js',
  };
  for (const key of Object.keys(fit)) if (random.chance(20)) fit[key] = oddValue(random, 2);
  for (const key of ['requiresPlugins', 'protects', 'contributes', 'requiresNode', 'textDomain'])
    if (random.chance(12)) fit[key] = oddValue(random, 3);
  return fit;
}

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  products: [
    'sku',
    'name',
    'type',
    'status',
    'regular_price',
    'sale_price',
    'sale_from',
    'sale_to',
    'stock_quantity',
    'categories',
    'tags',
    'brand',
    'images',
    'parent',
    'position',
    'tax_rate',
    'weight',
    'description',
    'slug',
    'kind',
    'attributes',
  ],
  orders: ['number', 'status', 'tracking'],
};

/** CSV files of products and orders: missing, duplicate or unknown columns, unclosed quotes. */
export function csvInputs(
  target: 'products' | 'orders',
  { form, field }: FileForm,
  role: string,
): (random: Seeded) => Input {
  return (random) => {
    const columns = [
      ...assertDefined(COLUMNS[target]?.filter((_, index) => index === 0 || random.chance(40))),
      ...(random.chance(15) ? [oddText(random)] : []),
    ];
    const delimiter = random.chance(85) ? ',' : random.pick([';', '\t', '|']);
    const cell = (): string => {
      const text = random.chance(50)
        ? random.pick([
            'A-1',
            'Lampa',
            '10',
            '10,50',
            '0',
            '-1',
            'publish',
            'simple',
            'variable',
            '2026-00001-7',
            'processing',
            '2026-01-01',
            'A > B',
          ])
        : oddText(random).slice(0, 300);
      return random.chance(30) ? `"${random.chance(80) ? text.replace(/"/g, '""') : text}"` : text;
    };
    const lines = Array.from({ length: random.whole(0, 6) }, () =>
      Array.from({ length: columns.length + (random.chance(8) ? random.whole(-1, 3) : 0) }, cell).join(delimiter),
    );
    let bytes: Buffer = Buffer.from(
      `${random.chance(10) ? '\ufeff' : ''}${[columns.join(delimiter), ...lines].join(random.pick(['\n', '\r\n', '\r']))}`,
    );
    if (random.chance(12)) bytes = bytes.subarray(0, random.whole(0, bytes.length));
    if (random.chance(8)) bytes = scratched(bytes, random);
    if (random.chance(30))
      return {
        role,
        method: 'POST',
        ...pathOf(form),
        headers: [],
        body: {
          kind: 'form',
          fields: [...Object.entries(form.typed), ['csv', bytes.toString('utf8')], ['apply', '1']],
        },
      };
    return upload(form, field, role, `${target}.csv`, bytes, []);
  };
}

function upload(form: Form, field: string, role: string, name: string, bytes: Buffer, more: readonly Pair[]): Input {
  return {
    role,
    method: 'POST',
    ...pathOf(form),
    headers: [],
    body: {
      kind: 'file',
      fields: [...Object.entries(form.typed), ...more],
      field,
      name: wellFormed(name),
      base64: bytes.toString('base64'),
    },
  };
}

function pathOf(form: Form): Pick<Input, 'path' | 'query'> {
  const url = new URL(form.action, 'http://site');
  return { path: url.pathname, query: [...url.searchParams] };
}

function scratched(bytes: Buffer, random: Seeded): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = random.whole(1, 8); times > 0 && copy.length > 0; times--)
    copy[random.whole(0, copy.length - 1)] = random.whole(0, 255);
  return copy;
}
