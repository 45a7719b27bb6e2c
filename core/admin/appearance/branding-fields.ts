import type { Field, FieldValues, TranslationApi } from '../../api/index.js';
import {
  type Chosen,
  DEFAULT_BRANDING,
  FONTS,
  MIN_CONTRAST,
  readBranding,
  textContrast,
} from '../../branding/index.js';

/** A heading of the form with the fields below it. */
interface BrandingSection {
  readonly title: string;
  readonly fields: readonly Field[];
}

/** The fonts by the names that owners know them by. */
export function fontChoices({
  __,
}: Pick<TranslationApi, '__'>): readonly { readonly value: string; readonly label: string }[] {
  const labels: Readonly<Record<string, string>> = {
    system: __('Plain, of the device'),
    humanist: __('Warm, without serifs'),
    geometric: __('Round, without serifs'),
    serif: __('Bookish, with serifs'),
    news: __('Strict, with serifs'),
    typewriter: __('Typewriter'),
    'source-sans': __('Source Sans: plain and clear'),
    figtree: __('Figtree: round and friendly'),
    'source-serif': __('Source Serif: calm, for long texts'),
    playfair: __('Playfair Display: elegant, for headings'),
  };
  return FONTS.map(({ name }) => ({ value: name, label: labels[name] ?? name }));
}

type Translate = Pick<TranslationApi, '__'>;

/** What is asked about the look of the site. */
export function brandingSections(text: Translate): readonly BrandingSection[] {
  return [brandSection(text), colorSection(text), fontSection(text), footerSection(text)];
}

function brandSection({ __ }: Translate): BrandingSection {
  return {
    title: __('Name and pictures'),
    fields: [
      {
        key: 'logo',
        type: 'media',
        of: 'image',
        label: __('Logo'),
        help: __('Stands at the top of every page and leads home. A wide one with a clear background suits best.'),
      },
      { key: 'showsName', type: 'checkbox', label: __('Show the name of the site beside the logo'), default: true },
      {
        key: 'icon',
        type: 'media',
        of: 'image',
        label: __('Icon'),
        help: __('Stands in the tabs of browsers and on the home screens of phones. Square, 512 pixels or more.'),
      },
    ],
  };
}

function colorSection({ __ }: Translate): BrandingSection {
  return {
    title: __('Colours'),
    fields: [
      {
        key: 'accent',
        type: 'color',
        default: DEFAULT_BRANDING.accent,
        label: __('Links and buttons'),
        help: __('Where it could not be read, a darker or lighter shade of it is shown.'),
      },
      { key: 'page', type: 'color', default: DEFAULT_BRANDING.page, label: __('Background') },
      {
        key: 'text',
        type: 'color',
        default: DEFAULT_BRANDING.text,
        label: __('Text'),
        validate: (_value, { page, text }) => {
          const { page: ground, text: letters } = readBranding({ page, text });
          const reached = textContrast({ page: ground, text: letters });
          return reached < MIN_CONTRAST
            ? __(
                'Text of this colour cannot be read on this background: its contrast is %1$s to 1, and %2$s to 1 is the least. Choose a darker text or a lighter background, or the other way round.',
                reached.toFixed(1),
                String(MIN_CONTRAST),
              )
            : '';
        },
      },
      {
        key: 'scheme',
        type: 'select',
        default: DEFAULT_BRANDING.scheme,
        label: __('Light or dark'),
        help: __('By night links and buttons have a lighter shade of your colour on a dark background.'),
        choices: [
          { value: 'auto', label: __('As the visitor’s device has it') },
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
          'The four with a name of their own come from this site and are loaded once, 20 to 95 KB each; the others are on the devices of visitors already. Nobody else is asked.',
        ),
      },
      {
        key: 'headingFont',
        type: 'select',
        default: DEFAULT_BRANDING.headingFont,
        label: __('Headings and name'),
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
        label: __('Text at the bottom'),
        help: __('In place of the name and the tagline. {year} is the present year.'),
      },
    ],
  };
}

/** A choice as the fields of the form hold it. */
export function valuesOf({ branding, logo, icon, showsName, footer }: Chosen): FieldValues {
  return { ...branding, logo, icon, showsName, footer };
}

/** What the fields hold as a choice. */
export function chosenOf(values: FieldValues): Chosen {
  return {
    branding: readBranding(values),
    logo: Number(values.logo) || 0,
    icon: Number(values.icon) || 0,
    showsName: values.showsName === true,
    footer: typeof values.footer === 'string' ? values.footer : '',
  };
}
