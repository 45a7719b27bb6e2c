import { createHash } from 'node:crypto';
import {
  definePlugin,
  isWpError,
  subnetOf,
  type PageRequest,
  type PluginScope,
  type Reply,
  type UploadedFile,
  toUtcString,
} from 'plinth';

const TYPE = 'form_message';
const CAPABILITY = 'manage_form_messages';
const PATH = '/write-to-us/';
const NONCE = 'forms_kit';
const CLEANUP_EVENT = 'forms-kit/delete_old';
/** A hidden field that only bots fill in. */
const HONEYPOT = 'form_website';
/** Minimum seconds in which a person can fill in the form. */
const MIN_SECONDS = 3;
const MAX_MESSAGES = 5;
const HOUR = 3600;
/** Maximum bytes of a file; the other fields of the form need a little more. */
const MAX_BYTES = 8 * 1024 * 1024;
const TYPES = { 'jpg|jpeg': 'image/jpeg', png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' };
const STATUSES = ['private', 'publish', 'draft', 'pending', 'trash'];

interface SubmittedForm {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  /** Signed time at which the form was rendered. */
  readonly renderedAt: string;
}
/** Errors by field; `form` is for errors of the form as a whole. */
type Problems = Partial<Record<'form' | 'name' | 'email' | 'message' | 'file', string>>;
type Settings = ReturnType<typeof addSettings>;

function addSettings({ addSettingsPage, __ }: PluginScope) {
  return addSettingsPage({
    slug: 'forms-kit',
    title: () => __('Contact form'),
    description: () => __('The form is shown at /write-to-us/ and wherever you insert [contact_form].'),
    sections: [
      {
        fields: [
          {
            key: 'forms_kit_to',
            type: 'email',
            label: () => __('Recipient'),
            help: () => __('Leave empty to use the site’s email address.'),
          },
          {
            key: 'forms_kit_days',
            type: 'number',
            label: () => __('Days before messages are deleted'),
            min: 1,
            max: 3650,
            default: 180,
            required: true,
          },
        ],
      },
    ],
  });
}

/** Messages are non-public entries, in a list of their own for users who may read them. */
function addMessages(scope: PluginScope): void {
  const { __, escHtml, escUrl } = scope;
  const postCapabilities = [
    'edit_posts',
    'edit_others_posts',
    'edit_private_posts',
    'edit_published_posts',
    'delete_posts',
    'delete_others_posts',
    'delete_private_posts',
    'delete_published_posts',
    'read_private_posts',
    'publish_posts',
  ];
  scope.registerPostType(TYPE, {
    public: false,
    showUi: true,
    menuIcon: 'mail',
    supports: ['title', 'editor'],
    labels: { name: __('Messages'), singular_name: __('Message') },
    capabilityType: TYPE,
    mapMetaCap: true,
    capabilities: {
      ...Object.fromEntries(postCapabilities.map((name) => [name, CAPABILITY])),
      create_posts: 'do_not_allow',
    },
  });
  scope.addFields({
    objectType: 'post',
    types: [TYPE],
    title: () => __('Sender'),
    fields: [
      { key: 'form_email', type: 'email', label: () => __('Email') },
      { key: 'form_file', type: 'media', label: () => __('File') },
    ],
  });
  scope.addFilter('manage_form_message_posts_columns', (columns) => ({
    ...columns,
    form_email: escHtml(__('Email')),
    form_file: escHtml(__('File')),
  }));
  scope.addAction(
    'manage_form_message_posts_custom_column',
    async (column, id, out) => {
      if (column === 'form_email') out.push(escHtml(await emailOf(scope, id)));
      const url = column === 'form_file' ? await scope.wpGetAttachmentUrl(await fileOf(scope, id)) : false;
      if (url !== false) out.push(`<a href="${escUrl(url)}">${escHtml(__('Open'))}</a>`);
    },
    10,
    3,
  );
  // Deleting a message deletes its file too.
  scope.addAction(
    'before_delete_post',
    async (id, { post_type: type }) => {
      if (type === TYPE) await deleteFile(scope, id);
    },
    10,
    2,
  );
}

async function emailOf(scope: PluginScope, id: number): Promise<string> {
  const email = await scope.getPostMeta(id, 'form_email', true);
  return typeof email === 'string' ? email : '';
}

const fileOf = async (scope: PluginScope, id: number): Promise<number> =>
  scope.absint(await scope.getPostMeta(id, 'form_file', true));

async function deleteFile(scope: PluginScope, id: number): Promise<void> {
  const file = await fileOf(scope, id);
  if (file > 0) await scope.wpDeleteAttachment(file, true);
}

async function remove(scope: PluginScope, ids: readonly { readonly id: number }[]): Promise<number> {
  for (const { id } of ids) {
    await deleteFile(scope, id);
    await scope.wpDeletePost(id, true);
  }
  return ids.length;
}

const signTime = (scope: PluginScope, seconds: number): string =>
  `${seconds}.${scope.wpHash(`form rendered at ${seconds}`)}`;
const now = (): number => Math.floor(Date.now() / 1000);

/** Returns the seconds since the form was rendered; undefined for an invalid signature. */
function ageOf(scope: PluginScope, stamp: string): number | undefined {
  const seconds = Number.parseInt(stamp, 10);
  return Number.isSafeInteger(seconds) && signTime(scope, seconds) === stamp ? now() - seconds : undefined;
}

function renderForm(
  scope: PluginScope,
  submitted: Partial<SubmittedForm> = {},
  problems: Problems = {},
): Promise<string> {
  // Each form contains the second in which it was rendered.
  scope.cache.bypass();
  scope.useAsset('forms-kit');
  const stamp =
    submitted.renderedAt !== undefined && ageOf(scope, submitted.renderedAt) !== undefined
      ? submitted.renderedAt
      : signTime(scope, now());
  return scope.render('form', {
    ...submitted,
    renderedAt: stamp,
    problems,
    errors: Object.values(problems),
    action: scope.homeUrl(PATH),
    honeypot: HONEYPOT,
    nonceField: scope.wpNonceField(NONCE),
  });
}

function readForm(scope: PluginScope, request: PageRequest): SubmittedForm {
  return {
    name: scope.sanitizeTextField(request.field('form_name')).slice(0, 100),
    email: request.field('form_email').trim().toLowerCase().slice(0, 100),
    // Browsers submit line breaks as CRLF.
    message: scope.sanitizeTextareaField(request.field('form_message').replace(/\r\n?/g, '\n')).slice(0, 5000),
    renderedAt: request.field('form_rendered_at').slice(0, 100),
  };
}

async function problemsOf(
  scope: PluginScope,
  request: PageRequest,
  { name, email, message, renderedAt: stamp }: SubmittedForm,
  file: UploadedFile | undefined,
): Promise<Problems> {
  const { __ } = scope;
  const problems: Problems = {};
  if (!request.verifyNonce(NONCE)) problems.form = __('This page has expired. Please submit the form again.');
  else if ((ageOf(scope, stamp) ?? 0) < MIN_SECONDS)
    problems.form = __('Please wait a moment and submit the form again.');
  if (name === '') problems.name = __('Enter your name.');
  if (scope.isEmail(email) === false) problems.email = __('Enter a complete email address, such as name@example.com.');
  if (message === '') problems.message = __('Enter a message.');
  if (file && file.bytes.length > MAX_BYTES)
    problems.file = __('The file is too large. The limit is %d MB.', MAX_BYTES / 1024 / 1024);
  // The file's bytes determine its type, not its name.
  else if (file && (await scope.wpCheckFiletypeAndExt(file.bytes, file.name, TYPES)).type === false)
    problems.file = __('Only images (JPEG, PNG, WebP) and PDF files are allowed.');
  return problems;
}

/**
 * Stores a message with its file, both or neither.
 * @returns the error; empty for none
 */
async function storeMessage(
  scope: PluginScope,
  { name, email, message }: SubmittedForm,
  file: UploadedFile | undefined,
): Promise<string> {
  const failed = scope.__('The message could not be saved. Please try again in a moment.');
  const id = await scope.wpInsertPost(
    {
      post_type: TYPE,
      post_status: 'private',
      post_title: name,
      post_content: message,
      meta_input: { form_email: email },
    },
    true,
  );
  if (isWpError(id)) {
    scope.log.error('a message could not be saved', { code: id.getErrorCode() });
    return failed;
  }
  // Attached to a private entry, the file is only shown to users who may read that entry.
  const stored = file && (await scope.mediaHandleUpload({ name: file.name, type: file.type, data: file.bytes }, id));
  if (isWpError(stored)) {
    await scope.wpDeletePost(id, true);
    scope.log.warn('a submitted file was rejected', { code: stored.getErrorCode() });
    return stored.getErrorMessage() || failed;
  }
  if (stored !== undefined) await scope.updatePostMeta(id, 'form_file', stored);
  return '';
}

async function notifyOwner(
  scope: PluginScope,
  settings: Settings,
  { name, email, message }: SubmittedForm,
): Promise<void> {
  const to = (await settings.values()).forms_kit_to || String(await scope.getOption('admin_email', ''));
  const text = `${message}\n\n${name} <${email}>\n${scope.adminUrl(`edit.php?post_type=${TYPE}`)}`;
  if (!(await scope.mail({ to, replyTo: email, subject: () => scope.__('Message from %s', name), text })))
    scope.log.warn('the email about a message could not be sent; the message was saved');
}

async function receive(scope: PluginScope, settings: Settings, request: PageRequest): Promise<Reply> {
  const submitted = readForm(scope, request);
  const rejectForm = async (problems: Problems, status: number, retryAfter = 0): Promise<Reply> => ({
    ...page(scope, await renderForm(scope, submitted, problems)),
    status,
    ...(retryAfter > 0 ? { headers: { 'Retry-After': String(retryAfter) } } : {}),
  });
  const thanks = (): Reply => {
    scope.addNotice(request, 'success', scope.__('Thank you. Your message has been sent.'));
    return { kind: 'redirect', status: 303, location: PATH };
  };
  // A bot must not learn that it was detected.
  if (request.field(HONEYPOT) !== '') return thanks();
  // An empty file field is sent as an empty file.
  const file = request.files.find(({ field, bytes }) => field === 'form_file' && bytes.length > 0);
  const problems = await problemsOf(scope, request, submitted, file);
  if (Object.keys(problems).length > 0) return rejectForm(problems, 422);
  // IP addresses are personal data, so a hash is counted.
  const sender = createHash('sha256').update(subnetOf(request.ip)).digest('hex');
  const { allowed, retryAfter } = await scope.consumeRateLimit(`forms-kit:${sender}`, MAX_MESSAGES, HOUR);
  if (!allowed)
    return rejectForm({ form: scope.__('Too many messages. Please try again in an hour.') }, 429, retryAfter);
  const storageError = await storeMessage(scope, submitted, file);
  if (storageError !== '') return rejectForm({ form: storageError }, 422);
  await notifyOwner(scope, settings, submitted);
  return thanks();
}

const page = (scope: PluginScope, html: string): Reply & { readonly kind: 'page' } => ({
  kind: 'page',
  title: scope.__('Contact us'),
  html: `<h1>${scope.escHtml(scope.__('Contact us'))}</h1>${html}`,
});

/** Adds commands that export and erase the data about a person (GDPR art. 15 and 17). */
function addCommands(scope: PluginScope): void {
  const findMessages = (email = '') =>
    scope.getPosts({
      post_type: TYPE,
      post_status: STATUSES,
      posts_per_page: -1,
      meta_key: 'form_email',
      meta_value: email.trim().toLowerCase(),
    });
  scope.addCommand({
    name: 'forms-kit export <email>',
    description: 'Export the messages from an email address',
    async run([email], _options, output) {
      output.rows(
        (await findMessages(email)).map(({ post_date_gmt: time, post_title: name, post_content: message }) => ({
          time: time ?? '',
          name,
          message,
        })),
        ['time', 'name', 'message'],
      );
    },
  });
  scope.addCommand({
    name: 'forms-kit erase <email>',
    description: 'Delete the messages from an email address, including their files',
    async run([email], _options, output) {
      const count = await remove(scope, await findMessages(email));
      output.line(scope._n('%d message was deleted.', '%d messages were deleted.', count));
    },
  });
}

export default definePlugin({
  async activate(scope) {
    if ((await scope.wpNextScheduled(CLEANUP_EVENT)) === false)
      await scope.wpScheduleEvent(now() + HOUR, 'daily', CLEANUP_EVENT);
  },

  boot(scope) {
    const settings = addSettings(scope);
    addMessages(scope);
    addCommands(scope);
    scope.enqueueStyle('forms-kit', 'form.css', { onDemand: true });
    scope.addShortcode('contact_form', () => renderForm(scope));
    scope.registerFrontRoute({
      path: PATH,
      maxBytes: MAX_BYTES + 256 * 1024,
      handler: async (request) =>
        request.method === 'POST' ? receive(scope, settings, request) : page(scope, await renderForm(scope)),
    });
    scope.addAction(CLEANUP_EVENT, async () => {
      const days = (await settings.values()).forms_kit_days ?? 180;
      const old = { column: 'post_date_gmt', before: toUtcString(Date.now() - days * 24 * HOUR * 1000) };
      // The rest is deleted the next day: a callback has a timeout of a few seconds.
      await remove(
        scope,
        await scope.getPosts({
          post_type: TYPE,
          post_status: STATUSES,
          posts_per_page: 100,
          orderby: 'date',
          order: 'ASC',
          date_query: [old],
        }),
      );
    });
  },

  async deactivate(scope) {
    await scope.wpClearScheduledHook(CLEANUP_EVENT);
  },

  async uninstall(scope, { deleteData }) {
    if (!deleteData) return;
    await remove(scope, await scope.getPosts({ post_type: TYPE, post_status: STATUSES, posts_per_page: -1 }));
    for (const option of ['forms_kit_to', 'forms_kit_days']) await scope.deleteOption(option);
  },
});
