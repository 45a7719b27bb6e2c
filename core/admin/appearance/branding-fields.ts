import type { Field, FieldValues, TranslationApi } from '../../api/index.js';
import {
  type BrandingSettings,
  DEFAULT_BRANDING,
  FONTS,
  MIN_CONTRAST,
  readBranding,
  textContrast,
} from '../../branding/index.js';

/** A section of the form: a heading and its fields. */
interface BrandingSection {
  readonly title: string;
  readonly fields: readonly Field[];
}

/** Returns the selectable fonts with their display names. */
export function fontChoices({
  __,
}: Pick<TranslationApi, '__'>): readonly { readonly value: string; readonly label: string }[] {
  const labels: Readonly<Record<string, string>> = {
    system: __('System font'),
    humanist: __('Warm sans serif'),
    geometric: __('Rounded sans serif'),
    serif: __('Book-style serif'),
    news: __('Formal serif'),
    typewriter: __('Monospaced'),
    'source-sans': __('Source Sans: plain and clear'),
    figtree: __('Figtree: round and friendly'),
    'source-serif': __('Source Serif: calm, for long texts'),
    playfair: __('Playfair Display: elegant, for headings'),
  };
  return FONTS.map(({ name }) => ({ value: name, label: labels[name] ?? name }));
}

type Translate = Pick<TranslationApi, '__'>;

/** Returns the sections of the branding form. */
export function brandingSections(text: Translate): readonly BrandingSection[] {
  return [brandSection(text), colorSection(text), fontSection(text), footerSection(text)];
}

function brandSection({ __ }: Translate): BrandingSection {
  return {
    title: __('Name and images'),
    fields: [
      {
        key: 'logo',
        type: 'media',
        source: 'image',
        label: __('Logo'),
        help: __(
          'Shown in the header of every page, with a link to the home page. Use a wide image with a transparent background.',
        ),
      },
      { key: 'showsName', type: 'checkbox', label: __('Show site name next to the logo'), default: true },
      {
        key: 'icon',
        type: 'media',
        source: 'image',
        label: __('Icon'),
        help: __('Shown in browser tabs and on phone home screens. Use a square image of at least 512 pixels.'),
      },
    ],
  };
}

function colorSection({ __ }: Translate): BrandingSection {
  return {
    title: __('Colors'),
    fields: [
      {
        key: 'accent',
        type: 'color',
        default: DEFAULT_BRANDING.accent,
        label: __('Links and buttons'),
        help: __('If the color would be hard to read, a darker or lighter shade is used.'),
      },
      { key: 'page', type: 'color', default: DEFAULT_BRANDING.page, label: __('Background') },
      {
        key: 'text',
        type: 'color',
        default: DEFAULT_BRANDING.text,
        label: __('Text'),
        validate: (_value, { page, text }) => {
          const { page: pageColor, text: textColor } = readBranding({ page, text });
          const contrast = textContrast({ page: pageColor, text: textColor });
          return contrast < MIN_CONTRAST
            ? __(
                'This text color is hard to read on this background: the contrast is %1$s:1, the minimum is %2$s:1. Choose darker text or a lighter background, or the reverse.',
                contrast.toFixed(1),
                String(MIN_CONTRAST),
              )
            : '';
        },
      },
      {
        key: 'scheme',
        type: 'select',
        default: DEFAULT_BRANDING.scheme,
        label: __('Color scheme'),
        help: __('In dark mode, links and buttons use a lighter shade of your color.'),
        choices: [
          { value: 'auto', label: __('Match the visitor’s device') },
          { value: 'light', label: __('Always light') },
          { value: 'dark', label: __('Always dark') },
        ],
      },
    ],
  };
}

function fontSection({ __ }: Translate): BrandingSection {
  const fonts = fontChoices({ __ });
  return {
    title: __('Fonts'),
    fields: [
      {
        key: 'font',
        type: 'select',
        default: DEFAULT_BRANDING.font,
        label: __('Text'),
        choices: fonts,
        help: __(
          'The four named fonts load once from this site (20–95 KB each). The others are already on visitors’ devices. No requests go to other servers.',
        ),
      },
      {
        key: 'headingFont',
        type: 'select',
        default: DEFAULT_BRANDING.headingFont,
        label: __('Headings and site name'),
        choices: fonts,
      },
    ],
  };
}

function footerSection({ __ }: Translate): BrandingSection {
  return {
    title: __('Footer'),
    fields: [
      {
        key: 'footer',
        type: 'textarea',
        maxLength: 500,
        label: __('Footer text'),
        help: __('Replaces the site title and tagline. {year} shows the current year.'),
      },
    ],
  };
}

/** Converts branding settings to the values of the form fields. */
export function toFieldValues({ branding, logo, icon, showsName, footer }: BrandingSettings): FieldValues {
  return { ...branding, logo, icon, showsName, footer };
}

/** Converts the values of the form fields to branding settings. */
export function toBrandingSettings(values: FieldValues): BrandingSettings {
  return {
    branding: readBranding(values),
    logo: Number(values.logo) || 0,
    icon: Number(values.icon) || 0,
    showsName: values.showsName === true,
    footer: typeof values.footer === 'string' ? values.footer : '',
  };
}
