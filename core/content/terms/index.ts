import type { TermsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { createTermLookups } from './term-lookups.js';
import { createTermReads } from './read.js';
import type { PostTerms } from './post-terms.js';
import { createTermRelations } from './relations.js';
import { createTermWrites } from './write.js';

/** Creates the terms API: terms and their assignment to objects. */
export function createTerms(
  deps: ContentDeps,
): TermsApi & PostTerms & { deleteTermRelationships(id: number, type: string): Promise<void> } {
  const reads = createTermReads(deps);
  const insertTerm: TermsApi['wpInsertTerm'] = (name, taxonomy, input) => writes.wpInsertTerm(name, taxonomy, input);
  const relations = createTermRelations({ ...deps, reads, insertTerm });
  const writes = createTermWrites({
    ...deps,
    reads,
    relations: { ...relations, wpGetObjectTerms: reads.wpGetObjectTerms },
  });
  return { ...reads, ...relations, ...writes, ...createTermLookups(reads) };
}
