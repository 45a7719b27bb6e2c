/** Colours by their Polish names, the commonest first. */
export const COLOURS: Readonly<Record<string, string>> = {
  Biały: '#f7f5f0',
  Czarny: '#22252a',
  Szary: '#8d939b',
  Beżowy: '#d9c7a8',
  Zielony: '#5f8f63',
  Niebieski: '#4674a8',
  Granatowy: '#1f2f52',
  Brązowy: '#7a5338',
  Czerwony: '#b9362f',
  Żółty: '#e6b93a',
  Różowy: '#e3a3ae',
  Pomarańczowy: '#db7b34',
  Turkusowy: '#3a9e9b',
  Fioletowy: '#76569a',
  Bordowy: '#6d2136',
  Kremowy: '#efe4cb',
};
