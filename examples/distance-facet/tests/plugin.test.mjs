import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bootSite } from 'plinth/testing';

const NEAR = { slug: 'near', label: 'Near you', type: 'distance', source: 'place' };
const PLACES = {
  'Kraków market': [50.06, 19.94],
  Wieliczka: [49.99, 20.06],
  'Łódź mill': [51.77, 19.46],
  'Gdańsk harbor': [54.35, 18.65],
};

let site;
let owner;
before(async () => {
  site = await bootSite({ plugins: ['.'], env: { PAGE_CACHE_MB: '0' } });
  for (const [name, [place_lat, place_lon]] of Object.entries(PLACES))
    await site.createProduct({ name, fields: { place_lat, place_lon } });
  await site.createProduct({ name: 'Nowhere' });
  owner = site.visitor();
  await owner.logIn(site.admin.login, site.admin.password);
  assert.equal((await site.cli('facet', 'reindex')).code, 0);
  assert.equal((await save([NEAR])).status, 200);
});
after(() => site?.stop());

const save = (facets) => owner.rest('POST', '/facet/v1/settings', { facets });
/** Loads the shop page like a browser, following the redirect to the canonical URL. */
async function shop(query = '', guest = site.visitor()) {
  let response = await guest.get(`/shop/${query}`);
  if (response.location !== '') response = await guest.get(response.location);
  return response.html;
}
/** Names of the products that a visitor finds. */
async function found(near) {
  const html = await shop(near === undefined ? '' : `?sf_near=${encodeURIComponent(near)}`);
  return [...Object.keys(PLACES), 'Nowhere'].filter((name) => html.includes(name));
}

test('finds products sold near a town', async () => {
  assert.equal((await found()).length, 5);
  assert.deepEqual(await found('krakow:10'), ['Kraków market']);
  assert.deepEqual(await found('krakow:25'), ['Kraków market', 'Wieliczka']);
  assert.deepEqual(await found('krakow:250'), ['Kraków market', 'Wieliczka', 'Łódź mill']);
  assert.deepEqual(await found('lodz:25'), ['Łódź mill']);
});

test('counts the products of each distance', async () => {
  const html = await shop('?sf_near=krakow:10');
  const counts = [
    ...html.matchAll(/value="(\d+)"[^>]*> <span>[^<]*<\/span> <span class="facet-option__count"[^>]*>(\d+)</g),
  ].map(([, km, count]) => [Number(km), Number(count)]);
  assert.deepEqual(
    counts.map(([km]) => km),
    [10, 25, 50, 100, 250],
  );
  for (const [km, count] of counts) assert.equal((await found(`krakow:${km}`)).length, count);
});

test('ignores invalid selections', async () => {
  for (const text of [
    'nowhere:25',
    'krakow',
    'krakow:',
    'krakow:-4',
    'krakow:1e3',
    'krakow:999999',
    ':',
    'x'.repeat(2000),
  ])
    assert.equal((await found(text)).length, 5, text);
  assert.doesNotMatch(await shop('?sf_near=nowhere:25'), /km around/);
});

test('works without scripts: form, text of the selection, and kept selection', async () => {
  const html = await shop('?sf_near[town]=lodz&sf_near[km]=25');
  assert.match(html, /<option value="lodz" selected>Łódź<\/option>/);
  assert.match(html, /Near you: 25 km around Łódź/);
  assert.match(html, /Łódź mill/);
  assert.doesNotMatch(html, /Gdańsk harbor/);
  // Without a distance, the middle one of the options is selected.
  assert.match(await shop('?sf_near[town]=lodz'), /50 km around Łódź/);
});

test('is translated into Polish', async () => {
  const guest = site.visitor();
  await guest.get('/?wp_lang=pl_PL');
  assert.match(await shop('?sf_near=lodz:25', guest), /25 km wokół: Łódź/);
});

test('lets the owner set towns and distances of the facet', async () => {
  assert.equal(
    (await save([{ ...NEAR, options: { towns: 'Sopot 54.44 18.56; nonsense; <b> 1 2', radii: '30, 5, x, 30' } }]))
      .status,
    200,
  );
  assert.deepEqual(await found('sopot:30'), ['Gdańsk harbor']);
  const html = await shop();
  const [, select] = /<select id="[^"]*-town"[^>]*>([\s\S]*?)<\/select>/.exec(html);
  assert.deepEqual(
    [...select.matchAll(/<option value="([^"]*)"/g)].map(([, town]) => town),
    ['', 'sopot'],
  );
  assert.deepEqual(
    [...html.matchAll(/type="radio" name="sf_near\[km\]" value="(\d+)"/g)].map(([, km]) => km),
    ['5', '30'],
  );
  assert.equal((await found('krakow:25')).length, 5);
  await save([NEAR]);
});

test('requires both coordinates or neither, and lists products without them', async () => {
  const missing = await site.cli('distance', 'missing', '--format=json');
  assert.deepEqual(
    JSON.parse(missing.out).map(({ name }) => name),
    ['Nowhere'],
  );
  assert.match(missing.error, /1 product has no location/);
  const screen = `/wp-admin/admin.php?page=store-product&id=${JSON.parse(missing.out)[0].id}`;
  await owner.get(screen);
  assert.match(
    (await owner.submitForm({ 'fields[place_lat]': '54.44', 'fields[place_lon]': '' })).html,
    /Enter both values or neither\./,
  );
  assert.deepEqual(await site.pluginErrors(), []);
});
