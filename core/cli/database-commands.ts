import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Command, type Database, PlinthError } from '../api/index.js';
import type { Site } from '../boot/site.js';
import { coreVersion } from '../boot/version.js';
import { type ExportLine, exportLines, importLines } from '../db/index.js';

/** `db …` */
export function databaseCommands({ db, config, plugins, options }: Site): Command[] {
  /** The tables of the export's plugins have to be there before its rows can come in. */
  async function makeTables(owners: readonly string[]): Promise<void> {
    for (const id of owners.filter((owner) => owner !== 'core')) {
      if (!(await plugins.record(id))) throw new PlinthError('import_lacks_plugin', `The export has data of the plugin "${id}", which is not installed here.`, { cure: `Install "${id}" first.` });
      await plugins.migratePlugin(id);
    }
  }

  return [
    {
      name: 'db check',
      description: 'Check that the database answers and is sound',
      async run(_args, _options, output) {
        if (db.engine === 'sqlite') {
          const rows = await db().raw<{ integrity_check: string }[]>('PRAGMA integrity_check');
          const problems = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
          if (problems.length > 0) throw new PlinthError('db_damaged', `The database is damaged: ${problems[0]}`, { cure: 'Restore a backup.' });
        } else {
          await db().raw('select 1');
        }
        output.line('The database is sound.');
      },
    },
    {
      name: 'db export <file>',
      description: 'Write everything the site keeps to one file, which either kind of database can import (uploaded files are not in it)',
      async run([file], _options, output) {
        const unfinished = `${file}.unfinished`;
        const writable = await open(unfinished, 'w', 0o600).catch((cause: unknown) => {
          throw new PlinthError('file_unwritable', `${file} cannot be written.`, { cure: 'Choose another folder.', cause });
        });
        await writable.close();
        try {
          const rows = await db.transaction(() => writeExport(db, coreVersion(config.root), unfinished));
          await rename(unfinished, file);
          output.line(`${rows} rows are in ${file}.`);
        } finally {
          await rm(unfinished, { force: true });
        }
      },
    },
    {
      name: 'db import <file>',
      description: 'Replace everything the site keeps by an export; stop the site first',
      options: [{ flags: '--yes', description: 'Really replace it' }],
      async run([file], { yes }, output) {
        if (!yes) throw new PlinthError('import_not_confirmed', 'This replaces everything the site keeps.', { cure: 'Make a `db export` first, then use --yes.' });
        const head = await firstLine(file);
        if (!('plinth' in head)) throw new PlinthError('import_invalid', `${file} is not an export of Plinth.`, { cure: 'Make one with `db export`.' });
        await makeTables(Object.keys(head.migrations));
        const rows = await importLines(db, () => linesOf(file));
        await options.refresh();
        output.line(`${rows} rows came in from ${file}.`);
      },
    },
  ];
}

/** Writes the export from its beginning, in the place of what an earlier try left in the file. */
async function writeExport(db: Database, version: string, file: string): Promise<number> {
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const line of exportLines(db, version)) {
      if (Array.isArray(line)) rows += 1;
      yield `${JSON.stringify(line)}\n`;
    }
  }
  await pipeline(lines, createGzip(), createWriteStream(file, { mode: 0o600 }));
  return rows;
}

async function firstLine(file: string): Promise<ExportLine> {
  for await (const line of linesOf(file)) return line;
  throw new PlinthError('import_invalid', `${file} is empty.`, { cure: 'Make an export with `db export`.' });
}

async function* linesOf(file: string): AsyncGenerator<ExportLine> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.once('error', (error) => text.destroy(error));
  // Who reads the first line only is gone when a damaged end turns up.
  text.on('error', () => undefined);
  try {
    for await (const line of createInterface({ input: text })) yield JSON.parse(line) as ExportLine;
  } catch (cause) {
    throw new PlinthError('import_invalid', `${file} cannot be read as an export of Plinth.`, { cure: 'Check its path, or make it again with `db export`.', cause });
  } finally {
    source.destroy();
    text.destroy();
  }
}
