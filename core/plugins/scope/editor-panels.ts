import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EditorPanel, PlinthError, type PluginManifest, type Undo } from '../../api/index.js';
import { fileVersion } from '../../view/index.js';
import { type ContextWrapper, wrapText, orElse } from '../isolation/attribution.js';
import type { Registries } from './registries.js';
import { validateText } from './page-replies.js';

interface PanelDeps {
  readonly manifest: PluginManifest;
  readonly folder: string;
  readonly assetsUrl: string;
  readonly registries: Registries;
  readonly wrap: ContextWrapper;
  trackUndo(step: Undo): Undo;
}

/** Creates the function that adds a plugin's panel to the editor. */
export function createAddPanel({
  manifest,
  folder,
  assetsUrl,
  registries,
  wrap,
  trackUndo,
}: PanelDeps): (panel: EditorPanel) => Undo {
  return (panel) => {
    const { id, title, script, render } = panel;
    if (!/^[\w-]+(?:\/[\w-]+)*\.m?js$/.test(script) || !existsSync(join(folder, 'assets', script))) {
      throw new PlinthError('editor_panel_invalid', `The script "${script}" of the panel "${id}" was not found.`, {
        hint: 'Use a .js file in the assets/ folder of the plugin, such as panel.js.',
      });
    }
    const renderText =
      render && wrap(`panel ${id}`, (...args: Parameters<typeof render>) => validateText(render.apply(panel, args)));
    const { undo, isNew } = registries.editorPanels.upsert(manifest.id, (editorPanel) => editorPanel.id, {
      ...panel,
      title: wrapText(title, `title of panel ${id}`, id, wrap),
      src: `${assetsUrl}/${script}?ver=${encodeURIComponent(fileVersion(join(folder, 'assets', script), manifest.version))}`,
      ...(renderText ? { render: (...args) => orElse('', () => renderText(...args)) } : {}),
    });
    return isNew ? trackUndo(undo) : undo;
  };
}
