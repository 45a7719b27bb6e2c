import type { SimpleTypeName } from './simple-types.js';

/** An element, a sequence (`row`), or a choice of particles. */
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

const requiredElement = (
  name: string,
  type: SimpleTypeName | Particle,
  fixed?: Readonly<Record<string, string>>,
): Particle => ({
  kind: 'element',
  name,
  type,
  min: 1,
  max: 1,
  ...(fixed ? { fixed } : {}),
});
const optionalElement = (name: string, type: SimpleTypeName | Particle, max = 1): Particle => ({
  kind: 'element',
  name,
  type,
  min: 0,
  max,
});
const row = (...parts: readonly Particle[]): Particle => ({ kind: 'row', parts, optional: false });
const optionalRow = (...parts: readonly Particle[]): Particle => ({ kind: 'row', parts, optional: true });
const choice = (...parts: readonly Particle[]): Particle => ({ kind: 'choice', parts, optional: false });
const optionalChoice = (...parts: readonly Particle[]): Particle => ({ kind: 'choice', parts, optional: true });

const address = row(
  requiredElement('KodKraju', 'TKodKraju'),
  requiredElement('AdresL1', 'TZnakowy512'),
  optionalElement('AdresL2', 'TZnakowy512'),
  optionalElement('GLN', 'TGLN'),
);
const contact = optionalRow(optionalElement('Email', 'TAdresEmail'), optionalElement('Telefon', 'TNumerTelefonu'));
const buyerId = row(
  choice(
    requiredElement('NIP', 'TNrNIP'),
    row(requiredElement('KodUE', 'TKodyKrajowUE'), requiredElement('NrVatUE', 'TNrVatUE')),
    row(optionalElement('KodKraju', 'TKodKraju'), requiredElement('NrID', 'TNrIdentyfikacjiPodatkowej')),
    requiredElement('BrakID', 'TWybor1'),
  ),
  optionalRow(requiredElement('Nazwa', 'TZnakowy512')),
);

const header = row(
  requiredElement('KodFormularza', 'TKodFormularza', { kodSystemowy: 'FA (3)', wersjaSchemy: '1-0E' }),
  requiredElement('WariantFormularza', 'WariantFormularza'),
  requiredElement('DataWytworzeniaFa', 'DataWytworzeniaFa'),
  optionalElement('SystemInfo', 'TZnakowy'),
);
const seller = row(
  optionalElement('PrefiksPodatnika', 'TKodyKrajowUE'),
  optionalElement('NrEORI', 'TZnakowy'),
  requiredElement(
    'DaneIdentyfikacyjne',
    row(requiredElement('NIP', 'TNrNIP'), requiredElement('Nazwa', 'TZnakowy512')),
  ),
  requiredElement('Adres', address),
  optionalElement('AdresKoresp', address),
  optionalElement('DaneKontaktowe', contact, 3),
);
const buyer = row(
  optionalElement('NrEORI', 'TZnakowy'),
  requiredElement('DaneIdentyfikacyjne', buyerId),
  optionalElement('Adres', address),
  optionalElement('AdresKoresp', address),
  optionalElement('DaneKontaktowe', contact, 3),
  optionalElement('NrKlienta', 'TZnakowy'),
  optionalElement('IDNabywcy', 'IDNabywcy'),
  requiredElement('JST', 'TWybor1_2'),
  requiredElement('GV', 'TWybor1_2'),
);

const taxed = (group: string): Particle =>
  optionalRow(
    requiredElement(`P_13_${group}`, 'TKwotowy'),
    requiredElement(`P_14_${group}`, 'TKwotowy'),
    optionalElement(`P_14_${group}W`, 'TKwotowy'),
  );
const untaxed = (group: string): Particle => optionalElement(`P_13_${group}`, 'TKwotowy');
const remarks = row(
  requiredElement('P_16', 'TWybor1_2'),
  requiredElement('P_17', 'TWybor1_2'),
  requiredElement('P_18', 'TWybor1_2'),
  requiredElement('P_18A', 'TWybor1_2'),
  requiredElement(
    'Zwolnienie',
    choice(
      row(
        requiredElement('P_19', 'TWybor1'),
        choice(
          requiredElement('P_19A', 'TZnakowy'),
          requiredElement('P_19B', 'TZnakowy'),
          requiredElement('P_19C', 'TZnakowy'),
        ),
      ),
      requiredElement('P_19N', 'TWybor1'),
    ),
  ),
  requiredElement('NoweSrodkiTransportu', row(requiredElement('P_22N', 'TWybor1'))),
  requiredElement('P_23', 'TWybor1_2'),
  requiredElement('PMarzy', row(requiredElement('P_PMarzyN', 'TWybor1'))),
);
const correctedInvoice = row(
  requiredElement('DataWystFaKorygowanej', 'TDataT'),
  requiredElement('NrFaKorygowanej', 'TZnakowy'),
  choice(
    row(requiredElement('NrKSeF', 'TWybor1'), requiredElement('NrKSeFFaKorygowanej', 'TNumerKSeF')),
    requiredElement('NrKSeFN', 'TWybor1'),
  ),
);
const line = row(
  requiredElement('NrWierszaFa', 'TNaturalny'),
  optionalElement('UU_ID', 'TZnakowy50'),
  optionalElement('P_6A', 'TDataT'),
  optionalElement('P_7', 'TZnakowy512'),
  optionalElement('Indeks', 'TZnakowy50'),
  optionalElement('GTIN', 'TZnakowy20'),
  optionalElement('PKWiU', 'TZnakowy50'),
  optionalElement('CN', 'TZnakowy50'),
  optionalElement('PKOB', 'TZnakowy50'),
  optionalElement('P_8A', 'TZnakowy'),
  optionalElement('P_8B', 'TIlosci'),
  optionalElement('P_9A', 'TKwotowy2'),
  optionalElement('P_9B', 'TKwotowy2'),
  optionalElement('P_10', 'TKwotowy2'),
  optionalElement('P_11', 'TKwotowy'),
  optionalElement('P_11A', 'TKwotowy'),
  optionalElement('P_11Vat', 'TKwotowy'),
  optionalElement('P_12', 'TStawkaPodatku'),
  optionalElement('P_12_Zal_15', 'TWybor1'),
  optionalElement('KwotaAkcyzy', 'TKwotowy'),
  optionalElement('GTU', 'TGTU'),
  optionalElement('KursWaluty', 'TIlosci'),
  optionalElement('StanPrzed', 'TWybor1'),
);
const payment = row(
  optionalChoice(row(requiredElement('Zaplacono', 'TWybor1'), requiredElement('DataZaplaty', 'TData'))),
  optionalElement('TerminPlatnosci', optionalRow(optionalElement('Termin', 'TData')), 100),
  optionalChoice(
    requiredElement('FormaPlatnosci', 'TFormaPlatnosci'),
    row(requiredElement('PlatnoscInna', 'TWybor1'), requiredElement('OpisPlatnosci', 'TZnakowy')),
  ),
  optionalElement(
    'RachunekBankowy',
    row(
      requiredElement('NrRB', 'TNrRB'),
      optionalElement('SWIFT', 'SWIFT'),
      optionalElement('NazwaBanku', 'TZnakowy'),
      optionalElement('OpisRachunku', 'TZnakowy'),
    ),
    100,
  ),
);
const terms = row(
  optionalElement(
    'Zamowienia',
    optionalRow(optionalElement('DataZamowienia', 'TDataU'), optionalElement('NrZamowienia', 'TZnakowy')),
    100,
  ),
);

const body = row(
  requiredElement('KodWaluty', 'TKodWaluty'),
  requiredElement('P_1', 'TDataT'),
  optionalElement('P_1M', 'TZnakowy'),
  requiredElement('P_2', 'TZnakowy'),
  optionalElement('WZ', 'TZnakowy', 1000),
  optionalChoice(
    requiredElement('P_6', 'TDataT'),
    requiredElement('OkresFa', row(requiredElement('P_6_Od', 'TDataT'), requiredElement('P_6_Do', 'TDataT'))),
  ),
  taxed('1'),
  taxed('2'),
  taxed('3'),
  taxed('4'),
  optionalRow(requiredElement('P_13_5', 'TKwotowy'), optionalElement('P_14_5', 'TKwotowy')),
  untaxed('6_1'),
  untaxed('6_2'),
  untaxed('6_3'),
  untaxed('7'),
  untaxed('8'),
  untaxed('9'),
  untaxed('10'),
  untaxed('11'),
  requiredElement('P_15', 'TKwotowy'),
  optionalElement('KursWalutyZ', 'TIlosci'),
  requiredElement('Adnotacje', remarks),
  requiredElement('RodzajFaktury', 'TRodzajFaktury'),
  optionalRow(
    optionalElement('PrzyczynaKorekty', 'TZnakowy'),
    optionalElement('TypKorekty', 'TTypKorekty'),
    { kind: 'element', name: 'DaneFaKorygowanej', type: correctedInvoice, min: 1, max: 50_000 },
    optionalElement('OkresFaKorygowanej', 'TZnakowy'),
    optionalElement('NrFaKorygowany', 'TZnakowy'),
    optionalElement(
      'Podmiot2K',
      row(
        requiredElement('DaneIdentyfikacyjne', buyerId),
        optionalElement('Adres', address),
        optionalElement('IDNabywcy', 'IDNabywcy'),
      ),
      101,
    ),
  ),
  optionalElement('FP', 'TWybor1'),
  optionalElement('TP', 'TWybor1'),
  optionalElement(
    'DodatkowyOpis',
    row(
      optionalElement('NrWiersza', 'TNaturalny'),
      requiredElement('Klucz', 'TZnakowy'),
      requiredElement('Wartosc', 'TZnakowy'),
    ),
    10_000,
  ),
  optionalElement('FaWiersz', line, 10_000),
  optionalElement('Platnosc', payment),
  optionalElement('WarunkiTransakcji', terms),
);
const footer = optionalRow(
  optionalElement('Informacje', optionalRow(optionalElement('StopkaFaktury', 'TTekstowy')), 3),
  optionalElement(
    'Rejestry',
    optionalRow(
      optionalElement('PelnaNazwa', 'TZnakowy'),
      optionalElement('KRS', 'TNrKRS'),
      optionalElement('REGON', 'TNrREGON'),
      optionalElement('BDO', 'BDO'),
    ),
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
export const FA3_STRUCTURE: Particle = requiredElement(
  'Faktura',
  row(
    requiredElement('Naglowek', header),
    requiredElement('Podmiot1', seller),
    requiredElement('Podmiot2', buyer),
    requiredElement('Fa', body),
    optionalElement('Stopka', footer),
  ),
);
