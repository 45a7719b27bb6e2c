import { definePlugin } from 'plinth';

export default definePlugin({
  /** Runs once when the plugin is activated. */
  async activate(scope) {
    await scope.addOption('%FN%_greeting', 'Hello');
  },

  /** Runs at every start of the site. Registrations made here are undone when the plugin is deactivated. */
  boot(scope) {
    scope.addShortcode('%FN%', async () => {
      const greeting = await scope.getOption<string>('%FN%_greeting', '');
      return `<p>${scope.escHtml(scope.__('%s from a plugin', greeting))}</p>`;
    });
  },

  /** Runs when the plugin is deleted. */
  async uninstall(scope, { deleteData }) {
    if (deleteData) await scope.deleteOption('%FN%_greeting');
  },
});
