import { stringify } from 'csv-stringify/sync';
import type { BodyReply } from '../../api/index.js';
import type { Imports, JournalEntry } from '../../wxr/index.js';

const BATCH_SIZE = 1000;
const COLUMNS: readonly (keyof JournalEntry)[] = ['source', 'kind', 'title', 'outcome', 'target_id', 'note'];

/** Returns the result of every entry as a CSV file. */
export function reportFile(imports: Pick<Imports, 'entries'>, id: number): BodyReply {
  async function* lines(): AsyncGenerator<Buffer> {
    yield Buffer.from(`\ufeff${stringify([COLUMNS])}`);
    for (let last = 0; ;) {
      const batch = await imports.entries(id, { all: true, limit: BATCH_SIZE, after: last });
      if (batch.length === 0) return;
      // Titles such as `=HYPERLINK(…)` must remain text in spreadsheets.
      yield Buffer.from(
        stringify(
          batch.map((entry) => COLUMNS.map((name) => entry[name])),
          { escape_formulas: true },
        ),
      );
      last = batch.at(-1)?.id ?? 0;
    }
  }
  return {
    kind: 'body',
    type: 'text/csv; charset=utf-8',
    body: lines(),
    headers: { 'Content-Disposition': `attachment; filename="import-${id}.csv"` },
  };
}
