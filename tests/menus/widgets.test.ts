import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

describe.each(defaultEngines)('widgets (%s)', (engine) => {
  let site: TestSite;
  let path = '';
  beforeAll(async () => {
    site = await bootSite({ engine, uncached: true, fresh: true });
    const { content } = site.site;
    const url = await site.inContext(async () =>
      content.getPermalink(
        Number(
          await content.wpInsertPost({
            post_type: 'post',
            post_status: 'publish',
            post_title: 'A note',
            post_name: 'note',
          }),
        ),
      ),
    );
    path = new URL(String(url)).pathname;
  });
  afterAll(() => site?.close());
  const note = async (): Promise<string> => (await visitor(site.url).get(path)).html;

  it('hides an empty sidebar and shows its widgets in order', async () => {
    expect(await note()).not.toContain('class="sidebar"');
    const { widgets } = site.site;
    await site.inContext(async () => {
      await widgets.setWidgetInstance('text-2', { title: 'Hours', text: 'Monday <script>alert(1)</script>' });
      await widgets.setWidgetInstance('recent-posts-2', { title: 'Lately', number: 3 });
      await widgets.wpSetSidebarsWidgets({ 'sidebar-1': ['recent-posts-2', 'text-2'] });
    });
    const html = await note();
    expect(html).toMatch(/<aside class="sidebar".*Lately.*A note.*Hours.*Monday/s);
    expect(html).not.toContain('<script>alert');
  });

  it('lets callbacks change a widget’s title and hide a widget', async () => {
    const { hooks } = site.site;
    const undo = [
      hooks.addFilter('widget_title', (title: string) => `[${title}]`),
      hooks.addFilter(
        'widget_display_callback',
        (instance, widget) => (widget.idBase === 'text' ? false : instance),
        10,
        2,
      ),
    ];
    const html = await note();
    for (const take of undo) take();
    expect(html).toContain('[Lately]');
    expect(html).not.toContain('Hours');
  });

  it('renders a plugin’s widget type and removes it when unregistered', async () => {
    const { widgets } = site.site;
    const undo = widgets.registerWidget({
      idBase: 'own',
      title: 'Own',
      fields: [],
      render: () => '<p>from a plugin</p>',
    });
    await site.inContext(async () => {
      await widgets.setWidgetInstance('own-2', {});
      await widgets.wpSetSidebarsWidgets({ 'sidebar-1': ['own-2'] });
    });
    expect(await note()).toContain('<section id="own-2" class="widget widget_own"><p>from a plugin</p></section>');
    undo();
    expect(await note()).not.toContain('class="sidebar"');
  });
});
