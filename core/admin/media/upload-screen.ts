import { type AdminPage, isWpError, type PageRequest, type RedirectReply, type Reply } from '../../api/index.js';
import { INSUFFICIENT_STORAGE, isStorageFailure } from '../../uploads/index.js';
import { createRedirect } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { uploadFormData, MAX_FILES, UPLOAD_SLUG } from './drop-form.js';
import { LIBRARY_SLUG } from './library.js';

/**
 * The screen that uploads files to the library (`media-new.php`): several at once, with a progress bar where scripts
 * run.
 */
export function uploadScreen(deps: AdminDeps): AdminPage {
  const { attachments, hooks, views } = deps;
  const { __, _n } = deps.text;

  async function show(problem = ''): Promise<string> {
    await hooks.doAction('pre-upload-ui');
    await hooks.doAction('post-upload-ui');
    return views.renderCore('admin/media-new', {
      problem,
      drop: { ...uploadFormData(deps), isPanel: true },
    });
  }

  async function storeFiles(request: PageRequest): Promise<Reply> {
    const files = request.files
      .filter(({ field }) => field === 'async-upload' || field === 'async-upload[]')
      .slice(0, MAX_FILES);
    const problems: string[] = [];
    let storedCount = 0;
    let isStorageFull = false;
    for (const { name, type, bytes } of files) {
      const id = await attachments.mediaHandleUpload(
        { name, type, data: bytes },
        Number(request.field('post_id')) || 0,
      );
      if (!isWpError(id)) storedCount += 1;
      else {
        problems.push(`${name}: ${__(id.getErrorMessage())}`);
        isStorageFull ||= isStorageFailure(id.getErrorCode());
      }
    }
    if (files.length === 0) problems.push(__('Choose at least one file.'));
    if (storedCount === 0)
      return {
        kind: 'page',
        title: __('Upload files'),
        status: isStorageFull ? INSUFFICIENT_STORAGE : 400,
        html: await show(problems.join(' ')),
      };
    const reply = createRedirect(request, LIBRARY_SLUG, {
      kind: 'success',
      text: _n('%d file uploaded.', '%d files uploaded.', storedCount),
    });
    return withStatus302(
      problems.length === 0
        ? reply
        : createRedirect(request, LIBRARY_SLUG, { kind: 'error', text: problems.join(' ') }),
    );
  }

  return {
    slug: UPLOAD_SLUG,
    title: () => __('Upload files'),
    menuTitle: () => __('Upload'),
    capability: 'upload_files',
    parent: LIBRARY_SLUG,
    async handler(request): Promise<Reply> {
      return request.method === 'POST'
        ? storeFiles(request)
        : { kind: 'page', title: __('Upload files'), html: await show() };
    },
  };
}

/** Redirects to the library with status 302, as WordPress clients expect. */
function withStatus302(reply: RedirectReply): RedirectReply {
  return { ...reply, status: 302 };
}
