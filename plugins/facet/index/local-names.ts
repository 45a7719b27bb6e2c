import type { Catalogue } from './catalogue.js';
import type { Vocabulary } from './vocabulary.js';

/** A vocabulary whose taxonomies and fields are called what the language of the running request calls them. */
export interface LocalNames {
  (vocabulary: Vocabulary): Promise<Vocabulary>;
}

/** Names are read once for each language and vocabulary: the index itself was made in the language of whoever came first. */
export function createLocalNames(catalogue: () => Catalogue, locale: () => string): LocalNames {
  const known = new WeakMap<Vocabulary, Map<string, Promise<Vocabulary>>>();

  async function read(vocabulary: Vocabulary): Promise<Vocabulary> {
    const [taxonomies, fields] = [await catalogue().taxonomies(), await catalogue().fields()];
    const labels = new Map(taxonomies.map(({ name, label }) => [name, label]));
    const fieldLabels = new Map(fields.map(({ key, label }) => [key, label]));
    return {
      ...vocabulary,
      taxonomies: new Map(
        [...vocabulary.taxonomies].map(([name, taxonomy]) => [
          name,
          { ...taxonomy, label: labels.get(name) ?? taxonomy.label },
        ]),
      ),
      fields: new Map(
        [...vocabulary.fields].map(([key, field]) => [key, { ...field, label: fieldLabels.get(key) ?? field.label }]),
      ),
    };
  }

  return (vocabulary) => {
    const languages = known.get(vocabulary) ?? new Map<string, Promise<Vocabulary>>();
    known.set(vocabulary, languages);
    const language = locale();
    let names = languages.get(language);
    if (!names) {
      names = read(vocabulary);
      names.catch(() => languages.delete(language));
      languages.set(language, names);
    }
    return names;
  };
}
