/** Words of the project's former vocabulary with their standard terms (`docs/glossary.md`). */
const RETIRED = new Map([
  ['arrivals', 'delivery estimates'],
  ['blame', 'owner context, attribute'],
  ['doubt', 'flag'],
  ['enrol', 'enroll'],
  ['fulfil', 'fulfill'],
  ['fulfilment', 'fulfillment'],
  ['housekeeping', 'maintenance'],
  ['lanes', 'concurrency'],
  ['ledger', 'history, journal'],
  ['leftovers', 'orphans'],
  ['licence', 'license'],
  ['oddity', 'anomaly'],
  ['patience', 'timeout'],
  ['patient', 'untimed, timeout'],
  ['pictures', 'images'],
  ['quarantine', 'pause'],
  ['seals', 'keyed hashes'],
  ['ticked', 'checked, selected'],
  ['wishes', 'wishlist items, options'],
  ['workshop', 'staging'],
]);

/** Splits an identifier into words: `keptRows` and `KEPT_ROWS` into `kept` and `rows`. @param {string} name */
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');

/**
 * Reports identifiers that contain a word replaced in the glossary.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const retiredWords = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Refuse words in identifiers that the glossary replaced' },
    schema: [],
    messages: { retired: '"{{word}}" is called {{standard}} here (docs/glossary.md).' },
  },
  create(context) {
    return {
      Identifier(node) {
        for (const word of wordsOf(node.name)) {
          const standard = RETIRED.get(word);
          if (standard !== undefined) context.report({ node, messageId: 'retired', data: { word, standard } });
        }
      },
    };
  },
};
