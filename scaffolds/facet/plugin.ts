import { definePlugin } from 'plinth';

/** As much of the filter as this plugin uses. */
interface Filter {
  readonly container: { has(name: string): boolean; get(name: string): unknown };
}

interface Sources {
  add(source: { readonly id: string; label(): string; readonly kind: 'number'; values(product: { readonly name: string }): readonly number[] }): unknown;
}

export default definePlugin({
  boot(scope) {
    scope.addAction('facet/booted', ({ container }: Filter) => {
      if (!container.has('sources')) return;
      (container.get('sources') as Sources).add({
        id: '%FN%_length',
        label: () => scope.__('Length of the name'),
        kind: 'number',
        values: (product) => [product.name.length],
      });
    });
  },
});
