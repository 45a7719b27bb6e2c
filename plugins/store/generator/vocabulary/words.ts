/** Brands of the generated catalogue, the strongest first; none of them exists. */
export const BRANDS: readonly string[] = [
  'Norwitka', 'Dębniki Dom', 'Kaflarnia Wolna', 'Lumora Polska', 'Tarninek', 'Osiedle Siedem', 'Manufaktura Przylesie', 'Bławatka', 'Hebelek', 'Zielnik Babki',
  'Kornelowo', 'Pod Strychem', 'Wiatrowit', 'Grabowy Gaj', 'Siwa Sowa', 'Młynówka', 'Orzeszyn', 'Rzemiosło Nadwarciańskie', 'Kropla Rosy', 'Cisówka',
  'Ember & Oat', 'Fernhollow', 'Pinebridge Works', 'Quietstone', 'Willow Ledge', 'Marlow Finch', 'Oakmere Supply', 'Thistledown Co', 'Brindle Barn', 'Harrowgate Mill',
  'Stary Kredens', 'Tkalnia Bystra', 'Huta Świetlik', 'Pracownia Jarząb', 'Gliniany Kot', 'Ławeczka', 'Jesionowy Brzeg', 'Północ Studio', 'Wełniak', 'Szarotka Home',
];

/** Adjectives as they stand in dictionaries. */
export const POLISH_ADJECTIVES: readonly string[] = [
  'ręczny', 'lekki', 'miękki', 'mały', 'duży', 'wysoki', 'niski', 'okrągły', 'prosty', 'klasyczny', 'nowoczesny', 'letni', 'zimowy', 'jesienny', 'wiosenny',
  'leśny', 'górski', 'morski', 'miejski', 'wiejski', 'domowy', 'podróżny', 'rodzinny', 'codzienny', 'świąteczny', 'biały', 'czarny', 'szary', 'zielony', 'niebieski',
  'złoty', 'srebrny', 'miodowy', 'piaskowy', 'kremowy', 'granatowy', 'trwały', 'solidny', 'delikatny', 'gładki', 'wygodny', 'pojemny', 'smukły', 'ciepły', 'cichy',
];

export const ENGLISH_ADJECTIVES: readonly string[] = [
  'handmade', 'light', 'soft', 'small', 'large', 'tall', 'low', 'round', 'plain', 'classic', 'modern', 'summer', 'winter', 'autumn', 'spring',
  'forest', 'mountain', 'coastal', 'urban', 'rustic', 'cosy', 'travel', 'family', 'everyday', 'festive', 'white', 'black', 'grey', 'green', 'blue',
  'golden', 'silver', 'honey', 'sandy', 'creamy', 'navy', 'durable', 'sturdy', 'delicate', 'smooth', 'comfortable', 'roomy', 'slender', 'warm', 'quiet',
];
