import type { PluginScope } from 'plinth';

export type CheckI18n = Pick<PluginScope, '__' | '_n' | 'getSiteLanguages'>;
