import type { PluginScope } from 'plinth';

/** What a site is called before anybody gave it a name. */
const UNNAMED = 'Plinth';
const NAME = 'Izba';
const TAGLINE = 'Rzeczy do domu, na długie lata';

/** Gives the demo shop a name and a tagline; a site that has either of its own keeps them. */
export async function nameShop({ getOption, updateOption }: Pick<PluginScope, 'getOption' | 'updateOption'>): Promise<void> {
  const [name, tagline] = [await getOption<string>('blogname', UNNAMED), await getOption<string>('blogdescription', '')];
  if (name !== UNNAMED || tagline !== '') return;
  await updateOption('blogname', NAME);
  await updateOption('blogdescription', TAGLINE);
}
