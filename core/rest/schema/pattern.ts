import { LRUCache } from 'lru-cache';
import type { RestSchema } from '../../api/index.js';

const compiledPatterns = new LRUCache<string, RegExp>({ max: 500 });

/**
 * Whether a schema's pattern matches anywhere in a text, by Unicode characters (`rest_validate_json_schema_pattern`).
 */
export function matchesPattern(pattern: string, text: string): boolean {
  let expression = compiledPatterns.get(pattern);
  if (!expression) {
    expression = compilePattern(pattern);
    compiledPatterns.set(pattern, expression);
  }
  return expression.test(text);
}

/**
 * Returns the schema for a property whose name matches one of the patterns
 * (`rest_find_matching_pattern_property_schema`).
 */
export function patternPropertySchema(name: string, schema: RestSchema): RestSchema | undefined {
  for (const [pattern, property] of Object.entries(schema.patternProperties ?? {})) {
    if (matchesPattern(pattern, name)) return property;
  }
  return undefined;
}

function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    // Unicode mode rejects escapes that PHP accepts, such as `\-` and `\_`.
    return new RegExp(pattern);
  }
}
