import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type * as Yazl from 'yazl';
import type { PersonalDataItem, TranslationApi } from '../api/index.js';
import { escapeText } from '../document/index.js';

const requireModule = createRequire(__filename);
/** Loads yazl, with the first export. */
const yazl = (): typeof Yazl => requireModule('yazl') as typeof Yazl;

interface Group {
  readonly label: string;
  readonly description: string;
  /** The items, by their ids. */
  readonly items: Map<string, PersonalDataItem['data'][number][]>;
}

/** All exporters' data about a person, by group. */
export type Groups = Map<string, Group>;

/** Adds an exporter's items to the groups; items with the same id are merged. */
export function addItems(groups: Groups, items: readonly PersonalDataItem[]): void {
  for (const item of items) {
    const group = groups.get(item.group_id) ?? {
      label: item.group_label,
      description: item.group_description ?? '',
      items: new Map<string, PersonalDataItem['data'][number][]>(),
    };
    groups.set(item.group_id, group);
    group.items.set(item.item_id, [...(group.items.get(item.item_id) ?? []), ...item.data]);
  }
}

interface Report {
  readonly email: string;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly createdAt: Date;
  readonly groups: Groups;
}

/** Writes an export as HTML and as JSON (WordPress: wp_privacy_generate_personal_data_export_file). */
export async function writeExport(file: string, report: Report, text: Pick<TranslationApi, '__'>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const zip = new (yazl().ZipFile)();
  zip.addBuffer(Buffer.from(toJson(report)), 'export.json', { mtime: report.createdAt, mode: 0o100600 });
  zip.addBuffer(Buffer.from(toHtml(report, text)), 'index.html', { mtime: report.createdAt, mode: 0o100600 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600 }));
}

function toJson({ email, siteName, siteUrl, createdAt, groups }: Report): string {
  const groupsById = Object.fromEntries(
    [...groups].map(([id, { label, description, items }]) => [
      id,
      { group_label: label, group_description: description, items: Object.fromEntries(items) },
    ]),
  );
  return JSON.stringify(
    { email, site: siteName, url: siteUrl, time: createdAt.toISOString(), groups: groupsById },
    null,
    2,
  );
}

function toHtml({ email, siteName, siteUrl, createdAt, groups }: Report, { __ }: Pick<TranslationApi, '__'>): string {
  const title = __('Personal data of %s', email);
  const about: Group = {
    label: __('About'),
    description: '',
    items: new Map([
      [
        'about',
        [
          { name: __('Email'), value: email },
          { name: __('Site'), value: siteName },
          { name: __('URL'), value: siteUrl },
          { name: __('Time'), value: createdAt.toISOString() },
        ],
      ],
    ]),
  };
  const sections = [['about', about] as const, ...groups].map(([id, { label, description, items }], index) => ({
    id: `group-${index}-${id.replace(/[^\w-]/g, '')}`,
    label,
    description,
    items,
  }));
  const table = (rows: PersonalDataItem['data']): string =>
    `<table>${rows.map(({ name, value }) => `<tr><th scope="row">${escapeText(name)}</th><td>${escapeText(String(value))}</td></tr>`).join('')}</table>`;
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%;margin:0 0 1.5rem;table-layout:fixed}th,td{border:1px solid;padding:.4rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere;white-space:pre-wrap}th{width:30%}</style>
</head>
<body>
<h1>${escapeText(title)}</h1>
<nav aria-label="${escapeText(__('Contents'))}"><ul>${sections.map(({ id, label, items }) => `<li><a href="#${id}">${escapeText(label)}</a> (${items.size})</li>`).join('')}</ul></nav>
${sections.map(({ id, label, description, items }) => `<section id="${id}"><h2>${escapeText(label)}</h2>${description === '' ? '' : `<p>${escapeText(description)}</p>`}${[...items.values()].map(table).join('\n')}</section>`).join('\n')}
</body>
</html>
`;
}
