import type { HookApi } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { escapeText } from '../../document/index.js';
import type { Asset } from './asset.js';
import type { Assets, AssetGroup } from './assets.js';
import { findAsset } from './asset-list.js';
import { type Attributes, inlineScriptTag, inlineStyleTag, encodeJson, scriptTag } from './tags.js';

type Filters = Pick<HookApi, 'applyFilters' | 'hasFilter'>;

/** The scripts and styles of a page as HTML. */
export interface PrintedAssets {
  readonly head: string;
  readonly footer: string;
}

/** Returns the nonce that allows inline code in the response. */
export function currentCspNonce(): string {
  return (currentContext()?.memo.get('cspNonce') as string | undefined) ?? '';
}

/**
 * Renders the assets of a page, in WordPress's order and with its filters (`script_loader_src`, `script_loader_tag`,
 * `style_loader_src`, `style_loader_tag`,
 * `wp_script_attributes`, `wp_inline_script_attributes`, `script_module_data_{id}`).
 * @param theme returns the theme's own assets, which come first
 */
export async function printAssets(
  hooks: Filters,
  assets: Assets,
  group: AssetGroup,
  theme: (kind: 'style' | 'script') => readonly Asset[] = () => [],
): Promise<PrintedAssets> {
  const head: string[] = [];
  const footer: string[] = [];
  for (const style of [...theme('style'), ...assets.collect('style', group)])
    head.push(...(await styleLines(hooks, assets, style)));
  const scripts = [...theme('script'), ...assets.collect('script', group)];
  const blocking = blockingScripts(scripts, assets);
  const late = footerScripts(scripts);
  for (const script of scripts)
    (late.has(script) ? footer : head).push(...(await scriptLines(hooks, assets, script, blocking.has(script))));
  head.push(...(await moduleLines(hooks, assets, group)));
  return { head: head.join('\n'), footer: footer.join('\n') };
}

async function styleLines(hooks: Filters, assets: Assets, { handle, src, options }: Asset): Promise<string[]> {
  const lines: string[] = [];
  const media = options.media ?? 'all';
  const href = src === '' ? '' : await hooks.applyFilters('style_loader_src', src, handle);
  if (href !== '') {
    const tag = `<link rel="stylesheet" id="${escapeText(handle)}-css" href="${escapeText(href)}"${media === 'all' ? '' : ` media="${escapeText(media)}"`}>`;
    lines.push(await hooks.applyFilters('style_loader_tag', tag, handle, href, media));
  }
  const rules = assets
    .listInline('style', handle)
    .map(({ code }) => code)
    .join('\n');
  if (rules !== '') lines.push(inlineStyleTag(rules, `${handle}-inline-css`, currentCspNonce()));
  return lines;
}

async function scriptLines(
  hooks: Filters,
  assets: Assets,
  { handle, src, options }: Asset,
  isBlocking: boolean,
): Promise<string[]> {
  const inlineCode = assets.listInline('script', handle);
  const inlineCodeAt = (position: string): string =>
    inlineCode
      .filter((script) => script.position === position)
      .map(({ code }) => code)
      .join('\n');
  const lines: string[] = [];
  const inline = (suffix: string, code: string): Promise<string[]> =>
    inlineLines(hooks, code, `${handle}-js-${suffix}`);
  lines.push(...(await inline('extra', inlineCodeAt('data'))));
  lines.push(...(await inline('before', inlineCodeAt('before'))));
  const filteredSrc = src === '' ? '' : await hooks.applyFilters('script_loader_src', src, handle);
  if (filteredSrc !== '') {
    const strategy = isBlocking ? {} : { [options.strategy === 'async' ? 'async' : 'defer']: true };
    const attributes = await hooks.applyFilters<Attributes>('wp_script_attributes', {
      src: filteredSrc,
      id: `${handle}-js`,
      nonce: currentCspNonce(),
      ...strategy,
    });
    lines.push(await hooks.applyFilters('script_loader_tag', scriptTag(attributes), handle, filteredSrc));
  }
  lines.push(...(await inline('after', inlineCodeAt('after'))));
  return lines;
}

async function inlineLines(hooks: Filters, code: string, id: string): Promise<string[]> {
  return code === '' ? [] : [await inlineTag(hooks, code, { id })];
}

/** Renders an inline script, after plugins have filtered its attributes. */
async function inlineTag(hooks: Filters, code: string, attributes: Attributes): Promise<string> {
  return inlineScriptTag(
    code,
    await hooks.applyFilters<Attributes>(
      'wp_inline_script_attributes',
      { ...attributes, nonce: currentCspNonce() },
      code,
    ),
  );
}

/** Returns the blocking scripts: those with inline code after them, which needs them, and their dependencies. */
function blockingScripts(scripts: readonly Asset[], assets: Assets): ReadonlySet<Asset> {
  const out = new Set<Asset>();
  const addWithDependencies = (script: Asset): void => {
    if (out.has(script)) return;
    out.add(script);
    for (const handle of script.options.deps ?? []) {
      const other = findAsset(scripts, handle, script.owner);
      if (other) addWithDependencies(other);
    }
  };
  for (const script of scripts)
    if (
      script.options.strategy === 'blocking' ||
      assets.listInline('script', script.handle).some(({ position }) => position === 'after')
    )
      addWithDependencies(script);
  return out;
}

/** Returns the scripts for the end of the page, except dependencies of those in the head. */
function footerScripts(scripts: readonly Asset[]): ReadonlySet<Asset> {
  const out = new Set(scripts.filter(({ options }) => options.inFooter));
  const moveDependenciesToHead = (script: Asset): void => {
    for (const handle of script.options.deps ?? []) {
      const other = findAsset(scripts, handle, script.owner);
      if (other && out.delete(other)) moveDependenciesToHead(other);
    }
  };
  for (const script of scripts) if (!out.has(script)) moveDependenciesToHead(script);
  return out;
}

/** Renders the import map, the modules of the page, and their data. */
async function moduleLines(hooks: Filters, assets: Assets, group: AssetGroup): Promise<string[]> {
  const modules = assets.collect('module', group);
  if (modules.length === 0) return [];
  const known = assets.listRegistered('module');
  const imported = importedModules(modules, known);
  const lines: string[] = [];
  if (imported.length > 0) {
    const imports = Object.fromEntries(imported.map(({ handle, src }) => [handle, src]));
    lines.push(await inlineTag(hooks, encodeJson({ imports }), { type: 'importmap', id: 'wp-importmap' }));
  }
  for (const { handle, src, owner } of modules) {
    const isEntry = assets.isEnqueued('module', handle, owner);
    if (isEntry) lines.push(scriptTag({ type: 'module', src, id: `${handle}-js-module`, nonce: currentCspNonce() }));
    else lines.push(`<link rel="modulepreload" href="${escapeText(src)}" id="${escapeText(handle)}-js-modulepreload">`);
  }
  for (const { handle } of [...modules, ...imported.filter((importedModule) => !modules.includes(importedModule))]) {
    const data = await hooks.applyFilters<Readonly<Record<string, unknown>>>(`script_module_data_${handle}`, {});
    if (Object.keys(data).length > 0)
      lines.push(
        inlineScriptTag(encodeJson(data), { type: 'application/json', id: `wp-script-module-data-${handle}` }),
      );
  }
  return lines;
}

/** Returns everything that modules import, statically or dynamically. */
function importedModules(modules: readonly Asset[], known: readonly Asset[]): readonly Asset[] {
  const out = new Set<Asset>();
  const visit = ({ options, owner, dynamic = [] }: Asset): void => {
    for (const id of [...(options.deps ?? []), ...dynamic]) {
      const other = findAsset(known, id, owner);
      if (!other || out.has(other)) continue;
      out.add(other);
      visit(other);
    }
  };
  for (const module of modules) visit(module);
  return [...out];
}
