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
const NAME = '^[a-z0-9]+(?:-[a-z0-9]+)*$';
const name: Schema = {
  type: 'string',
  pattern: NAME,
  maxLength: 60,
  patternErrorMessage: 'must be at most 60 lower-case letters, digits and hyphens',
};
const text = (description: string): Schema => ({
  type: 'string',
  pattern: '\\S',
  patternErrorMessage: 'must not be empty',
  description,
});
const texts = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });
const origins = (description: string): Schema => texts(`${description}: origins such as "https://js.example.com".`);

/** The kinds of `contributes.hosts`, each with what it allows the plugin's pages to do. */
const HOSTS: Readonly<Record<string, Schema>> = {
  script: origins('Where scripts come from'),
  style: origins('Where styles come from'),
  frame: origins('What is shown in frames'),
  connect: origins('What scripts talk to'),
  img: origins('Where images come from'),
  form: origins('Where forms are sent'),
  redirect: origins('Where visitors are sent on'),
};

/** Schema of `plugin.json`. The file `schemas/plugin.json` is generated from it. */
export const MANIFEST_SCHEMA: Schema & { readonly $schema: string; readonly title: string } = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'plugin.json of a Plinth plugin',
  type: 'object',
  required: ['name', 'version', 'description', 'author', 'requiresCore', 'main'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'Where this schema lies, for editors.' },
    id: { ...name, description: 'The folder’s name again; another name is refused.' },
    name: text('What people call the plugin.'),
    version: text('A semantic version, such as 1.2.0.'),
    description: text('One sentence for the list of plugins.'),
    author: text('Who made it.'),
    license: text('Under which licence it may be used, as SPDX names it, such as MIT.'),
    homepage: text('Where more about it is found.'),
    requiresCore: text('The versions of Plinth it works with, as a semver range, such as ">=0.1.0".'),
    requiresNode: text('The versions of Node.js it works with, as a semver range, such as ">=22".'),
    main: text('The module, relative to the folder: plugin.ts, index.js.'),
    requiresPlugins: {
      description: 'Plugins that must be active: a list of names, or names with semver ranges. They start first.',
      anyOf: [
        { type: 'array', items: name },
        { type: 'object', propertyNames: name, additionalProperties: { type: 'string' } },
      ],
      errorMessage: 'must be a list of plugin names, or names with semver ranges',
    },
    textDomain: text('Of its catalogues in languages/; the folder’s name otherwise.'),
    developmentOnly: { type: 'boolean', description: 'Whether it is refused where NODE_ENV is production.' },
    protects: {
      type: 'array',
      items: name,
      description:
        'What must not go on without the plugin while it is switched on: checkout, prices, access, or what another plugin asks for.',
    },
    contributes: {
      type: 'object',
      description: 'What it adds, known before it runs.',
      additionalProperties: false,
      properties: {
        capabilities: {
          type: 'object',
          description: 'Capabilities it introduces, each with the roles that get it.',
          additionalProperties: texts('Roles, such as ["administrator"].'),
        },
        roles: {
          type: 'object',
          description: 'Roles it introduces.',
          additionalProperties: {
            type: 'object',
            required: ['label', 'capabilities'],
            additionalProperties: false,
            properties: { label: text('What people call the role.'), capabilities: texts('What the role may do.') },
          },
        },
        hosts: {
          type: 'object',
          description: 'Hosts that its pages need besides the site’s own.',
          additionalProperties: false,
          properties: HOSTS,
        },
        customRedirectHosts: {
          type: 'boolean',
          description: 'Whether administrators may add hosts that visitors are sent on to, on the screen Plugins.',
        },
      },
    },
  },
};
