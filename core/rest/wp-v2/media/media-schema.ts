import type { PostType, RestArg } from '../../../api/index.js';
import { toText } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import type { ItemProperty, ItemSchema } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';
import type { PostKind } from '../posts/post-kind.js';
import { postListArgs } from '../posts/posts-list-args.js';
import { postSchema } from '../posts/posts-schema.js';

const ALL_CONTEXTS = ['view', 'edit', 'embed'];
const VIEW_AND_EDIT = ['view', 'edit'];
const EDIT = ['edit'];
const UNCHECKED = { sanitizeCallback: null, validateCallback: undefined } as const;

/** Media types by which lists can be filtered. */
export const MEDIA_TYPES = ['image', 'video', 'text', 'application', 'audio'] as const;

/** Creates the schema of an attachment (`WP_REST_Attachments_Controller::get_item_schema`). */
export function mediaSchema(deps: WpV2Deps, type: PostType, meta: MetaField): ItemSchema {
  const base = postSchema(deps, type, meta);
  const { password: _password, ...common } = base.properties;
  const textProperty = (description: string, label: string, context: string[]): ItemProperty => ({
    description,
    type: 'object',
    context,
    argOptions: UNCHECKED,
    properties: {
      raw: { description: `${label} for the attachment, as it exists in the database.`, type: 'string', context: EDIT },
      rendered: {
        description: `HTML ${label.toLowerCase()} for the attachment, transformed for display.`,
        type: 'string',
        context,
        readonly: true,
      },
    },
  });
  const properties: Record<string, ItemProperty> = {
    ...common,
    featured_media: {
      description: 'The ID of the featured media for the post.',
      type: 'integer',
      context: ALL_CONTEXTS,
    },
    meta: meta.property(),
    alt_text: {
      description: 'Alternative text to display when attachment is not displayed.',
      type: 'string',
      context: ALL_CONTEXTS,
      argOptions: { sanitizeCallback: (value) => deps.formatting.sanitizeTextField(toText(value)) },
    },
    caption: textProperty('The attachment caption.', 'Caption', ALL_CONTEXTS),
    description: textProperty('The attachment description.', 'Description', VIEW_AND_EDIT),
    media_type: {
      description: 'Attachment type.',
      type: 'string',
      enum: ['image', 'file'],
      context: ALL_CONTEXTS,
      readonly: true,
    },
    mime_type: { description: 'The attachment MIME type.', type: 'string', context: ALL_CONTEXTS, readonly: true },
    media_details: {
      description: 'Details about the media file, specific to its type.',
      type: 'object',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    post: { description: 'The ID for the associated post of the attachment.', type: 'integer', context: VIEW_AND_EDIT },
    source_url: {
      description: 'URL to the original attachment file.',
      type: 'string',
      format: 'uri',
      context: ALL_CONTEXTS,
      readonly: true,
    },
    missing_image_sizes: {
      description: 'List of the missing image sizes of the attachment.',
      type: 'array',
      items: { type: 'string' },
      context: EDIT,
      readonly: true,
    },
    filename: { description: 'Original attachment file name.', type: 'string', context: VIEW_AND_EDIT, readonly: true },
    filesize: {
      description: 'Attachment file size in bytes.',
      type: 'integer',
      context: VIEW_AND_EDIT,
      readonly: true,
    },
    exif_orientation: {
      description: 'EXIF orientation value from the original image. Values 1-8 follow the EXIF specification.',
      type: 'integer',
      context: EDIT,
      readonly: true,
    },
    image_output_format: {
      description: 'The MIME type that copies of the image are saved as, when it is another than its own.',
      type: ['string', 'null'],
      context: EDIT,
      readonly: true,
    },
    image_save_progressive: {
      description: 'Whether copies of the image are saved progressively.',
      type: 'boolean',
      context: EDIT,
      readonly: true,
    },
    image_quality: {
      description: 'The quality that copies of the image are saved with.',
      type: 'object',
      context: EDIT,
      readonly: true,
    },
  };
  return { ...base, properties };
}

/** Returns the parameters of a media list. */
export function mediaListArgs(deps: WpV2Deps, kind: PostKind): Record<string, RestArg> {
  const args = postListArgs(deps, kind);
  return {
    ...args,
    status: { ...args.status, default: 'inherit', items: { type: 'string', enum: ['inherit', 'private', 'trash'] } },
    media_type: {
      description: 'Limit result set to attachments of a particular media type or media types.',
      type: 'array',
      default: null,
      items: { type: 'string', enum: [...MEDIA_TYPES] },
    },
    mime_type: {
      description: 'Limit result set to attachments of a particular MIME type or MIME types.',
      type: 'array',
      default: null,
      items: { type: 'string' },
    },
  };
}
