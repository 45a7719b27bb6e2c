import type { PluginScope } from 'plinth';
import { createConfirmations } from './accounts/confirmations.js';
import { createBoxes } from './boxes/boxes.js';
import { createConditionReferences } from './boxes/condition-references.js';
import { createConsentLog } from './boxes/consents.js';
import { createShownBox } from './boxes/shown-box.js';
import { createBoxStatistics } from './boxes/statistics.js';
import { createTextVersions } from './boxes/text-versions.js';
import { createChecks } from './checks/checks.js';
import { createDeclarations } from './declarations/declarations.js';
import { createKnownOrders } from './declarations/known-orders.js';
import { createFormBoxes } from './forms/conditions.js';
import { createConsentRecord } from './forms/consent-record.js';
import { createFormIdentity } from './forms/form-identity.js';
import { createCountedForms } from './forms/counted-forms.js';
import { createRefusedLetters } from './letters/refused-letters.js';
import { createLowestPrices } from './omnibus/lowest-prices.js';
import { createPersonalData } from './privacy/personal-data.js';
import { createPriceLedger } from './omnibus/price-ledger.js';
import { createGenerator } from './pages/generator.js';
import { createLegalPages } from './pages/legal-pages.js';
import { FIELD } from './product/product-fields.js';
import type { Catalogue, ShopSearch } from './store/catalogue.js';
import { createOwnWords } from './settings/own-words.js';
import { createSettings } from './settings/settings.js';
import { createClock } from './time/clock.js';
import { createWizard } from './wizard/wizard.js';

/** Builds the plugin's parts, each from what it needs. */
export function createParts(scope: PluginScope) {
  const { db } = scope;
  const clock = createClock(scope);
  const boxes = createBoxes({ db, clock, audit: scope.audit });
  const settings = createSettings(scope, boxes.switches);
  const catalogue = (): Catalogue | undefined => (scope.services.has('store.catalogue') ? scope.services.get('store.catalogue') : undefined);
  const references = createConditionReferences(catalogue);
  const shopSearch = (): ShopSearch | undefined => (scope.services.has('store.search') ? scope.services.get('store.search') : undefined);
  const statistics = createBoxStatistics({ db, clock });
  const versions = createTextVersions({ db, clock });
  const consents = createConsentLog({ db, clock });
  const forms = createCountedForms({ db, clock });
  const identity = createFormIdentity(scope);
  const ledger = createPriceLedger({ db, clock, catalogue });
  const perishable = async (ids: readonly number[]): Promise<ReadonlySet<number>> => {
    // Asked for none, it says all the same when products have changed.
    const records = ids.length > 0 ? await catalogue()?.recordsOf(ids) : void (await catalogue()?.lastChange());
    return new Set((records ?? []).filter(({ fields }) => fields[FIELD.perishable] === true).map(({ id }) => id));
  };
  const pages = createLegalPages({ scope, clock, boxes });
  const declarations = createDeclarations({ db, clock, audit: scope.audit });
  const refusals = createRefusedLetters({ db, clock });
  return {
    clock,
    boxes,
    references,
    settings,
    words: createOwnWords(scope),
    catalogue,
    shopSearch,
    statistics,
    versions,
    consents,
    forms,
    identity,
    declarations,
    refusals,
    confirmations: createConfirmations({ db, clock }),
    personalData: createPersonalData({ db, declarations, refusals }),
    orders: createKnownOrders(scope),
    ledger,
    lowest: createLowestPrices({ scope, ledger, clock, perishable }),
    formBoxes: createFormBoxes({ boxes, settings, references, shown: createShownBox(scope) }),
    record: createConsentRecord({ scope, versions, consents, statistics, forms, identity }),
    pages,
    checks: createChecks({ scope, settings, boxes, references, pages, clock, catalogue }),
    generator: createGenerator({ scope, settings, clock }),
    wizard: createWizard({ db, clock }),
  };
}
