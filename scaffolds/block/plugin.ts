import { definePlugin } from 'plinth';

export default definePlugin({
  boot(scope) {
    scope.enqueueStyle('%ID%-note', 'note.css', { onDemand: true });

    scope.registerBlockType('%ID%/note', {
      title: scope.__('Note'),
      category: 'widgets',
      attributes: {
        text: { type: 'string', default: '' },
        loud: { type: 'boolean', default: false },
      },
      renderCallback({ text, loud }) {
        // Its stylesheet is only included in pages with the block.
        scope.useAsset('%ID%-note');
        const phrase = typeof text === 'string' ? text : '';
        return `<aside class="%ID%-note${loud === true ? ' is-loud' : ''}">${scope.escHtml(phrase)}</aside>`;
      },
    });
  },
});
