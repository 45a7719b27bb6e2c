import type { TextIndex } from '../../plugins/facet/engine/segment';
import type { TextFields } from '../../plugins/facet/engine/types';
import { runSync, upTo } from '../../plugins/facet/engine/work';
import { textSearch } from '../../plugins/facet/search/text-index';

/** A text index with the texts in the given order. */
export function textIndexOf(texts: readonly TextFields[]): TextIndex {
  const collector = textSearch.createCollector();
  for (const text of texts) collector.add(textSearch.prepare(text));
  return runSync(collector.finish(upTo(texts.length), upTo(texts.length)));
}
