import { Command as Program } from 'commander';
import { type Command, PlinthError } from '../api/index.js';
import type { Site } from '../app/site.js';
import { auditCommands } from './audit-commands.js';
import { authorCommands } from './author-commands.js';
import { coreCommands } from './core-commands.js';
import { cronCommands } from './cron-commands.js';
import { databaseCommands } from './database-commands.js';
import { importExportCommands } from './import-export-commands.js';
import { readOnlyCommands } from './read-only-commands.js';
import { hookCommands } from './hook-commands.js';
import { optionCommands } from './option-commands.js';
import { pluginCommands } from './plugin-commands.js';
import { postCommands } from './post-commands.js';
import { restoreCommands } from './restore-commands.js';
import { themeCommands } from './theme-commands.js';
import { userCommands } from './user-commands.js';
import { createOutput, type Format, PROCESS_STREAMS, type Streams } from './output.js';

/** Creates a command-line program from commands. */
export function createProgram(
  version: string,
  commands: readonly Command[],
  streams: Streams = PROCESS_STREAMS,
): Program {
  const program = new Program('plinth')
    .version(version)
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({ writeOut: streams.out, writeErr: streams.error });
  for (const command of commands) addCommand(program, command, streams);
  return program;
}

/** Creates the complete command line of a site, including the commands of its plugins. */
export function createSiteProgram(site: Site, version: string, streams: Streams = PROCESS_STREAMS): Program {
  const hostCommands = [
    readOnlyCommands,
    coreCommands,
    pluginCommands,
    authorCommands,
    themeCommands,
    userCommands,
    postCommands,
    optionCommands,
    importExportCommands,
    cronCommands,
    hookCommands,
    databaseCommands,
    restoreCommands,
    auditCommands,
  ];
  const program = createProgram(
    version,
    hostCommands.flatMap((commands) => commands(site)),
    streams,
  );
  program.addHelpText(
    'after',
    '\n`plinth dev [folder...]` starts a site with plugins and themes from the folders in which you develop them.',
  );
  for (const { owner, value } of site.plugins.registries.commands.all()) {
    const skipReason = tryAddCommand(program, value, streams);
    if (skipReason !== undefined)
      streams.error(
        `Warning: the command "${String(value.name)}" of the plugin "${owner}" was skipped because ${skipReason}.\n`,
      );
  }
  return program;
}

/** Adds a plugin's command; an invalid one does not affect the others. */
function tryAddCommand(program: Program, command: Command, streams: Streams): string | undefined {
  try {
    return addCommand(program, command, streams) ? undefined : 'another command has the same name';
  } catch (error) {
    return `it is not valid: ${errorText(error)}`;
  }
}

/**
 * Adds a command such as `user application-password create <user>`: words become nested commands, the rest arguments.
 * Returns false if the name is taken.
 */
function addCommand(program: Program, command: Command, streams: Streams): boolean {
  const words = command.name.split(' ').filter((word) => !/^[<[]/.test(word));
  const args = command.name.split(' ').filter((word) => /^[<[]/.test(word));
  const parent = words
    .slice(0, -1)
    .reduce(
      (current, word) =>
        current.commands.find((known) => known.name() === word) ?? current.command(word).exitOverride(),
      program,
    );
  const name = words.at(-1) ?? '';
  if (parent.commands.some((sibling) => sibling.name() === name)) return false;
  const leaf = parent
    .createCommand(name)
    .copyInheritedSettings(parent)
    .description(command.description)
    .exitOverride()
    .option('--format <format>', 'table, json or csv', 'table');
  for (const argument of args) leaf.argument(argument);
  for (const { flags, description, default: fallback } of command.options ?? [])
    leaf.option(flags, description, fallback);
  leaf.action(async () => {
    const options = leaf.opts<Record<string, string | boolean | undefined>>();
    await command.run(leaf.args, options, createOutput(options.format as Format, streams));
  });
  parent.addCommand(leaf);
  return true;
}

/** Returns the text of a failed command: the error message and the hint. */
export function errorText(error: unknown): string {
  return error instanceof PlinthError
    ? [error.message, error.hint].filter(Boolean).join(' ')
    : String((error as Error)?.message ?? error);
}
