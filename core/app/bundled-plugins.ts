/** The plugins a new site starts with, in the order they are activated. */
export const FIRST_PLUGINS: readonly string[] = ['store', 'compliance', 'facet'];

/** What comes with Plinth: it is switched off rather than deleted. */
export const BUNDLED_PLUGINS: readonly string[] = [...FIRST_PLUGINS, 'basic-auth', 'payments-przelewy24'];
