declare module 'tannin' {
  export default class Tannin {
    constructor(data: Record<string, Record<string, string[] | Record<string, string>>>);
    dcnpgettext(domain: string, context: string | undefined, single: string, plural?: string, count?: number): string;
  }
}

declare module 'gettext-parser' {
  interface Translation {
    msgid: string;
    msgctxt?: string;
    msgid_plural?: string;
    msgstr: string[];
  }
  export const po: {
    parse(source: Buffer): {
      headers: Record<string, string>;
      translations: Record<string, Record<string, Translation>>;
    };
  };
}
