import { mkdir } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { PlinthError, type PluginPathsApi } from '../../api/index.js';
import { pluginDataFolder } from '../manifest/discovery.js';

interface PluginPathDeps {
  readonly id: string;
  readonly folder: string;
  readonly assetsUrl: string;
  readonly dataDir: string;
}

/** Creates the functions for a plugin's own paths. */
export function pluginPaths({ id, folder, assetsUrl, dataDir }: PluginPathDeps): PluginPathsApi {
  const data = pluginDataFolder(dataDir, id);
  const resolveWithin = (parent: string, path: string): string => {
    const fullPath = join(parent, path);
    if (!isWithin(parent, fullPath)) throw outsideFolderError(path, id);
    return path === '' ? parent + sep : fullPath;
  };
  return {
    pluginBasename: () => id,
    pluginDirPath: (path = '') => resolveWithin(folder, path),
    pluginDataPath: (path = '') => resolveWithin(data, path),
    async wpMkdirP(path) {
      const fullPath = resolve(path);
      if (![data, join(dataDir, 'uploads')].some((parent) => isWithin(parent, fullPath)))
        throw outsideFolderError(path, id);
      try {
        await mkdir(fullPath, { recursive: true });
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EEXIST' || code === 'ENOTDIR') return false;
        throw error;
      }
    },
    pluginDirUrl: () => `${assetsUrl}/`,
    pluginsUrl: (path = '') =>
      path === '' ? assetsUrl : `${assetsUrl}/${path.replace(/^\/+/, '').replace(/^assets\//, '')}`,
  };
}

function isWithin(parent: string, path: string): boolean {
  const relativePath = relative(parent, path);
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

function outsideFolderError(path: string, id: string): PlinthError {
  return new PlinthError('path_outside_folder', `The path "${path}" is outside the folders that "${id}" may use.`, {
    hint: 'Use a path inside the plugin’s folder or its data folder; new folders can be created in its data folder and in uploads.',
  });
}
