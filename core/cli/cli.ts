import { Command as Program, CommanderError } from 'commander';
import { type Command, PlinthError } from '../api/index.js';
import { readConfig } from '../boot/config.js';
import { nameLateErrors } from '../boot/late-errors.js';
import { openGround } from '../boot/ground.js';
import { keepPluginsFromExiting } from '../boot/no-exit.js';
import { createSite, type Site } from '../boot/site.js';
import { coreVersion } from '../boot/version.js';
import { createContext, runInContext } from '../context/index.js';
import { auditCommands } from './audit-commands.js';
import { coreCommands } from './core-commands.js';
import { cronCommands } from './cron-commands.js';
import { databaseCommands } from './database-commands.js';
import { groundCommands } from './ground-commands.js';
import { hookCommands } from './hook-commands.js';
import { optionCommands } from './option-commands.js';
import { createOutput, type Format } from './output.js';
import { pluginCommands } from './plugin-commands.js';
import { themeCommands } from './theme-commands.js';
import { postCommands } from './post-commands.js';
import { restoreCommands } from './restore-commands.js';
import { userCommands } from './user-commands.js';

/** Host commands that work with every plugin broken: they run none of their code. */
const WITHOUT_PLUGINS = /^(plugin (list|faults|deactivate|new)|db|backup|user|option|audit|recover|core is-installed)\b/;
/** Those that look at nothing of the site. */
const WITHOUT_SITE = /^(core version|backup (list|verify))\b/;
/** Those that take data out: from the database of a newer version too, whose audit log this one cannot write. */
const EXPORTS = /^(db export|backup create)\b/;

/**
 * `npx plinth …`: runs one command on the site's settings and ends with 0, or 1 and a line that says why.
 */
export async function runCli(root: string, argv: readonly string[]): Promise<void> {
  let opened: { close(): Promise<void> } | undefined;
  try {
    const words = argv.join(' ');
    const safeMode = process.env.SAFE_MODE ?? (WITHOUT_PLUGINS.test(words) ? '1' : undefined);
    const config = readConfig(root, { ...process.env, SAFE_MODE: safeMode, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' });
    const run = (program: Program): Promise<unknown> => program.parseAsync([...argv], { from: 'user' });
    const site = WITHOUT_SITE.test(words) ? undefined : await createSite(config).catch((error: unknown) => {
      if (EXPORTS.test(words) && error instanceof PlinthError && error.code === 'schema_newer') return undefined;
      throw error;
    });
    if (!site) {
      const ground = await openGround(config);
      opened = { close: () => ground.db.destroy() };
      await runInContext(createContext('cli'), () => run(programOf(coreVersion(root), groundCommands(ground))));
    } else {
      opened = site;
      nameLateErrors(site);
      keepPluginsFromExiting();
      await runInContext(createContext('cli'), async () => {
        await site.plugins.reconcile();
        await run(siteProgram(site, coreVersion(root)));
      });
    }
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else process.stderr.write(`Error: ${error instanceof PlinthError ? [error.message, error.cure].filter(Boolean).join(' ') : String((error as Error)?.message ?? error)}\n`);
  } finally {
    await opened?.close();
  }
}

function programOf(version: string, commands: readonly Command[]): Program {
  const program = new Program('plinth').version(version).exitOverride().showHelpAfterError();
  for (const command of commands) addCommand(program, command);
  return program;
}

function siteProgram(site: Site, version: string): Program {
  const own = [groundCommands, coreCommands, pluginCommands, themeCommands, userCommands, postCommands, optionCommands, cronCommands, hookCommands, databaseCommands, restoreCommands, auditCommands];
  const program = programOf(version, own.flatMap((commands) => commands(site)));
  for (const { owner, value } of site.plugins.registries.commands.all()) {
    if (!addCommand(program, value)) process.stderr.write(`Warning: the command "${value.name}" of the plugin "${owner}" is left out, since another one has its name already.\n`);
  }
  return program;
}

/** `user application-password create <user>`: words become nested commands, the rest arguments. False when the name is taken. */
function addCommand(program: Program, command: Command): boolean {
  const words = command.name.split(' ').filter((word) => !/^[<[]/.test(word));
  const args = command.name.split(' ').filter((word) => /^[<[]/.test(word));
  const parent = words.slice(0, -1).reduce((at, word) => at.commands.find((known) => known.name() === word) ?? at.command(word).exitOverride(), program);
  const name = words.at(-1) ?? '';
  if (parent.commands.some((known) => known.name() === name)) return false;
  const leaf = parent.command(name).description(command.description).exitOverride().option('--format <format>', 'table, json or csv', 'table');
  for (const argument of args) leaf.argument(argument);
  for (const { flags, description, default: fallback } of command.options ?? []) leaf.option(flags, description, fallback);
  leaf.action(async () => {
    const options = leaf.opts<Record<string, string | boolean | undefined>>();
    await command.run(leaf.args, options, createOutput(options.format as Format));
  });
  return true;
}
