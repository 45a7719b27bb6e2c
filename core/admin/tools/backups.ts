import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { AdminPage, BodyReply, Notice, PageReply, PageRequest, Reply } from '../../api/index.js';
import { createContext, runInContext, SCHEDULED_CONTEXT } from '../../context/index.js';
import { createRedirect, messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

export const BACKUPS_SLUG = 'backups.php';
const DOWNLOAD = 'download-backup';

/** Limits of the form's numbers. */
const LIMITS = { hour: [0, 23], days: [1, 60], weeks: [0, 52], months: [0, 60] } as const;

/** The screen that lists backups, creates one on demand, and sets the nightly schedule. */
export function backupsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;

  return {
    slug: BACKUPS_SLUG,
    title: () => __('Backups'),
    capability: 'manage_options',
    parent: 'site-health.php',
    async handler(request): Promise<Reply> {
      if (request.method !== 'POST') {
        const name = request.url.searchParams.get('download');
        return name === null ? show(deps, request) : download(deps, request, name);
      }
      return request.field('action') === 'save'
        ? saveSchedule(deps, request)
        : createRedirect(request, BACKUPS_SLUG, await handlePost(deps, request));
    },
  };
}

async function show(
  deps: AdminDeps,
  request: PageRequest,
  problems: Readonly<Record<string, string>> = {},
): Promise<PageReply> {
  const { backups, heldJobs, nonces } = deps;
  const { __ } = deps.text;
  const isRejected = Object.keys(problems).length > 0;
  const [settings, last, job, next, heldCount, shelved] = await Promise.all([
    backups.settings(),
    backups.last(),
    backups.current(),
    backups.next(),
    heldJobs.count(),
    backups.store.list(),
  ]);
  const labels = { days: __('Days'), weeks: __('Weeks'), months: __('Months') };
  const states = { good: __('Verified'), unverified: __('Not verified'), damaged: __('Damaged') };
  const kinds = { manual: __('Manual'), nightly: __('Nightly'), '': '–' };
  const fieldValue = (field: keyof typeof LIMITS): string =>
    isRejected ? request.field(field) : String(settings[field]);
  const nonce = encodeURIComponent(nonces.wpCreateNonce(DOWNLOAD));
  const data = {
    folder: backups.store.folder,
    nightly: isRejected ? request.field('nightly') === '1' : settings.nightly,
    hour: fieldValue('hour'),
    hourProblem: problems.hour ?? '',
    hours: Array.from({ length: 24 }, (_, hour) => ({
      value: String(hour),
      label: `${String(hour).padStart(2, '0')}:00`,
      selected: String(hour) === fieldValue('hour'),
    })),
    retentionFields: (['days', 'weeks', 'months'] as const).map((name) => ({
      name,
      label: labels[name],
      value: fieldValue(name),
      min: LIMITS[name][0],
      max: LIMITS[name][1],
      problem: problems[name] ?? '',
    })),
    refused: isRejected,
    next: next === false ? '' : new Date(next * 1000).toISOString(),
    last: last && { ...last, size: formatSize(last.bytes), kindText: kinds[last.kind] },
    job: job && { progress: job.progress, total: job.total, waiting: job.state === 'waiting' },
    heldCount: heldCount,
    backups: shelved.map((backup) => ({
      ...backup,
      size: formatSize(backup.bytes),
      stateText: states[backup.state],
      kindText: kinds[backup.kind],
      tag: { good: 'good', unverified: 'recommended', damaged: 'critical' }[backup.state],
      download: `${BACKUPS_SLUG}?download=${encodeURIComponent(backup.name)}&_wpnonce=${nonce}`,
    })),
    nonceField: nonces.wpNonceField(nonceAction(BACKUPS_SLUG)),
  };
  return {
    kind: 'page',
    title: __('Backups'),
    html: deps.views.renderCore('admin/backups', data),
    ...(isRejected ? { status: 400 } : {}),
  };
}

async function saveSchedule(deps: AdminDeps, request: PageRequest): Promise<Reply> {
  const { backups } = deps;
  const { __ } = deps.text;
  const problems = Object.entries(LIMITS).filter(
    ([field, [min, max]]) =>
      !/^\d{1,3}$/.test(request.field(field)) ||
      Number(request.field(field)) < min ||
      Number(request.field(field)) > max,
  );
  if (problems.length > 0)
    return show(
      deps,
      request,
      Object.fromEntries(
        problems.map(([field, [min, max]]) => [field, __('Enter a whole number from %d to %d.', min, max)]),
      ),
    );
  const number = (field: keyof typeof LIMITS): number => Number(request.field(field));
  await backups.save({
    nightly: request.field('nightly') === '1',
    hour: number('hour'),
    days: number('days'),
    weeks: number('weeks'),
    months: number('months'),
  });
  return createRedirect(request, BACKUPS_SLUG, { kind: 'success', text: __('Settings saved.') });
}

async function handlePost(deps: AdminDeps, request: PageRequest): Promise<Notice> {
  const { backups, heldJobs } = deps;
  const { __ } = deps.text;
  const [action, name] = [request.field('action'), request.field('name')];
  switch (action) {
    case 'create':
    case 'verify': {
      if (action === 'verify' && (await backups.store.file(name)) === undefined)
        return { kind: 'error', text: __('This item no longer exists.') };
      const isQueued = await backups.request(action === 'create' ? 'manual' : { verify: name });
      if (!isQueued) return { kind: 'error', text: __('A backup is already being created.') };
      // Runs in the background.
      void runInContext(createContext(SCHEDULED_CONTEXT), () => backups.runDue()).catch(() => undefined);
      return { kind: 'success', text: __('Running in the background.') };
    }
    case 'delete':
      return (await backups.store.remove(name))
        ? { kind: 'success', text: __('Backup deleted.') }
        : { kind: 'error', text: __('This item no longer exists.') };
    case 'release':
      await heldJobs.release();
      return { kind: 'success', text: __('Jobs on hold resumed.') };
    case 'discard':
      await heldJobs.discard();
      return { kind: 'success', text: __('Jobs on hold discarded.') };
    default:
      return { kind: 'error', text: __('Unknown action.') };
  }
}

async function download(deps: AdminDeps, request: PageRequest, name: string): Promise<Reply> {
  const { backups, nonces } = deps;
  const { __ } = deps.text;
  if (nonces.wpVerifyNonce(request.field('_wpnonce'), DOWNLOAD) === false)
    return messageScreen(403, __('The link you followed has expired. Go back, reload the page, and try again.'));
  const file = await backups.store.file(name);
  if (file === undefined) return messageScreen(404, __('This backup doesn’t exist.'));
  await deps.audit.record(
    { action: 'data.exported', subject: { kind: 'backup', id: 'database', title: name } },
    { required: true },
  );
  return fileReply(file, name);
}

/**
 * Returns the notice shown on every screen if the last backup failed or if work of a restored backup awaits
 * confirmation; empty otherwise.
 */
export async function backupsNotice({
  backups,
  heldJobs,
  text: { __, _n },
}: Pick<AdminDeps, 'backups' | 'heldJobs' | 'text'>): Promise<string> {
  const [last, heldCount] = [await backups.last(), await heldJobs.count()];
  return [
    last?.good === false ? __('The last backup failed: %s', last.problem) : '',
    heldCount > 0
      ? _n(
          '%d job from the restored backup is on hold; it may be an email.',
          '%d jobs from the restored backup are on hold; some may be emails.',
          heldCount,
        )
      : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

async function fileReply(file: string, name: string): Promise<BodyReply> {
  const { size } = await stat(file);
  return {
    kind: 'body',
    type: 'application/zip',
    body: createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>,
    headers: {
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Encoding': 'identity',
    },
  };
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

function formatSize(bytes: number): string {
  const unitIndex = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** unitIndex).toPrecision(3))} ${UNITS[unitIndex]}`;
}
