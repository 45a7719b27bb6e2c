import type { DemoProduct } from '../demo-product.js';

export const KITCHEN: readonly DemoProduct[] = [
  {
    sku: 'KUC-301', name: 'Kubek Świt', categories: ['kubki-i-filizanki'], brand: 'Gliniany Kot', tags: ['ręcznie robione', 'na prezent'], featured: true,
    short: 'Duży kamionkowy kubek, który długo trzyma ciepło.',
    description: ['Gruba kamionka nagrzewa się powoli i powoli stygnie, więc kawa wypita dopiero po drugim budziku wciąż jest ciepła. Ucho mieści cztery palce.', 'Pojemność 380 ml, wysokość 10 cm. Szkliwo bez ołowiu i kadmu; można myć w zmywarce i podgrzewać w kuchence mikrofalowej.'],
    price: 5900, weight: 420, attributes: { material: ['Kamionka'], pomieszczenie: ['Kuchnia', 'Jadalnia'] }, pictures: ['kubek-swit-niebieski', 'kubek-swit-bialy', 'kubek-swit-zielony'],
    variations: [
      { values: { kolor: 'Niebieski' }, stock: 64, picture: 'kubek-swit-niebieski' },
      { values: { kolor: 'Biały' }, stock: 80, picture: 'kubek-swit-bialy' },
      { values: { kolor: 'Zielony' }, stock: 31, picture: 'kubek-swit-zielony', sale: { price: 4900, from: -4, to: 9 } },
    ],
    rating: [4.8, 142], sales: 933, age: 720,
  },
  {
    sku: 'KUC-302', name: 'Filiżanka Poranek ze spodkiem', categories: ['kubki-i-filizanki'], brand: 'Gliniany Kot',
    short: 'Cienka porcelana i spodek, na którym mieści się ciastko.',
    description: ['Poranek trzyma się lekko, choć jest pojemny. Brzeg ma niespełna dwa milimetry grubości, a spodek celowo robimy szerszy niż zwykle, żeby obok filiżanki zmieścił się kawałek szarlotki.', 'Pojemność 220 ml. Porcelana wypalana w 1360 stopniach, odporna na zmywarkę.'],
    price: 7900, weight: 390, stock: 46, attributes: { kolor: ['Niebieski', 'Biały'], material: ['Porcelana'], pomieszczenie: ['Jadalnia'] }, pictures: ['filizanka-poranek'], rating: [4.6, 38], sales: 205, age: 380,
  },
  {
    sku: 'KUC-303', name: 'Talerz obiadowy Chaber', categories: ['talerze-i-miski'], brand: 'Gliniany Kot', tags: ['ręcznie robione'],
    short: 'Osiem chabrów malowanych pędzlem, każdy odrobinę inny.',
    description: ['Chaber wraca do wzoru z wiejskich kredensów, ale na prostym, współczesnym kształcie. Kwiaty maluje ta sama malarka od pierwszej serii; jej znak jest na spodzie.', 'Średnica 27 cm. Malowanie podszkliwne nie blaknie i nie ściera się w zmywarce. Komplet łatwo uzupełnić, bo wzoru nie zmieniamy.'],
    price: 6400, weight: 680, stock: 120, attributes: { kolor: ['Biały', 'Niebieski'], material: ['Porcelana'], pomieszczenie: ['Jadalnia'] }, pictures: ['talerz-chaber'], rating: [4.9, 71], sales: 618, age: 690,
  },
  {
    sku: 'KUC-304', name: 'Miska Żniwa', categories: ['talerze-i-miski'], brand: 'Gliniany Kot',
    short: 'Głęboka miska na owoce, sałatę albo rosnące ciasto.',
    description: ['Piaskowa glina z drobinkami żelaza daje po wypale ciepły, nakrapiany kolor. Miska jest na tyle ciężka, że nie ucieka po blacie podczas mieszania.', 'Średnica 26 cm, pojemność 2,4 l. Nadaje się do piekarnika do 200 stopni.'],
    price: 11900, weight: 1250, stock: 22, attributes: { kolor: ['Beżowy'], material: ['Kamionka'], pomieszczenie: ['Kuchnia'] }, pictures: ['miska-zniwa'], rating: [4.7, 24], sales: 131, age: 400,
  },
  {
    sku: 'KUC-305', name: 'Dzbanek Fala', categories: ['dzbanki-i-imbryki'], brand: 'Gliniany Kot',
    short: 'Nie kapie. Sprawdziliśmy tysiąc razy.',
    description: ['Dziobek Fali kształtujemy palcem, zanim glina stwardnieje, i właśnie dlatego po nalaniu ostatnia kropla wraca do środka. Zmieści litr lemoniady z lodem i bukiet peonii, kiedy lemoniada się skończy.', 'Pojemność 1,3 l, wysokość 23 cm. Można myć w zmywarce.'],
    price: 13900, sale: { price: 10900, from: -8, to: 6 }, weight: 980, stock: 19, attributes: { kolor: ['Biały', 'Niebieski'], material: ['Ceramika'], pomieszczenie: ['Kuchnia', 'Jadalnia'] }, pictures: ['dzbanek-fala'], rating: [4.5, 33], sales: 177, age: 510,
  },
  {
    sku: 'KUC-306', name: 'Imbryk Pogawędka', categories: ['dzbanki-i-imbryki'], brand: 'Gliniany Kot', tags: ['na prezent'],
    short: 'Herbata na cztery osoby i dwie godziny rozmowy.',
    description: ['Terakotowy imbryk z sitkiem ukrytym za dziobkiem, więc liście mogą pływać swobodnie. Pokrywka ma zaczep i nie wypada nawet przy nalewaniu do dna.', 'Pojemność 1,1 l. Nieszkliwiony z zewnątrz: z czasem nabiera połysku od dłoni. Myj bez detergentu.'],
    price: 16900, weight: 870, stock: 13, attributes: { kolor: ['Pomarańczowy'], material: ['Ceramika'], pomieszczenie: ['Kuchnia', 'Jadalnia'] }, pictures: ['imbryk-pogawedka'], rating: [4.8, 27], sales: 98, age: 220,
  },
  {
    sku: 'KUC-307', name: 'Deska do krojenia Olcha', categories: ['gotowanie'], brand: 'Hebelek', tags: ['drewno olejowane'],
    short: 'Olchowa deska, która nie tępi noży.',
    description: ['Olcha jest miękka dla ostrza i twarda dla bakterii, bo zawiera dużo garbników. Rowek wokół brzegu zatrzymuje sok z pomidora, a otwór w rączce pozwala deskę powiesić.', '38 na 24 cm, grubość 2,2 cm. Olejowana olejem lnianym. Nie myj w zmywarce, raz w miesiącu natrzyj olejem jadalnym.'],
    price: 8900, weight: 1100, stock: 55, attributes: { kolor: ['Brązowy'], material: ['Drewno'], pomieszczenie: ['Kuchnia'] }, pictures: ['deska-olcha'], rating: [4.7, 95], sales: 540, age: 650,
  },
  {
    sku: 'KUC-308', name: 'Kawiarka Pobudka', categories: ['gotowanie'], brand: 'Siwa Sowa',
    short: 'Mocna kawa z kuchenki w cztery minuty.',
    description: ['Pobudka jest ze stali, nie z aluminium, dlatego działa także na płycie indukcyjnej i nie zmienia smaku kawy. Uszczelka i sitko są typowe, dostaniesz je w każdym sklepie z częściami.', 'Cztery filiżanki espresso, 200 ml. Rączka nie nagrzewa się do końca parzenia.'],
    price: 14900, weight: 620, stock: 28, attributes: { kolor: ['Szary'], material: ['Stal'], pomieszczenie: ['Kuchnia'] }, pictures: ['kawiarka-pobudka'], rating: [3.9, 57], sales: 322, age: 590,
  },
  {
    sku: 'KUC-309', name: 'Garnek żeliwny Rosół', categories: ['gotowanie'], brand: 'Młynówka', featured: true,
    short: 'Emaliowane żeliwo na lata duszenia i pieczenia chleba.',
    description: ['Rosół pyrka w nim sam, bo grube dno rozprowadza ciepło równo po ściankach. Kolce pod pokrywką skraplają parę i oddają ją potrawie.', 'Nadaje się na indukcję, gaz i do piekarnika do 250 stopni. Dwie warstwy emalii, dziesięć lat gwarancji na odpryski powstałe przy zwykłym używaniu.'],
    price: 39900, weight: 5200, attributes: { material: ['Żeliwo'], pomieszczenie: ['Kuchnia'] }, pictures: ['garnek-rosol-czerwony', 'garnek-rosol-granatowy'],
    variations: [
      { values: { kolor: 'Czerwony', rozmiar: '4 l' }, stock: 15, picture: 'garnek-rosol-czerwony' },
      { values: { kolor: 'Czerwony', rozmiar: '6 l' }, price: 47900, stock: 8, picture: 'garnek-rosol-czerwony' },
      { values: { kolor: 'Granatowy', rozmiar: '4 l' }, stock: 11, picture: 'garnek-rosol-granatowy', sale: { price: 34900, from: -2, to: 16 } },
      { values: { kolor: 'Granatowy', rozmiar: '6 l' }, price: 47900, stock: 0, picture: 'garnek-rosol-granatowy' },
    ],
    rating: [4.9, 66], sales: 241, age: 530,
  },
  {
    sku: 'KUC-310', name: 'Zestaw sztućców Biesiada', categories: ['dodatki-kuchenne', 'zastawa'], brand: 'Młynówka', tags: ['na prezent'],
    short: 'Dwadzieścia cztery sztuki z bukowymi trzonkami.',
    description: ['Komplet dla sześciu osób: widelce, noże, łyżki i łyżeczki. Trzonki z buku impregnowanego olejem są ciepłe w dłoni i nie ślizgają się.', 'Stal 18/10, noże z ząbkowanym ostrzem. Myj ręcznie i nie zostawiaj w wodzie, a drewno odwdzięczy się kolorem.'],
    price: 34900, weight: 1450, unit: 'szt', content: 24, stock: 17, attributes: { kolor: ['Brązowy'], material: ['Stal', 'Drewno'], pomieszczenie: ['Jadalnia'] }, pictures: ['sztucce-biesiada'], rating: [4.6, 19], sales: 88, age: 310,
  },
  {
    sku: 'KUC-311', name: 'Młynki Sól i Pieprz', categories: ['dodatki-kuchenne'], brand: 'Hebelek', tags: ['na prezent'],
    short: 'Para ceramicznych młynków, jasny i ciemny.',
    description: ['Żarna z ceramiki nie rdzewieją od soli i nie tępią się na pieprzu. Stopień mielenia ustawia się nakrętką: od pyłu do zgniecionych ziaren.', 'Wysokość 14 cm, mieszczą po 60 g. Sprzedajemy je puste, żeby każdy wsypał to, co lubi.'],
    price: 12900, weight: 560, unit: 'szt', content: 2, stock: 33, attributes: { kolor: ['Biały', 'Czarny'], material: ['Ceramika', 'Stal'], pomieszczenie: ['Kuchnia', 'Jadalnia'] }, pictures: ['mlynki-sol-i-pieprz'], rating: [3.4, 22], sales: 109, age: 180,
  },
  {
    sku: 'KUC-312', name: 'Fartuch kuchenny Drożdże', categories: ['dodatki-kuchenne', 'tekstylia'], brand: 'Tkalnia Bystra',
    short: 'Gruba bawełna w prążki i kieszeń, w której mieści się łyżka.',
    description: ['Szelki krzyżują się na plecach, więc fartuch nie ciąży na karku i nie trzeba go wiązać mokrymi rękami. Po dziesięciu praniach jest miękki, po pięćdziesięciu nadal trzyma kolor.', 'Jeden rozmiar, regulowane szelki. Pranie w 60 stopniach.'],
    price: 9900, weight: 340, stock: 38, attributes: { kolor: ['Zielony'], material: ['Bawełna'], pomieszczenie: ['Kuchnia'] }, pictures: ['fartuch-drozdze'], sales: 93, age: 120,
  },
  {
    sku: 'KUC-313', name: 'Słój z korkiem Spiżarka', categories: ['dodatki-kuchenne'], brand: 'Huta Świetlik', tags: ['drobiazgi'],
    short: 'Grube szkło i korek, który pachnie lasem.',
    description: ['Lekko zielonkawy odcień bierze się ze stłuczki, z której wytapiamy szkło. Korek dociskamy ręką, nie gwintem: trzyma suche produkty z dala od moli i wilgoci.', 'Do mąki, kaszy, herbaty i guzików. Słój można myć w zmywarce, korek przetrzeć ściereczką.'],
    price: 3900, weight: 540, attributes: { kolor: ['Turkusowy'], material: ['Szkło', 'Korek'], pomieszczenie: ['Kuchnia'] }, pictures: ['sloj-spizarka'],
    variations: [{ values: { rozmiar: '0,5 l' }, stock: 140 }, { values: { rozmiar: '1 l' }, price: 4900, stock: 95 }, { values: { rozmiar: '2 l' }, price: 6900, stock: 42 }],
    rating: [4.7, 48], sales: 587, age: 460,
  },
];
