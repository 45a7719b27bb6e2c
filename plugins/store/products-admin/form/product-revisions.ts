import type { EditableType, FormFields, Revision, PluginScope } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { StoredProduct } from '../../catalog/stored-product.js';
import type { Money } from '../../money/money.js';
import { PRODUCT_KIND } from '../../products/product-input.js';
import { PRODUCT_SLUG } from '../screen-slugs.js';
import { toRevisionFields, toCurrentForm } from './form-fields.js';
import { createRevisionText } from './revision-text.js';
import { siteZone } from '../../time/local-time.js';
import { formOf, type ProductForm, readForm } from './product-form.js';

interface ProductRevisionsDeps {
  readonly scope: PluginScope;
  readonly parts: Pick<CatalogParts, 'products' | 'terms' | 'taxonomies' | 'types' | 'catalog'>;
  readonly money: Pick<Money, 'formatInput'>;
}

/** A restored revision in the form. */
export interface RestoredRevision {
  readonly form: ProductForm;
  /** Stored values of extension fields, by key. */
  readonly extra: Readonly<Record<string, string | boolean>>;
  /** All form fields, if the revision is an autosave. */
  readonly autosaveFields?: FormFields;
}

/** Revisions and autosaves of products. */
export interface ProductRevisions {
  /** Type that is registered with core. */
  readonly kind: EditableType;
  formOf(product: StoredProduct): Promise<ProductForm>;
  /** Stores a revision of the current product. Call it inside the transaction that saves the product. */
  save(id: number, before: StoredProduct | null): Promise<void>;
  /** Returns the current user's autosave since the last save if it differs from the stored product. */
  findAutosave(product: StoredProduct): Promise<Revision | null>;
  /** Returns a revision as a form that can be saved; null when it does not exist. */
  restore(product: StoredProduct, revision: number): Promise<RestoredRevision | null>;
}

export function createProductRevisions({ scope, parts, money }: ProductRevisionsDeps): ProductRevisions {
  const { products, terms, taxonomies } = parts;
  const describe = createRevisionText({ scope, parts });

  async function currentForm(product: StoredProduct): Promise<ProductForm> {
    return formOf(product, {
      money,
      timeZone: await siteZone(scope.getOption),
      terms: await terms.all(),
      taxonomies: await taxonomies.taxonomies(),
    });
  }
  const currentFields = async (product: StoredProduct): Promise<FormFields> =>
    toRevisionFields(await currentForm(product), product);

  return {
    kind: {
      kind: PRODUCT_KIND,
      canEdit: () => scope.currentUserCan('manage_shop'),
      async find(id) {
        const product = await products.get(id);
        return product && { title: product.name, url: `admin.php?page=${PRODUCT_SLUG}&id=${id}` };
      },
      async getFields(id) {
        const product = await products.get(id);
        return product ? currentFields(product) : {};
      },
      describe,
    },
    formOf: currentForm,
    async save(id, before) {
      const now = await products.get(id);
      if (now)
        await scope.saveRevision(
          PRODUCT_KIND,
          id,
          await currentFields(now),
          before ? await currentFields(before) : undefined,
        );
    },
    async findAutosave(product) {
      const storedAutosave = await scope.autosaveOf(PRODUCT_KIND, product.id, product.updatedAt);
      if (!storedAutosave) return null;
      const form = readForm({ form: storedAutosave.fields });
      const hasNewQuantity = [form, ...form.variations].some(
        ({ quantity, quantityBefore }) => quantity !== quantityBefore,
      );
      const [autosaveText, currentText] = [
        await describe(storedAutosave.fields, product.id),
        await describe(await currentFields(product), product.id),
      ];
      return hasNewQuantity || JSON.stringify(autosaveText) !== JSON.stringify(currentText) || form.newImages !== ''
        ? storedAutosave
        : null;
    },
    async restore(product, revision) {
      const storedRevision = await scope.getRevision(PRODUCT_KIND, product.id, revision);
      if (!storedRevision) return null;
      const form = readForm({ form: storedRevision.fields });
      if (storedRevision.autosave)
        return {
          form: { ...form, modified: product.updatedAt, complete: true },
          extra: {},
          autosaveFields: storedRevision.fields,
        };
      const extra = Object.entries(form.extra).map(
        ([key, value]) => [key, typeof product.fields[key] === 'boolean' ? value === '1' : value] as const,
      );
      return { form: toCurrentForm(form, storedRevision.fields, product), extra: Object.fromEntries(extra) };
    },
  };
}

interface ProductHistoryDeps {
  readonly scope: Pick<PluginScope, 'adminUrl' | 'getRevisions' | 'getUserdata'>;
  readonly revisions: Pick<ProductRevisions, 'findAutosave'>;
}

/** Number of revisions listed next to the form. */
const VISIBLE_REVISIONS = 10;

/** Returns the revisions of a product, and the current user's autosave if the form shows the stored product. */
export async function historyView(
  { scope, revisions }: ProductHistoryDeps,
  stored: StoredProduct,
  isUntouched: boolean,
): Promise<object> {
  const storedAutosave = isUntouched ? await revisions.findAutosave(stored) : null;
  const rows = await scope.getRevisions(PRODUCT_KIND, stored.id, VISIBLE_REVISIONS);
  const names = new Map<number, string>();
  for (const user of new Set(rows.map((row) => row.user))) {
    const found = user > 0 ? await scope.getUserdata(user) : false;
    names.set(user, found ? found.display_name : '—');
  }
  return {
    editing: `${PRODUCT_KIND}/${stored.id}`,
    autosave: storedAutosave && {
      createdAt: storedAutosave.createdAt,
      url: scope.adminUrl(`admin.php?page=${PRODUCT_SLUG}&id=${stored.id}&version=${storedAutosave.id}`),
    },
    revisions: rows.map(({ id, createdAt, user, autosave }) => ({
      createdAt,
      autosave,
      author: names.get(user),
      url: scope.adminUrl(`version.php?version=${id}`),
    })),
  };
}
