import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { PersonalDataErasers, PersonalDataExporters } from '../../core/api/index.js';
import { readZip, ZIP_LIMITS } from '../../core/zips/index.js';
import { allEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const EMAIL = 'ann@example.com';
const EXPORT = '/wp-admin/export-personal-data.php';
const ERASE = '/wp-admin/erase-personal-data.php';

describe.each(allEngines)('personal data requests (%s)', (engine) => {
  let test: TestSite;
  let admin: Visitor;
  const emails: { to: unknown; text?: string }[] = [];

  beforeAll(async () => {
    test = await bootSite({ engine });
    admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    test.site.hooks.addFilter('pre_wp_mail', (_none, email) => (emails.push(email), true), 10, 2);
    await test.inContext(async () => {
      const { content } = test.site;
      const post = Number(await content.wpInsertPost({ post_title: 'Talk', post_status: 'publish' }));
      for (let index = 0; index < 120; index++)
        await content.wpInsertComment({
          comment_post_id: post,
          comment_author: 'Ann',
          comment_author_email: EMAIL,
          comment_author_ip: '192.0.2.7',
          comment_content: `Words <b>${index}</b>`,
          comment_approved: index % 2 === 0 ? '1' : 'spam',
        });
    });
  }, 60_000);
  afterAll(() => test?.close());

  const lastLink = (): string => /(\/wp-login\.php\?\S+)/.exec(emails.at(-1)?.text ?? '')?.[1] ?? '';
  /** Submits a form of a screen with its hidden fields. */
  const submit = async (path: string, fields: Record<string, string>): ReturnType<Visitor['post']> => {
    await admin.get(path);
    return admin.post(path, fields);
  };
  const requestOf = (link: string): number => Number(new URLSearchParams(link.split('?')[1]).get('request_id'));
  const statusOf = async (id: number): Promise<string> =>
    test.inContext(async () => {
      const request = await test.site.privacy.requests.wpGetUserRequest(id);
      return request ? request.status : '';
    });
  const runJobs = (): Promise<unknown> => test.inContext(() => test.site.cron.runJobs());
  /** The screen has started the job, so it may already be running. */
  const finished = async (id: number): Promise<void> => {
    for (let attempt = 0; attempt < 400 && (await statusOf(id)) !== 'request-completed'; attempt++) {
      await runJobs();
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };

  it('export all pages of all exporters once, after confirmation by email', async () => {
    const undo = test.site.hooks.addFilter(
      'wp_privacy_personal_data_exporters',
      (exporters): PersonalDataExporters => ({
        ...exporters,
        shop: {
          exporter_friendly_name: 'Shop',
          callback: (email, page) => ({
            data: [
              {
                group_id: 'orders',
                group_label: 'Orders <all>',
                item_id: `order-${page}`,
                data: [
                  { name: 'Number', value: page },
                  { name: 'Of', value: email },
                ],
              },
            ],
            done: page === 3,
          }),
        },
      }),
    );
    const response = await submit(EXPORT, {
      action: 'add_export_personal_data_request',
      username_or_email_for_privacy_request: EMAIL,
      send_confirmation_email: '1',
    });
    expect([response.status, response.html]).toEqual([200, expect.stringContaining(EMAIL)]);
    expect(emails.at(-1)).toMatchObject({ to: EMAIL });
    const link = lastLink();
    const id = requestOf(link);
    // A second request for the same person is rejected while the first is pending.
    expect(
      (
        await submit(EXPORT, {
          action: 'add_export_personal_data_request',
          username_or_email_for_privacy_request: EMAIL,
          send_confirmation_email: '1',
        })
      ).status,
    ).toBe(400);

    const person = visitor(test.url);
    expect((await person.get(link)).html).toContain('<form');
    expect(await statusOf(id)).toBe('request-pending');
    expect((await person.get(link.replace(/confirm_key=[^&]+/, 'confirm_key=wrong'))).status).toBe(400);
    const confirmed: number[] = [];
    const undoHeard = test.site.hooks.addAction(
      'user_request_action_confirmed',
      (requestId) => void confirmed.push(requestId),
    );
    const key = new URLSearchParams(link.split('?')[1]).get('confirm_key') ?? '';
    await person.post('/wp-login.php?action=confirmaction', { request_id: String(id), confirm_key: key });
    undoHeard();
    expect([await statusOf(id), confirmed]).toEqual(['request-confirmed', [id]]);
    expect((await person.get(link)).status).toBe(400);

    await submit(EXPORT, { action: 'fulfill', 'request_id[]': String(id) });
    await finished(id);
    undo();
    expect(await statusOf(id)).toBe('request-completed');
    const file = await fetch(test.url + lastLink());
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const zipped = Buffer.from(await file.arrayBuffer());
    const files = await readZip(zipped, ZIP_LIMITS);
    expect(files.map(({ name }) => name).sort()).toEqual(['export.json', 'index.html']);
    const text = (fileName: string): string => {
      const found = files.find(({ name }) => name === fileName);
      return found ? (found.deflated ? inflateRawSync(found.packed) : found.packed).toString() : '';
    };
    const { groups } = JSON.parse(text('export.json')) as {
      groups: Record<string, { items: Record<string, unknown[]> }>;
    };
    expect([Object.keys(groups.comments?.items ?? {}).length, Object.keys(groups.orders?.items ?? {})]).toEqual([
      120,
      ['order-1', 'order-2', 'order-3'],
    ]);
    expect(text('index.html')).toContain('Orders &lt;all&gt;');
    expect(text('index.html')).not.toContain('<b>1</b>');
    expect(
      (await fetch(`${test.url}/wp-login.php?action=personaldata&request_id=${id}&confirm_key=wrong`)).status,
    ).toBe(404);
    const written = await admin.get(EXPORT);
    expect(written.html).toContain(`download=${id}`);
  });

  it('delete expired exports only', async () => {
    const undo = test.site.hooks.addFilter('wp_privacy_export_expiration', () => -1);
    const id = await test.inContext(async () =>
      Number(
        await test.site.privacy.api.wpCreateUserRequest('bob@example.com', 'export_personal_data', {}, 'confirmed'),
      ),
    );
    await submit(EXPORT, { action: 'fulfill', 'request_id[]': String(id) });
    await finished(id);
    undo();
    const folder = join(test.site.config.dataDir, 'personal-data');
    const others = readdirSync(folder).filter((name) => !name.startsWith(`personal-data-${id}-`));
    expect(others.join()).toContain('personal-data-');
    expect([await statusOf(id), readdirSync(folder).length > others.length]).toEqual(['request-completed', true]);
    expect((await fetch(test.url + lastLink())).status).toBe(404);
    await test.inContext(() => test.site.privacy.fulfillment.prune());
    expect(readdirSync(folder)).toEqual(others);
  });

  it('erase personal data after confirmation and report what is retained', async () => {
    const restoreSnapshot = test.site.hooks.addFilter(
      'wp_anonymize_comment',
      (may, comment) =>
        (comment as { comment_content: string }).comment_content.includes('<b>7</b>') ? 'Evidence in a dispute.' : may,
      10,
      2,
    );
    const erasedPages: number[] = [];
    const undo = test.site.hooks.addFilter('wp_privacy_personal_data_erasers', (erasers): PersonalDataErasers => ({
      ...erasers,
      shop: {
        eraser_friendly_name: 'Shop',
        callback: (_email, page) => (
          erasedPages.push(page),
          { items_removed: 1, items_retained: true, messages: ['Invoices stay for five years.'], done: page === 2 }
        ),
      },
    }));
    const erased: number[] = [];
    const undoErased = test.site.hooks.addAction(
      'wp_privacy_personal_data_erased',
      (requestId) => void erased.push(requestId),
    );
    const id = await test.inContext(async () =>
      Number(await test.site.privacy.api.wpCreateUserRequest(EMAIL, 'remove_personal_data')),
    );
    // Data is not erased before the request is confirmed.
    await submit(ERASE, { action: 'fulfill', 'request_id[]': String(id) });
    await runJobs();
    expect([await statusOf(id), erasedPages]).toEqual(['request-pending', []]);
    await submit(ERASE, { action: 'confirm', 'request_id[]': String(id) });
    await submit(ERASE, { action: 'fulfill', 'request_id[]': String(id) });
    await finished(id);
    for (const done of [undo, restoreSnapshot, undoErased]) done();
    expect([await statusOf(id), erasedPages, erased]).toEqual(['request-completed', [1, 2], [id]]);
    const left = await test.inContext(() =>
      test.site.content.queryComments({ author_email: EMAIL, status: 'any', type: 'all' }),
    );
    expect(left.comments.map((comment) => comment.comment_content)).toEqual(['Words <b>7</b>']);
    const { html } = await admin.get(ERASE);
    expect(html).toContain('Evidence in a dispute.');
    expect(html).toContain('Invoices stay for five years.');
    expect(emails.at(-1)?.to).toBe(EMAIL);
  });

  it('stay confirmed and show the error when an exporter fails', async () => {
    let fails = true;
    const undo = test.site.hooks.addFilter(
      'wp_privacy_personal_data_exporters',
      (exporters): PersonalDataExporters => ({
        ...exporters,
        broken: {
          exporter_friendly_name: 'Broken',
          callback: () => {
            if (fails) throw new Error('no table');
            return { data: [], done: true };
          },
        },
      }),
    );
    const id = await test.inContext(async () =>
      Number(
        await test.site.privacy.api.wpCreateUserRequest('eve@example.com', 'export_personal_data', {}, 'confirmed'),
      ),
    );
    await test.inContext(() => test.site.privacy.fulfillment.enqueue(id));
    await runJobs();
    expect((await admin.get(EXPORT)).html).toContain('no table');
    expect(await statusOf(id)).toBe('request-confirmed');
    fails = false;
    await test.inContext(() => test.site.privacy.fulfillment.enqueue(id));
    await runJobs();
    undo();
    expect(await statusOf(id)).toBe('request-completed');
  });

  it('return 403 to users without permission', async () => {
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'writer',
        user_pass: 'a long writer password',
        user_email: 'writer@example.com',
        role: 'editor',
      }),
    );
    const writer = visitor(test.url);
    await writer.logIn('writer', 'a long writer password');
    expect([(await writer.get(EXPORT)).status, (await writer.get(ERASE)).status]).toEqual([403, 403]);
  });
});
