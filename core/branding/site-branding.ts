import { andThen, type Formatting, type MaybePromise, type OptionsApi, ready, stepwise } from '../api/index.js';
import type { SiteAttachments } from '../content/attachments/index.js';
import type { OptionsNow } from '../options/index.js';
import { facesOf, firstFile } from './font-faces.js';
import { type Branding, readBranding, styleOf } from './branding.js';

/** What an owner chose for every page. */
export interface Chosen {
  readonly branding: Branding;
  /** The numbers of the pictures; 0 for none. */
  readonly logo: number;
  readonly icon: number;
  /** Whether the site's name stands beside the logo. */
  readonly showsName: boolean;
  /** What stands at the bottom in place of the name; `{year}` is the present one. */
  readonly footer: string;
}

interface SiteBrandingDeps {
  readonly options: OptionsApi & OptionsNow;
  readonly formatting: Pick<Formatting, 'escHtml' | 'escUrl'>;
  readonly attachments: Pick<SiteAttachments, 'now'>;
  /** Runs work that writes several things: all of it or nothing. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Where the site serves the files of fonts: a path, as browsers take fonts from the page's own host. */
  readonly fontsBase: string;
  /** The theme that is worn. */
  stylesheet(): string;
}

/** The look of a site's pages. */
export interface SiteBranding {
  /** What is chosen now; the beginning where nothing was. */
  read(): Promise<Chosen>;
  /** Stores another choice: pictures as WordPress's options, everything else with the theme. */
  write(chosen: Chosen): Promise<void>;
  /** The style sheet of what was chosen; nothing where nothing was. */
  style(): MaybePromise<string>;
  /** A link by which browsers ask for the file of the text's font at once, as HTML; nothing for one of the devices' own. */
  preload(): MaybePromise<string>;
  /** The style rules by which a page finds the files of fonts. @param fonts their names */
  faces(fonts: readonly string[]): string;
  /** The site's name or logo as HTML, for the link home. @param tried shown in place of what is stored */
  brand(siteName: string, tried?: Pick<Chosen, 'logo' | 'showsName'>): MaybePromise<string>;
  /** Links to the icon as HTML; nothing where none was chosen. */
  icon(): MaybePromise<string>;
  /** What stands at the bottom as HTML; nothing where nothing was typed. @param tried shown in place of what is stored */
  footer(tried?: string): MaybePromise<string>;
}

/** Makes what an owner chose of the look into what pages carry. @since 0.3.0 */
export function createSiteBranding({
  options,
  formatting,
  attachments,
  transaction,
  fontsBase,
  stylesheet,
}: SiteBrandingDeps): SiteBranding {
  const modsName = (): string => `theme_mods_${stylesheet()}`;
  const mods = (): MaybePromise<Readonly<Record<string, unknown>>> =>
    andThen(options.optionNow<unknown>(modsName(), {}), (stored) =>
      typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {},
    );
  const image = (name: 'site_logo' | 'site_icon'): MaybePromise<number> =>
    andThen(options.optionNow<unknown>(name, 0), (value) => Number(value) || 0);
  const isNamed = (stored: Readonly<Record<string, unknown>>): boolean => stored.header_text !== false;
  const footerOf = (stored: Readonly<Record<string, unknown>>): string =>
    typeof stored.footer_text === 'string' ? stored.footer_text : '';

  return {
    async read() {
      const stored = await mods();
      return {
        branding: readBranding(stored.look),
        logo: await image('site_logo'),
        icon: await image('site_icon'),
        showsName: isNamed(stored),
        footer: footerOf(stored),
      };
    },
    write: ({ branding, logo, icon, showsName, footer }) =>
      transaction(async () => {
        await options.updateOption(modsName(), {
          ...(await mods()),
          look: branding,
          header_text: showsName,
          footer_text: footer,
        });
        await options.updateOption('site_logo', logo);
        await options.updateOption('site_icon', icon);
      }),
    style: () =>
      andThen(mods(), (stored) => (stored.look === undefined ? '' : styleOf(readBranding(stored.look), fontsBase))),
    preload: () =>
      andThen(mods(), (stored) => {
        const file = firstFile(readBranding(stored.look).font, fontsBase);
        return file === ''
          ? ''
          : `<link rel="preload" href="${formatting.escUrl(file)}" as="font" type="font/woff2" crossorigin fetchpriority="low">`;
      }),
    faces: (fonts) => facesOf(fonts, fontsBase),
    brand: stepwise(function* (siteName, tried) {
      const id = tried ? tried.logo : yield* ready(image('site_logo'));
      const name = formatting.escHtml(siteName);
      if (id === 0) return name;
      const named = tried ? tried.showsName : isNamed(yield* ready(mods()));
      // Beside its name the picture says nothing new; alone it is the name.
      const logo = yield* ready(
        attachments.now.wpGetAttachmentImage(id, 'medium', false, {
          class: 'custom-logo',
          alt: named ? '' : siteName,
          sizes: '12rem',
          loading: false,
        }),
      );
      if (logo === '') return name;
      return named ? `${logo}<span>${name}</span>` : logo;
    }),
    icon: stepwise(function* () {
      const id = yield* ready(image('site_icon'));
      if (id === 0) return '';
      const small = yield* ready(attachments.now.wpGetAttachmentImageSrc(id, 'thumbnail'));
      const large = yield* ready(attachments.now.wpGetAttachmentImageSrc(id, 'medium'));
      return small && large
        ? `<link rel="icon" href="${formatting.escUrl(small[0])}" sizes="${small[1]}x${small[2]}">\n<link rel="apple-touch-icon" href="${formatting.escUrl(large[0])}">`
        : '';
    }),
    footer: (tried) =>
      andThen(tried ?? andThen(mods(), footerOf), (text) =>
        formatting
          .escHtml(text.trim().replaceAll('{year}', String(new Date().getUTCFullYear())))
          .replaceAll('\n', '<br>'),
      ),
  };
}
