import type { SimpleTypeName } from './simple-types.js';

/** An element, a sequence, or a choice of particles. */
export type Particle =
  | {
      readonly kind: 'element';
      readonly name: string;
      readonly type: SimpleTypeName | Particle;
      readonly min: 0 | 1;
      readonly max: number;
      readonly fixed?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'row'; readonly parts: readonly Particle[]; readonly optional: boolean }
  | { readonly kind: 'choice'; readonly parts: readonly Particle[]; readonly optional: boolean };

const one = (name: string, type: SimpleTypeName | Particle, fixed?: Readonly<Record<string, string>>): Particle => ({
  kind: 'element',
  name,
  type,
  min: 1,
  max: 1,
  ...(fixed ? { fixed } : {}),
});
const maybe = (name: string, type: SimpleTypeName | Particle, max = 1): Particle => ({
  kind: 'element',
  name,
  type,
  min: 0,
  max,
});
const row = (...parts: readonly Particle[]): Particle => ({ kind: 'row', parts, optional: false });
const maybeRow = (...parts: readonly Particle[]): Particle => ({ kind: 'row', parts, optional: true });
const choice = (...parts: readonly Particle[]): Particle => ({ kind: 'choice', parts, optional: false });
const maybeChoice = (...parts: readonly Particle[]): Particle => ({ kind: 'choice', parts, optional: true });

const address = row(
  one('KodKraju', 'TKodKraju'),
  one('AdresL1', 'TZnakowy512'),
  maybe('AdresL2', 'TZnakowy512'),
  maybe('GLN', 'TGLN'),
);
const contact = maybeRow(maybe('Email', 'TAdresEmail'), maybe('Telefon', 'TNumerTelefonu'));
const buyerId = row(
  choice(
    one('NIP', 'TNrNIP'),
    row(one('KodUE', 'TKodyKrajowUE'), one('NrVatUE', 'TNrVatUE')),
    row(maybe('KodKraju', 'TKodKraju'), one('NrID', 'TNrIdentyfikacjiPodatkowej')),
    one('BrakID', 'TWybor1'),
  ),
  maybeRow(one('Nazwa', 'TZnakowy512')),
);

const header = row(
  one('KodFormularza', 'TKodFormularza', { kodSystemowy: 'FA (3)', wersjaSchemy: '1-0E' }),
  one('WariantFormularza', 'WariantFormularza'),
  one('DataWytworzeniaFa', 'DataWytworzeniaFa'),
  maybe('SystemInfo', 'TZnakowy'),
);
const seller = row(
  maybe('PrefiksPodatnika', 'TKodyKrajowUE'),
  maybe('NrEORI', 'TZnakowy'),
  one('DaneIdentyfikacyjne', row(one('NIP', 'TNrNIP'), one('Nazwa', 'TZnakowy512'))),
  one('Adres', address),
  maybe('AdresKoresp', address),
  maybe('DaneKontaktowe', contact, 3),
);
const buyer = row(
  maybe('NrEORI', 'TZnakowy'),
  one('DaneIdentyfikacyjne', buyerId),
  maybe('Adres', address),
  maybe('AdresKoresp', address),
  maybe('DaneKontaktowe', contact, 3),
  maybe('NrKlienta', 'TZnakowy'),
  maybe('IDNabywcy', 'IDNabywcy'),
  one('JST', 'TWybor1_2'),
  one('GV', 'TWybor1_2'),
);

const taxed = (group: string): Particle =>
  maybeRow(one(`P_13_${group}`, 'TKwotowy'), one(`P_14_${group}`, 'TKwotowy'), maybe(`P_14_${group}W`, 'TKwotowy'));
const untaxed = (group: string): Particle => maybe(`P_13_${group}`, 'TKwotowy');
const remarks = row(
  one('P_16', 'TWybor1_2'),
  one('P_17', 'TWybor1_2'),
  one('P_18', 'TWybor1_2'),
  one('P_18A', 'TWybor1_2'),
  one(
    'Zwolnienie',
    choice(
      row(one('P_19', 'TWybor1'), choice(one('P_19A', 'TZnakowy'), one('P_19B', 'TZnakowy'), one('P_19C', 'TZnakowy'))),
      one('P_19N', 'TWybor1'),
    ),
  ),
  one('NoweSrodkiTransportu', row(one('P_22N', 'TWybor1'))),
  one('P_23', 'TWybor1_2'),
  one('PMarzy', row(one('P_PMarzyN', 'TWybor1'))),
);
const corrected = row(
  one('DataWystFaKorygowanej', 'TDataT'),
  one('NrFaKorygowanej', 'TZnakowy'),
  choice(row(one('NrKSeF', 'TWybor1'), one('NrKSeFFaKorygowanej', 'TNumerKSeF')), one('NrKSeFN', 'TWybor1')),
);
const line = row(
  one('NrWierszaFa', 'TNaturalny'),
  maybe('UU_ID', 'TZnakowy50'),
  maybe('P_6A', 'TDataT'),
  maybe('P_7', 'TZnakowy512'),
  maybe('Indeks', 'TZnakowy50'),
  maybe('GTIN', 'TZnakowy20'),
  maybe('PKWiU', 'TZnakowy50'),
  maybe('CN', 'TZnakowy50'),
  maybe('PKOB', 'TZnakowy50'),
  maybe('P_8A', 'TZnakowy'),
  maybe('P_8B', 'TIlosci'),
  maybe('P_9A', 'TKwotowy2'),
  maybe('P_9B', 'TKwotowy2'),
  maybe('P_10', 'TKwotowy2'),
  maybe('P_11', 'TKwotowy'),
  maybe('P_11A', 'TKwotowy'),
  maybe('P_11Vat', 'TKwotowy'),
  maybe('P_12', 'TStawkaPodatku'),
  maybe('P_12_Zal_15', 'TWybor1'),
  maybe('KwotaAkcyzy', 'TKwotowy'),
  maybe('GTU', 'TGTU'),
  maybe('KursWaluty', 'TIlosci'),
  maybe('StanPrzed', 'TWybor1'),
);
const payment = row(
  maybeChoice(row(one('Zaplacono', 'TWybor1'), one('DataZaplaty', 'TData'))),
  maybe('TerminPlatnosci', maybeRow(maybe('Termin', 'TData')), 100),
  maybeChoice(
    one('FormaPlatnosci', 'TFormaPlatnosci'),
    row(one('PlatnoscInna', 'TWybor1'), one('OpisPlatnosci', 'TZnakowy')),
  ),
  maybe(
    'RachunekBankowy',
    row(
      one('NrRB', 'TNrRB'),
      maybe('SWIFT', 'SWIFT'),
      maybe('NazwaBanku', 'TZnakowy'),
      maybe('OpisRachunku', 'TZnakowy'),
    ),
    100,
  ),
);
const terms = row(
  maybe('Zamowienia', maybeRow(maybe('DataZamowienia', 'TDataU'), maybe('NrZamowienia', 'TZnakowy')), 100),
);

const body = row(
  one('KodWaluty', 'TKodWaluty'),
  one('P_1', 'TDataT'),
  maybe('P_1M', 'TZnakowy'),
  one('P_2', 'TZnakowy'),
  maybe('WZ', 'TZnakowy', 1000),
  maybeChoice(one('P_6', 'TDataT'), one('OkresFa', row(one('P_6_Od', 'TDataT'), one('P_6_Do', 'TDataT')))),
  taxed('1'),
  taxed('2'),
  taxed('3'),
  taxed('4'),
  maybeRow(one('P_13_5', 'TKwotowy'), maybe('P_14_5', 'TKwotowy')),
  untaxed('6_1'),
  untaxed('6_2'),
  untaxed('6_3'),
  untaxed('7'),
  untaxed('8'),
  untaxed('9'),
  untaxed('10'),
  untaxed('11'),
  one('P_15', 'TKwotowy'),
  maybe('KursWalutyZ', 'TIlosci'),
  one('Adnotacje', remarks),
  one('RodzajFaktury', 'TRodzajFaktury'),
  maybeRow(
    maybe('PrzyczynaKorekty', 'TZnakowy'),
    maybe('TypKorekty', 'TTypKorekty'),
    { kind: 'element', name: 'DaneFaKorygowanej', type: corrected, min: 1, max: 50_000 },
    maybe('OkresFaKorygowanej', 'TZnakowy'),
    maybe('NrFaKorygowany', 'TZnakowy'),
    maybe(
      'Podmiot2K',
      row(one('DaneIdentyfikacyjne', buyerId), maybe('Adres', address), maybe('IDNabywcy', 'IDNabywcy')),
      101,
    ),
  ),
  maybe('FP', 'TWybor1'),
  maybe('TP', 'TWybor1'),
  maybe(
    'DodatkowyOpis',
    row(maybe('NrWiersza', 'TNaturalny'), one('Klucz', 'TZnakowy'), one('Wartosc', 'TZnakowy')),
    10_000,
  ),
  maybe('FaWiersz', line, 10_000),
  maybe('Platnosc', payment),
  maybe('WarunkiTransakcji', terms),
);
const footer = maybeRow(
  maybe('Informacje', maybeRow(maybe('StopkaFaktury', 'TTekstowy')), 3),
  maybe(
    'Rejestry',
    maybeRow(maybe('PelnaNazwa', 'TZnakowy'), maybe('KRS', 'TNrKRS'), maybe('REGON', 'TNrREGON'), maybe('BDO', 'BDO')),
    100,
  ),
);

/** Namespace of FA(3), in force since 1 February 2026. */
export const FA3_NAMESPACE = 'http://crd.gov.pl/wzor/2025/06/25/13775/';

/**
 * Structure FA(3) 1-0E as published, with its order, cardinality and types, limited to what a shop selling goods
 * writes. Parts for other cases (advances, means of transport, margin schemes, third parties, transport, attachments)
 * are omitted, and therefore refused.
 */
export const FA3_STRUCTURE: Particle = one(
  'Faktura',
  row(
    one('Naglowek', header),
    one('Podmiot1', seller),
    one('Podmiot2', buyer),
    one('Fa', body),
    maybe('Stopka', footer),
  ),
);
