import { readDom } from '../kit/dom.js';

const PAGE = `<!DOCTYPE html><html><head><title>Shop</title></head><body>
  <h1>Checkout</h1>
  <nav><a href="/shop/">Back to
    <b>the shop</b></a><a href="/" aria-label="Home"><img src="x.png" alt=""></a></nav>
  <form>
    <p><label for="email">Email <span>(required)</span></label><input id="email" name="email" value="a@example.com" required></p>
    <label><input type="checkbox" name="terms" checked> I accept the terms</label>
    <label for="country">Country</label><select id="country" name="country"><option value="DE">Germany</option><option value="PL" selected>Poland</option></select>
    <label for="note">Note</label><textarea id="note" name="note" disabled>Ring
twice</textarea>
    <input type="hidden" name="nonce" value="1"><button>Place order</button>
  </form>
  <div role="alert">Enter a postcode.</div>
  <table><tr><th>Total</th><td>10</td></tr></table>
  <p hidden>Not shown</p><script>nor();</script>
</body></html>`;

describe('DOM reader of the test kit', () => {
  const page = readDom(PAGE);

  it('returns visible text, headings and table rows', () => {
    expect(page.text).toContain('Back to the shop');
    expect(page.text).not.toMatch(/Not shown|nor\(\)|Shop$/);
    expect(page.headings(1)).toEqual(['Checkout']);
    expect(page.rows()).toEqual([['Total', '10']]);
  });

  it('finds links, buttons and fields by their accessible names', () => {
    expect(page.link('Back to the shop').attribute('href')).toBe('/shop/');
    expect(page.link('Home').attribute('href')).toBe('/');
    expect(page.buttons()).toEqual(['Place order']);
    expect(page.field(/^Email/)).toMatchObject({ name: 'email', value: 'a@example.com', required: true });
    expect(page.field('I accept the terms')).toMatchObject({ name: 'terms', checked: true });
    expect(page.field('Country').value).toBe('PL');
    expect(page.field('Note')).toMatchObject({ value: 'Ring\ntwice', disabled: true });
  });

  it('finds elements by role and attributes, also within another element', () => {
    expect(page.byRole('alert').map(({ text }) => text)).toEqual(['Enter a postcode.']);
    expect(page.byRole('navigation')[0]?.within.links()).toHaveLength(2);
    expect(page.one('input', { name: 'nonce' }).attribute('value')).toBe('1');
  });

  it('lists the candidates when nothing or more than one is found', () => {
    expect(() => page.button('Buy')).toThrow('Expected one button named Buy, found 0 among: "Place order".');
    expect(() => page.one('a')).toThrow('found 2');
  });
});
