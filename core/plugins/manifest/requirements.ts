import semver from 'semver';
import { PlinthError, type PluginManifest, type TranslationApi, WpError } from '../../api/index.js';

/** The versions of Plinth and Node.js that run the plugins. */
export interface HostVersions {
  readonly core: string;
  readonly node: string;
}

const SEMVER_OPTIONS = { includePrerelease: true };

/**
 * Checks whether a plugin requires another version of Plinth or of Node.js.
 * @returns PlinthError `plugin_core_version`, `plugin_node_version`
 */
export function hostMismatch(manifest: PluginManifest, { core, node }: HostVersions): PlinthError | undefined {
  if (!semver.satisfies(core, manifest.requiresCore, SEMVER_OPTIONS)) {
    return new PlinthError(
      'plugin_core_version',
      `"${manifest.name}" requires Plinth ${manifest.requiresCore}; this is ${core}.`,
      {
        hint: 'Update Plinth, or install a version of the plugin made for this one.',
        status: 400,
      },
    );
  }
  if (!semver.satisfies(node, manifest.requiresNode, SEMVER_OPTIONS)) {
    return new PlinthError(
      'plugin_node_version',
      `"${manifest.name}" requires Node.js ${manifest.requiresNode}; this is ${node}.`,
      {
        hint: 'Update Node.js, or install a version of the plugin made for this one.',
        status: 400,
      },
    );
  }
  return undefined;
}

/**
 * Returns why a plugin cannot run here, if it cannot.
 * @returns PlinthError as from {@link hostMismatch}, `plugin_dependency_not_found`, `plugin_dependency_version`
 */
export function unmetRequirement(
  manifest: PluginManifest,
  versions: HostVersions,
  active: ReadonlyMap<string, PluginManifest>,
): PlinthError | undefined {
  const mismatch = hostMismatch(manifest, versions);
  if (mismatch) return mismatch;
  for (const [id, range] of Object.entries(manifest.requiresPlugins)) {
    const other = active.get(id);
    if (!other) {
      return new PlinthError(
        'plugin_dependency_not_found',
        `"${manifest.name}" requires the plugin "${id}", which is not active.`,
        {
          hint: `Activate "${id}" first.`,
          status: 400,
        },
      );
    }
    if (!semver.satisfies(other.version, range, SEMVER_OPTIONS)) {
      return new PlinthError(
        'plugin_dependency_version',
        `"${manifest.name}" requires "${id}" ${range}, but ${other.version} is active.`,
        {
          hint: `Update "${id}".`,
          status: 400,
        },
      );
    }
  }
  return undefined;
}

/**
 * Returns the error for an owner who activates a plugin that requires another version of Plinth or Node.js.
 * @returns WpError `plugin_wp_incompatible`, `plugin_node_incompatible`, `plugin_wp_node_incompatible`
 * (`validate_plugin_requirements`)
 */
export function incompatibilityError(
  { name, requiresCore, requiresNode }: PluginManifest,
  { core, node }: HostVersions,
  { __ }: Pick<TranslationApi, '__'>,
): WpError | undefined {
  const [coreFits, nodeFits] = [
    semver.satisfies(core, requiresCore, SEMVER_OPTIONS),
    semver.satisfies(node, requiresNode, SEMVER_OPTIONS),
  ];
  if (coreFits && nodeFits) return undefined;
  const [requiredCore, requiredNode] = [shortenRange(requiresCore), shortenRange(requiresNode)];
  const update = `<p><a href="https://nodejs.org/en/download">${__('Learn more about updating Node.js')}</a>.</p>`;
  if (nodeFits) {
    const message = __(
      'Current Plinth version (%1$s) does not meet minimum requirements for %2$s. The plugin requires Plinth %3$s.',
      core,
      name,
      requiredCore,
    );
    return new WpError('plugin_wp_incompatible', `<p><strong>Error:</strong> ${message}</p>`);
  }
  if (coreFits) {
    const errorText = __(
      'Current Node.js version (%1$s) does not meet minimum requirements for %2$s. The plugin requires Node.js %3$s.',
      node,
      name,
      requiredNode,
    );
    return new WpError('plugin_node_incompatible', `<p><strong>Error:</strong> ${errorText}</p>${update}`);
  }
  const bothText = __(
    'Current Plinth (%1$s) and Node.js (%2$s) versions do not meet minimum requirements for %3$s. The plugin requires Plinth %4$s and Node.js %5$s.',
    core,
    node,
    name,
    requiredCore,
    requiredNode,
  );
  return new WpError('plugin_wp_node_incompatible', `<p><strong>Error:</strong> ${bothText}</p>${update}`);
}

/** Shortens ">=2.0" to "2.0"; any other range is returned as written. */
function shortenRange(range: string): string {
  return /^\s*>=\s*([\w.-]+)\s*$/.exec(range)?.[1] ?? range;
}
