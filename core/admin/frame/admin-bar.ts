import type { AdminBar, AdminBarNode, HookApi } from '../../api/index.js';
import { escapeText } from '../../document/index.js';

/** ID of the group at the end of the bar. */
const END_GROUP = 'top-secondary';

function createAdminBar(): AdminBar {
  let nodes: readonly AdminBarNode[] = [];
  return {
    addNode: (node) =>
      void (nodes = [
        ...nodes.filter(({ id }) => id !== node.id),
        { ...nodes.find(({ id }) => id === node.id), ...node },
      ]),
    removeNode: (id) => void (nodes = nodes.filter((node) => node.id !== id)),
    getNode: (id) => nodes.find((node) => node.id === id),
    getNodes: () => nodes,
  };
}

/** Creates the admin bar of a request, or the class a plugin substitutes (`wp_admin_bar_class`). */
export async function createFilteredBar(hooks: Pick<HookApi, 'applyFilters'>): Promise<AdminBar> {
  const defaultBar = createAdminBar();
  const replacement = await hooks.applyFilters<string | AdminBar>('wp_admin_bar_class', 'WP_Admin_Bar', defaultBar);
  return typeof replacement === 'string' ? defaultBar : replacement;
}

/** Returns the links of plugins at the start and at the end of the bar. */
export function renderBar(bar: AdminBar): { readonly start: string; readonly end: string } {
  const nodes = bar.getNodes();
  const childrenOf = (parent: string): AdminBarNode[] => nodes.filter((node) => node.parent === parent);
  const link = ({ href, title }: AdminBarNode): string =>
    href === undefined ? `<span>${title}</span>` : `<a href="${escapeText(href)}">${title}</a>`;
  const item = (node: AdminBarNode): string => {
    const children = childrenOf(node.id);
    if (children.length === 0) return `<li id="wp-admin-bar-${escapeText(node.id)}">${link(node)}</li>`;
    const all = node.href === undefined ? children : [{ ...node, parent: node.id }, ...children];
    return `<li id="wp-admin-bar-${escapeText(node.id)}"><details class="bar-menu"><summary>${node.title}</summary><ul>${all.map((child) => `<li>${link(child)}</li>`).join('')}</ul></details></li>`;
  };
  const list = (top: readonly AdminBarNode[]): string =>
    top.length === 0 ? '' : `<ul class="admin__nodes">${top.map(item).join('')}</ul>`;
  return { start: list(nodes.filter((node) => node.parent === undefined)), end: list(childrenOf(END_GROUP)) };
}
