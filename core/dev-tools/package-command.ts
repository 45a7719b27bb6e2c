import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Returns the path of a package's command, as installed in a folder or above it; undefined if it is not installed.
 * @param command name of the command; by default that of the package
 */
export function findPackageCommand(folder: string, packageName: string, command = packageName): string | undefined {
  try {
    // The path is in package.json, because packages need not export their commands.
    const packageFile = createRequire(join(folder, 'package.json')).resolve(`${packageName}/package.json`);
    const { bin } = JSON.parse(readFileSync(packageFile, 'utf8')) as { bin?: Readonly<Record<string, string>> };
    const path = bin?.[command];
    return path === undefined ? undefined : join(dirname(packageFile), path);
  } catch {
    return undefined;
  }
}
