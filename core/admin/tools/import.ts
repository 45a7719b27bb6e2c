import {
  type AdminPage,
  type BodyReply,
  type PageReply,
  type PageRequest,
  PlinthError,
  type Reply,
} from '../../api/index.js';
import { FILE_MEGABYTES } from '../../http/index.js';
import type { ImportRecord } from '../../wxr/index.js';
import { createRedirect, messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';
import {
  readChoices,
  listAccounts,
  loadImportOptions,
  DOWNLOAD,
  loadProgress,
  SLUG,
  listTypes,
} from './import-data.js';
import { reportFile } from './import-report.js';

const TAGS = {
  checked: 'recommended',
  running: 'recommended',
  stopped: 'recommended',
  done: 'good',
  failed: 'critical',
} as const;

/**
 * The import screen (`import.php`): scans the file, asks for options, imports in the background and reports the result.
 */
export function importScreen(deps: AdminDeps): AdminPage {
  const {
    imports,
    text: { __ },
  } = deps;

  return {
    slug: SLUG,
    title: () => __('Import'),
    capability: 'import',
    parent: 'site-health.php',
    async handler(request): Promise<Reply> {
      const id = Number(request.field('import_id') || request.url.searchParams.get('import')) || 0;
      if (request.method === 'POST') return id > 0 ? handleImportAction(deps, request, id) : inspectFile(deps, request);
      if (id === 0) return showStart(deps);
      if (request.url.searchParams.get('report') === 'csv') return report(deps, request, id);
      const record = await imports.get(id);
      return record ? show(deps, record) : messageScreen(404, __('This import doesn’t exist.'));
    },
  };
}

async function showStart(deps: AdminDeps, problem = ''): Promise<PageReply> {
  const { imports, views } = deps;
  const { __ } = deps.text;
  const states = {
    checked: __('Checked'),
    running: __('Importing'),
    stopped: __('Stopped'),
    done: __('Done'),
    failed: __('Interrupted'),
  };
  const [waiting, records] = [await imports.listFiles(), await imports.list()];
  const data = {
    problem,
    folder: imports.folder,
    files: waiting.files,
    megabytes: FILE_MEGABYTES,
    nonceField: deps.nonces.wpNonceField(nonceAction(SLUG)),
    imports: records.map((importRecord) => ({
      ...importRecord,
      url: `${SLUG}?import=${importRecord.id}`,
      stateText: states[importRecord.state],
      tag: TAGS[importRecord.state],
      title: importRecord.preview.title || importRecord.name,
      isDeletable: importRecord.state !== 'running',
    })),
  };
  return {
    kind: 'page',
    title: __('Import'),
    html: views.renderCore('admin/import', data),
    ...(problem === '' ? {} : { status: 400 }),
  };
}

async function show(deps: AdminDeps, record: ImportRecord, problem = ''): Promise<PageReply> {
  const { views } = deps;
  const { __ } = deps.text;
  const data = record.state === 'checked' ? await loadImportOptions(deps, record) : await loadProgress(deps, record);
  const view = record.state === 'checked' ? 'admin/import-preflight' : 'admin/import-report';
  return {
    kind: 'page',
    title: __('Import: %s', record.preview.title || record.name),
    html: views.renderCore(view, {
      ...data,
      id: record.id,
      name: record.name,
      title: record.preview.title || record.name,
      url: record.preview.url,
      problem: problem || record.error,
      nonceField: deps.nonces.wpNonceField(nonceAction(SLUG)),
    }),
    ...(problem === '' ? {} : { status: 400 }),
  };
}

async function inspectFile(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { imports } = deps;
  const { __ } = deps.text;
  const [file] = request.files.filter(({ field, bytes }) => field === 'import' && bytes.length > 0);
  const waitingFile = request.field('waiting');
  if (!file && waitingFile === '') return showStart(deps, __('Choose a WordPress export file.'));
  try {
    const id = file
      ? await imports.addUpload(file.bytes, file.name, request.userId)
      : await imports.addFromFolder(waitingFile, request.userId);
    return createRedirect(request, `${SLUG}?import=${id}`);
  } catch (error) {
    if (!(error instanceof PlinthError) || error.status >= 500) throw error;
    return showStart(deps, [__(error.message), __(error.hint)].join(' ').trim());
  }
}

async function startImport(deps: AdminDeps, request: PageRequest, record: ImportRecord): Promise<Reply> {
  const { imports, roles } = deps;
  const { __ } = deps.text;
  const mayCreate = await roles.currentUserCan('create_users');
  const choices = readChoices(
    request,
    record.preview,
    (await listAccounts(deps.users)).map(({ id }) => id),
    listTypes(deps.content),
  );
  if (!choices || (!mayCreate && Object.values(choices.authors).includes('create')))
    return show(deps, record, __('A selected account or type no longer exists. Choose again.'));
  const media = request.field('media');
  const isKnownFolder = (await imports.listFiles()).media.includes(media);
  if (!isKnownFolder && !['skip', 'fetch'].includes(media))
    return show(deps, record, __('The selected folder no longer exists. Choose again.'));
  await imports.start(record.id, choices, isKnownFolder ? media : '');
  return createRedirect(request, `${SLUG}?import=${record.id}`, {
    kind: 'success',
    text: __('Running in the background.'),
  });
}

async function handleImportAction(deps: AdminDeps, request: PageRequest, id: number): Promise<Reply> {
  const { imports } = deps;
  const { __ } = deps.text;
  const record = await imports.get(id);
  if (!record) return messageScreen(404, __('This import doesn’t exist.'));
  switch (request.field('do')) {
    case 'start':
      return startImport(deps, request, record);
    case 'stop':
      return createRedirect(
        request,
        `${SLUG}?import=${id}`,
        (await imports.stop(id))
          ? { kind: 'success', text: __('Import stopped. Imported content is kept.') }
          : { kind: 'error', text: __('The import is no longer running.') },
      );
    case 'resume':
      await imports.resume(id);
      return createRedirect(request, `${SLUG}?import=${id}`, {
        kind: 'success',
        text: __('Running in the background.'),
      });
    default:
      await imports.remove(id);
      return createRedirect(request, SLUG, { kind: 'success', text: __('Report deleted. Imported content is kept.') });
  }
}

async function report(deps: AdminDeps, request: PageRequest, id: number): Promise<BodyReply | PageReply> {
  const { imports, nonces } = deps;
  const { __ } = deps.text;
  if (nonces.wpVerifyNonce(request.field('_wpnonce'), DOWNLOAD) === false)
    return messageScreen(403, __('The link you followed has expired. Go back, reload the page, and try again.'));
  return reportFile(imports, id);
}
