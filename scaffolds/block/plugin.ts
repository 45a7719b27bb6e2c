import { definePlugin } from 'plinth';

export default definePlugin({
  boot(scope) {
    scope.enqueueStyle('%ID%-note', 'note.css', { onDemand: true });

    scope.registerBlockType('%ID%/note', {
      title: scope.__('Note'),
      category: 'widgets',
      attributes: {
        text: { type: 'string', default: '' },
        highlighted: { type: 'boolean', default: false },
      },
      renderCallback({ text, highlighted }) {
        // Its stylesheet is only included in pages with the block.
        scope.useAsset('%ID%-note');
        const content = typeof text === 'string' ? text : '';
        return `<aside class="%ID%-note${highlighted === true ? ' is-highlighted' : ''}">${scope.escHtml(content)}</aside>`;
      },
    });
  },
});
