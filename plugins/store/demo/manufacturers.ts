import type { DemoProduct } from './demo-product.js';
import { sectorFields } from './sector-fields.js';

/** Manufacturer of a demo brand; for one outside the EU, its responsible person there. All are fictitious. */
interface DemoMaker {
  readonly name: string;
  readonly contact: string;
  readonly country: string;
  readonly responsible?: string;
  readonly responsibleContact?: string;
}

const MAKERS: Readonly<Record<string, DemoMaker>> = {
  Bławatka: {
    name: 'Bławatka s.c.',
    contact: 'ul. Przykładowa 3, 90-001 Łódź, kontakt@blawatka.example.com',
    country: 'PL',
  },
  'Gliniany Kot': {
    name: 'Gliniany Kot sp. z o.o.',
    contact: 'ul. Garncarska 7, 59-700 Bolesławiec, kontakt@gliniany-kot.example.com',
    country: 'PL',
  },
  Hebelek: {
    name: 'Stolarnia Hebelek',
    contact: 'ul. Drzewna 12, 83-300 Kartuzy, kontakt@hebelek.example.com',
    country: 'PL',
  },
  'Huta Świetlik': {
    name: 'Huta Świetlik sp. z o.o.',
    contact: 'ul. Szklana 2, 38-400 Krosno, kontakt@huta-swietlik.example.com',
    country: 'PL',
  },
  'Kropla Rosy': {
    name: 'Kropla Rosy sp. z o.o.',
    contact: 'ul. Zielna 5, 20-001 Lublin, kontakt@kropla-rosy.example.com',
    country: 'PL',
  },
  Młynówka: {
    name: 'Odlewnia Młynówka sp. j.',
    contact: 'ul. Młyńska 1, 45-001 Opole, kontakt@mlynowka.example.com',
    country: 'PL',
  },
  'Osiedle Siedem': {
    name: 'Wydawnictwo Osiedle Siedem',
    contact: 'os. Przykładowe 7, 31-001 Kraków, kontakt@osiedle-siedem.example.com',
    country: 'PL',
  },
  'Pracownia Jarząb': {
    name: 'Pracownia Jarząb',
    contact: 'ul. Leśna 21, 16-001 Supraśl, kontakt@jarzab.example.com',
    country: 'PL',
  },
  'Siwa Sowa': {
    name: 'Grey Owl Goods Ltd',
    contact: '12 Example Street, London EC1A 1AA, hello@siwa-sowa.example.com',
    country: 'GB',
    responsible: 'Siwa Sowa Import sp. z o.o.',
    responsibleContact: 'ul. Portowa 8, 80-001 Gdańsk, bezpieczenstwo@siwa-sowa.example.com',
  },
  'Tkalnia Bystra': {
    name: 'Tkalnia Bystra sp. z o.o.',
    contact: 'ul. Tkacka 4, 43-360 Bystra, kontakt@tkalnia-bystra.example.com',
    country: 'PL',
  },
  'Zielnik Babki': {
    name: 'Zielnik Babki',
    contact: 'ul. Ogrodowa 9, 62-001 Suchy Las, kontakt@zielnik-babki.example.com',
    country: 'PL',
  },
  Ławeczka: {
    name: 'Ławeczka sp. z o.o.',
    contact: 'ul. Parkowa 15, 10-001 Olsztyn, kontakt@laweczka.example.com',
    country: 'PL',
  },
};

const WARNINGS: Readonly<Record<string, string>> = {
  swiece: 'Nie zostawiaj płonącej świecy bez opieki. Pal z dala od dzieci, zwierząt i materiałów łatwopalnych.',
  'swieczniki-i-latarenki': 'Ustawiaj na stabilnym, niepalnym podłożu. Nie zostawiaj płonącej świecy bez opieki.',
  'lampy-stolowe': 'Odłącz od zasilania przed wymianą żarówki. Nie przekraczaj podanej mocy.',
  'lampy-podlogowe': 'Odłącz od zasilania przed wymianą żarówki. Nie przekraczaj podanej mocy.',
  'lampy-wiszace': 'Montaż powierz osobie z uprawnieniami elektrycznymi.',
  'kinkiety-i-swiatelka': 'Tylko do wnętrz. Odłącz od zasilania przed czyszczeniem.',
  komody: 'Przymocuj do ściany dołączonym uchwytem: mebel może się przewrócić.',
  'regaly-i-polki': 'Przymocuj do ściany dołączonym uchwytem: mebel może się przewrócić.',
};

/** Returns a demo product's safety data and sector information, for the fields that an extension may add. */
export function legalFields({
  sku,
  brand,
  categories,
}: Pick<DemoProduct, 'sku' | 'brand' | 'categories'>): Record<string, string | boolean> {
  const maker = MAKERS[brand];
  if (!maker) return {};
  const warnings = categories.flatMap((slug) => WARNINGS[slug] ?? []);
  return {
    gpsr_manufacturer: maker.name,
    gpsr_manufacturer_contact: maker.contact,
    gpsr_manufacturer_country: maker.country,
    ...(maker.responsible && maker.responsibleContact
      ? { gpsr_responsible: maker.responsible, gpsr_responsible_contact: maker.responsibleContact }
      : {}),
    ...sectorFields({ sku }, `${maker.name}, ${maker.contact}`),
    ...(warnings[0] ? { gpsr_warnings: warnings[0] } : {}),
  };
}
