import { type ZipLimits, zipError } from './limits.js';

// Windows reserves these names for devices, with any extension.
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Checks the path of an entry, so that no file system can interpret it differently.
 * @throws PlinthError `plugin_zip_invalid`
 */
export function checkName(name: string, limits: ZipLimits): void {
  const quotedName = JSON.stringify(name.slice(0, 80));
  if (/[\0-\x1f\x7f\ufffd]/.test(name)) throw zipError(`the name ${quotedName} contains invalid characters`);
  if (name.includes('\\')) throw zipError(`the name ${quotedName} contains a backslash`);
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) throw zipError(`the name ${quotedName} is an absolute path`);
  if (/[:*?"<>|]/.test(name))
    throw zipError(`the name ${quotedName} contains characters that some systems do not allow`);
  if (Buffer.byteLength(name) > limits.pathBytes) throw zipError(`the name ${quotedName} … is too long`);
  for (const part of name.replace(/\/$/, '').split('/')) {
    if (part === '' || part === '.' || part === '..')
      throw zipError(`the name ${quotedName} has an empty, "." or ".." segment`);
    if (/[. ]$/.test(part) || DEVICE_NAME.test(part))
      throw zipError(`the name ${quotedName} has a special meaning on some systems`);
    if (Buffer.byteLength(part) > limits.segmentBytes) throw zipError(`the name ${quotedName} … is too long`);
  }
}

/** The set of paths in one zip. */
interface NameSet {
  /**
   * Adds a path; a folder ends with a slash.
   * @throws PlinthError `plugin_zip_invalid` for duplicates and for two spellings of one name
   */
  add(name: string): void;
}

export function createNameSet(): NameSet {
  const entries = new Map<string, { spelling: string; kind: 'file' | 'folder' | 'implied' }>();

  function register(path: string, kind: 'file' | 'folder' | 'implied'): void {
    // File systems that ignore case or normalize Unicode treat these as the same file.
    const key = path.normalize('NFKC').toLowerCase().normalize('NFKC');
    const existing = entries.get(key);
    if (existing && existing.spelling !== path)
      throw zipError(
        `${JSON.stringify(existing.spelling)} and ${JSON.stringify(path)} are the same name on some systems`,
      );
    if (existing && (existing.kind === 'file') !== (kind === 'file'))
      throw zipError(`${JSON.stringify(path)} is both a file and a folder`);
    if (existing && kind !== 'implied' && existing.kind !== 'implied')
      throw zipError(`${JSON.stringify(path)} is included twice`);
    if (!existing || kind !== 'implied') entries.set(key, { spelling: path, kind });
  }

  return {
    add(name) {
      const parts = name.replace(/\/$/, '').split('/');
      for (let depth = 1; depth < parts.length; depth++) register(parts.slice(0, depth).join('/'), 'implied');
      register(parts.join('/'), name.endsWith('/') ? 'folder' : 'file');
    },
  };
}
