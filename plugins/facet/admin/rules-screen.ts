import { type AdminPage, type PageRequest, type Reply, toUtcString } from 'plinth';
import { ruleState, ruleLabel } from './rule-labels.js';
import { RULE_EDIT_SLUG, RULES_SLUG, type ScreenParts, screenPath, SLUG } from './screen-parts.js';

/** Returns the screen of rules that place products first or last, in order of precedence. */
export function rulesScreen({ scope, running }: ScreenParts): AdminPage {
  const { __ } = scope;
  const rules = () => running.container().get('merchandising').rules;

  async function show(): Promise<Reply> {
    scope.useAsset('facet-admin');
    scope.useAsset('facet-builder');
    const pages = running.container().get('pages');
    const landings = new Map(
      await Promise.all(
        (await running.container().get('landings').all()).map(
          async (landing) => [landing.id, await pages.nameOf(landing)] as const,
        ),
      ),
    );
    const vocabulary = await running.vocabulary();
    const all = await rules().all();
    const rows = all.map((rule, i) => ({
      ...rule,
      ...ruleLabel(scope, rule, { vocabulary, landings }),
      state: ruleState(scope, rule, toUtcString()),
      first: i === 0,
      last: i === all.length - 1,
      editUrl: screenPath(RULE_EDIT_SLUG, `&rule=${rule.id}`),
    }));
    return {
      kind: 'page',
      title: __('Product order'),
      view: 'admin/rules',
      data: { rows, addUrl: screenPath(RULE_EDIT_SLUG), undoable: await rules().undoCount() },
    };
  }

  const done = (request: PageRequest, text: string): Reply => {
    scope.addNotice(request, 'success', text);
    return { kind: 'redirect', status: 303, location: screenPath(RULES_SLUG) };
  };

  async function reorder(request: PageRequest, ids: readonly number[]): Promise<Reply> {
    await rules().reorder(ids);
    return done(request, __('Rule order saved.'));
  }

  async function move(request: PageRequest, id: number, by: -1 | 1): Promise<Reply> {
    const ids = (await rules().all()).map((rule) => rule.id);
    const at = ids.indexOf(id);
    const to = at + by;
    if (at < 0 || to < 0 || to >= ids.length)
      return { kind: 'redirect', status: 303, location: screenPath(RULES_SLUG) };
    return reorder(request, ids.toSpliced(at, 1).toSpliced(to, 0, id));
  }

  async function toggleActive(request: PageRequest, id: number): Promise<Reply> {
    const known = (await rules().all()).find((rule) => rule.id === id);
    if (!known) return done(request, __('This rule no longer exists.'));
    const { id: own, ...draft } = known;
    await rules().save(own, { ...draft, active: !draft.active });
    return done(request, draft.active ? __('Rule turned off.') : __('Rule turned on.'));
  }

  async function remove(request: PageRequest, id: number): Promise<Reply> {
    await rules().remove(id);
    return done(request, __('Rule removed. You can undo this.'));
  }

  return {
    slug: RULES_SLUG,
    title: () => __('Product order'),
    capability: 'manage_shop',
    parent: SLUG,
    async handler(request) {
      if (request.method !== 'POST') return show();
      const [action, id] = [request.field('action'), Number(request.field('rule')) || 0];
      if (action === 'up') return move(request, id, -1);
      if (action === 'down') return move(request, id, 1);
      if (action === 'turn') return toggleActive(request, id);
      if (action === 'order') return reorder(request, request.field('order').split(',').slice(0, 500).map(Number));
      if (action === 'remove') return remove(request, id);
      return done(request, (await rules().undo()) ? __('Last change undone.') : __('Nothing to undo.'));
    },
  };
}
