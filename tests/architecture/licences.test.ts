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

/** A library that is loaded at run time, from a package of its own that anybody can exchange for another build of it (docs/decisions/media.md). */
const APART = /^node_modules\/@img\/sharp-libvips-[a-z0-9-]+: LGPL-3\.0-or-later$/;

/** Fonts, which pages get as they are, with their licence beside them (docs/decisions/branding.md); OFL-1.1 asks for that, and that nobody sells them alone. */
const FONTS = ['figtree', 'playfair-display', 'source-sans-3', 'source-serif-4'].map(
  (name) => `node_modules/@fontsource-variable/${name}: OFL-1.1`,
);

describe('dependencies', () => {
  it('ship only under permissive licenses, except libvips and fonts', () => {
    expect(
      shipped
        .filter(
          ([, { license = 'none' }]) =>
            !/^\(?(?:MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)/.test(
              license,
            ),
        )
        .map(([path, { license }]) => `${path}: ${license}`)
        .filter((named) => !APART.test(named))
        .sort(),
    ).toEqual(FONTS);
  });

  it('have exact versions in package.json', () => {
    expect(
      Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
    ).toEqual([]);
  });
});
