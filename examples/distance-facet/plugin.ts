import { definePlugin, type PluginScope } from 'plinth';

interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}
interface Town extends Coordinates {
  readonly name: string;
}
/** The visitor's selection. */
interface Near {
  /** Its key among the facet's towns. */
  readonly town: string;
  readonly km: number;
}
/** The part of a facet used here: its settings by the owner. */
interface Facet {
  readonly options: Readonly<Record<string, string | number | boolean>>;
}
/** The part of the index used here. */
interface Documents {
  numbers(name: string): Float64Array;
  where(test: (doc: number) => boolean): Uint32Array;
}

const TOWNS =
  'Warszawa 52.23 21.01; Kraków 50.06 19.94; Łódź 51.77 19.46; Wrocław 51.11 17.03; Poznań 52.41 16.93; Gdańsk 54.35 18.65';
const RADII = '10, 25, 50, 100, 250';
const TOWN = /^(.{1,60}?)\s+(-?\d{1,2}(?:\.\d{1,6})?)\s+(-?\d{1,3}(?:\.\d{1,6})?)$/;
/** Kilometers of one degree of latitude, and the earth's diameter. */
const DEGREE = 111.2;
const DIAMETER = 12_742;
/** Number of products read at once. */
const BATCH = 500;

/**
 * Returns the towns of a facet by their keys in URLs. They are an option of the facet, so every process of the site has
 * the same.
 */
function townsOf({ sanitizeTitle }: PluginScope, { options }: Facet): ReadonlyMap<string, Town> {
  return new Map(
    String(options.towns)
      .split(';')
      .flatMap((text): [string, Town][] => {
        const [, name = '', lat, lon] = TOWN.exec(text.trim()) ?? [];
        const key = sanitizeTitle(name);
        return key === '' || key.includes(':') ? [] : [[key, { name, lat: Number(lat), lon: Number(lon) }]];
      }),
  );
}

function radiiOf({ options }: Facet): readonly number[] {
  const found = String(options.radii)
    .split(',')
    .map(parseKilometers)
    .filter((km) => km > 0);
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Parses a whole number of kilometers; returns 0 for anything else. */
function parseKilometers(text: string): number {
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
}

/** Returns the great-circle distance; a spherical earth is accurate enough. */
function distance(from: Coordinates, lat: number, lon: number): number {
  const radiansPerDegree = Math.PI / 180;
  const haversine =
    Math.sin(((lat - from.lat) * radiansPerDegree) / 2) ** 2 +
    Math.cos(from.lat * radiansPerDegree) *
      Math.cos(lat * radiansPerDegree) *
      Math.sin(((lon - from.lon) * radiansPerDegree) / 2) ** 2;
  return DIAMETER * Math.asin(Math.sqrt(haversine));
}

/** Returns the documents within a distance of a town; a document without a location is NaN, and never within. */
function within(documents: Documents, from: Coordinates, km: number): Uint32Array {
  const [lat, lon] = [documents.numbers('lat'), documents.numbers('lon')];
  return documents.where((doc) => {
    const [north = NaN, east = NaN] = [lat[doc], lon[doc]];
    // A check of the latitude excludes most documents without trigonometry.
    return Math.abs(north - from.lat) * DEGREE <= km + 1 && distance(from, north, east) <= km;
  });
}

/** Adds two fields to the product form; either both are filled in or neither. */
function addLocationFields(scope: PluginScope): void {
  const { __ } = scope;
  const field = (key: string, other: string, max: number, label: () => string, help: () => string) => ({
    key,
    type: 'number' as const,
    step: 'any' as const,
    min: -max,
    max,
    label,
    help,
    validate: (value: unknown, values: Readonly<Record<string, unknown>>) =>
      ((value ?? null) === null) === ((values[other] ?? null) === null) ? '' : __('Enter both values or neither.'),
  });
  scope.addFields({
    objectType: 'product',
    title: () => __('Sales location'),
    fields: [
      field(
        'place_lat',
        'place_lon',
        90,
        () => __('Latitude'),
        () => __('In degrees, such as 52.23.'),
      ),
      field(
        'place_lon',
        'place_lat',
        180,
        () => __('Longitude'),
        () => __('In degrees, such as 21.01.'),
      ),
    ],
  });
}

/** `distance missing`: lists the products the facet cannot find because they have no location. */
function addCommand(scope: PluginScope): void {
  scope.addCommand({
    name: 'distance missing',
    description: 'List products without a sales location',
    async run(_args, _options, output) {
      const catalog = scope.services.get('store.catalog');
      const missing: { id: number; name: string }[] = [];
      for (let after = 0; ;) {
        const products = await catalog.records(after, BATCH);
        missing.push(
          ...products
            .filter(({ fields }) => typeof fields.place_lat !== 'number' || typeof fields.place_lon !== 'number')
            .map(({ id, name }) => ({ id, name })),
        );
        after = products.at(-1)?.id ?? 0;
        if (products.length < BATCH) break;
      }
      if (missing.length === 0) return output.line(scope.__('Every product has a location.'));
      output.warn(scope._n('%d product has no location:', '%d products have no location:', missing.length));
      output.rows(missing, ['id', 'name']);
    },
  });
}

export default definePlugin({
  boot(scope) {
    const { __, escAttr, escHtml } = scope;
    addLocationFields(scope);
    addCommand(scope);

    scope.addAction('facet/booted', ({ container }) => {
      container.get('sources').register({
        id: 'place',
        label: () => __('Sales location'),
        kind: 'place',
        suggestedType: 'distance',
        // Called when a product is indexed; the numbers are stored in the index as columns of this source.
        getValue: ({ fields: { place_lat: lat, place_lon: lon } }) =>
          typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : undefined,
      });

      container.get('types').register<Near>({
        id: 'distance',
        label: () => __('Distance'),
        help: () => __('Products sold within a distance from a town.'),
        supports: ({ kind }) => kind === 'place',
        options: [
          {
            name: 'towns',
            label: () => __('Towns to choose from'),
            help: () =>
              __(
                'Enter each town as name, latitude, and longitude, such as Warszawa 52.23 21.01. Separate towns with semicolons.',
              ),
            default: TOWNS,
          },
          {
            name: 'radii',
            label: () => __('Selectable distances in kilometers'),
            help: () => __('Separated by commas.'),
            default: RADII,
          },
        ],
        state: {
          // A link contains `lodz:25`; the form, which works without scripts, has a field for each part. An invalid
          // value is no selection.
          read({ text, parts }, facet) {
            const [town = '', kilometers = ''] = parts.town === undefined ? text.split(':') : [parts.town, parts.km];
            const radii = radiiOf(facet);
            const km =
              kilometers === '' && parts.town !== undefined
                ? (radii[Math.floor(radii.length / 2)] ?? 0)
                : parseKilometers(kilometers);
            return km > 0 && townsOf(scope, facet).has(town) ? { town, km } : undefined;
          },
          write: ({ town, km }) => `${town}:${km}`,
        },
        match(documents, { town, km }, facet) {
          const from = townsOf(scope, facet).get(town);
          return from && within(documents, from, km);
        },
        choices(documents, near, facet) {
          const from = near && townsOf(scope, facet).get(near.town);
          return from ? radiiOf(facet).map((km) => [String(km), within(documents, from, km)] as const) : [];
        },
        describe: ({ town, km }, facet) => __('%1$d km around %2$s', km, townsOf(scope, facet).get(town)?.name ?? town),
        render({ state, name, id, counts, facet }) {
          const towns = [...townsOf(scope, facet)].map(
            ([town, place]) =>
              `<option value="${escAttr(town)}"${town === state?.town ? ' selected' : ''}>${escHtml(place.name)}</option>`,
          );
          const radii = radiiOf(facet).map((km) => {
            const count = counts.get(String(km));
            const found = count === undefined ? '' : ` <span class="facet-option__count">${count}</span>`;
            return `<li class="facet-option"><label><input type="radio" name="${escAttr(name)}[km]" value="${km}"${km === state?.km ? ' checked' : ''}> <span>${escHtml(__('%d km', km))}</span>${found}</label></li>`;
          });
          return `<p><label for="${escAttr(id)}-town">${escHtml(__('Town'))}</label> <select id="${escAttr(id)}-town" name="${escAttr(name)}[town]"><option value="">${escHtml(__('Anywhere'))}</option>${towns.join('')}</select></p>
            <ul class="facet-options" role="group" aria-label="${escAttr(__('Maximum distance'))}">${radii.join('')}</ul>`;
        },
      });
    });
  },
});
