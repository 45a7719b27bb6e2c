/** A role as stored in the roles option. */
export interface StoredRole {
  name: string;
  capabilities: Record<string, boolean>;
}

const READER = ['read'];
const CONTRIBUTOR = ['edit_posts', 'delete_posts'];
const AUTHOR = ['upload_files', 'edit_published_posts', 'publish_posts', 'delete_published_posts'];
const EDITOR = [
  'moderate_comments',
  'manage_categories',
  'manage_links',
  'unfiltered_html',
  'edit_others_posts',
  'edit_pages',
  'edit_others_pages',
  'edit_published_pages',
  'publish_pages',
  'delete_pages',
  'delete_others_pages',
  'delete_published_pages',
  'delete_others_posts',
  'delete_private_posts',
  'edit_private_posts',
  'read_private_posts',
  'delete_private_pages',
  'edit_private_pages',
  'read_private_pages',
];
const ADMINISTRATOR = [
  'switch_themes',
  'edit_themes',
  'activate_plugins',
  'edit_plugins',
  'edit_users',
  'edit_files',
  'manage_options',
  'import',
  'delete_users',
  'create_users',
  'unfiltered_upload',
  'edit_dashboard',
  'update_plugins',
  'delete_plugins',
  'install_plugins',
  'update_themes',
  'install_themes',
  'update_core',
  'list_users',
  'remove_users',
  'promote_users',
  'edit_theme_options',
  'delete_themes',
  'export',
];

function createRole(name: string, level: number, ...groups: string[][]): StoredRole {
  const levels = Array.from({ length: level + 1 }, (_, index) => `level_${level - index}`);
  return {
    name,
    capabilities: Object.fromEntries([...groups.flat(), ...levels].map((capability) => [capability, true])),
  };
}

/** WordPress's five roles with their capabilities after installation. */
export const standardRoles: Readonly<Record<string, StoredRole>> = {
  administrator: createRole('Administrator', 10, ADMINISTRATOR, EDITOR, AUTHOR, CONTRIBUTOR, READER),
  editor: createRole('Editor', 7, EDITOR, AUTHOR, CONTRIBUTOR, READER),
  author: createRole('Author', 2, AUTHOR, CONTRIBUTOR, READER),
  contributor: createRole('Contributor', 1, CONTRIBUTOR, READER),
  subscriber: createRole('Subscriber', 0, READER),
};
