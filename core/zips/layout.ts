import { PlinthError } from '../api/index.js';
import { parseJsonFile } from '../formatting/text/parse-json-file.js';
import { readContent } from './unpack.js';
import type { ZippedFile } from './zip-contents.js';

/** The type of content that a zip is expected to have. */
export interface ArchiveType {
  readonly kind: 'plugin' | 'theme';
  /** The file that identifies its folder. */
  readonly manifest: string;
  isId(name: string): boolean;
}

/** The id of a zip's content, and where its files go inside the folder of that name. */
interface Layout {
  readonly id: string;
  pathOf(name: string): string | undefined;
}

/** Maximum size of the manifest, in bytes. */
const MAX_MANIFEST_BYTES = 64 * 1024;

/**
 * Determines the layout of a zip. A plugin or theme is packed as one folder, whose name is its id; or as the folder's
 * content, with the id taken from `textDomain` in the manifest, or else from its name.
 * @throws PlinthError `plugin_manifest_not_found`, `plugin_manifest_invalid`, and the same of themes
 */
export async function resolveLayout(
  files: readonly ZippedFile[],
  { kind: entity, manifest, isId }: ArchiveType,
): Promise<Layout> {
  const contentFiles = files.filter((file) => !isSystemFile(file.name));
  const rootManifest = contentFiles.find((file) => file.name === manifest);
  if (rootManifest)
    return {
      id: readId(await readManifestText(rootManifest, entity, manifest), { kind: entity, manifest, isId }),
      pathOf: (name) => (isSystemFile(name) ? undefined : name),
    };
  const topFolders = [...new Set(contentFiles.map((file) => file.name.replace(/\/.*/s, '')))];
  const [topFolder = ''] = topFolders;
  if (topFolders.length !== 1 || !contentFiles.some((file) => file.name === `${topFolder}/${manifest}`)) {
    throw new PlinthError(
      `${entity}_manifest_not_found`,
      `The zip does not contain a ${entity}: it must have one folder with ${manifest} in it.`,
      { hint: `Zip the ${entity}’s folder itself.` },
    );
  }
  if (!isId(topFolder)) {
    throw new PlinthError(`${entity}_manifest_invalid`, `"${topFolder}" is not a valid ${entity} name.`, {
      hint: 'Name the folder in the zip with lowercase letters, digits and hyphens only.',
    });
  }
  return { id: topFolder, pathOf: (name) => (isSystemFile(name) ? undefined : name.slice(topFolder.length + 1)) };
}

/** Whether an entry was added to the zip by an operating system. */
function isSystemFile(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/.test(name);
}

async function readManifestText(file: ZippedFile, entity: string, manifest: string): Promise<string> {
  if (file.size > MAX_MANIFEST_BYTES)
    throw new PlinthError(`${entity}_manifest_invalid`, `The ${manifest} in the zip is too large.`);
  return (await readContent(file)).toString('utf8');
}

function readId(text: string, { kind: entity, manifest, isId }: ArchiveType): string {
  let json: unknown;
  try {
    json = parseJsonFile(text);
  } catch (cause) {
    throw new PlinthError(
      `${entity}_manifest_invalid`,
      `The ${manifest} in the zip is not valid JSON: ${(cause as Error).message}.`,
      { cause },
    );
  }
  const { textDomain, name } = (json ?? {}) as { textDomain?: unknown; name?: unknown };
  if (typeof textDomain === 'string' && isId(textDomain)) return textDomain;
  const slug =
    typeof name === 'string'
      ? name
          .normalize('NFKD')
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-+|-+$/g, '')
      : '';
  if (isId(slug)) return slug;
  throw new PlinthError(
    `${entity}_manifest_invalid`,
    `The ${manifest} in the zip has no text domain or name that can be used as the ${entity}’s folder name.`,
    { hint: `Zip the ${entity}’s folder itself.` },
  );
}
