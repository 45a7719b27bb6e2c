/**
 * Ways to say that an order obliges to pay (Consumer Rights Act, art. 17(3); Directive 2011/83/EU, art. 8(2)). Alone, a name such as
 * PayPal, “Buy” or “Go on to payment” does not say it: it must oblige, or name ordering and paying together.
 */
const OBLIGING = [
  /obowi[ąa]zk\w*\s+(?:do\s+)?zap[łl]aty/i,
  /(?:zamawiam|zamów|kupuj[ęe]|kup|potwierdzam)(?=[\s,]).*(?:p[łl]ac[ęeę]|zap[łl]a[ćc][ęe]?|zap[łl]aty)(?![\p{L}\d])/iu,
  /^(?:zap[łl]a[ćc]|p[łl]ac[ęe])(?![\p{L}\d])/iu,
  /obligation\s+to\s+pay/i,
  /\b(?:order|buy|purchase|book)\b.*\b(?:pay|paid|payment)\b/i,
  /^pay\b(?!\s*pal)/i,
] as const;
const ONLY_ONWARD = /^(?:continue|go on|proceed|next|dalej|kontynuuj|przejd[źz])/i;

/** Whether words of a button say that who presses it must pay. */
export function saysPaying(words: string): boolean {
  const said = words.trim();
  return !ONLY_ONWARD.test(said) && OBLIGING.some((way) => way.test(said));
}
