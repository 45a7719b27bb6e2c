import { DateTime } from 'luxon';
import type { AttachmentsApi, Formatting, OptionsApi } from '../api/index.js';
import { siteZone } from '../dates/index.js';
import { createFontFaceRules, firstFileUrl } from './font-faces.js';
import { type Branding, readBranding, createStylesheet } from './branding.js';

/** The owner's settings for every page. */
export interface BrandingSettings {
  readonly branding: Branding;
  /** IDs of the images; 0 for none. */
  readonly logo: number;
  readonly icon: number;
  /** Whether the site's name is shown beside the logo. */
  readonly showsName: boolean;
  /** Footer text that replaces the site's name; `{year}` is the current year. */
  readonly footer: string;
}

interface SiteBrandingDeps {
  readonly options: OptionsApi;
  readonly formatting: Pick<Formatting, 'escHtml' | 'escUrl'>;
  readonly attachments: Pick<AttachmentsApi, 'wpGetAttachmentImage' | 'wpGetAttachmentImageSrc'>;
  /** Runs several writes in one transaction. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Path from which the site serves the font files, on the page's own host as browsers require. */
  readonly fontsBase: string;
  /** Returns the active theme. */
  stylesheet(): string;
}

/** The branding of a site's pages. */
export interface SiteBranding {
  /** Returns the current settings, or the defaults. */
  read(): Promise<BrandingSettings>;
  /** Stores new settings: images as WordPress's options, everything else with the theme. */
  write(settings: BrandingSettings): Promise<void>;
  /** Returns the stylesheet of the branding; empty for the defaults. */
  style(): Promise<string>;
  /** Returns an HTML link that preloads the file of the text font; empty for a system font. */
  preload(): Promise<string>;
  /**
   * Returns the `@font-face` rules of fonts.
   * @param fonts their names
   */
  fontFaceRules(fonts: readonly string[]): string;
  /**
   * Returns the site's name or logo as HTML, for the link to the home page.
   * @param preview settings to preview instead of the stored ones
   */
  brand(siteName: string, preview?: Pick<BrandingSettings, 'logo' | 'showsName'>): Promise<string>;
  /** Returns the icon links as HTML; empty if no icon is set. */
  icon(): Promise<string>;
  /**
   * Returns the footer text as HTML; empty if none is set.
   * @param preview text to preview instead of the stored one
   */
  footer(preview?: string): Promise<string>;
}

/**
 * Creates the branding output for pages.
 * @since 0.1.0
 */
export function createSiteBranding({
  options,
  formatting,
  attachments,
  transaction,
  fontsBase,
  stylesheet,
}: SiteBrandingDeps): SiteBranding {
  const modsName = (): string => `theme_mods_${stylesheet()}`;
  const readMods = async (): Promise<Readonly<Record<string, unknown>>> => {
    const stored = await options.getOption<unknown>(modsName(), {});
    return typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
  };
  const image = async (name: 'site_logo' | 'site_icon'): Promise<number> => {
    const value = await options.getOption<unknown>(name, 0);
    return Number(value) || 0;
  };
  const showsSiteName = (stored: Readonly<Record<string, unknown>>): boolean => stored.header_text !== false;
  const footerOf = (stored: Readonly<Record<string, unknown>>): string =>
    typeof stored.footer_text === 'string' ? stored.footer_text : '';

  return {
    async read() {
      const stored = await readMods();
      return {
        branding: readBranding(stored.branding),
        logo: await image('site_logo'),
        icon: await image('site_icon'),
        showsName: showsSiteName(stored),
        footer: footerOf(stored),
      };
    },
    write: ({ branding, logo, icon, showsName, footer }) =>
      transaction(async () => {
        await options.updateOption(modsName(), {
          ...(await readMods()),
          branding,
          header_text: showsName,
          footer_text: footer,
        });
        await options.updateOption('site_logo', logo);
        await options.updateOption('site_icon', icon);
      }),
    style: async () => {
      const stored = await readMods();
      return stored.branding === undefined ? '' : createStylesheet(readBranding(stored.branding), fontsBase);
    },
    preload: async () => {
      const stored = await readMods();
      const file = firstFileUrl(readBranding(stored.branding).font, fontsBase);
      return file === ''
        ? ''
        : `<link rel="preload" href="${formatting.escUrl(file)}" as="font" type="font/woff2" crossorigin fetchpriority="low">`;
    },
    fontFaceRules: (fonts) => createFontFaceRules(fonts, fontsBase),
    brand: async (siteName, preview) => {
      const id = preview ? preview.logo : await image('site_logo');
      const name = formatting.escHtml(siteName);
      if (id === 0) return name;
      const hasName = preview ? preview.showsName : showsSiteName(await readMods());
      // Beside the site's name the image is redundant; alone it represents the name.
      const logo = await attachments.wpGetAttachmentImage(id, 'medium', false, {
        class: 'custom-logo',
        alt: hasName ? '' : siteName,
        sizes: '12rem',
        loading: false,
      });
      if (logo === '') return name;
      return hasName ? `${logo}<span>${name}</span>` : logo;
    },
    icon: async () => {
      const id = await image('site_icon');
      if (id === 0) return '';
      const smallIcon = await attachments.wpGetAttachmentImageSrc(id, 'thumbnail');
      const largeIcon = await attachments.wpGetAttachmentImageSrc(id, 'medium');
      return smallIcon && largeIcon
        ? `<link rel="icon" href="${formatting.escUrl(smallIcon[0])}" sizes="${smallIcon[1]}x${smallIcon[2]}">\n<link rel="apple-touch-icon" href="${formatting.escUrl(largeIcon[0])}">`
        : '';
    },
    footer: async (previewText) => {
      const text = previewText ?? footerOf(await readMods());
      return formatting
        .escHtml(text.trim().replaceAll('{year}', String(DateTime.now().setZone(await siteZone(options)).year)))
        .replaceAll('\n', '<br>');
    },
  };
}
