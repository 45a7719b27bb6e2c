import type { BlockAttributes, BlockAttributeSchema, BlockType, ParsedBlock } from '../../api/blocks.js';
import { restIsBoolean, restIsInteger } from '../../formatting/sanitize/booleans.js';
import { isNumeric, toFloat } from '../../formatting/php/numeric.js';

function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((part) => part !== '');
  if (typeof value === 'number' || typeof value === 'boolean') return [value];
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return [];
  return undefined;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && (!Array.isArray(value) || value.length === 0);
}

function isOfType(value: unknown, type: string, schema: BlockAttributeSchema): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return restIsBoolean(value);
    case 'integer':
      return restIsInteger(value);
    case 'number':
      return isNumeric(value);
    case 'null':
      return value === null;
    case 'array': {
      const list = asList(value);
      const items = schema.items;
      return list !== undefined && (!items || list.every((element) => isValid(element, items)));
    }
    case 'object': {
      if (value !== '' && !isMap(value)) return false;
      const properties = schema.properties ?? {};
      return Object.entries(value === '' ? {} : value).every(([name, element]) => {
        const inner = properties[name];
        return inner === undefined || isValid(element, inner as BlockAttributeSchema);
      });
    }
    default:
      return true;
  }
}

/** Whether a value conforms to an attribute's schema, with the leniency of REST parameters. */
function isValid(value: unknown, schema: BlockAttributeSchema): boolean {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length > 0 && !types.some((type) => isOfType(value, type, schema))) return false;
  if (
    schema.enum &&
    !schema.enum.some(
      (candidate) =>
        candidate === value || (isNumeric(candidate) && isNumeric(value) && toFloat(candidate) === toFloat(value)),
    )
  ) {
    return false;
  }
  return true;
}

/** Returns the attributes in a block's comment; a list or invalid JSON has no named attributes. */
export function authorAttributes(block: ParsedBlock): BlockAttributes {
  return block.attrs === null ? {} : { ...(block.attrs as BlockAttributes) };
}

/**
 * Returns the attributes with which a block is rendered (`prepare_attributes_for_render`): invalid values are removed
 * and defaults added.
 */
export function prepareAttributes(type: BlockType, attributes: BlockAttributes): BlockAttributes {
  const prepared = { ...attributes };
  for (const [name, value] of Object.entries(attributes)) {
    const schema = Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined;
    if (schema && !isValid(value, schema)) delete prepared[name];
  }
  for (const [name, schema] of Object.entries(type.attributes)) {
    if (!Object.hasOwn(prepared, name) && schema.default !== undefined && schema.default !== null)
      prepared[name] = schema.default;
  }
  return prepared;
}
