// Shows the home page beside the form with the look that stands in the form; nothing is saved. Without it the page is shown as it was saved.
const form = document.querySelector('#look');
const frame = document.querySelector('#look-page');
const problem = document.querySelector('#look-problem');
const views = document.querySelector('#look-views');
const PAUSE = 250;
let shown;
let isNight = matchMedia('(prefers-color-scheme: dark)').matches;
let asked = 0;
let waiting;

function addressOf() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && name.startsWith('fields[')) query.set(name, value);
  return `${form.dataset.try}?${query}`;
}

/** The rules of the fonts that are tried, as a sheet of the page's own: one that is made by script is none of the elements that its policy forbids. */
function facesOn(page) {
  const sheet = new page.defaultView.CSSStyleSheet();
  sheet.replaceSync(shown.faces);
  return sheet;
}

/** Puts the answer on the page: the policy of pages forbids style attributes in their text, not properties that are set. */
function draw() {
  const page = frame.contentDocument;
  if (!shown || !page?.documentElement) return;
  const values = isNight ? shown.dark : shown.light;
  page.adoptedStyleSheets = [facesOn(page)];
  for (const [name, value] of Object.entries(values))
    page.documentElement.style.setProperty(
      name,
      name === 'color-scheme' && value === 'light dark' ? (isNight ? 'dark' : 'light') : value,
    );
  const brand = page.querySelector('.site-name');
  if (brand) brand.innerHTML = shown.brand;
  const footer = page.querySelector('.site-footer__words');
  if (footer && shown.footer !== '') footer.innerHTML = shown.footer;
}

async function look() {
  const number = (asked += 1);
  const answer = await fetch(addressOf(), { headers: { 'X-WP-Nonce': form.dataset.restNonce } }).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  if (number !== asked || !body) return;
  problem.textContent = answer.ok ? '' : body.message;
  if (!answer.ok) return;
  shown = body;
  draw();
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(look, PAUSE);
}

function press() {
  for (const button of views.querySelectorAll('[data-night]'))
    button.setAttribute('aria-pressed', String((button.dataset.night === '1') === isNight));
}

views.hidden = false;
views.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!button) return;
  if (button.dataset.night !== undefined) isNight = button.dataset.night === '1';
  else button.setAttribute('aria-pressed', String(frame.classList.toggle('look__page--narrow')));
  press();
  draw();
});
for (const name of ['input', 'change']) form.addEventListener(name, soon);
frame.addEventListener('load', draw);
press();
void look();
