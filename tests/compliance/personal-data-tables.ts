/** How personal data in a column is handled, or why the column has none. */
export type Treatment =
  | { readonly kind: 'erased'; readonly exporter: string; readonly eraser: string }
  /** Retained; the eraser reports it with this reason. */
  | { readonly kind: 'stays'; readonly exporter: string; readonly eraser: string; readonly reason: RegExp }
  /** Not exported, since it would allow anyone with the export to act as the person; erased. */
  | { readonly kind: 'secret'; readonly eraser: string }
  | { readonly kind: 'none'; readonly why: string };

/** Columns of a table, separated by spaces, with their treatment. */
export type Columns = readonly (readonly [columns: string, treatment: Treatment])[];

const erased = (exporter: string, eraser = exporter): Treatment => ({ kind: 'erased', exporter, eraser });
const stays = (exporter: string, reason: RegExp, eraser = exporter): Treatment => ({
  kind: 'stays',
  exporter,
  eraser,
  reason,
});
const secret = (eraser: string): Treatment => ({ kind: 'secret', eraser });
const none = (why: string): Treatment => ({ kind: 'none', why });

const ACCOUNT = 'wordpress-user';
const ORDER_STAYS = /sales documents are kept for five years/;
const order = stays('store-orders', ORDER_STAYS);
const invoice = stays('compliance-invoices', /Invoices are kept because tax law requires it/);
const auditEntry = stays('audit-log', /of the audit log stays?/);
const [ID, STATE, TIME] = [
  none('number of a row'),
  none('state of the row, from a fixed list'),
  none('time or period of a row whose other columns are erased'),
];
const catalog = none('describes products and how they are listed');
const settings = none('set up by the shop owner');
const machinery = none('the machinery of the site');
/** Lists the columns of a table without personal data. */
const wholly = (columns: string, treatment: Treatment): Columns => [[columns, treatment]];

/** All tables and columns of the site with the shop's plugins. */
export const TABLES: Readonly<Record<string, Columns>> = {
  // Core.
  application_passwords: [
    ['id user_id app_id', ID],
    ['name created last_used last_ip', erased('wordpress-logins', ACCOUNT)],
    ['uuid password', secret(ACCOUNT)],
  ],
  audit_chain: wholly('id start_position start_hash end_position end_hash addresses_until hmac', machinery),
  audit_log: [
    ['id position', ID],
    ['at actor_kind user_id actor address action subject_kind subject_id subject outcome details', auditEntry],
    ['address_salt address_hmac hmac previous_hash hash', none('keyed hashes, from which nothing can be read')],
  ],
  commentmeta: wholly('meta_id comment_id meta_key meta_value', none('moderation data of plugins, without a person')),
  comments: [
    ['comment_id comment_post_id comment_parent comment_karma', ID],
    ['comment_approved comment_type', STATE],
    [
      'comment_author comment_author_email comment_author_url comment_author_ip comment_agent user_id',
      erased('wordpress-comments'),
    ],
    [
      'comment_date comment_date_gmt comment_content',
      stays('wordpress-comments', /The text of comments stays without a name/),
    ],
  ],
  cron_events: [
    ['id timestamp hook args_hash schedule interval planned_at', machinery],
    ['args', erased('site-records')],
  ],
  import_entries: wholly(
    'id import_id source kind target_id outcome title note linked',
    none('content of a moved site, which the owner publishes'),
  ),
  imports: wholly(
    'id name file media state user_id preview choices done total error created_at finished_at',
    none('moves of sites, started by those who work on the site'),
  ),
  jobs: [
    ['id queue state attempts run_at progress total locked_until created_at updated_at', machinery],
    ['payload error', erased('site-records')],
  ],
  locks: wholly('name owner expires_at', machinery),
  mail_log: [
    ['id state at file', STATE],
    ['recipients subject error', erased('mail-log')],
  ],
  migrations: wholly('owner id applied_at', machinery),
  options: wholly('id name value autoload', settings),
  passkeys: [
    ['id user_id counter transports', ID],
    ['name created_at last_used_at', erased('wordpress-logins', ACCOUNT)],
    ['credential_hash credential_id public_key', secret(ACCOUNT)],
  ],
  plugin_errors: [
    ['id plugin entry code count first_at last_at open_until', machinery],
    ['message stack', erased('site-records')],
  ],
  plugin_tables: wholly('name plugin', machinery),
  postmeta: wholly(
    'meta_id post_id meta_key meta_value',
    none('data of content, and of personal data requests by their number'),
  ),
  posts: [
    ['id post_parent menu_order comment_count', ID],
    ['post_title post_date post_date_gmt', stays('personal-data-requests', /The request itself stays/)],
    ['post_author', none('whoever works on the site; requests lose the account')],
    [
      'post_content post_excerpt post_status comment_status ping_status post_password post_name post_modified post_modified_gmt guid post_type post_mime_type',
      none('content that the site publishes'),
    ],
  ],
  rate_limits: wholly('name hits ends_at', none('names are keyed hashes')),
  recovery_codes: [
    ['id user_id', ID],
    ['code_hash', secret(ACCOUNT)],
  ],
  redirects: wholly('id source target status', machinery),
  revisions: wholly(
    'id kind thing_id user_id autosave_key fields saved_at',
    none('older versions of content, by those who work on the site'),
  ),
  sessions: [
    ['sid', secret('sessions')],
    ['sess', erased('sessions')],
    ['expired user_id seen_at', TIME],
  ],
  table_versions: wholly('id version', machinery),
  term_relationships: wholly('object_id term_taxonomy_id term_order', machinery),
  term_taxonomy: wholly('term_taxonomy_id term_id taxonomy description parent count', settings),
  termmeta: wholly('meta_id term_id meta_key meta_value', settings),
  terms: wholly('term_id name slug term_group', settings),
  totp_secrets: [
    ['user_id last_step', ID],
    ['created_at last_used_at', erased('wordpress-logins', ACCOUNT)],
    ['secret', secret(ACCOUNT)],
  ],
  usermeta: [
    ['meta_id user_id meta_key', ID],
    ['meta_value', erased(ACCOUNT)],
  ],
  users: [
    ['id user_login user_nicename user_email user_url user_registered display_name', erased(ACCOUNT)],
    ['user_pass user_activation_key', secret(ACCOUNT)],
  ],

  // Store.
  store_attempts: [
    ['id action at', ID],
    ['client_hash', none('a hash')],
  ],
  store_back_in_stock: [
    ['id product_id variation_id locale confirmed', ID],
    ['email created_at', erased('store-back-in-stock')],
    ['confirm_key stop_key', secret('store-back-in-stock')],
  ],
  store_change_sequence: wholly('id last', catalog),
  store_changes: wholly('sequence product_id at', catalog),
  store_download_log: [
    ['id permission_id user_id', ID],
    ['at', order],
  ],
  store_download_permissions: wholly(
    'id order_id product_file_id downloads max_downloads expires_at state last_download_at',
    none('what an order may download; the order is exported'),
  ),
  store_download_limits: wholly('product_id downloads days', catalog),
  store_emails: [
    ['id order_id kind locale state created_at changed_at', STATE],
    ['recipient data refusal', stays('store-emails', ORDER_STAYS, 'store-orders')],
  ],
  store_files: wholly('id path name type bytes created_at', catalog),
  store_images: wholly('id product_id source alt width height position attachment_id srcset', catalog),
  store_import_batches: wholly('import_id position content', catalog),
  store_imports: wholly('id row_count job_id applying report error created_at mapping', catalog),
  store_linked_products: wholly('product_id linked_id kind position', catalog),
  store_order_adjustments: wholly(
    'position order_id kind id label amount tax code',
    none('fees and discounts of an order, by its number'),
  ),
  store_order_codes: [
    ['attempts expires_at', STATE],
    ['owner_hash code_hash', none('hashes')],
  ],
  store_order_counts: wholly('id status change', machinery),
  store_order_events: [
    ['id order_id user_id', ID],
    ['at from_status to_status note', order],
  ],
  store_order_lines: [
    ['id order_id product_id variation_id sku kind unit_price total tax_rate tax', none('what an order consists of')],
    ['name quantity details', order],
  ],
  store_order_meta: [
    ['id order_id meta_key label', ID],
    ['meta_value display_text', order],
  ],
  store_order_numbers: wholly('year last', machinery),
  store_order_taxes: wholly('id order_id part adjustment line rate amount tax', none('taxes of an order')),
  store_order_tokens: [
    ['order_id', ID],
    ['part', order],
  ],
  store_orders: [
    ['id user_id locale arrives_from arrives_to updated_at pay_until', ID],
    [
      'shipping_method payment_method currency items_total delivery_total payment_fee tax_total',
      none('amounts and methods'),
    ],
    ['number status email customer search billing shipping total note tracking created_at', order],
    ['order_key form_token', none('random keys')],
  ],
  store_payments: [
    ['id payment_key order_id currency refunded updated_at checked_at', ID],
    ['method reference amount state created_at', order],
  ],
  store_product_files: wholly('id product_id variation_id file_id name position retired', catalog),
  store_product_terms: wholly('product_id term_id position', catalog),
  store_product_texts: wholly('product_id listed name_start name codes unpriced description', catalog),
  store_product_tokens: wholly('word field product_id', catalog),
  store_products: wholly(
    'id slug name status visibility type kind sku gtin search short_description description regular_price sale_price sale_from sale_to price on_sale price_due max_price stock_quantity stock backorders tax_rate weight unit unit_content rating rating_count sales position featured fields published_at created_at updated_at review_count verified_count review_rating expected_on',
    catalog,
  ),
  store_refunds: [
    ['id order_id payment_id refund_key message restock part updated_at', ID],
    ['amount reason state account created_at', order],
  ],
  store_reviews: [
    ['id product_id order_id status verified updated_at replied_at', ID],
    ['buyer user_id email name stars title content search reply created_at', erased('store-reviews')],
  ],
  store_search_ngrams: wholly('part word', catalog),
  store_taxonomies: wholly('name label kind hierarchical position', catalog),
  store_terms: wholly('id taxonomy slug name parent_id position swatch description search_name former_slugs', catalog),
  store_variation_terms: wholly('variation_id term_id', catalog),
  store_variations: wholly(
    'id product_id sku gtin regular_price sale_price sale_from sale_to price on_sale price_due stock_quantity stock backorders weight image_id position unit_content expected_on',
    catalog,
  ),
  store_wishlist_items: wholly('id user_id product_id variation_id created_at', erased('store-wishlist')),

  // Compliance.
  compliance_anchors: wholly('id consents_until consents_hash declarations_hash created_at', none('hashes of records')),
  compliance_bounced_emails: [
    ['email_kind object_id bounced_at', ID],
    ['response', erased('compliance')],
  ],
  compliance_checkbox_counts: wholly('checkbox_id day shown accepted', none('counts per day')),
  compliance_check_confirmations: wholly(
    'check_id subject_hash user_id confirmed_at',
    none('requirements that an account confirmed, by its number; exported, and without the number after its erasure'),
  ),
  compliance_checkboxes: wholly(
    'id seed_key slug location label required enabled position legal_page_id error_message description conditions translations created_at updated_at',
    settings,
  ),
  compliance_confirmations: [
    ['user_id expires_at', ID],
    ['created_at', erased('compliance', ACCOUNT)],
    ['token_hash', secret(ACCOUNT)],
  ],
  compliance_consents: [
    [
      'id checkbox_id location order_id accepted label_version page_version purpose created_at',
      none('proof of a consent, without the person'),
    ],
    ['user_id ip email address', erased('compliance')],
  ],
  compliance_contract_lines: wholly('order_id line_id kind exception', none('kinds of an order’s lines')),
  compliance_contracts: wholly(
    'order_id token informed counts_from consent_at notice_at confirmed_at',
    none('deadlines of an order, by its number'),
  ),
  compliance_declaration_end: wholly('id declaration_id hash', none('hash of the newest declaration')),
  compliance_declarations: [
    [
      'id kind order_id locale status flag late created_at',
      none('kind and state of a declaration, without the person'),
    ],
    ['hash previous_hash', none('hashes')],
    ['receipt_status receipt_sent_at receipt_attempts receipt_released_at', STATE],
    ['receipt_network', none('network of a receipt that waits, deleted after a day')],
    ['email statement decision', erased('compliance')],
  ],
  compliance_forms: wholly('token claim created_at', none('random numbers of sent forms')),
  compliance_invoice_numbers: wholly('series last', machinery),
  compliance_invoices: [
    ['id invoice_key order_id kind state ksef_number message created_at changed_at', ID],
    ['number issued_on email document xml', invoice],
  ],
  compliance_legal_pages: wholly('type page_id generated_hash created_at', settings),
  compliance_notices: wholly('kind locale url file name mime hash created_at', settings),
  compliance_orders: [
    ['order_id', ID],
    ['number email', stays('compliance-orders', /address used to match withdrawals to an order is kept/)],
  ],
  compliance_page_translations: wholly('type locale page_id generated_hash created_at', settings),
  compliance_parcels: wholly('id order_id name delivered_on', none('parcels of an order and their days')),
  compliance_prices: wholly(
    'id product_id variation_id currency price regular on_sale cause valid_from valid_to',
    catalog,
  ),
  compliance_report_cases: [
    ['declaration_id party locale decided_at appeal_id', ID],
    ['email created_at', erased('compliance')],
    ['token', none('a random key; it opens the report without its address')],
  ],
  compliance_retention: wholly('rule since last_at last_removed failed', machinery),
  compliance_safety_contacts: [
    ['id kind code responsible updated_at', ID],
    [
      'name address email url country',
      stays('compliance-contacts', /Contacts of manufacturers and responsible persons stay/),
    ],
  ],
  compliance_scans: wholly(
    'day scanned_at good confirmed unconfirmed missing advice switched_off live results coverage',
    machinery,
  ),
  compliance_settings: wholly('name value', settings),
  compliance_text_versions: wholly('hash kind content created_at', none('texts of checkboxes and legal pages')),
  compliance_verified_head: wholly('id consents_until consents consents_hash', machinery),
  compliance_wizard_steps: wholly('step completed_at', settings),

  // Facet.
  facet_analytics: [
    ['day kind times', none('counts per day, without visitors')],
    ['name', none('search texts without what looks like an address or a number of a person')],
  ],
  facet_build: wholly('id owner last_generation last_column steps unfinished', machinery),
  facet_changes: wholly('sequence product_id', catalog),
  facet_custom_values: wholly('column_id product_id value row_count', catalog),
  facet_landing_pages: wholly(
    'id term_id query address_hash title heading description text position updated_at',
    settings,
  ),
  facet_products: wholly('generation product_id packed row_count', catalog),
  facet_rules: wholly('id position rule', settings),
  facet_rules_before: wholly('id rules', settings),
  facet_state: wholly(
    'id generation sequence format built_at products sources announced own_sequence previous net_prices',
    machinery,
  ),
};

/**
 * All keys of user metadata that the code writes. They are exported with the account, except secret ones,
 * and deleted with it.
 */
export const USER_META: Readonly<Record<string, string>> = {
  nickname: 'name',
  first_name: 'name',
  last_name: 'name',
  description: 'text about the person',
  store_billing: 'address, erased by the store itself',
  store_shipping: 'address, erased by the store itself',
  compliance_last_login: 'time of the last login',
  compliance_unused_queued: 'time at which a warning was queued',
  compliance_unused_warned: 'time of a warning',
  wp_capabilities: 'role',
  wp_user_level: 'role',
  locale: 'preference',
  admin_color: 'preference',
  comment_shortcuts: 'preference',
  rich_editing: 'preference',
  show_admin_bar_front: 'preference',
  syntax_highlighting: 'preference',
  use_ssl: 'preference',
};

/** Expressions that the code passes as the key when it writes user metadata, with the keys they evaluate to. */
export const META_WRITES: Readonly<Record<string, string>> = {
  'ADDRESS_META.billing': 'store_billing',
  'ADDRESS_META.shipping': 'store_shipping',
  LAST_LOGIN_META: 'compliance_last_login',
  WARNED_META: 'compliance_unused_warned',
  WARNING_QUEUED_META: 'compliance_unused_queued',
  CAPS_META: 'wp_capabilities',
  LEVEL_META: 'wp_user_level',
  // Core functions for plugins and admin screens; exported with the account whatever the key.
  META_KEY: '(the first password must be changed)',
  'DISMISSAL.meta': '(dismissed notices)',
  '`manage${screen.id}columnshidden`': '(columns of a list)',
  option: '(rows of a list)',
  key: '(fields of an account)',
  'global ? name : OPTION_PREFIX + name': '(user options of plugins)',
};
