import type { ContentTypesApi } from '../../api/index.js';

const POST_SUPPORTS = ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'trackbacks', 'custom-fields', 'comments', 'revisions', 'post-formats', 'autosave'];
const PAGE_SUPPORTS = ['title', 'editor', 'author', 'thumbnail', 'page-attributes', 'custom-fields', 'comments', 'revisions', 'autosave'];

/** Registers the types every site has (WordPress: create_initial_post_types, create_initial_taxonomies). */
export function registerBuiltinTypes(types: ContentTypesApi): void {
  const builtin = true;
  types.registerPostType('post', {
    builtin, public: true, capabilityType: 'post', mapMetaCap: true, rewrite: false, queryVar: false, deleteWithUser: true,
    supports: POST_SUPPORTS, showInRest: true, restBase: 'posts', menuPosition: 5, menuIcon: 'dashicons-admin-post',
  });
  types.registerPostType('page', {
    builtin, public: true, publiclyQueryable: false, capabilityType: 'page', mapMetaCap: true, hierarchical: true, rewrite: false, queryVar: false,
    deleteWithUser: true, supports: PAGE_SUPPORTS, showInRest: true, restBase: 'pages', menuPosition: 20, menuIcon: 'dashicons-admin-page',
  });
  types.registerPostType('attachment', {
    builtin, labels: { name: 'Media', singular_name: 'Attachment' }, public: true, showUi: true, capabilityType: 'post',
    capabilities: { create_posts: 'upload_files' }, mapMetaCap: true, rewrite: false, queryVar: false, deleteWithUser: true,
    supports: ['title', 'author', 'comments'], showInRest: true, restBase: 'media',
  });
  types.registerPostType('revision', {
    builtin, labels: { name: 'Revisions', singular_name: 'Revision' }, public: false, capabilityType: 'post', mapMetaCap: true,
    rewrite: false, queryVar: false, canExport: false, deleteWithUser: true, supports: ['author'],
  });
  types.registerPostType('nav_menu_item', {
    builtin, labels: { name: 'Navigation Menu Items', singular_name: 'Navigation Menu Item' }, public: false, rewrite: false,
    deleteWithUser: false, queryVar: false, mapMetaCap: true, supports: [],
    capabilities: {
      edit_post: 'edit_post', read_post: 'read_post', delete_post: 'delete_post', edit_posts: 'edit_theme_options',
      edit_others_posts: 'edit_theme_options', delete_posts: 'edit_theme_options', publish_posts: 'edit_theme_options', read_private_posts: 'edit_theme_options',
      read: 'read', delete_private_posts: 'edit_theme_options', delete_published_posts: 'edit_theme_options', delete_others_posts: 'edit_theme_options',
      edit_private_posts: 'edit_theme_options', edit_published_posts: 'edit_theme_options',
    },
  });
  types.registerPostType('user_request', {
    builtin, labels: { name: 'User Requests', singular_name: 'User Request' }, public: false, capabilityType: 'post', rewrite: false, queryVar: false, canExport: false,
    deleteWithUser: false, supports: [],
  });
  types.registerPostType('wp_block', {
    builtin, labels: { name: 'Patterns', singular_name: 'Pattern' }, public: false, showUi: true, showInMenu: false, rewrite: false,
    showInRest: true, restBase: 'blocks', capabilityType: 'block', mapMetaCap: true, supports: ['title', 'excerpt', 'editor', 'revisions', 'custom-fields'],
    capabilities: {
      read: 'edit_posts', create_posts: 'publish_posts', edit_posts: 'edit_posts', edit_published_posts: 'edit_published_posts',
      delete_published_posts: 'delete_published_posts', edit_others_posts: 'edit_others_posts', delete_others_posts: 'delete_others_posts',
    },
  });
  types.registerTaxonomy('category', 'post', {
    builtin, hierarchical: true, public: true, showInRest: true, restBase: 'categories', queryVar: 'category_name', rewrite: { slug: 'category', hierarchical: true },
    labels: { name: 'Categories', singular_name: 'Category' },
    capabilities: { manage_terms: 'manage_categories', edit_terms: 'edit_categories', delete_terms: 'delete_categories', assign_terms: 'assign_categories' },
  });
  types.registerTaxonomy('post_tag', 'post', {
    builtin, public: true, showInRest: true, restBase: 'tags', queryVar: 'tag', rewrite: { slug: 'tag' }, labels: { name: 'Tags', singular_name: 'Tag' },
    capabilities: { manage_terms: 'manage_post_tags', edit_terms: 'edit_post_tags', delete_terms: 'delete_post_tags', assign_terms: 'assign_post_tags' },
  });
  types.registerTaxonomy('nav_menu', 'nav_menu_item', {
    builtin, public: false, rewrite: false, queryVar: false, labels: { name: 'Navigation Menus', singular_name: 'Navigation Menu' },
    capabilities: { manage_terms: 'edit_theme_options', edit_terms: 'edit_theme_options', delete_terms: 'edit_theme_options', assign_terms: 'edit_theme_options' },
  });
}
