import type { PostInput } from '../api/index.js';

/** An account of a test. */
export interface TestUser {
  readonly id: number;
  readonly login: string;
  readonly password: string;
}

/** Things that tests need to be there; what is not said of them is made up. */
export interface Fixtures {
  /** A published post, or what `post_type` says; its id. */
  createPost(fields?: Readonly<Partial<PostInput>>): Promise<number>;
  /** An account that can sign in, by role. */
  createUser(fields?: {
    readonly login?: string;
    readonly email?: string;
    readonly password?: string;
    readonly role?: string;
  }): Promise<TestUser>;
  /** A product of the store, which has to run: with a price in minor units. Its id. */
  createProduct(fields?: {
    readonly name?: string;
    readonly price?: number;
    readonly sku?: string;
    readonly stockQuantity?: number | null;
  }): Promise<number>;
}
