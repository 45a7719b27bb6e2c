import type { FieldBox, FormFields, MetaBoxContext, Post } from '../../api/index.js';
import { escapeText, captureAction } from '../../document/index.js';
import { resolveText } from '../../fields/index.js';
import { metaBoxes } from '../../plugins/index.js';
import type { AdminDeps } from '../deps.js';
import { renderBoxes, readStoredFields, type Subject } from '../fields/index.js';

const CONTEXTS: readonly MetaBoxContext[] = ['normal', 'advanced', 'side'];

/** What plugins add to the editor's form. */
export interface EditorParts {
  /**
   * Returns the output of plugins around the form's fields and their meta boxes, by position; evaluated when the form
   * is rendered.
   * @param permalink returns the entry's URL; called only where it is needed
   * @param text the entry's content, which plugins may filter for display
   */
  render(permalink: () => Promise<string>, text: string): Promise<Readonly<Record<string, string>>>;
}

/** Registers the meta boxes of plugins (`add_meta_boxes`) before anything is rendered. */
export async function collectEditorParts(deps: Pick<AdminDeps, 'hooks' | 'text'>, post: Post): Promise<EditorParts> {
  const { hooks } = deps;
  await hooks.doAction('add_meta_boxes', post.post_type, post);
  await hooks.doAction(`add_meta_boxes_${post.post_type}`, post);
  for (const context of CONTEXTS) await hooks.doAction('do_meta_boxes', post.post_type, context, post);
  const print = async (action: string): Promise<string> => captureAction(hooks, action, post);
  return {
    async render(permalink, text) {
      const attributes = await print('post_edit_form_tag');
      const top = await print('edit_form_top');
      const placeholder = await hooks.applyFilters('enter_title_here', deps.text.__('Add title'), post);
      const beforePermalink = await print('edit_form_before_permalink');
      const url = await permalink();
      const afterTitle = await print('edit_form_after_title');
      const mediaButtons = await captureAction(hooks, 'media_buttons', 'content');
      const editorContent = await hooks.applyFilters('the_editor_content', text, 'block');
      const afterEditor = await print('edit_form_after_editor');
      const submitTop = await print(post.post_type === 'page' ? 'submitpage_box' : 'submitpost_box');
      const minor = await print('post_submitbox_minor_actions');
      const misc = await print('post_submitbox_misc_actions');
      const start = await print('post_submitbox_start');
      const side = await renderMetaBoxes(post, 'side');
      const normal = await renderMetaBoxes(post, 'normal');
      const below = await print(post.post_type === 'page' ? 'edit_page_form' : 'edit_form_advanced');
      const advanced = await renderMetaBoxes(post, 'advanced');
      const end = await print('dbx_post_sidebar');
      return {
        permalink: url,
        text: editorContent,
        formAttributes: attributes,
        top,
        placeholder,
        beforePermalink,
        afterTitle,
        mediaButtons,
        afterEditor,
        submitTop,
        submitParts: minor + misc + start,
        side,
        boxes: normal + below + advanced,
        end,
      };
    },
  };
}

async function renderMetaBoxes(post: Post, context: MetaBoxContext): Promise<string> {
  const boxes = metaBoxes().filter(
    (box) =>
      (box.context ?? 'advanced') === context &&
      (box.screen === undefined || [box.screen].flat().includes(post.post_type)),
  );
  const htmlParts: string[] = [];
  for (const box of boxes) {
    const id = escapeText(box.id);
    htmlParts.push(
      `<section class="panel" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escapeText(box.title)}</h2>${await box.callback(post)}</section>`,
    );
  }
  return htmlParts.join('\n');
}

/**
 * Returns the editor panels of plugins as rendered HTML: their content without scripts, and the URLs of their scripts.
 */
export async function renderEditorPanels(
  { plugins, roles }: Pick<AdminDeps, 'plugins' | 'roles'>,
  post: Post,
): Promise<string> {
  const htmlParts: string[] = [];
  for (const { owner, value: panel } of plugins.registries.editorPanels.all()) {
    if (panel.types && !panel.types.includes(post.post_type)) continue;
    if (panel.capability !== undefined && !(await roles.currentUserCan(panel.capability))) continue;
    const id = escapeText(`panel-${owner}-${panel.id}`);
    const html = (await panel.render?.(post)) ?? '';
    htmlParts.push(
      `<section class="panel editor-panel" id="${id}" aria-labelledby="${id}-title" data-editor-panel="${escapeText(panel.src)}"><h2 id="${id}-title">${escapeText(resolveText(panel.title))}</h2><div data-panel-body>${html}</div></section>`,
    );
  }
  return htmlParts.join('\n');
}

/** Returns the field boxes of an entry's form as rendered HTML, by position. */
export async function renderFieldBoxes(
  deps: AdminDeps,
  boxes: readonly FieldBox[],
  subject: Subject,
  form: FormFields | undefined,
  problems: Readonly<Record<string, string>> | undefined,
): Promise<{ readonly side: string; readonly normal: string }> {
  const formState = {
    stored: await readStoredFields(deps, boxes, subject),
    ...(form ? { form } : {}),
    ...(problems ? { problems } : {}),
  };
  const isSideBox = (box: FieldBox): boolean => 'position' in box && box.position === 'side';
  return {
    side: await renderBoxes(deps, boxes.filter(isSideBox), formState),
    normal: await renderBoxes(
      deps,
      boxes.filter((box) => !isSideBox(box)),
      formState,
    ),
  };
}
