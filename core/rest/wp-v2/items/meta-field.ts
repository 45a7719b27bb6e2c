import { type MetaArgs, type MetaType, type RestSchema, WpError } from '../../../api/index.js';
import { type Dictionary, isDictionary } from '../../values.js';
import type { ItemProperty } from './item-schema.js';
import type { WpV2SiteDeps } from './deps.js';

/** The field `meta`: the metadata registered for REST. */
export interface MetaField {
  property(): ItemProperty;
  read(id: number): Promise<Dictionary>;
  /** Writes the given values; null deletes a value. Stops at the first value that does not match its schema. */
  write(id: number, values: unknown): Promise<WpError | undefined>;
}

interface ExposedMeta {
  key: string;
  name: string;
  schema: RestSchema;
  single: boolean;
  validate: MetaArgs['validateCallback'];
}

export function createMetaField(
  { meta, rest }: Pick<WpV2SiteDeps, 'meta' | 'rest'>,
  type: MetaType,
  subtype: string,
): MetaField {
  const listExposed = (): ExposedMeta[] => {
    const keys = new Map([...meta.getRegisteredMetaKeys(type), ...meta.getRegisteredMetaKeys(type, subtype)]);
    return [...keys].flatMap(([key, args]) => (args.showInRest ? [toExposedMeta(key, args)] : []));
  };

  /**
   * Converts a stored value to its schema's type: stored values are text, and may be older than the schema
   * (`prepare_value`).
   */
  const toRestValue = (stored: unknown, schema: RestSchema): unknown => {
    const value = stored === '' && schema.type !== 'string' && schema.type !== undefined ? emptyValue(schema) : stored;
    if (rest.restValidateValueFromSchema(value, schema, '') !== undefined) return null;
    return rest.restSanitizeValueFromSchema(value, schema, '');
  };

  return {
    property: () => ({
      description: 'Meta fields.',
      type: 'object',
      context: ['view', 'edit'],
      properties: Object.fromEntries(
        listExposed().map(({ name, schema, single }) => [name, single ? schema : { type: 'array', items: schema }]),
      ),
      argOptions: {
        sanitizeCallback: null,
        validateCallback: (value) => value === null || isDictionary(value) || Array.isArray(value),
      },
    }),

    async read(id) {
      const values: Dictionary = {};
      for (const { key, name, single, schema } of listExposed()) {
        const value = await meta.getMetadata(type, id, key, single);
        values[name] =
          Array.isArray(value) && !single
            ? value.map((element) => toRestValue(element, schema))
            : toRestValue(value, schema);
      }
      return values;
    },

    async write(id, values) {
      if (!isDictionary(values)) return undefined;
      for (const { key, name, schema, single, validate } of listExposed()) {
        if (!Object.hasOwn(values, name)) continue;
        const value = values[name];
        const valueSchema = single ? schema : { type: 'array' as const, items: schema };
        const error = value === null ? undefined : rest.restValidateValueFromSchema(value, valueSchema, `meta.${name}`);
        if (error) {
          error.addData({ status: 400 });
          return error;
        }
        const problem = value === null ? '' : ((await validate?.(value)) ?? '');
        if (problem !== '')
          return new WpError('rest_invalid_param', problem, { status: 400, params: { [`meta.${name}`]: problem } });
        if (value === null) await meta.deleteMetadata(type, id, key);
        else await meta.updateMetadata(type, id, key, value);
      }
      return undefined;
    },
  };
}

function toExposedMeta(key: string, args: MetaArgs): ExposedMeta {
  const restOptions = isDictionary(args.showInRest) ? args.showInRest : {};
  const schema: RestSchema = {
    type: (args.type ?? 'string') as RestSchema['type'],
    ...(args.default === undefined ? {} : { default: args.default }),
    ...(isDictionary(restOptions.schema) ? restOptions.schema : {}),
  };
  return {
    key,
    name: typeof restOptions.name === 'string' ? restOptions.name : key,
    schema,
    single: args.single === true,
    validate: args.validateCallback,
  };
}

function emptyValue(schema: RestSchema): unknown {
  const empty: Record<string, unknown> = { integer: 0, number: 0, boolean: false, array: [], object: {} };
  return schema.default ?? empty[String(schema.type)] ?? '';
}
