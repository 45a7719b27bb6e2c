/** The plugins activated on a new site, in order of activation. */
export const FIRST_PLUGINS: readonly string[] = ['store', 'compliance', 'facet'];

/** Plugins shipped with Plinth; they can be deactivated but not deleted. */
export const BUNDLED_PLUGINS: readonly string[] = [...FIRST_PLUGINS, 'basic-auth', 'payments-przelewy24'];
