import { PlinthError } from '../../api/index.js';
import { isPluginId } from '../manifest.js';
import { contentOf } from './unpack.js';
import type { ZippedFile } from './zip-contents.js';

/** Which plugin a zip holds, and where its files go inside the plugin's folder. */
interface Layout {
  readonly id: string;
  pathOf(name: string): string | undefined;
}

const MANIFEST = 'plugin.json';
const MANIFEST_BYTES = 64 * 1024;

/**
 * A plugin is packed as one folder, whose name is its id; or as the folder's content, and is then named after `textDomain`,
 * or else after the name, of its plugin.json.
 * @throws PlinthError `plugin_manifest_missing`, `plugin_manifest_invalid`
 */
export async function placeIn(files: readonly ZippedFile[]): Promise<Layout> {
  const own = files.filter((file) => !isClutter(file.name));
  const atRoot = own.find((file) => file.name === MANIFEST);
  if (atRoot) return { id: idIn(await textOf(atRoot)), pathOf: (name) => (isClutter(name) ? undefined : name) };
  const tops = [...new Set(own.map((file) => file.name.split('/')[0]))];
  const [top] = tops;
  if (tops.length !== 1 || !own.some((file) => file.name === `${top}/${MANIFEST}`)) {
    throw new PlinthError('plugin_manifest_missing', 'The zip holds no plugin: there must be one folder with plugin.json in it.', { cure: 'Pack the plugin’s folder itself.' });
  }
  if (!isPluginId(top)) {
    throw new PlinthError('plugin_manifest_invalid', `"${top}" cannot be a plugin’s name.`, { cure: 'Name the folder in the zip by lower-case letters, digits and hyphens.' });
  }
  return { id: top, pathOf: (name) => (isClutter(name) ? undefined : name.slice(top.length + 1)) };
}

/** What operating systems put into zips on their own account. */
function isClutter(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/.test(name);
}

async function textOf(file: ZippedFile): Promise<string> {
  if (file.size > MANIFEST_BYTES) throw new PlinthError('plugin_manifest_invalid', 'The plugin.json in the zip is too large.');
  return (await contentOf(file)).toString('utf8');
}

function idIn(text: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new PlinthError('plugin_manifest_invalid', `The plugin.json in the zip is not JSON: ${(cause as Error).message}.`, { cause });
  }
  const { textDomain, name } = (json ?? {}) as { textDomain?: unknown; name?: unknown };
  if (typeof textDomain === 'string' && isPluginId(textDomain)) return textDomain;
  const slug = typeof name === 'string' ? name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') : '';
  if (isPluginId(slug)) return slug;
  throw new PlinthError('plugin_manifest_invalid', 'The plugin.json in the zip has neither a text domain nor a name to call the plugin by.', { cure: 'Pack the plugin’s folder itself.' });
}
