/** Pictures of `assets/demo`, without `.svg`, by the Polish name of the thing; other things show their department's. */
export const PICTURES: Readonly<Record<string, string>> = {
  'Krzesło': 'krzeslo-lodka-brazowy', 'Stolik': 'stolik-kropla', 'Regał': 'regal-drabina', 'Komoda': 'komoda-cma',
  'Lampa stołowa': 'lampa-jutrzenka-zielony', 'Lampa podłogowa': 'lampa-bocian', 'Kinkiet': 'kinkiet-polksiezyc', 'Żyrandol': 'lampa-dzwon-czarny',
  'Koc': 'koc-redyk-zolty', 'Poduszka': 'poduszka-laka-niebieski', 'Zasłona': 'zaslona-poludnie', 'Dywan': 'dywan-mazur',
  'Wazon': 'wazon-brzask-kremowy', 'Ramka': 'ramka-kadr', 'Lustro': 'lustro-tafla', 'Świecznik': 'swiecznik-wieczor',
  'Łóżko': 'posciel-zefir', 'Poszewka': 'poduszka-laka-rozowy', 'Ręcznik': 'recznik-mgla-turkusowy', 'Kosz na pranie': 'kosz-wiklina',
  'Kubek': 'kubek-swit-niebieski', 'Talerz': 'talerz-chaber', 'Miska': 'miska-zniwa', 'Dzbanek': 'dzbanek-fala', 'Garnek': 'garnek-rosol-granatowy', 'Deska do krojenia': 'deska-olcha',
  'Czajnik': 'imbryk-pogawedka', 'Kawiarka': 'kawiarka-pobudka', 'Słój': 'sloj-spizarka',
  'Donica': 'donica-glina-szary', 'Osłonka': 'donica-glina-brazowy', 'Kwietnik': 'kwietnik-szczudlo', 'Konewka': 'konewka-deszczyk', 'Ławka': 'lawka-przystan', 'Latarenka': 'latarenka-gwiazdka',
  'Zegar': 'zegar-chwila', 'Lampka biurkowa': 'lampka-kurka', 'Lampka nocna': 'lampka-muchomor', 'Krzesełko': 'stolek-grzybek', 'Dywanik': 'dywan-mazur', 'Ręcznik plażowy': 'recznik-mgla-turkusowy',
  'Mydło w płynie': 'mydlo-w-plynie-piana', 'Żel pod prysznic': 'plyn-do-naczyn-polysk', 'Szampon': 'mydlo-w-plynie-piana', 'Olejek do włosów': 'olej-rzepak', 'Olejek do masażu': 'olej-rzepak', 'Dyfuzor': 'dyfuzor-oddech', 'Balsam': 'plyn-do-naczyn-polysk',
  'Kawa ziarnista': 'kawa-poranna', 'Kawa mielona': 'kawa-poranna', 'Kawa bezkofeinowa': 'kawa-poranna', 'Kawa zbożowa': 'kasza-gryczana',
  'Herbata czarna': 'herbata-mgla', 'Herbata zielona': 'herbata-mgla', 'Herbata owocowa': 'herbata-mgla', 'Napar ziołowy': 'herbata-mgla',
  'Miód': 'miod-lipiec', 'Konfitura': 'konfitura-porzeczka', 'Czekolada': 'czekolada-zmierzch', 'Kasza': 'kasza-gryczana', 'Mąka': 'kasza-gryczana', 'Granola': 'kasza-gryczana',
};
