/** The subset of JSON Schema that a `plugin.json` needs, with the messages that editors show. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'boolean';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly maxLength?: number;
  /** Message for a string that does not match its pattern. */
  readonly patternErrorMessage?: string;
  readonly anyOf?: readonly Schema[];
  /** Message for a value that matches none of the schemas above. */
  readonly errorMessage?: string;
}

/** Names of plugins and of the entities they protect. */
const NAME_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$';
const nameSchema: Schema = {
  type: 'string',
  pattern: NAME_PATTERN,
  maxLength: 60,
  patternErrorMessage: 'must be at most 60 lowercase letters, digits and hyphens',
};
const textSchema = (description: string): Schema => ({
  type: 'string',
  pattern: '\\S',
  patternErrorMessage: 'must not be empty',
  description,
});
const textListSchema = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });
const originsSchema = (description: string): Schema =>
  textListSchema(`${description}: origins such as "https://js.example.com".`);

/** Schemas of the `contributes.hosts` uses, each with what it allows the plugin's pages to do. */
const HOST_SCHEMAS: Readonly<Record<string, Schema>> = {
  script: originsSchema('Where scripts come from'),
  style: originsSchema('Where styles come from'),
  frame: originsSchema('Where frames come from'),
  connect: originsSchema('Where scripts connect to'),
  img: originsSchema('Where images come from'),
  form: originsSchema('Where forms are sent'),
  redirect: originsSchema('Where visitors are redirected to'),
};

/** Schema of `plugin.json`. The file `schemas/plugin.json` is generated from it. */
export const MANIFEST_SCHEMA: Schema & { readonly $schema: string; readonly title: string } = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Plinth plugin manifest (plugin.json)',
  type: 'object',
  required: ['name', 'version', 'description', 'author', 'requiresCore', 'main'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'Where this schema lies, for editors.' },
    id: { ...nameSchema, description: 'ID of the plugin; must be the folder name.' },
    name: textSchema('Display name of the plugin.'),
    version: textSchema('Semantic version, such as 1.2.0.'),
    description: textSchema('One-sentence description, shown in the list of plugins.'),
    author: textSchema('Author of the plugin.'),
    license: textSchema('License as an SPDX identifier, such as MIT.'),
    homepage: textSchema('URL of the plugin’s website.'),
    requiresCore: textSchema('Supported versions of Plinth, as a semver range, such as ">=0.1.0".'),
    requiresNode: textSchema('Supported versions of Node.js, as a semver range, such as ">=22".'),
    main: textSchema('Main module, relative to the plugin’s folder, such as plugin.ts or index.js.'),
    requiresPlugins: {
      description:
        'Plugins that must be active: a list of names, or an object of names and semver ranges. They start first.',
      anyOf: [
        { type: 'array', items: nameSchema },
        { type: 'object', propertyNames: nameSchema, additionalProperties: { type: 'string' } },
      ],
      errorMessage: 'must be a list of plugin names, or an object of plugin names and semver ranges',
    },
    textDomain: textSchema('Text domain of the catalogs in languages/; defaults to the folder name.'),
    developmentOnly: { type: 'boolean', description: 'Whether the plugin is refused when NODE_ENV is production.' },
    protects: {
      type: 'array',
      items: nameSchema,
      description:
        'What stays closed while the plugin is active but not running: checkout, prices, access, or a name that another plugin checks.',
    },
    contributes: {
      type: 'object',
      description: 'What the plugin contributes, known before it runs.',
      additionalProperties: false,
      properties: {
        capabilities: {
          type: 'object',
          description: 'Capabilities that the plugin adds, each with the roles that get it.',
          additionalProperties: textListSchema('Role names, such as ["administrator"].'),
        },
        roles: {
          type: 'object',
          description: 'Roles that the plugin adds.',
          additionalProperties: {
            type: 'object',
            required: ['label', 'capabilities'],
            additionalProperties: false,
            properties: {
              label: textSchema('Display name of the role.'),
              capabilities: textListSchema('Capabilities of the role.'),
            },
          },
        },
        hosts: {
          type: 'object',
          description: 'External hosts that the plugin’s pages need.',
          additionalProperties: false,
          properties: HOST_SCHEMAS,
        },
        customRedirectHosts: {
          type: 'boolean',
          description: 'Whether administrators may add redirect hosts on the Plugins screen.',
        },
      },
    },
  },
};
