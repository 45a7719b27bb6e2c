import { type AdminPage, type PageRequest, type Reply, toUtcString } from 'plinth';
import { getRuleState, describeRule } from './rule-labels.js';
import { RULE_EDIT_SLUG, RULES_SLUG, type ScreenDeps, screenPath, SLUG } from './screen-parts.js';

/** Returns the screen of rules that place products first or last, in order of precedence. */
export function createRulesScreen({ scope, running }: ScreenDeps): AdminPage {
  const { __ } = scope;
  const rules = () => running.container().get('merchandising').rules;

  async function renderPage(): Promise<Reply> {
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
      ...describeRule(scope, rule, { vocabulary, landings }),
      state: getRuleState(scope, rule, toUtcString()),
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

  const redirectWithNotice = (request: PageRequest, text: string): Reply => {
    scope.addNotice(request, 'success', text);
    return { kind: 'redirect', status: 303, location: screenPath(RULES_SLUG) };
  };

  async function reorder(request: PageRequest, ids: readonly number[]): Promise<Reply> {
    await rules().reorder(ids);
    return redirectWithNotice(request, __('Rule order saved.'));
  }

  async function move(request: PageRequest, id: number, by: -1 | 1): Promise<Reply> {
    const ids = (await rules().all()).map((rule) => rule.id);
    const index = ids.indexOf(id);
    const newIndex = index + by;
    if (index < 0 || newIndex < 0 || newIndex >= ids.length)
      return { kind: 'redirect', status: 303, location: screenPath(RULES_SLUG) };
    return reorder(request, ids.toSpliced(index, 1).toSpliced(newIndex, 0, id));
  }

  async function toggleActive(request: PageRequest, id: number): Promise<Reply> {
    const storedRule = (await rules().all()).find((rule) => rule.id === id);
    if (!storedRule) return redirectWithNotice(request, __('This rule no longer exists.'));
    const { id: ruleId, ...draft } = storedRule;
    await rules().save(ruleId, { ...draft, active: !draft.active });
    return redirectWithNotice(request, draft.active ? __('Rule turned off.') : __('Rule turned on.'));
  }

  async function remove(request: PageRequest, id: number): Promise<Reply> {
    await rules().remove(id);
    return redirectWithNotice(request, __('Rule removed. You can undo this.'));
  }

  return {
    slug: RULES_SLUG,
    title: () => __('Product order'),
    capability: 'manage_shop',
    parent: SLUG,
    async handler(request) {
      if (request.method !== 'POST') return renderPage();
      const [action, id] = [request.field('action'), Number(request.field('rule')) || 0];
      if (action === 'up') return move(request, id, -1);
      if (action === 'down') return move(request, id, 1);
      if (action === 'toggle') return toggleActive(request, id);
      if (action === 'order') return reorder(request, request.field('order').split(',').slice(0, 500).map(Number));
      if (action === 'remove') return remove(request, id);
      return redirectWithNotice(request, (await rules().undo()) ? __('Last change undone.') : __('Nothing to undo.'));
    },
  };
}
