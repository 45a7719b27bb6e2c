import { Command as Program, CommanderError } from 'commander';
import { type Command, PlinthError } from '../api/index.js';
import { readConfig } from '../boot/config.js';
import { nameLateErrors } from '../boot/late-errors.js';
import { createSite, type Site } from '../boot/site.js';
import { coreVersion } from '../boot/version.js';
import { createContext, runInContext } from '../context/index.js';
import { coreCommands } from './core-commands.js';
import { cronCommands } from './cron-commands.js';
import { databaseCommands } from './database-commands.js';
import { hookCommands } from './hook-commands.js';
import { optionCommands } from './option-commands.js';
import { createOutput, type Format } from './output.js';
import { pluginCommands } from './plugin-commands.js';
import { postCommands } from './post-commands.js';
import { userCommands } from './user-commands.js';

/** Host commands that work with every plugin broken: they run none of their code. */
const WITHOUT_PLUGINS = /^(plugin (list|faults|deactivate|new)|db|user|option|recover|core (version|is-installed))\b/;

/**
 * `npx plinth …`: runs one command on the site's settings and ends with 0, or 1 and a line that says why.
 */
export async function runCli(root: string, argv: readonly string[]): Promise<void> {
  let site: Site | undefined;
  process.setSourceMapsEnabled(true);
  try {
    const safeMode = process.env.SAFE_MODE ?? (WITHOUT_PLUGINS.test(argv.join(' ')) ? '1' : undefined);
    site = await createSite(readConfig(root, { ...process.env, SAFE_MODE: safeMode, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' }));
    const opened = site;
    nameLateErrors(opened);
    await runInContext(createContext('cli'), async () => {
      await opened.plugins.reconcile();
      await programOf(opened, coreVersion(root)).parseAsync([...argv], { from: 'user' });
    });
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else process.stderr.write(`Error: ${error instanceof PlinthError ? [error.message, error.cure].filter(Boolean).join(' ') : String((error as Error)?.message ?? error)}\n`);
  } finally {
    await site?.close();
  }
}

function programOf(site: Site, version: string): Program {
  const program = new Program('plinth').version(version).exitOverride().showHelpAfterError();
  const own = [coreCommands, pluginCommands, userCommands, postCommands, optionCommands, cronCommands, hookCommands, databaseCommands].flatMap((commands) => commands(site));
  for (const command of own) addCommand(program, command);
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
