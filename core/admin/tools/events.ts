import { type AdminPage, type CronEvent, type Reply, toUtcString } from '../../api/index.js';
import { createRedirect } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

const SLUG = 'events.php';

/** The screen that lists scheduled events and background jobs. */
export function eventsScreen(deps: AdminDeps): AdminPage {
  const { cron, views, nonces, hooks } = deps;
  const { __ } = deps.text;
  const keyOf = (event: CronEvent): string => `${event.hook}|${event.timestamp}|${JSON.stringify(event.args)}`;

  async function handleAction(action: string, key: string, job: number): Promise<boolean> {
    if (action === 'retry') return cron.retryJob(job);
    const event = (await cron.getCronEvents()).find((candidate) => keyOf(candidate) === key);
    if (!event) return false;
    if (action === 'run') await hooks.doAction(event.hook, ...event.args);
    else if (action === 'delete')
      return (await cron.wpUnscheduleEvent(event.timestamp, event.hook, event.args)) === true;
    return action === 'run';
  }

  return {
    slug: SLUG,
    title: () => __('Scheduled events'),
    capability: 'manage_options',
    parent: 'site-health.php',
    async handler(request): Promise<Reply> {
      if (request.method === 'POST') {
        const done = await handleAction(request.field('action'), request.field('event'), Number(request.field('job')));
        return createRedirect(
          request,
          SLUG,
          done ? { kind: 'success', text: __('Done.') } : { kind: 'error', text: __('This item no longer exists.') },
        );
      }
      const schedules = await cron.wpGetSchedules();
      const events = await cron.getCronEvents();
      const now = Date.now() / 1000;
      const scheduleLabels: Readonly<Record<string, string>> = {
        hourly: __('Once Hourly'),
        twicedaily: __('Twice Daily'),
        daily: __('Once Daily'),
        weekly: __('Once Weekly'),
      };
      const states = {
        waiting: __('Pending'),
        running: __('Running'),
        done: __('Done'),
        dead: __('Failed'),
        held: __('On hold'),
      };
      const data = {
        events: [...events]
          .sort((a, b) => a.timestamp - b.timestamp)
          .map((event) => ({
            key: keyOf(event),
            hook: event.hook,
            args: event.args.length > 0 ? JSON.stringify(event.args) : '',
            nextRunAt: toUtcString(event.timestamp * 1000),
            late: event.timestamp < now - 600,
            recurrence:
              event.schedule === false
                ? __('Once')
                : (scheduleLabels[event.schedule] ?? schedules[event.schedule]?.display ?? event.schedule),
          })),
        jobs: (await cron.getJobs({ limit: 50 })).map((job) => ({
          ...job,
          stateText: states[job.state],
          canRetry: job.state === 'dead' || job.state === 'held',
          percent: job.total > 0 ? Math.round((job.progress / job.total) * 100) : 0,
        })),
        nonceField: nonces.wpNonceField(nonceAction(SLUG)),
      };
      return { kind: 'page', title: __('Scheduled events'), html: views.renderCore('admin/events', data) };
    },
  };
}
