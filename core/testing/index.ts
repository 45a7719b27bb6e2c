export type { CommandResult } from '../cli/with-site.js';
export type { Clock } from './clock.js';
export type { Fixtures, TestUser } from './create-fixtures.js';
export type { Email, Mailbox } from './mailbox.js';
export { bootSite, type TestSite, type TestSiteOptions } from './site.js';
export { type Page, type RestResult, type Visitor, visitor } from './visitor.js';
