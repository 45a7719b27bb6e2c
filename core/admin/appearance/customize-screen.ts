import { type AdminPage, type FieldValues, isWpError, type PageRequest, type Reply } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { readFields } from '../../fields/index.js';
import { DEFAULT_BRANDING, FONTS } from '../../branding/index.js';
import { createRedirect, type ScreenReply } from '../screen-replies.js';
import { currentCspNonce } from '../../view/index.js';
import type { AdminDeps } from '../deps.js';
import { renderFields, listFieldErrors, type FieldFormState } from '../fields/render-fields.js';
import { nonceAction } from '../admin-urls.js';
import { toBrandingSettings, fontChoices, brandingSections, toFieldValues } from './branding-fields.js';
import { BRANDING_ROUTE } from './branding-route.js';
import { THEMES_SLUG } from './themes-screen.js';

const SLUG = 'customize.php';
/** The fields whose images can be uploaded with the form. */
const IMAGE_FIELDS = ['logo', 'icon'] as const;

/** The screen for logo, icon, colors, fonts and footer, with a live preview of the home page (`customize.php`). */
export function brandingScreen(deps: AdminDeps): AdminPage {
  const { attachments, branding, nonces, roles, views, siteUrl } = deps;
  const { __ } = deps.text;

  async function show(formState: FieldFormState): Promise<ScreenReply> {
    const sections = brandingSections(deps.text);
    const problems = listFieldErrors(
      sections.flatMap(({ fields }) => fields),
      formState.problems ?? {},
    );
    return {
      kind: 'page',
      title: __('Site style'),
      ...(problems.length > 0 ? { status: 422 } : {}),
      async content() {
        const samples = fontChoices(deps.text).map(({ value, label }) => ({ name: value, label }));
        const renderedSections: object[] = [];
        for (const { title, fields } of sections)
          renderedSections.push({
            title,
            fields: await renderFields(deps, fields, formState),
            samples: fields.some(({ key }) => key === 'font') ? samples : [],
          });
        return views.renderCore('admin/customize', {
          sections: renderedSections,
          problems,
          isSubmitted: formState.form !== undefined,
          fonts: FONTS,
          cspNonce: currentCspNonce(),
          fontFaces: branding.fontFaceRules(FONTS.map(({ name }) => name)),
          mayUpload: await roles.currentUserCan('upload_files'),
          homeUrl: `${siteUrl}/`,
          tryUrl: `${siteUrl}/wp-json/${BRANDING_ROUTE.namespace}${BRANDING_ROUTE.path}`,
          restNonce: nonces.wpCreateNonce('wp_rest'),
          nonceField: nonces.wpNonceField(nonceAction(SLUG)),
        });
      },
    };
  }

  /** Adds uploaded images to the media library and uses them as the selected images. */
  async function uploadImages(
    request: PageRequest,
  ): Promise<{ values: FieldValues; problems: Record<string, string> }> {
    const values: Record<string, number> = {};
    const problems: Record<string, string> = {};
    if (!(await roles.currentUserCan('upload_files'))) return { values, problems };
    for (const key of IMAGE_FIELDS) {
      const file = request.files.find(({ field, bytes }) => field === `new_${key}` && bytes.length > 0);
      if (!file) continue;
      const id = await attachments.mediaHandleUpload({ name: file.name, type: file.type, data: file.bytes });
      if (isWpError(id)) problems[key] = plainMessage(id, __);
      else if (await attachments.wpAttachmentIsImage(id)) values[key] = id;
      else {
        await attachments.wpDeleteAttachment(id, true);
        problems[key] = __('Choose an image.');
      }
    }
    return { values, problems };
  }

  async function save(request: PageRequest): Promise<Reply> {
    const stored = await branding.read();
    if (request.field('action') === 'reset') {
      await branding.write({ ...stored, branding: DEFAULT_BRANDING });
      return createRedirect(request, SLUG, {
        kind: 'success',
        text: __('Colors and fonts reset to defaults.'),
      });
    }
    const { values, problems } = await readFields(
      deps,
      brandingSections(deps.text).flatMap(({ fields }) => fields),
      request.form,
      toFieldValues(stored),
    );
    const upload = Object.keys(problems).length > 0 ? { values: {}, problems } : await uploadImages(request);
    if (Object.keys(upload.problems).length > 0)
      return show({ stored: toFieldValues(stored), form: request.form, problems: upload.problems });
    await branding.write(toBrandingSettings({ ...toFieldValues(stored), ...values, ...upload.values }));
    return createRedirect(request, SLUG, { kind: 'success', text: __('Style saved.') });
  }

  return {
    slug: SLUG,
    title: () => __('Site style'),
    menuTitle: () => __('Style'),
    capability: 'edit_theme_options',
    parent: THEMES_SLUG,
    position: 61,
    savesDraft: true,
    async handler(request): Promise<Reply> {
      const stored = toFieldValues(await branding.read());
      if (request.restored) return show({ stored, form: request.form });
      return request.method === 'POST' ? save(request) : show({ stored });
    },
  };
}
