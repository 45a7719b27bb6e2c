import { definePlugin, isWpError } from 'plinth';

/** Account passwords over Basic authentication, in addition to application passwords (decision shop 11). */
export default definePlugin({
  boot(scope) {
    scope.addFilter(
      'determine_current_user',
      async (userId, credentials) => {
        // Without a user name and a password, it is a regular page request.
        if (userId || !credentials) return userId;
        const user = await scope.wpAuthenticateUsernamePassword(credentials.username, credentials.password);
        // A wrong password may still be an application password: the host's own check follows.
        return isWpError(user) ? userId : user.id;
      },
      10,
      2,
    );
  },
});
