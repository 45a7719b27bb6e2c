/** Attributes of an element; `true` renders the name only, `false` omits the attribute. */
type Attributes = Readonly<Record<string, string | boolean>>;

/** WordPress's hooks of scripts and styles. */
declare module '../hooks.js' {
  interface Filters {
    script_loader_src: (src: string, handle: string) => string;
    script_loader_tag: (tag: string, handle: string, src: string) => string;
    style_loader_src: (src: string, handle: string) => string;
    style_loader_tag: (tag: string, handle: string, href: string, media: string) => string;
    wp_inline_script_attributes: (attributes: Attributes, code: string) => Attributes;
    wp_script_attributes: (attributes: Attributes) => Attributes;
  }

  interface FilterPatterns {
    [name: `script_module_data_${string}`]: (
      data: Readonly<Record<string, unknown>>,
    ) => Readonly<Record<string, unknown>>;
  }
}

export type {};
