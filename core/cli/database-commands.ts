import { basename } from 'node:path';
import { type Command, PlinthError } from '../api/index.js';
import { createPluginTables } from '../backup/index.js';
import { assertStopped } from '../process/running-nodes.js';
import type { Site } from '../app/site.js';
import { coreMigrations } from '../db/core-migrations/index.js';
import { type ExportHeader, importLines, migrate, readExport } from '../db/index.js';

/** `db …`, except for read-only commands. */
export function databaseCommands({ db, plugins, options, audit }: Site): Command[] {
  return [
    {
      name: 'db check',
      description: 'Check that the database responds and is intact',
      async run(_args, _options, output) {
        if (db.engine === 'sqlite') {
          const rows = await db().raw<{ integrity_check: string }[]>('PRAGMA integrity_check');
          const problems = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
          if (problems.length > 0)
            throw new PlinthError('db_damaged', `The database is damaged: ${problems[0]}`, {
              hint: 'Restore a backup.',
            });
        } else {
          await db().raw('select 1');
        }
        output.line('The database is sound.');
      },
    },
    {
      name: 'db import <file>',
      description: 'Replace all data of the site with an export; stop the site first',
      options: [
        { flags: '--yes', description: 'Confirm the replacement' },
        { flags: '--skip-missing-plugins', description: 'Skip data of plugins that this site does not have' },
      ],
      async run([file = ''], { yes, skipMissingPlugins }, output) {
        if (!yes)
          throw new PlinthError('import_confirmation_required', 'This replaces all data of the site.', {
            hint: 'Create an export with `db export` first, then use --yes.',
          });
        await assertStopped(db);
        const head = await readHead(file);
        const skipsMissing = skipMissingPlugins === true;
        await createPluginTables({ db, plugins }, head.migrations, { leaveOut: skipsMissing });
        const { rows, skippedRows } = await importLines(db, () => readExport(file), {
          skipUnknownTables: skipsMissing,
        });
        await migrate(db, 'core', coreMigrations);
        for (const id of Object.keys(head.migrations)) if (id !== 'core') await plugins.migratePlugin(id);
        await options.refresh();
        for (const [table, count] of Object.entries(skippedRows)) output.warn(`Skipped: ${count} rows of "${table}".`);
        await audit.record({
          action: 'data.imported',
          subject: { kind: 'export', id: 'database', title: basename(file) },
          details: { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), made: head.at },
        });
        output.line(`${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows imported from ${file}.`);
      },
    },
  ];
}

async function readHead(file: string): Promise<ExportHeader> {
  for await (const line of readExport(file)) {
    if ('plinth' in line) return line;
    break;
  }
  throw new PlinthError('import_invalid', `${file} is not a Plinth export.`, {
    hint: 'Create one with `db export`.',
  });
}
