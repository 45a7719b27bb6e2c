import { definePlugin } from 'plinth';

export default definePlugin({
  boot(scope) {
    scope.addAction('store/booted', ({ payments }) => {
      payments.register({
        id: '%ID%',
        label: () => scope.__('%NAME%'),
        initialStatus: 'pending',
        pay: () =>
          Promise.resolve({ kind: 'failed', message: scope.__('This payment method is not implemented yet.') }),
      });
    });
  },
});
