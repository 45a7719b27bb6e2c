import { definePlugin } from 'plinth';
import { PRZELEWY24, przelewy24 } from './method.js';

/** Payments through Przelewy24, by its published REST API. */
export default definePlugin({
  boot(scope) {
    scope.addAction('store/booted', ({ payments }) => void payments.register(przelewy24(scope)));
  },
  async uninstall(scope, { deleteData }) {
    if (!deleteData) return;
    // The account's keys must not remain after the plugin is deleted.
    for (const option of [`store_payment_${PRZELEWY24}`, `store_payment_secrets_${PRZELEWY24}`])
      await scope.deleteOption(option);
  },
});
