import { timingSafeEqual } from 'node:crypto';
import { currentContext } from '../../context/index.js';
import { type Formatting, type HookApi, type PermalinksApi, type PostsApi } from '../../api/index.js';

interface PostPasswordDeps {
  hooks: HookApi;
  formatting: Formatting;
  /** Translates a text of the form into the language of the page. */
  translate(text: string): string;
  getPost: PostsApi['getPost'];
  links: Pick<PermalinksApi, 'siteUrl' | 'getPermalink'>;
}

/** Functions for password-protected posts (WordPress: post_password_required, get_the_password_form). */
export function createPostPasswords({
  hooks,
  formatting,
  translate: __,
  getPost,
  links,
}: PostPasswordDeps): Pick<PostsApi, 'postPasswordRequired' | 'getThePasswordForm'> {
  return {
    async postPasswordRequired(id, password = '') {
      const post = await getPost(id);
      const required =
        post !== null &&
        post.post_password !== '' &&
        !isSame(password, post.post_password) &&
        !wasEntered(post.post_password);
      return hooks.applyFilters('post_password_required', required, post);
    },
    async getThePasswordForm(id) {
      const post = await getPost(id);
      const field = `pwbox-${id}`;
      const action = formatting.escUrl(await links.siteUrl('wp-login.php?action=postpass'));
      const redirectTo = formatting.escAttr((await links.getPermalink(id)) || '');
      const form =
        `<form action="${action}" class="post-password-form" method="post"><input type="hidden" name="redirect_to" value="${redirectTo}" />\n` +
        `\t<p>${__('This content is password-protected. To view it, please enter the password below.')}</p>\n` +
        `\t<p><label for="${field}">${__('Password:')} <input name="post_password" id="${field}" type="password" spellcheck="false" required size="20" /></label> ` +
        `<span class="wp-block-button"><input type="submit" name="Submit" class="wp-block-button__link wp-element-button" value="${__('Enter')}" /></span></p></form>\n\t`;
      return hooks.applyFilters('the_password_form', form, post, '');
    },
  };
}

/** Whether the visitor has entered the password before. `core/front` stores this for the duration of the request. */
function wasEntered(password: string): boolean {
  const entered = currentContext()?.memo.get('entered_post_password') as ((password: string) => boolean) | undefined;
  return entered?.(password) ?? false;
}

function isSame(entered: string, expected: string): boolean {
  const [a, b] = [Buffer.from(entered), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
