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

function labelsFor(One: string, Many: string, parent: string | null): PostTypeLabels {
  const one = One.toLowerCase();
  const many = Many.toLowerCase();
  return {
    name: Many,
    singular_name: One,
    add_new: 'Add',
    add_new_item: `Add ${One}`,
    edit_item: `Edit ${One}`,
    new_item: `New ${One}`,
    view_item: `View ${One}`,
    view_items: `View ${Many}`,
    search_items: `Search ${Many}`,
    not_found: `No ${many} found.`,
    not_found_in_trash: `No ${many} found in Trash.`,
    parent_item_colon: parent,
    all_items: `All ${Many}`,
    archives: `${One} Archives`,
    attributes: `${One} Attributes`,
    insert_into_item: `Insert into ${one}`,
    uploaded_to_this_item: `Uploaded to this ${one}`,
    featured_image: 'Featured image',
    set_featured_image: 'Set featured image',
    remove_featured_image: 'Remove featured image',
    use_featured_image: 'Use as featured image',
    filter_items_list: `Filter ${many} list`,
    filter_by_date: 'Filter by date',
    items_list_navigation: `${Many} list navigation`,
    items_list: `${Many} list`,
    item_published: `${One} published.`,
    item_published_privately: `${One} published privately.`,
    item_reverted_to_draft: `${One} reverted to draft.`,
    item_trashed: `${One} trashed.`,
    item_scheduled: `${One} scheduled.`,
    item_updated: `${One} updated.`,
    item_link: `${One} Link`,
    item_link_description: `A link to a ${one}.`,
  };
}

function withoutUndefined<T extends object>(labels: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(labels).filter(([, label]) => label !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
