import { timingSafeEqual } from 'node:crypto';
import { definePlugin, type PageRequest, type PluginScope, type Post, type Reply, toUtcString } from 'plinth';

const GUESTS = 'events_kit_guests';
const BEGINS = 'event_begins';
const ENDS = 'event_ends';
const PLACE = 'event_place';
const SEATS = 'event_seats';
const DUE = 'events-kit/due';
const EMAIL = 'events-kit/reminder';

interface Guest {
  readonly id: number;
  readonly event_id: number;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
}

/**
 * Time and location of an event, times as `2031-05-01T19:00` in the site's time zone; without a number of seats, bookings
 * are unlimited.
 */
interface EventDetails {
  readonly start: string;
  readonly end: string;
  readonly place: string;
  readonly seats: number | null;
}

export default definePlugin({
  migrations: [
    {
      id: '001_create_guests',
      up: (db) =>
        db.createTable(GUESTS, (table) => {
          table.increments('id');
          table.integer('event_id').notNullable();
          table.string('name', 100).notNullable();
          table.string('email', 190).notNullable();
          table.string('locale', 20).notNullable();
          table.string('reminded_at', 19);
          table.unique(['event_id', 'email']);
        }),
    },
  ],

  activate: async (scope) => void (await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 60, 'hourly', DUE)),

  boot(scope) {
    const { __ } = scope;
    scope.cache.trackTables('events-kit.guests', [GUESTS]);
    scope.enqueueStyle('events-kit', 'events.css', { onDemand: true });
    scope.registerPostType('event', {
      public: true,
      showInRest: true,
      hasArchive: 'events',
      rewrite: { slug: 'events' },
      menuIcon: 'calendar',
      supports: ['title', 'editor', 'excerpt', 'thumbnail', 'custom-fields'],
      labels: { name: __('Events'), singular_name: __('Event'), add_new_item: __('Add event') },
    });
    scope.registerTaxonomy('event_kind', 'event', {
      public: true,
      showInRest: true,
      labels: { name: __('Event types') },
      rewrite: { slug: 'event-kind' },
    });
    addFacts(scope);
    showEvents(scope);
    scope.registerFrontRoute({
      path: '/events-kit/join/',
      methods: ['POST'],
      handler: (request) => join(scope, request),
    });
    scope.registerFrontRoute({ path: '/events-kit/leave/', handler: (request) => cancelBooking(scope, request) });
    scope.addMenuPage({
      slug: 'events-kit-guests',
      title: () => __('Guests'),
      parent: 'edit.php?post_type=event',
      capability: 'edit_others_posts',
      handler: () => guestLists(scope),
    });
    scope.addAction(DUE, () => queueReminders(scope));
    scope.registerJob(EMAIL, (payload) => remind(scope, Number(payload)));
    scope.addAction('deleted_post', async (id) => void (await scope.db()(GUESTS).where({ event_id: id }).delete()));
  },

  deactivate: async (scope) => void (await scope.wpUnscheduleHook(DUE)),

  async uninstall(scope, { deleteData }) {
    if (!deleteData) return;
    await scope.db().schema.dropTableIfExists(GUESTS);
    for (const key of [BEGINS, ENDS, PLACE, SEATS]) await scope.deletePostMetaByKey(key);
  },
});

function addFacts(scope: PluginScope): void {
  const { __ } = scope;
  scope.addFields({
    objectType: 'post',
    types: ['event'],
    title: () => __('Time and place'),
    fields: [
      { key: BEGINS, type: 'datetime', label: () => __('Starts'), required: true },
      {
        key: ENDS,
        type: 'datetime',
        label: () => __('Ends'),
        validate: (value, all) =>
          value !== '' && String(value) <= String(all[BEGINS] ?? '') ? __('The end must be after the start.') : '',
      },
      { key: PLACE, type: 'text', label: () => __('Location'), maxLength: 200 },
      {
        key: SEATS,
        type: 'number',
        label: () => __('Number of seats'),
        help: () => __('Leave empty for no limit.'),
        min: 0,
        max: 100_000,
      },
    ],
  });
  scope.addFilter('manage_event_posts_columns', (columns: Readonly<Record<string, string>>) => ({
    ...columns,
    begins: __('Starts'),
  }));
  scope.addAction(
    'manage_event_posts_custom_column',
    async (column: string, id: number, out: string[]) => {
      if (column === 'begins') out.push(scope.escHtml(formatTime(scope, (await factsOf(scope, id)).start)));
    },
    10,
    3,
  );
}

/** Adds the pages, lists and heads of events. */
function showEvents(scope: PluginScope): void {
  // Template helpers are synchronous, so their data is loaded when the loop reaches an event.
  const factsById = new Map<number, EventDetails>();
  scope.addAction('the_post', async (post) => {
    if (post.post_type !== 'event') return;
    if (factsById.size > 500) factsById.clear();
    factsById.set(post.id, await factsOf(scope, post.id));
    scope.useAsset('events-kit');
  });
  scope.addTemplateHelper('events-kit-when', (id: number) => span(scope, factsById.get(id)));
  scope.addTemplateHelper('events-kit-place', (id: number) => factsById.get(id)?.place ?? '');
  scope.addTemplateHelper('events-kit-none', () => scope.__('There are no upcoming events.'));
  // The list shows upcoming events, the next one first.
  scope.addAction('pre_get_posts', async (query) => {
    if (scope.isAdmin() || !query.isMainQuery() || !scope.isPostTypeArchive('event')) return;
    await upcoming(scope, 1);
    for (const [name, value] of Object.entries(await upcomingQuery(scope))) query.set(name, value);
  });
  scope.addShortcode('events', async (atts) => {
    const { count } = scope.shortcodeAtts({ count: '5' }, atts, 'events');
    return scope.render('list', { events: await upcoming(scope, Math.min(20, Math.max(1, Number(count) || 5))) });
  });
  const open = async (): Promise<Post | null> => {
    const post = scope.isSingular('event') ? await scope.getPost(scope.getQueriedObjectId()) : null;
    return post?.post_password === '' ? post : null;
  };
  scope.addFilter('the_content', async (content) => {
    const post = await open();
    return post ? content + (await form(scope, post)) : content;
  });
  scope.addFilter('plinth/document', async (document) => {
    const post = await open();
    const { start, end, place } = await factsOf(scope, post?.id ?? 0);
    if (!post || start === '') return document;
    const data = {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: titleOf(scope, post),
      startDate: await moment(scope, start),
      ...(end === '' ? {} : { endDate: await moment(scope, end) }),
      ...(place === '' ? {} : { location: { '@type': 'Place', name: place } }),
    };
    return { ...document, jsonLd: [...(document.jsonLd ?? []), data] };
  });
}

async function factsOf(scope: PluginScope, id: number): Promise<EventDetails> {
  const [begins, ends, place, seats] = (await Promise.all(
    [BEGINS, ENDS, PLACE, SEATS].map((key) => scope.getPostMeta(id, key, true)),
  )) as [string, string, string, string | number];
  return { start: begins, end: ends, place, seats: seats === '' ? null : Number(seats) };
}

/** A title is stored as HTML; emails, views and API clients need plain text. */
const titleOf = (scope: PluginScope, { post_title }: Post): string => scope.wpSpecialcharsDecode(post_title);

/** Formats a time in the site's time zone. */
function formatTime(
  scope: PluginScope,
  time: string,
  style: Intl.DateTimeFormatOptions = { dateStyle: 'full', timeStyle: 'short' },
): string {
  const at = new Date(`${time}:00Z`);
  return Number.isNaN(at.getTime())
    ? ''
    : at.toLocaleString(scope.locale().replace('_', '-'), { timeZone: 'UTC', ...style });
}

function span(scope: PluginScope, facts?: EventDetails): string {
  const { start = '', end = '' } = facts ?? {};
  return end === ''
    ? formatTime(scope, start)
    : `${formatTime(scope, start)} – ${formatTime(scope, end, start.slice(0, 10) === end.slice(0, 10) ? { timeStyle: 'short' } : undefined)}`;
}

/** Formats a time in UTC, for machines. */
async function moment(scope: PluginScope, time: string): Promise<string> {
  return `${(await scope.getGmtFromDate(`${time.replace('T', ' ')}:00`)).replace(' ', 'T')}Z`;
}

async function upcomingQuery(scope: PluginScope): Promise<Readonly<Record<string, unknown>>> {
  const now = String(await scope.currentTime('mysql'))
    .replace(' ', 'T')
    .slice(0, 16);
  return {
    meta_key: BEGINS,
    orderby: 'meta_value',
    order: 'ASC',
    meta_query: [{ key: BEGINS, value: now, compare: '>=' }],
  };
}

async function upcoming(
  scope: PluginScope,
  count: number,
): Promise<readonly (EventDetails & { id: number; title: string; url: string; when: string })[]> {
  const posts = await scope.getPosts({
    ...(await upcomingQuery(scope)),
    post_type: 'event',
    post_status: 'publish',
    posts_per_page: count,
  });
  const events = await Promise.all(
    posts.map(async (post) => ({
      id: post.id,
      title: titleOf(scope, post),
      url: (await scope.getPermalink(post)) || '',
      ...(await factsOf(scope, post.id)),
    })),
  );
  // Pages with this list can be cached until the first event starts.
  if (events[0]) scope.cache.expiresAt(new Date(await moment(scope, events[0].start)));
  return events.map((event) => ({ ...event, when: span(scope, event) }));
}

async function guestsOf(scope: PluginScope, eventId: number): Promise<readonly Guest[]> {
  return (await scope.db()(GUESTS).where({ event_id: eventId }).orderBy('id')) as Guest[];
}

async function guestLists(scope: PluginScope): Promise<Reply> {
  const events = await Promise.all(
    (await upcoming(scope, 50)).map(async (event) => ({ ...event, guests: await guestsOf(scope, event.id) })),
  );
  return { kind: 'page', title: scope.__('Guests'), view: 'guests', data: { events } };
}

/** Renders the visitors' booking form. */
async function form(
  scope: PluginScope,
  post: Post,
  submitted = { name: '', email: '' },
  problem = '',
): Promise<string> {
  const { start, seats } = await factsOf(scope, post.id);
  const left = seats === null ? null : Math.max(0, seats - (await guestsOf(scope, post.id)).length);
  const isOver = start === '' || Date.parse(await moment(scope, start)) <= Date.now();
  return scope.render('join', {
    id: post.id,
    form: submitted,
    problem,
    isOver,
    isFull: left === 0,
    left: left === null ? '' : scope._n('%d seat left.', '%d seats left.', left),
    nonceField: scope.wpNonceField('events-kit-join'),
  });
}

async function join(scope: PluginScope, request: PageRequest): Promise<Reply | undefined> {
  const { __ } = scope;
  const post = await scope.getPost(Number(request.field('event')) || 0);
  if (post?.post_type !== 'event' || post.post_status !== 'publish' || post.post_password !== '') return undefined;
  const { start, seats } = await factsOf(scope, post.id);
  const name = scope.sanitizeTextField(request.field('guest')).slice(0, 100);
  const email = request.field('email').trim().toLowerCase().slice(0, 190);
  const rejectForm = async (problem: string, status = 422): Promise<Reply> => ({
    kind: 'page',
    title: titleOf(scope, post),
    robots: 'noindex',
    status,
    html: `<h1>${scope.escHtml(titleOf(scope, post))}</h1>${await form(scope, post, { name, email }, problem)}`,
  });
  if (!request.verifyNonce('events-kit-join'))
    return rejectForm(__('This page has expired. Please submit the form again.'), 403);
  if (!(await scope.consumeRateLimit(`events-kit:${request.ip}`, 10, 600)).allowed)
    return rejectForm(__('Too many attempts. Wait ten minutes.'), 429);
  if (name === '' || !scope.isEmail(email)) return rejectForm(__('Enter your name and a valid email address.'));
  if (Date.parse(await moment(scope, start)) <= Date.now()) return rejectForm(__('This event has already started.'));
  // Only bots fill in the hidden field; they are not told that they were detected.
  const id =
    request.field('website') === ''
      ? await book(scope, { event_id: post.id, name, email, locale: request.locale }, seats)
      : 0;
  if (id === undefined) return rejectForm(__('This event is fully booked.'));
  if (id > 0 && (await scope.consumeEmailLimit(email)).allowed)
    await emailGuest(scope, { id, event_id: post.id, name, email, locale: request.locale }, post, () =>
      __('Your booking: %s', titleOf(scope, post)),
    );
  scope.addNotice(request, 'success', __('Your seat is booked. You will receive a confirmation by email.'));
  return { kind: 'redirect', location: (await scope.getPermalink(post)) || '/', status: 303 };
}

/**
 * Books a seat, one visitor at a time.
 * @returns the guest's id, 0 for an existing guest, undefined when the event is fully booked
 */
async function book(scope: PluginScope, guest: Omit<Guest, 'id'>, seats: number | null): Promise<number | undefined> {
  return scope.db.withLock(`events-kit:${guest.event_id}`, async () => {
    const guests = await guestsOf(scope, guest.event_id);
    if (guests.some(({ email }) => email === guest.email)) return 0;
    if (seats !== null && guests.length >= seats) return undefined;
    const [id = 0] = await scope.db()(GUESTS).insert(guest);
    return id;
  });
}

const signature = (scope: PluginScope, { id, email }: Guest): string => scope.wpHash(`leave:${id}:${email}`);

async function emailGuest(
  scope: PluginScope,
  guest: Guest,
  post: Post,
  subject: () => string,
  required = false,
): Promise<void> {
  const { __ } = scope;
  const facts = await factsOf(scope, post.id);
  await scope.mail({
    to: guest.email,
    locale: guest.locale,
    subject,
    required,
    view: 'guest',
    data: () => ({
      name: guest.name,
      title: titleOf(scope, post),
      when: span(scope, facts),
      place: facts.place,
      leaveUrl: scope.homeUrl(`/events-kit/leave/?guest=${guest.id}&key=${signature(scope, guest)}`),
      greeting: __('Hello %s,', guest.name),
    }),
  });
}

/** Cancels a booking: the link in the email shows a form, which confirms it. */
async function cancelBooking(scope: PluginScope, request: PageRequest): Promise<Reply | undefined> {
  const { __ } = scope;
  const guest = (await scope
    .db()(GUESTS)
    .where({ id: Number(request.field('guest')) || 0 })
    .first()) as Guest | undefined;
  const [submittedKey, expectedKey] = [
    Buffer.from(request.field('key')),
    Buffer.from(guest ? signature(scope, guest) : ''),
  ];
  if (!guest || submittedKey.length !== expectedKey.length || !timingSafeEqual(submittedKey, expectedKey))
    return undefined;
  if (request.method === 'POST' && request.verifyNonce('events-kit-leave')) {
    await scope.db()(GUESTS).where({ id: guest.id }).delete();
    scope.addNotice(request, 'success', __('Your booking has been canceled.'));
    return { kind: 'redirect', location: (await scope.getPermalink(guest.event_id)) || '/', status: 303 };
  }
  return {
    kind: 'page',
    title: __('Cancel booking'),
    robots: 'noindex',
    view: 'leave',
    data: {
      title: await scope.getTheTitle(guest.event_id),
      guest: guest.id,
      key: request.field('key'),
      nonceField: scope.wpNonceField('events-kit-leave'),
    },
  };
}

/** Schedules a single reminder email to each guest of an event within the next day. */
async function queueReminders(scope: PluginScope): Promise<void> {
  for (const { id, start } of await upcoming(scope, 50)) {
    if (Date.parse(await moment(scope, start)) > Date.now() + 86_400_000) return;
    await scope.db.transaction(async () => {
      const guests = (await scope
        .db()(GUESTS)
        .where({ event_id: id })
        .whereNull('reminded_at')
        .select('id')
        .limit(200)) as { id: number }[];
      await scope
        .db()(GUESTS)
        .whereIn(
          'id',
          guests.map((guest) => guest.id),
        )
        .update({ reminded_at: toUtcString() });
      for (const guest of guests) await scope.enqueueJob(EMAIL, guest.id);
    });
  }
}

async function remind(scope: PluginScope, id: number): Promise<void> {
  const guest = (await scope.db()(GUESTS).where({ id }).first()) as Guest | undefined;
  const post = guest ? await scope.getPost(guest.event_id) : null;
  // Guests who have canceled in the meantime get no reminder.
  if (guest && post?.post_status === 'publish')
    await emailGuest(scope, guest, post, () => scope.__('Tomorrow: %s', titleOf(scope, post)), true);
}
