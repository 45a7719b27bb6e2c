/** User meta, UTC: when somebody signed in last. */
export const SIGNED_IN = 'compliance_signed_in';
/** User meta, UTC: when a letter was asked for that the account goes because nobody uses it. */
export const ASKED = 'compliance_unused_asked';
/** User meta, UTC: when that letter went out, or was refused for good. */
export const WARNED = 'compliance_unused_warned';
/** All that is kept of whether accounts are used. */
export const ACCOUNT_USE = [SIGNED_IN, ASKED, WARNED] as const;
