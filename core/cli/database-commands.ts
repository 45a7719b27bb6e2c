import { type Command, PlinthError } from '../api/index.js';
import type { Site } from '../boot/site.js';

/** `db …` */
export function databaseCommands({ db }: Site): Command[] {
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
  ];
}
