import { definePlugin } from 'plinth';

export default definePlugin({
  boot(scope) {
    scope.addAction('facet/booted', ({ container }) => {
      container.get('sources').register({
        id: '%FN%_length',
        label: () => scope.__('Length of the name'),
        kind: 'number',
        getValue: (product) => product.name.length,
      });
    });
  },
});
