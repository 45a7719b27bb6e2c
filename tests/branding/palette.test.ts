import { contrast } from '../../core/branding/color.js';
import { DEFAULT_BRANDING, cssCustomProperties, readBranding } from '../../core/branding/index.js';
import { createStylesheet } from '../../core/branding/branding.js';
import { createPalettes } from '../../core/branding/palette.js';

/** Colors evenly distributed over the RGB cube. */
const some = Array.from(
  { length: 216 },
  (_, index) =>
    `#${[index % 6, Math.floor(index / 6) % 6, Math.floor(index / 36)].map((part) => (part * 51).toString(16).padStart(2, '0')).join('')}`,
);

describe('color palettes of a site', () => {
  it('keep readable contrast for any accent color, in light and dark mode', () => {
    for (const accent of some) {
      for (const page of ['#ffffff', '#fbfaf8', '#fff3c4', '#15181b', '#000000']) {
        const text = contrast(page, '#ffffff') > 10 ? '#f2f2f2' : '#1f2328';
        const { light, dark } = createPalettes({ accent, page, text });
        for (const palette of [light, dark]) {
          for (const name of [
            '--color-accent',
            '--color-muted',
            '--color-success',
            '--color-error',
            '--color-warning',
          ] as const) {
            for (const background of ['--color-page', '--color-surface'] as const)
              expect([accent, page, name, contrast(palette[name] ?? '', palette[background] ?? '') >= 4.5]).toEqual([
                accent,
                page,
                name,
                true,
              ]);
          }
          expect([
            accent,
            page,
            contrast(palette['--color-accent-text'] ?? '', palette['--color-accent'] ?? '') >= 4.5,
          ]).toEqual([accent, page, true]);
        }
      }
    }
  });

  it('keep chosen colors that are readable', () => {
    expect(createPalettes({ accent: '#0a3d91', page: '#ffffff', text: '#111111' }).light).toMatchObject({
      '--color-accent': '#0a3d91',
      '--color-page': '#ffffff',
      '--color-text': '#111111',
    });
  });

  it('equal the theme’s defaults until chosen, and ignore invalid stored values', () => {
    expect(createStylesheet(DEFAULT_BRANDING, '')).toBe('');
    expect(readBranding({ accent: 'red;} body{display:none', page: 7, scheme: 'sepia', font: '"><script>' })).toEqual(
      DEFAULT_BRANDING,
    );
    expect(readBranding('x')).toEqual(DEFAULT_BRANDING);
    expect(createStylesheet(readBranding({ accent: '#a10', font: 'serif' }), '')).toMatch(
      /^:root \{ --color-page: #fbfaf8;.*--color-accent: #aa1100;.*--font: "Iowan/,
    );
  });

  it('use one palette when the scheme is always light or always dark', () => {
    expect(createStylesheet({ ...DEFAULT_BRANDING, scheme: 'dark' }, '')).toMatch(
      /^:root \{ color-scheme: dark; --color-page: #15181b;/,
    );
    expect(createStylesheet({ ...DEFAULT_BRANDING, scheme: 'light' }, '')).not.toContain('@media');
    const properties = cssCustomProperties({ ...DEFAULT_BRANDING, scheme: 'light' });
    expect(properties.light).toEqual(properties.dark);
  });
});
