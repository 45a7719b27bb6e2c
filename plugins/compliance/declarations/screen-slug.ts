/** The owner's screen of declarations, which the letters to the shop lead to. */
export const DECLARATIONS_SLUG = 'compliance-declarations';
