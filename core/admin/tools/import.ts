import {
  type AdminPage,
  type BodyReply,
  type PageReply,
  type PageRequest,
  PlinthError,
  type PostType,
  type Reply,
} from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { FILE_MEGABYTES } from '../../http/index.js';
import { brokenWords, type ImportRecord, type LedgerEntry } from '../../wxr/index.js';
import { goTo, message } from '../answers.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../nonce-action.js';
import { authorField, kindField, readChoices } from './import-choices.js';
import { reportFile } from './import-report.js';

const SLUG = 'import.php';
const DOWNLOAD = 'download-import-report';
/** Accounts that can be chosen, and lines of a report that are shown. */
const MOST_ACCOUNTS = 500;
const MOST_SHOWN = 200;

/** Brings in what another site exported (`import.php`): looks at the file, asks what becomes of it, works in the background and reports. */
export function importScreen(deps: AdminDeps): AdminPage {
  const {
    content,
    imports,
    nonces,
    roles,
    users,
    views,
    text: { __ },
  } = deps;
  const nonceField = (): string => nonces.wpNonceField(nonceAction(SLUG));
  const states = {
    looked: __('Looked at'),
    running: __('Comes in'),
    stopped: __('Stopped'),
    done: __('Done'),
    failed: __('Stands'),
  };
  const tags = {
    looked: 'recommended',
    running: 'recommended',
    stopped: 'recommended',
    done: 'good',
    failed: 'critical',
  };

  const accounts = async () =>
    (await users.getUsers({ number: MOST_ACCOUNTS, orderby: 'display_name' })).users.map(
      ({ id, display_name, user_login, user_email }) => ({
        id,
        name: display_name === user_login ? user_login : `${display_name} (${user_login})`,
        login: user_login,
        email: user_email,
      }),
    );
  const types = (): PostType[] => content.getPostTypes({ showUi: true }).filter(({ name }) => name !== 'attachment');

  async function start(problem = ''): Promise<PageReply> {
    const [waiting, records] = [await imports.waiting(), await imports.list()];
    const data = {
      problem,
      folder: imports.folder,
      files: waiting.files,
      megabytes: FILE_MEGABYTES,
      nonceField: nonceField(),
      imports: records.map((one) => ({
        ...one,
        address: `${SLUG}?import=${one.id}`,
        stateText: states[one.state],
        tag: tags[one.state],
        title: one.survey.title || one.name,
        gone: one.state !== 'running',
      })),
    };
    return {
      kind: 'page',
      title: __('Import'),
      html: views.renderCore('admin/import', data),
      ...(problem === '' ? {} : { status: 400 }),
    };
  }

  async function show(record: ImportRecord, problem = ''): Promise<PageReply> {
    const data = record.state === 'looked' ? await choosing(record) : await progress(record);
    const view = record.state === 'looked' ? 'admin/import-look' : 'admin/import-report';
    return {
      kind: 'page',
      title: __('Import: %s', record.survey.title || record.name),
      html: views.renderCore(view, {
        ...data,
        id: record.id,
        name: record.name,
        title: record.survey.title || record.name,
        url: record.survey.url,
        problem: problem || record.problem,
        nonceField: nonceField(),
      }),
      ...(problem === '' ? {} : { status: 400 }),
    };
  }

  async function choosing({ survey }: ImportRecord): Promise<Record<string, unknown>> {
    const mayCreate = await roles.currentUserCan('create_users');
    const known = await accounts();
    const me = currentContext()?.userId ?? 0;
    const offered = types();
    return {
      comments: survey.comments,
      media: survey.media,
      problemCount: survey.problemCount,
      problems: survey.problems.map((one) => ({ about: one.about, text: brokenWords(deps.text, one) })),
      hasMore: survey.problemCount > survey.problems.length,
      products: survey.kinds.some(({ name, known: isKnown }) => name === 'product' && !isKnown),
      authors: survey.authors.map(({ login, name, email, items }, index) => {
        const same = known.find((one) => one.login === login || (email !== '' && one.email === email));
        const chosen = same ? String(same.id) : mayCreate ? 'create' : String(me);
        return {
          field: authorField(index),
          name,
          login,
          items,
          mayCreate,
          creates: chosen === 'create',
          accounts: known.map((one) => ({ ...one, selected: String(one.id) === chosen })),
        };
      }),
      kinds: survey.kinds.map(({ name, count, known: isKnown }, index) => ({
        field: kindField(index),
        name,
        count,
        isKnown,
        label: content.getPostTypeObject(name)?.label ?? name,
        // What WordPress keeps for itself is named, and never offered as something else.
        options: [
          ...(isKnown ? [{ value: name, label: __('As it is'), selected: true }] : []),
          { value: '', label: __('Leave it out'), selected: !isKnown },
          ...(isKnown
            ? []
            : offered.map((type) => ({ value: type.name, label: __('As: %s', __(type.label)), selected: false }))),
        ],
      })),
      taxonomies: survey.taxonomies.map((one) => ({ ...one, label: labelOf(one.name) })),
      sources: (await imports.waiting()).media,
    };
  }

  const labelOf = (taxonomy: string): string => {
    const known = content.getTaxonomy(taxonomy);
    return known ? __(known.labels.name) : taxonomy;
  };

  async function progress(record: ImportRecord): Promise<Record<string, unknown>> {
    const outcomes: Record<LedgerEntry['outcome'], string> = {
      made: __('New'),
      partly: __('New, in part'),
      there: __('There already'),
      left: __('Left out'),
      failed: __('Failed'),
    };
    const lines = await imports.report(record.id);
    const kinds = [...new Set(lines.map(({ kind }) => kind))];
    const count = (kind: string, outcome: string): number =>
      lines.find((line) => line.kind === kind && line.outcome === outcome)?.count ?? 0;
    const occurring = Object.entries(outcomes).filter(([outcome]) => lines.some((line) => line.outcome === outcome));
    const entries =
      record.state === 'running' ? [] : await imports.entries(record.id, { all: false, limit: MOST_SHOWN });
    return {
      running: record.state === 'running',
      failed: record.state === 'failed',
      stopped: record.state === 'stopped',
      done: record.done,
      total: record.total,
      percent: record.total > 0 ? Math.floor((record.done / record.total) * 100) : 0,
      outcomes: occurring.map(([, label]) => label),
      rows: kinds.map((kind) => ({
        label: kindLabel(kind),
        counts: occurring.map(([outcome, label]) => ({ label, count: count(kind, outcome) })),
      })),
      entries: entries.map((one) => ({
        ...one,
        label: kindLabel(one.kind),
        outcomeText: outcomes[one.outcome],
        tag: one.outcome === 'failed' ? 'critical' : 'recommended',
      })),
      isCut: entries.length === MOST_SHOWN,
      download: `${SLUG}?import=${record.id}&report=csv&_wpnonce=${encodeURIComponent(nonces.wpCreateNonce(DOWNLOAD))}`,
    };
  }

  function kindLabel(kind: string): string {
    if (kind === 'author') return __('Authors');
    if (kind === '' || kind === 'item') return __('Unreadable');
    const type = content.getPostTypeObject(kind);
    return type ? __(type.label) : labelOf(kind);
  }

  async function look(request: PageRequest): Promise<Reply> {
    const [file] = request.files.filter(({ field, bytes }) => field === 'import' && bytes.length > 0);
    const chosen = request.field('waiting');
    if (!file && chosen === '') return start(__('Choose the file that WordPress exported.'));
    try {
      const id = file
        ? await imports.take(file.bytes, file.name, request.userId)
        : await imports.lookAt(chosen, request.userId);
      return goTo(request, `${SLUG}?import=${id}`);
    } catch (error) {
      if (!(error instanceof PlinthError) || error.status >= 500) throw error;
      return start([__(error.message), __(error.cure)].join(' ').trim());
    }
  }

  async function begin(request: PageRequest, record: ImportRecord): Promise<Reply> {
    const mayCreate = await roles.currentUserCan('create_users');
    const choices = readChoices(
      request,
      record.survey,
      (await accounts()).map(({ id }) => id),
      types(),
    );
    if (!choices || (!mayCreate && Object.values(choices.authors).includes('create')))
      return show(record, __('An account or a kind that you chose is not there any more. Choose again.'));
    const media = request.field('media');
    const known = (await imports.waiting()).media.includes(media);
    if (!known && !['skip', 'fetch'].includes(media))
      return show(record, __('The folder that you chose is not there any more. Choose again.'));
    await imports.start(record.id, choices, known ? media : '');
    return goTo(request, `${SLUG}?import=${record.id}`, { kind: 'success', text: __('It goes on in the background.') });
  }

  async function change(request: PageRequest, id: number): Promise<Reply> {
    const record = await imports.get(id);
    if (!record) return message(404, __('There is no such import.'));
    switch (request.field('do')) {
      case 'start':
        return begin(request, record);
      case 'stop':
        return goTo(
          request,
          `${SLUG}?import=${id}`,
          (await imports.stop(id))
            ? { kind: 'success', text: __('It is stopped. What came in stays.') }
            : { kind: 'error', text: __('It does not run any more.') },
        );
      case 'go-on':
        await imports.goOn(id);
        return goTo(request, `${SLUG}?import=${id}`, { kind: 'success', text: __('It goes on in the background.') });
      default:
        await imports.forget(id);
        return goTo(request, SLUG, { kind: 'success', text: __('Its report is deleted; what came in stays.') });
    }
  }

  async function report(request: PageRequest, id: number): Promise<BodyReply | PageReply> {
    if (nonces.wpVerifyNonce(request.field('_wpnonce'), DOWNLOAD) === false)
      return message(403, __('The link you followed has expired. Go back, reload the page and try again.'));
    return reportFile(imports, id);
  }

  return {
    slug: SLUG,
    title: () => __('Import'),
    capability: 'import',
    parent: 'site-health.php',
    async handler(request): Promise<Reply> {
      const id = Number(request.field('import_id') || request.url.searchParams.get('import')) || 0;
      if (request.method === 'POST') return id > 0 ? change(request, id) : look(request);
      if (id === 0) return start();
      if (request.url.searchParams.get('report') === 'csv') return report(request, id);
      const record = await imports.get(id);
      return record ? show(record) : message(404, __('There is no such import.'));
    },
  };
}
