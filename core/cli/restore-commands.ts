import { basename } from 'node:path';
import { type Command, PlinthError } from '../api/index.js';
import { createBackupStore, restoreBackup, type RestorePhase } from '../backup/index.js';
import { assertStopped } from '../process/running-nodes.js';
import type { Site } from '../app/site.js';
import { coreVersion } from '../app/config.js';
import { coreMigrations } from '../db/core-migrations/index.js';
import { createProgress } from './read-only-commands.js';

const PHASE_LABELS: Readonly<Record<RestorePhase, string>> = {
  verify: 'Verifying',
  unpack: 'Unpacking',
  import: 'Importing',
  imported: '',
  swapped: '',
  committed: '',
};

/** `backup restore` */
export function restoreCommands({ db, config, plugins, options, audit }: Site): Command[] {
  return [
    {
      name: 'backup restore <file>',
      description: 'Replace all data of the site with a backup; stop the site first',
      options: [
        { flags: '--yes', description: 'Confirm the replacement' },
        {
          flags: '--run-jobs',
          description: 'Run the jobs that were pending in the backup; emails may be sent twice',
        },
        {
          flags: '--skip-missing-plugins',
          description: 'Skip data of plugins that neither the backup nor this site has',
        },
      ],
      async run([file = ''], { yes, runJobs, skipMissingPlugins, format }, output) {
        if (!yes)
          throw new PlinthError('restore_confirmation_required', 'This replaces all data of the site.', {
            hint: 'Create a backup with `backup create` first, then use --yes.',
          });
        await assertStopped(db);
        const path = await createBackupStore(config.backupDir).find(file);
        const bar = createProgress(output, format);
        let [phase, onProgress]: [RestorePhase | '', (done: number, total: number) => void] = ['', () => undefined];
        const result = await restoreBackup(
          {
            db,
            plugins,
            options,
            dataDir: config.dataDir,
            version: coreVersion(config.root),
            siteUrl: config.siteUrl,
            migrations: coreMigrations,
          },
          path,
          {
            runJobs: runJobs === true,
            skipMissingPlugins: skipMissingPlugins === true,
            onPhase(now, done, total) {
              if (PHASE_LABELS[now] === '') return;
              if (now !== phase) {
                bar.stop();
                [phase, onProgress] = [now, bar.start(PHASE_LABELS[now])];
              }
              onProgress(done, total);
            },
          },
        ).finally(bar.stop);
        const { manifest, rows, skippedRows, heldJobs } = result;
        await audit.record({
          action: 'data.imported',
          subject: { kind: 'backup', id: 'database', title: basename(path) },
          details: { made: manifest.created },
        });
        output.line(
          `Restored: ${Object.values(rows).reduce((sum, count) => sum + count, 0)} rows and ${Object.keys(manifest.files).length - 1} files, as of ${manifest.created}.`,
        );
        for (const [table, count] of Object.entries(skippedRows)) output.warn(`Skipped: ${count} rows of "${table}".`);
        if (manifest.siteUrl !== config.siteUrl)
          output.line(`The site URL changed from ${manifest.siteUrl} to ${config.siteUrl}.`);
        if (heldJobs > 0)
          output.line(
            `${heldJobs} jobs that were pending in the backup are on hold, including any emails: see \`cron job list\`, then run \`cron job resume\` or \`cron job discard\`.`,
          );
      },
    },
  ];
}
