import {
  type AdminPage,
  type BodyReply,
  type ExportArgs,
  isWpError,
  type PageReply,
  type PageRequest,
  type Reply,
} from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import type { ScreenReply } from '../screen-replies.js';
import { nonceAction } from '../admin-urls.js';

const SLUG = 'export.php';
const MONTH = /^(?:\d{4}-(?:0[1-9]|1[0-2]))?$/;
const MAX_ACCOUNTS = 500;

/** The screen that exports content as a WordPress export file (`export.php`). */
export function exportScreen(deps: AdminDeps): AdminPage {
  const {
    audit,
    content,
    exports,
    hooks,
    nonces,
    users,
    views,
    text: { __ },
  } = deps;

  const types = (): { name: string; label: string }[] =>
    exports.types().flatMap((name) => {
      const type = content.getPostTypeObject(name);
      return type && (type.showUi || name === 'attachment') ? [{ name, label: __(type.label) }] : [];
    });
  const statuses = (): { name: string; label: string }[] =>
    content.getPostStati({ internal: false }).map(({ name, label }) => ({ name, label: __(label) }));

  async function loadFormData(request: PageRequest, problem: string): Promise<object> {
    const categories = await content.getTerms({ taxonomy: 'category', hide_empty: false });
    const { users: authors } = await users.getUsers({
      number: MAX_ACCOUNTS,
      orderby: 'display_name',
      has_published_posts: true,
    });
    const isSelected =
      (name: string) =>
      (value: string | number): boolean =>
        request.field(name) === String(value);
    return {
      problem,
      start: request.field('start_date'),
      end: request.field('end_date'),
      nonceField: nonces.wpNonceField(nonceAction(SLUG)),
      all: request.field('content') === '' || request.field('content') === 'all',
      types: types().map((option) => ({ ...option, selected: isSelected('content')(option.name) })),
      authors: authors.map(({ id, display_name: name }) => ({ id, name, selected: isSelected('author')(id) })),
      categories: (isWpError(categories) ? [] : categories).map(({ term_id: id, name }) => ({
        id,
        name,
        selected: isSelected('category')(id),
      })),
      statuses: statuses().map((option) => ({ ...option, selected: isSelected('status')(option.name) })),
    };
  }

  function show(request: PageRequest, problem = ''): PageReply {
    const reply: ScreenReply = {
      kind: 'page',
      title: __('Export'),
      ...(problem === '' ? {} : { status: 400 }),
      // As in WordPress, the form's options are queried while it is rendered.
      async content() {
        const data = await loadFormData(request, problem);
        await hooks.doAction('export_filters');
        return views.renderCore('admin/export', data);
      },
    };
    return reply;
  }

  async function createExportFile(request: PageRequest): Promise<Reply> {
    const [start, end] = [request.field('start_date').trim(), request.field('end_date').trim()];
    if (!MONTH.test(start) || !MONTH.test(end))
      return show(request, __('Enter months as year-month, such as 2024-05.'));
    if (start !== '' && end !== '' && end < start) return show(request, __('The end month is before the start month.'));
    const contentType = request.field('content') || 'all';
    const args: ExportArgs = {
      content: exports.types().includes(contentType) ? contentType : 'all',
      author: Number(request.field('author')) || 0,
      category: contentType === 'post' ? Number(request.field('category')) || 0 : 0,
      start_date: start,
      end_date: end,
      status: statuses().some(({ name }) => name === request.field('status')) ? request.field('status') : '',
    };
    const name = await exports.fileName();
    await audit.record(
      { action: 'data.exported', subject: { kind: 'content', id: args.content, title: name } },
      { required: true },
    );
    const reply: BodyReply = {
      kind: 'body',
      type: 'text/xml; charset=utf-8',
      body: exports.file(args),
      headers: { 'Content-Disposition': `attachment; filename="${name}"`, 'Content-Description': 'File Transfer' },
    };
    return reply;
  }

  return {
    slug: SLUG,
    title: () => __('Export'),
    capability: 'export',
    parent: 'site-health.php',
    handler: async (request) => (request.method === 'POST' ? createExportFile(request) : show(request)),
  };
}
