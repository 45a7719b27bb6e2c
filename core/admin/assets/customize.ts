// Previews the home page with the branding selected in the form; nothing is saved. Without it, the saved page is shown.
import { find } from './dom/element.js';

/** The server's response: the branding to preview. */
interface PreviewedBranding {
  /** CSS rules of the fonts. */
  readonly fontFaces: string;
  /** CSS custom properties by name. */
  readonly light: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
  /** HTML. */
  readonly brandHtml: string;
  readonly footer: string;
}

const form = find<HTMLFormElement>(document, '#style-editor');
const frame = find<HTMLIFrameElement>(document, '#style-editor-page');
const problem = find(document, '#style-editor-problem');
const views = find(document, '#style-editor-views');
const PAUSE_MS = 250;
let preview: PreviewedBranding | undefined;
let isDark = matchMedia('(prefers-color-scheme: dark)').matches;
let requestCount = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function previewUrl(): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && name.startsWith('fields[')) query.set(name, value);
  return `${form.dataset.try}?${query}`;
}

/**
 * Returns the previewed font rules as a constructed stylesheet of the page's own window, which the content security
 * policy allows, unlike style elements.
 */
function createFontSheet({ defaultView }: Document, fontFaces: string): CSSStyleSheet {
  const sheet = new (defaultView ?? window).CSSStyleSheet();
  sheet.replaceSync(fontFaces);
  return sheet;
}

/**
 * Applies the response to the page. The content security policy forbids style attributes in markup, but not properties
 * set by script.
 */
function applyPreview(): void {
  const page = frame.contentDocument;
  if (!preview || !page?.documentElement) return;
  const values = isDark ? preview.dark : preview.light;
  page.adoptedStyleSheets = [createFontSheet(page, preview.fontFaces)];
  const scheme = isDark ? 'dark' : 'light';
  for (const [name, value] of Object.entries(values))
    page.documentElement.style.setProperty(name, name === 'color-scheme' && value === 'light dark' ? scheme : value);
  const brand = page.querySelector('.site-name');
  if (brand) brand.innerHTML = preview.brandHtml;
  const footer = page.querySelector('.site-footer__text');
  if (footer && preview.footer !== '') footer.innerHTML = preview.footer;
}

async function loadPreview(): Promise<void> {
  const number = (requestCount += 1);
  const response = await fetch(previewUrl(), { headers: { 'X-WP-Nonce': form.dataset.restNonce ?? '' } }).catch(
    () => undefined,
  );
  const body = (await response?.json().catch(() => undefined)) as
    (PreviewedBranding & { message?: string }) | undefined;
  if (number !== requestCount || !response || !body) return;
  problem.textContent = response.ok ? '' : (body.message ?? '');
  if (!response.ok) return;
  preview = body;
  applyPreview();
}

function schedulePreview(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void loadPreview(), PAUSE_MS);
}

function updateButtons(): void {
  for (const button of views.querySelectorAll<HTMLElement>('[data-dark]'))
    button.setAttribute('aria-pressed', String((button.dataset.dark === '1') === isDark));
}

views.hidden = false;
views.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!button) return;
  if (button.dataset.dark !== undefined) isDark = button.dataset.dark === '1';
  else button.setAttribute('aria-pressed', String(frame.classList.toggle('style-editor__page--narrow')));
  updateButtons();
  applyPreview();
});
for (const name of ['input', 'change']) form.addEventListener(name, schedulePreview);
frame.addEventListener('load', applyPreview);
updateButtons();
void loadPreview();
