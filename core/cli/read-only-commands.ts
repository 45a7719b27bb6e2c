import { open, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Command, type CommandOutput, PlinthError } from '../api/index.js';
import type { Audit } from '../audit/index.js';
import { createBackup, createBackupStore, verifyBackup } from '../backup/index.js';
import { assertInstalled, type Bootstrap } from '../app/bootstrap.js';
import { coreVersion } from '../app/config.js';
import { exportLines, writeExport } from '../db/index.js';

/**
 * Read-only commands that work with any version's data and change nothing.
 * @param bootstrap with the audit log, if this version can write to it
 */
export function readOnlyCommands(
  bootstrap: Pick<Bootstrap, 'config' | 'db' | 'log'> & { readonly audit?: Pick<Audit, 'record'> },
): Command[] {
  const { config, db } = bootstrap;
  const version = coreVersion(config.root);
  const backupStore = createBackupStore(config.backupDir);

  /** Data that leaves the site is recorded in the audit log. */
  async function recordExport(kind: 'export' | 'backup', file: string): Promise<void> {
    await bootstrap.audit?.record(
      { action: 'data.exported', subject: { kind, id: 'database', title: basename(file) } },
      { required: true },
    );
  }

  return [
    {
      name: 'core version',
      description: 'Print the version of Plinth',
      run: (_args, _options, output) => Promise.resolve(output.line(version)),
    },
    {
      name: 'db export <file>',
      description:
        'Export all data of the site to one file, which can be imported into either database engine (uploaded files not included)',
      async run([file = ''], _options, output) {
        await assertInstalled(bootstrap);
        await recordExport('export', file);
        const unfinished = `${file}.unfinished`;
        const writable = await open(unfinished, 'w', 0o600).catch((cause: unknown) => {
          throw new PlinthError('file_not_writable', `${file} cannot be written.`, {
            hint: 'Choose another folder.',
            cause,
          });
        });
        await writable.close();
        try {
          const rows = await db.snapshot(() => writeExport(exportLines(db, version), unfinished));
          await rename(unfinished, file);
          output.line(`${rows} rows exported to ${file}.`);
        } finally {
          await rm(unfinished, { force: true });
        }
      },
    },
    {
      name: 'backup create [file]',
      description:
        'Back up the whole site: database, uploads, installed plugins and themes, files of plugins, emails in the mail folder',
      async run([requestedFile], { format }, output) {
        await assertInstalled(bootstrap);
        const file = requestedFile ?? join(config.backupDir, await backupStore.newName(config.siteUrl));
        await recordExport('backup', file);
        const bar = createProgress(output, format);
        const started = Date.now();
        const manifest = await createBackup({ db, dataDir: config.dataDir, version, siteUrl: config.siteUrl }, file, {
          onProgress: bar.start('Backing up'),
        }).finally(bar.stop);
        const verifyResult = await verifyBackup(file, bar.start('Verifying')).finally(bar.stop);
        if (requestedFile === undefined) await backupStore.note(file, verifyResult);
        if (verifyResult.problems.length > 0)
          throw new PlinthError(
            'backup_damaged',
            `The new backup ${file} failed verification: ${verifyResult.problems.join(' ')}`,
            {
              hint: 'Check the disk.',
            },
          );
        const summary = {
          file,
          bytes: verifyResult.bytes,
          rows: sum(Object.values(manifest.tables)),
          files: Object.keys(manifest.files).length - 1,
          seconds: Math.round((Date.now() - started) / 100) / 10,
        };
        if (format === 'json' || format === 'csv') output.rows([summary]);
        else
          output.line(
            `${file}: ${summary.rows} rows, ${summary.files} files, ${summary.bytes} bytes in ${summary.seconds} s, verified.`,
          );
      },
    },
    {
      name: 'backup verify <file>',
      description: 'Verify a whole backup and list its errors; exits with 1 if there are any',
      async run([file = ''], { format }, output) {
        const bar = createProgress(output, format);
        const path = await backupStore.find(file);
        const verifyResult = await verifyBackup(path, bar.start('Verifying')).finally(bar.stop);
        await backupStore.note(path, verifyResult);
        for (const problem of verifyResult.problems) output.warn(problem);
        if (verifyResult.problems.length > 0)
          throw new PlinthError('backup_damaged', `${path} is damaged.`, {
            hint: 'Do not restore it, and create another backup.',
            details: { problems: verifyResult.problems },
          });
        output.line(
          `${path} is intact: ${sum(Object.values(verifyResult.manifest?.tables ?? {}))} rows, created by Plinth ${verifyResult.manifest?.plinth ?? ''} on ${verifyResult.manifest?.created ?? ''}.`,
        );
      },
    },
    {
      name: 'backup list',
      description: 'List the backups in BACKUP_DIR, newest first',
      async run(_args, _options, output) {
        output.rows(
          (await backupStore.list()).map(({ name, bytes, created, kind, state }) => ({
            name,
            bytes,
            created,
            kind,
            state,
          })),
          ['name', 'bytes', 'created', 'kind', 'state'],
        );
      },
    },
  ];
}

/** Creates a progress bar for each part of long-running work, or none if the output is read by a script. */
export function createProgress(
  output: CommandOutput,
  format: unknown,
): { start(label: string): (done: number, total: number) => void; stop(): void } {
  let bar: ReturnType<CommandOutput['progress']> | undefined;
  return {
    start(label) {
      let partBar: typeof bar;
      return (done, total) => {
        if (format === 'json') return;
        partBar ??= bar = output.progress(label, total);
        partBar.update(done);
      };
    },
    stop() {
      bar?.stop();
      bar = undefined;
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
