import type { PageTexts } from './response.js';

/** Applies the state of the leading widget to the page: title, heading, text, and metadata for search engines. */
export function createPageTexts(firstWords: string): (texts: PageTexts) => void {
  const { head } = document;
  /** The title without the summary of the selection that the page was loaded with. */
  const baseTitle = firstWords === '' ? document.title : document.title.slice(firstWords.length + 3);
  const robotsAtStart = head.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content ?? '';
  /** The site's robots directive where nothing excludes search engines. */
  const openRobots = robotsAtStart.includes('noindex') ? undefined : robotsAtStart;

  return ({ summary, title, heading, text, description, robots, canonical }) => {
    document.title = title ?? [summary, baseTitle].filter(Boolean).join(' – ');
    setMeta('robots', robots || openRobots);
    if (canonical) setCanonical(new URL(canonical, location.href).href);
    if (description) setMeta('description', description);
    const listHeading = document.querySelector('[data-list-heading]');
    if (listHeading && heading) listHeading.textContent = heading;
    const listText = document.querySelector<HTMLElement>('[data-list-text]');
    if (listText && text !== undefined) {
      listText.textContent = text;
      listText.hidden = text === '';
    }
  };
}

function setMeta(name: string, content: string | undefined): void {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (!content) return void found?.remove();
  const meta = found ?? document.head.appendChild(Object.assign(document.createElement('meta'), { name }));
  meta.content = content;
}

function setCanonical(href: string): void {
  const found = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const link = found ?? document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'canonical' }));
  link.setAttribute('href', href);
}
