import { type PostType, WpError } from '../../../api/index.js';
import { isEmpty, toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemProperty, ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';

const ALL_CONTEXTS = ['view', 'edit', 'embed'];
const VIEW_AND_EDIT = ['view', 'edit'];
const EDIT = ['edit'];

/** Texts may be passed as `{ raw }`; other values are ignored, as in WordPress. */
const UNCHECKED = { sanitizeCallback: null, validateCallback: undefined } as const;

/** WordPress's post formats, available to API clients; they do not change how a page looks. */
const FORMATS = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'];

/** Meta key of a post's format. */
export const FORMAT_META = '_post_format';

/** Creates the schema of a post (`WP_REST_Posts_Controller::get_item_schema`). */
export function postSchema(deps: WpV2Deps, type: PostType, meta: MetaField): ItemSchema {
  const { content, formatting } = deps;
  const supports = (feature: string): boolean => content.postTypeSupports(type.name, feature);
  const date = { type: ['string', 'null'] as const, format: 'date-time' };
  const isPattern = type.name === 'wp_block';
  const rendered = (context: string[]): ItemProperty => ({
    description: 'HTML for the object, transformed for display.',
    type: 'string',
    context,
    readonly: true,
  });
  const raw: ItemProperty = {
    description: 'The text as it exists in the database.',
    type: 'string',
    context: isPattern ? VIEW_AND_EDIT : EDIT,
  };
  const protectedProperty: ItemProperty = {
    description: 'Whether it is protected with a password.',
    type: 'boolean',
    context: ALL_CONTEXTS,
    readonly: true,
  };
  const properties: Record<string, ItemProperty> = {
    date: { description: "The date the post was published, in the site's timezone.", ...date, context: ALL_CONTEXTS },
    date_gmt: { description: 'The date the post was published, as GMT.', ...date, context: VIEW_AND_EDIT },
    guid: {
      description: 'The globally unique identifier for the post.',
      type: 'object',
      context: VIEW_AND_EDIT,
      readonly: true,
      properties: { raw: { ...raw, readonly: true }, rendered: rendered(VIEW_AND_EDIT) },
    },
    id: { description: 'Unique identifier for the post.', type: 'integer', context: ALL_CONTEXTS, readonly: true },
    link: { description: 'URL to the post.', type: 'string', format: 'uri', context: ALL_CONTEXTS, readonly: true },
    modified: {
      description: "The date the post was last modified, in the site's timezone.",
      type: 'string',
      format: 'date-time',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    modified_gmt: {
      description: 'The date the post was last modified, as GMT.',
      type: 'string',
      format: 'date-time',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    slug: {
      description: 'An alphanumeric identifier for the post unique to its type.',
      type: 'string',
      context: ALL_CONTEXTS,
      argOptions: { sanitizeCallback: (value) => formatting.sanitizeTitle(toText(value)) },
    },
    status: {
      description: 'A named status for the post.',
      type: 'string',
      enum: content.getPostStati({ internal: false }).map(({ name }) => name),
      context: VIEW_AND_EDIT,
    },
    type: { description: 'Type of post.', type: 'string', context: ALL_CONTEXTS, readonly: true },
    password: {
      description: 'A password to protect access to the content and excerpt.',
      type: 'string',
      context: EDIT,
    },
    permalink_template: {
      description: 'Permalink template for the post.',
      type: 'string',
      context: EDIT,
      readonly: true,
    },
    generated_slug: {
      description: 'Slug automatically generated from the post title.',
      type: 'string',
      context: EDIT,
      readonly: true,
    },
    class_list: {
      description: 'An array of the class names for the post container element.',
      type: 'array',
      context: VIEW_AND_EDIT,
      readonly: true,
      items: { type: 'string' },
    },
  };
  if (type.hierarchical)
    properties.parent = { description: 'The ID for the parent of the post.', type: 'integer', context: VIEW_AND_EDIT };
  if (supports('title'))
    properties.title = {
      description: 'The title for the post.',
      type: 'object',
      context: ALL_CONTEXTS,
      argOptions: UNCHECKED,
      properties: { raw, ...(isPattern ? {} : { rendered: rendered(ALL_CONTEXTS) }) },
    };
  if (isPattern)
    properties.wp_pattern_sync_status = {
      description: 'Whether copies of the pattern stay in step with it.',
      type: 'string',
      enum: ['', 'partial', 'unsynced'],
      context: ALL_CONTEXTS,
      readonly: true,
    };
  if (supports('editor')) {
    properties.content = {
      description: 'The content for the post.',
      type: 'object',
      context: VIEW_AND_EDIT,
      argOptions: UNCHECKED,
      properties: {
        raw,
        ...(isPattern ? {} : { rendered: rendered(VIEW_AND_EDIT) }),
        block_version: { type: 'integer', context: EDIT, readonly: true },
        protected: protectedProperty,
      },
    };
  }
  if (supports('author'))
    properties.author = { description: 'The ID for the author of the post.', type: 'integer', context: ALL_CONTEXTS };
  if (supports('excerpt') || supports('editor')) {
    properties.excerpt = {
      description: 'The excerpt for the post.',
      type: 'object',
      context: ALL_CONTEXTS,
      argOptions: UNCHECKED,
      properties: { raw, rendered: rendered(ALL_CONTEXTS), protected: protectedProperty },
    };
  }
  if (supports('thumbnail'))
    properties.featured_media = {
      description: 'The ID of the featured media for the post.',
      type: 'integer',
      context: ALL_CONTEXTS,
    };
  if (supports('comments')) {
    properties.comment_status = {
      description: 'Whether or not comments are open on the post.',
      type: 'string',
      enum: ['open', 'closed'],
      context: VIEW_AND_EDIT,
    };
    properties.ping_status = {
      description: 'Whether or not the post can be pinged.',
      type: 'string',
      enum: ['open', 'closed'],
      context: VIEW_AND_EDIT,
    };
  }
  if (supports('page-attributes'))
    properties.menu_order = {
      description: 'The order of the post in relation to other posts.',
      type: 'integer',
      context: VIEW_AND_EDIT,
    };
  if (supports('post-formats'))
    properties.format = {
      description: 'The format for the post.',
      type: 'string',
      enum: FORMATS,
      context: VIEW_AND_EDIT,
    };
  if (supports('custom-fields')) properties.meta = meta.property();
  if (type.name === 'post')
    properties.sticky = {
      description: 'Whether or not the post should be treated as sticky.',
      type: 'boolean',
      context: VIEW_AND_EDIT,
    };
  properties.template = {
    description: 'The theme file to use to display the post.',
    type: 'string',
    context: VIEW_AND_EDIT,
    argOptions: { validateCallback: (value) => checkTemplate(type.name === 'page' ? deps.pageTemplates() : [], value) },
  };
  for (const taxonomy of content.getObjectTaxonomies(type.name).filter(({ showInRest }) => showInRest)) {
    properties[taxonomy.restBase || taxonomy.name] = {
      description: `The terms assigned to the post in the ${taxonomy.name} taxonomy.`,
      type: 'array',
      items: { type: 'integer' },
      context: VIEW_AND_EDIT,
    };
  }
  return { title: type.name, properties };
}

function checkTemplate(templates: readonly string[], value: unknown): true | WpError {
  if (isEmpty(value) || templates.includes(toText(value))) return true;
  return new WpError('rest_invalid_param', `template is not one of ${templates.join(', ')}.`);
}
