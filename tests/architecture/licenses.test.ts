import { dependencies, devDependencies } from '../../package.json';
import lock from '../../package-lock.json';

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

const shipped = Object.entries(lock.packages as Readonly<Record<string, LockedPackage>>).filter(
  ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
);

/** A library loaded at run time from a separate package, so that it can be replaced by another build (docs/decisions/media.md). */
const APART = /^node_modules\/@img\/sharp-libvips-[a-z0-9-]+: LGPL-3\.0-or-later$/;

/** A library that states its license, MIT, only in its file `LICENSE`. */
const UNDECLARED = ['node_modules/png-js: undefined'];

/** Fonts served unchanged, with their license beside them as OFL-1.1 requires (docs/decisions/branding.md). */
const FONTS = [
  // Embedded in PDFs, which OFL-1.1 allows without its license.
  'node_modules/@expo-google-fonts/source-sans-3: MIT AND OFL-1.1',
  ...['figtree', 'playfair-display', 'source-sans-3', 'source-serif-4'].map(
    (name) => `node_modules/@fontsource-variable/${name}: OFL-1.1`,
  ),
];

describe('dependencies', () => {
  it('ship only under permissive licenses, except libvips and fonts', () => {
    expect(
      shipped
        .filter(
          ([, { license = 'none' }]) =>
            !/^\(?(?:MIT(?! AND OFL)|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)/.test(
              license,
            ),
        )
        .map(([path, { license }]) => `${path}: ${license}`)
        .filter((named) => !APART.test(named))
        .sort(),
    ).toEqual([...FONTS, ...UNDECLARED]);
  });

  it('have exact versions in package.json', () => {
    expect(
      Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
    ).toEqual([]);
  });
});
