import { isWpError, PlinthError, type WpError, type PostInput } from '../api/index.js';
import type { Site } from '../app/site.js';

/** A test's user account. */
export interface TestUser {
  readonly id: number;
  readonly login: string;
  readonly password: string;
}

/** Creates entities for tests; fields not given get default values. */
export interface Fixtures {
  /** Creates a published post, or another `post_type`; returns its id. */
  createPost(fields?: Readonly<Partial<PostInput>>): Promise<number>;
  /** Creates an account that can log in, by role. */
  createUser(fields?: {
    readonly login?: string;
    readonly email?: string;
    readonly password?: string;
    readonly role?: string;
  }): Promise<TestUser>;
  /** Creates a product of the store, which must be running, with a price in minor units. Returns its id. */
  createProduct(fields?: {
    readonly name?: string;
    readonly price?: number;
    readonly sku?: string;
    readonly stockQuantity?: number | null;
  }): Promise<number>;
}

/** The part of the store's service that creates products. */
interface Products {
  create(product: {
    readonly name: string;
    readonly price: number;
    readonly sku?: string;
    readonly stockQuantity?: number | null;
  }): Promise<number>;
}

const PRODUCTS_SERVICE = 'store.products';

export function createFixtures(
  site: Pick<Site, 'content' | 'users' | 'plugins'>,
  run: <T>(work: () => Promise<T>) => Promise<T>,
): Fixtures {
  let sequence = 0;
  return {
    createPost: (fields = {}) =>
      run(async () =>
        idOrThrow(
          await site.content.wpInsertPost({ post_status: 'publish', post_title: `Post ${++sequence}`, ...fields }),
        ),
      ),
    async createUser({
      login = `user-${++sequence}`,
      email = `${login}@example.com`,
      password = 'a long test password',
      role = 'subscriber',
    } = {}) {
      const id = await run(async () =>
        idOrThrow(await site.users.wpInsertUser({ user_login: login, user_email: email, user_pass: password, role })),
      );
      return { id, login, password };
    },
    createProduct: ({ name = `Product ${++sequence}`, price = 1000, ...fields } = {}) =>
      run(async () => {
        if (!site.plugins.services.has(PRODUCTS_SERVICE))
          throw new PlinthError('store_unavailable', 'No running plugin can create products.', {
            hint: 'Start the site with `shop: true`, or add "store" to its plugins.',
          });
        return (site.plugins.services.get(PRODUCTS_SERVICE) as Products).create({ name, price, ...fields });
      }),
  };
}

function idOrThrow(id: number | WpError): number {
  if (isWpError(id)) throw new PlinthError(id.getErrorCode(), id.getErrorMessage());
  return id;
}
