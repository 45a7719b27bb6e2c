import type { PostTypeArgs, PostTypeLabels } from '../../api/index.js';

/** Returns the default labels of a post type (WordPress: get_post_type_labels). */
export function postTypeLabels(name: string, args: PostTypeArgs): PostTypeLabels {
  const defaults = args.hierarchical ? labelsFor('Page', 'Pages', 'Parent Page:') : labelsFor('Post', 'Posts', null);
  const labels = { ...args.labels };
  if (args.label !== undefined) labels.name ??= args.label;
  labels.singular_name ??= labels.name ?? defaults.singular_name;
  labels.name_admin_bar ??= args.labels?.singular_name ?? labels.name ?? name;
  labels.menu_name ??= labels.name ?? defaults.name;
  labels.all_items ??= labels.menu_name === defaults.name ? defaults.all_items : labels.menu_name;
  labels.archives ??= labels.all_items === defaults.all_items ? defaults.archives : labels.all_items;
  return { ...defaults, ...withoutUndefined(labels) };
}

function labelsFor(Singular: string, Plural: string, parent: string | null): PostTypeLabels {
  const singular = Singular.toLowerCase();
  const plural = Plural.toLowerCase();
  return {
    name: Plural,
    singular_name: Singular,
    add_new: 'Add',
    add_new_item: `Add ${Singular}`,
    edit_item: `Edit ${Singular}`,
    new_item: `New ${Singular}`,
    view_item: `View ${Singular}`,
    view_items: `View ${Plural}`,
    search_items: `Search ${Plural}`,
    not_found: `No ${plural} found.`,
    not_found_in_trash: `No ${plural} found in Trash.`,
    parent_item_colon: parent,
    all_items: `All ${Plural}`,
    archives: `${Singular} Archives`,
    attributes: `${Singular} Attributes`,
    insert_into_item: `Insert into ${singular}`,
    uploaded_to_this_item: `Uploaded to this ${singular}`,
    featured_image: 'Featured image',
    set_featured_image: 'Set featured image',
    remove_featured_image: 'Remove featured image',
    use_featured_image: 'Use as featured image',
    filter_items_list: `Filter ${plural} list`,
    filter_by_date: 'Filter by date',
    items_list_navigation: `${Plural} list navigation`,
    items_list: `${Plural} list`,
    item_published: `${Singular} published.`,
    item_published_privately: `${Singular} published privately.`,
    item_reverted_to_draft: `${Singular} reverted to draft.`,
    item_trashed: `${Singular} trashed.`,
    item_scheduled: `${Singular} scheduled.`,
    item_updated: `${Singular} updated.`,
    item_link: `${Singular} Link`,
    item_link_description: `A link to a ${singular}.`,
  };
}

function withoutUndefined<T extends object>(labels: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(labels).filter(([, label]) => label !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
