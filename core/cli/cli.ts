import { type Command as Program, CommanderError } from 'commander';
import { PlinthError } from '../api/index.js';
import { readConfig, coreVersion } from '../app/config.js';
import { attributeUncaughtErrors, blockProcessExit } from '../process/block-process-exit.js';
import { openBootstrap } from '../app/bootstrap.js';
import { createSite } from '../app/site.js';
import { createContext, runInContext } from '../context/index.js';
import { authorCommands } from './author-commands.js';
import { readOnlyCommands } from './read-only-commands.js';
import { createProgram, createSiteProgram, errorText } from './program.js';

/** Host commands that work even if every plugin is broken, because they run no plugin code. */
const WITHOUT_PLUGINS = /^(plugin (list|errors|deactivate)|db|backup|user|option|audit|recover|core is-installed)\b/;
/** Commands that only read the files of a plugin's author. */
const AUTHOR_COMMANDS = /^plugin (new|schema|check|pack)\b/;
/** Commands that do not access the site. */
const WITHOUT_SITE = /^(core version|backup (list|verify))\b/;
/** Export commands; they also work on the database of a newer version, whose audit log this version cannot write. */
const EXPORT_COMMANDS = /^(db export|backup create)\b/;

/** `npx plinth …`: runs one command and exits with 0, or with 1 and an error message. */
export async function runCli(root: string, argv: readonly string[]): Promise<void> {
  let openSite: { close(): Promise<void> } | undefined;
  try {
    const text = argv.join(' ');
    const safeMode = process.env.SAFE_MODE ?? (WITHOUT_PLUGINS.test(text) ? '1' : undefined);
    const config = readConfig(root, {
      ...process.env,
      SAFE_MODE: safeMode,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    });
    const run = (program: Program): Promise<unknown> => program.parseAsync([...argv], { from: 'user' });
    if (AUTHOR_COMMANDS.test(text))
      return void (await run(createProgram(coreVersion(root), authorCommands({ config }))));
    const site = WITHOUT_SITE.test(text)
      ? undefined
      : await createSite(config).catch((error: unknown) => {
          if (EXPORT_COMMANDS.test(text) && error instanceof PlinthError && error.code === 'schema_newer')
            return undefined;
          throw error;
        });
    if (!site) {
      const bootstrap = await openBootstrap(config);
      openSite = { close: () => bootstrap.db.destroy() };
      await runInContext(createContext('cli'), () =>
        run(createProgram(coreVersion(root), readOnlyCommands(bootstrap))),
      );
    } else {
      openSite = site;
      attributeUncaughtErrors(site);
      blockProcessExit();
      await runInContext(createContext('cli'), async () => {
        await site.plugins.reconcile();
        await run(createSiteProgram(site, coreVersion(root)));
      });
    }
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else process.stderr.write(`Error: ${errorText(error)}\n`);
  } finally {
    await openSite?.close();
  }
}
