import type { AdminPage, Field, FormFields, PageRequest, PluginScope, Reply } from 'plinth';
import { ENABLED_KEY } from '../registries/registry-checks.js';
import { type CommerceSettings, acceptsTransfers } from '../commerce/commerce-settings.js';
import { type PluginMethod, type PluginMethods, METHOD_KINDS, METHOD_SLUG, methodUrl } from './plugin-methods.js';
import { COMMERCE_SLUG } from './commerce-screen.js';

interface MethodScreenDeps {
  readonly scope: Pick<PluginScope, '__' | 'addNotice' | 'adminUrl' | 'renderFields' | 'readFields' | 'db'>;
  readonly commerceSettings: Pick<CommerceSettings, 'read'>;
  readonly pluginMethods: PluginMethods;
}

/** The settings screen of a plugin's shipping or payment method. */
export function methodScreen({ scope, commerceSettings, pluginMethods }: MethodScreenDeps): AdminPage {
  const { __ } = scope;

  function fieldsOf({ kind, fields }: PluginMethod, isRequired: boolean): readonly Field[] {
    const enabled: Field = {
      key: ENABLED_KEY,
      type: 'checkbox',
      label: kind === 'payment' ? __('Enable this payment method') : __('Enable this shipping method'),
    };
    return [enabled, ...(isRequired ? fields : fields.map((field) => ({ ...field, required: false })))];
  }

  /** Whether another shipping or payment method of the same kind is enabled. */
  async function hasAlternative({ kind, id }: PluginMethod): Promise<boolean> {
    const settings = await commerceSettings.read();
    if (kind === 'delivery' ? settings.courier || settings.pickup : settings.cod || acceptsTransfers(settings))
      return true;
    const otherSettings = await Promise.all(
      pluginMethods(kind)
        .filter((other) => other.id !== id)
        .map((other) => other.read()),
    );
    return otherSettings.some(({ enabled }) => enabled);
  }

  async function show(
    method: PluginMethod,
    rejectedForm?: { readonly form: FormFields; readonly problems: Readonly<Record<string, string>> },
  ): Promise<Reply> {
    const { enabled, values } = await method.read();
    const title = await method.label();
    const { html, problems } = await scope.renderFields(
      [{ fields: fieldsOf(method, true) }],
      { ...values, [ENABLED_KEY]: enabled },
      rejectedForm,
    );
    const data = {
      title,
      html,
      problems,
      kind: method.kind,
      method: method.id,
      backUrl: scope.adminUrl(`admin.php?page=${COMMERCE_SLUG}`),
    };
    return { kind: 'page', ...(rejectedForm ? { status: 422 } : {}), title, view: 'orders-admin/method', data };
  }

  async function save(method: PluginMethod, request: PageRequest): Promise<Reply> {
    const before = await method.read();
    const stored = { ...before.values, [ENABLED_KEY]: before.enabled };
    const enabled =
      (await scope.readFields([{ fields: fieldsOf({ ...method, fields: [] }, false) }], request.form, stored)).values[
        ENABLED_KEY
      ] === true;
    const result = await scope.readFields([{ fields: fieldsOf(method, enabled) }], request.form, stored);
    const isLastMethod = !enabled && before.enabled && !(await hasAlternative(method));
    const problems = {
      ...result.problems,
      ...(isLastMethod
        ? {
            [ENABLED_KEY]:
              method.kind === 'payment'
                ? __('Enable at least one payment method.')
                : __('Enable at least one shipping method.'),
          }
        : {}),
    };
    if (Object.keys(problems).length > 0) return show(method, { form: request.form, problems });
    const { [ENABLED_KEY]: _enabled, ...values } = result.values;
    await scope.db.transaction(() => method.write({ enabled, values: { ...before.values, ...values } }));
    scope.addNotice(request, 'success', __('Settings saved.'));
    return { kind: 'redirect', status: 303, location: `/wp-admin/${methodUrl(method)}` };
  }

  return {
    slug: METHOD_SLUG,
    title: () => __('Shipping and payment'),
    capability: 'manage_shop',
    hidden: true,
    async handler(request) {
      const kind = METHOD_KINDS.find((candidate) => candidate === request.field('kind'));
      const method = kind && pluginMethods(kind).find(({ id }) => id === request.field('method'));
      if (method) return request.method === 'POST' ? save(method, request) : show(method);
      scope.addNotice(request, 'error', __('This method doesn’t exist. Its plugin may be inactive.'));
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${COMMERCE_SLUG}` };
    },
  };
}
