import { definePlugin, type PluginScope } from 'plinth';

/** A way to pay, as far as this plugin goes; the store's contract lists what else a method may have. */
interface Method {
  readonly id: string;
  label(): string;
  readonly firstStatus: 'pending';
  /** Begins to pay, once the order stands. */
  pay(): Promise<{ readonly kind: 'failed'; readonly message: string }>;
}

interface Payments {
  readonly payments: { register(method: Method): unknown };
}

const method = ({ __ }: PluginScope): Method => ({
  id: '%ID%',
  label: () => __('%NAME%'),
  firstStatus: 'pending',
  pay: () => Promise.resolve({ kind: 'failed', message: __('This way to pay is not finished yet.') }),
});

export default definePlugin({
  boot(scope) {
    scope.addAction('store/booted', ({ payments }: Payments) => {
      payments.register(method(scope));
    });
  },
});
