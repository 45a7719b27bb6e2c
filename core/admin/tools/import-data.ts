import { type PostType, UsersApi, ContentApi, type PageRequest } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import {
  describeProblem,
  type ImportRecord,
  type JournalEntry,
  type AuthorChoice,
  type Choices,
  type ImportPreview,
} from '../../wxr/index.js';
import type { AdminDeps } from '../deps.js';

/** Field names of the import form. Names from the old site are numbered, because they may contain any characters. */
const authorField = (index: number): string => `author-${index}`;
const kindField = (index: number): string => `kind-${index}`;

/** Reads the form; undefined if it names an account or post type that does not exist. */
export function readChoices(
  request: Pick<PageRequest, 'field' | 'userId'>,
  preview: ImportPreview,
  accounts: readonly number[],
  types: readonly PostType[],
): Choices | undefined {
  const authors: Record<string, AuthorChoice> = {};
  for (const [index, { login }] of preview.authors.entries()) {
    const choice = request.field(authorField(index));
    if (choice !== 'create' && !accounts.includes(Number(choice))) return undefined;
    authors[login] = choice === 'create' ? 'create' : Number(choice);
  }
  const kinds: Record<string, string> = {};
  for (const [index, { name }] of preview.kinds.entries()) {
    const selectedType = request.field(kindField(index));
    if (selectedType !== '' && selectedType !== name && !types.some((type) => type.name === selectedType))
      return undefined;
    kinds[name] = selectedType;
  }
  return { authors, otherAuthor: request.userId, kinds, skipsMedia: request.field('media') === 'skip' };
}

/** Slug of the screen. */
export const SLUG = 'import.php';
/** Nonce action of a report download. */
export const DOWNLOAD = 'download-import-report';
/** Maximum number of accounts offered and of report lines shown. */
const MAX_ACCOUNTS = 500;
const MAX_SHOWN = 200;

/** Returns the options to set before a file is imported. */
export async function loadImportOptions(deps: AdminDeps, { preview }: ImportRecord): Promise<Record<string, unknown>> {
  const { content, imports, roles } = deps;
  const { __ } = deps.text;
  const mayCreate = await roles.currentUserCan('create_users');
  const knownAccounts = await listAccounts(deps.users);
  const currentUserId = currentContext()?.userId ?? 0;
  const availableTypes = listTypes(deps.content);
  return {
    comments: preview.comments,
    media: preview.media,
    problemCount: preview.problemCount,
    problems: preview.problems.map((problem) => ({
      about: problem.about,
      text: describeProblem(deps.text, problem),
    })),
    hasMore: preview.problemCount > preview.problems.length,
    products: preview.kinds.some(({ name, known: isKnown }) => name === 'product' && !isKnown),
    authors: preview.authors.map(({ login, name, email, items }, index) => {
      const matchingAccount = knownAccounts.find(
        (account) => account.login === login || (email !== '' && account.email === email),
      );
      const fallbackChoice = mayCreate ? 'create' : String(currentUserId);
      const selectedAccount = matchingAccount ? String(matchingAccount.id) : fallbackChoice;
      return {
        field: authorField(index),
        name,
        login,
        items,
        mayCreate,
        creates: selectedAccount === 'create',
        accounts: knownAccounts.map((account) => ({ ...account, selected: String(account.id) === selectedAccount })),
      };
    }),
    kinds: preview.kinds.map(({ name, count, known: isKnown }, index) => ({
      field: kindField(index),
      name,
      count,
      isKnown,
      label: content.getPostTypeObject(name)?.label ?? name,
      // WordPress's internal types are listed but cannot be imported as another type.
      options: [
        ...(isKnown ? [{ value: name, label: __('As is'), selected: true }] : []),
        { value: '', label: __('Skip'), selected: !isKnown },
        ...(isKnown
          ? []
          : availableTypes.map((type) => ({
              value: type.name,
              label: __('Import as: %s', __(type.label)),
              selected: false,
            }))),
      ],
    })),
    taxonomies: preview.taxonomies.map((taxonomy) => ({
      ...taxonomy,
      label: labelOf(deps, taxonomy.name),
    })),
    sources: (await imports.listFiles()).media,
  };
}

/** Returns the progress of an import and the results of its parts. */
export async function loadProgress(deps: AdminDeps, record: ImportRecord): Promise<Record<string, unknown>> {
  const { imports, nonces } = deps;
  const { __ } = deps.text;
  const outcomes: Record<JournalEntry['outcome'], string> = {
    created: __('New'),
    incomplete: __('New, partial'),
    existing: __('Already exists'),
    skipped: __('Skipped'),
    failed: __('Failed'),
  };
  const lines = await imports.report(record.id);
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  const count = (kind: string, outcome: string): number =>
    lines.find((line) => line.kind === kind && line.outcome === outcome)?.count ?? 0;
  const presentOutcomes = Object.entries(outcomes).filter(([outcome]) =>
    lines.some((line) => line.outcome === outcome),
  );
  const entries = record.state === 'running' ? [] : await imports.entries(record.id, { all: false, limit: MAX_SHOWN });
  return {
    running: record.state === 'running',
    failed: record.state === 'failed',
    stopped: record.state === 'stopped',
    done: record.done,
    total: record.total,
    percent: record.total > 0 ? Math.floor((record.done / record.total) * 100) : 0,
    outcomes: presentOutcomes.map(([, label]) => label),
    rows: kinds.map((kind) => ({
      label: kindLabel(deps, kind),
      counts: presentOutcomes.map(([outcome, label]) => ({ label, count: count(kind, outcome) })),
    })),
    entries: entries.map((journalEntry) => ({
      ...journalEntry,
      label: kindLabel(deps, journalEntry.kind),
      outcomeText: outcomes[journalEntry.outcome],
      tag: journalEntry.outcome === 'failed' ? 'critical' : 'recommended',
    })),
    isCut: entries.length === MAX_SHOWN,
    download: `${SLUG}?import=${record.id}&report=csv&_wpnonce=${encodeURIComponent(nonces.wpCreateNonce(DOWNLOAD))}`,
  };
}

function kindLabel(deps: AdminDeps, kind: string): string {
  const { content } = deps;
  const { __ } = deps.text;
  if (kind === 'author') return __('Authors');
  if (kind === '' || kind === 'item') return __('Unreadable');
  const type = content.getPostTypeObject(kind);
  return type ? __(type.label) : labelOf(deps, kind);
}

/** Returns the accounts that the authors in the file can be mapped to. */
export async function listAccounts(
  users: UsersApi,
): Promise<{ id: number; name: string; login: string; email: string }[]> {
  const userList = await users.getUsers({ number: MAX_ACCOUNTS, orderby: 'display_name' });
  return userList.users.map(({ id, display_name, user_login, user_email }) => ({
    id,
    name: display_name === user_login ? user_login : `${display_name} (${user_login})`,
    login: user_login,
    email: user_email,
  }));
}

/** Returns the post types that the types in the file can be mapped to. */
export function listTypes(content: ContentApi): PostType[] {
  return content.getPostTypes({ showUi: true }).filter(({ name }) => name !== 'attachment');
}

/** Returns the label of a taxonomy on this site. */
function labelOf({ content, text: { __ } }: AdminDeps, taxonomy: string): string {
  const taxonomyObject = content.getTaxonomy(taxonomy);
  return taxonomyObject ? __(taxonomyObject.labels.name) : taxonomy;
}
