import type { TestSite } from '../kit/site.js';
import { firedCatalogue } from './fired-names.js';

/** `docs/hooks.md`: every hook that somebody declared, by who fires it. */
export function hookCatalogue({ site }: TestSite): string {
  const declared = site.hooks.declarations.all();
  const owners = [...new Set(declared.map(({ owner }) => owner))].sort();
  const parts = owners.map((owner) => {
    const rows = declared
      .filter((one) => one.owner === owner)
      .map(
        ({ name, kind, args, summary, since, failClosed }) =>
          `| \`${name}\` | ${kind}${failClosed ? ', fails closed' : ''} | ${args.map((arg) => `\`${cell(arg)}\``).join(', ')} | ${cell(summary)} | ${since} |`,
      );
    return [
      `## ${owner === '' ? 'The host' : owner}`,
      '',
      '| Hook | Kind | Arguments | Meaning | Since |',
      '|---|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  });
  return `# Hooks\n\nWritten by \`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/docs\`; a test keeps it true. First come those that\nsomebody declared, then WordPress's own, whose meaning is found in WordPress's documentation.\n\n${parts.join('\n')}
${firedCatalogue()}`;
}

/** `docs/routes.md`: every REST route with its methods and arguments. */
export async function routeCatalogue(test: TestSite): Promise<string> {
  const index = (await (await fetch(`${test.url}/wp-json/`)).json()) as {
    routes: Record<
      string,
      { namespace: string; endpoints: { methods: string[]; args: Record<string, { required?: boolean }> | [] }[] }
    >;
  };
  const routes = Object.entries(index.routes).filter(([, { namespace }]) => namespace !== '');
  const namespaces = [...new Set(routes.map(([, { namespace }]) => namespace))].sort();
  const parts = namespaces.map((namespace) => {
    const rows = routes
      .filter(([, one]) => one.namespace === namespace)
      .flatMap(([path, { endpoints }]) =>
        endpoints.map(
          ({ methods, args }) =>
            `| \`${cell(path)}\` | ${methods.join(', ')} | ${Object.entries(args)
              .map(([name, { required }]) => `\`${name}\`${required ? ' (required)' : ''}`)
              .join(', ')} |`,
        ),
      );
    return [`## ${namespace}`, '', '| Route | Methods | Arguments |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return `# Every REST route\n\nWritten by \`UPDATE_DOCS=1 npx jest -c .config/jest.config.cjs tests/docs\`; a test keeps it true. \`GET /wp-json/plinth/v1/openapi\` says the\nsame as OpenAPI 3.1, with schemas.\n\n${parts.join('\n')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
