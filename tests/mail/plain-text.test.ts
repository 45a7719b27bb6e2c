import { toPlainText } from '../../core/mail/plain-text.js';

describe('plain text of an HTML email', () => {
  it('has a line per row and line break and a blank line between paragraphs', () => {
    const html =
      '<h1>Order 7</h1>\n<p>Thank you.</p>\n<table><tr><td>Mug<br><span>2 × 5</span></td> <td>10\u00a0zł</td></tr>\n<tr><td>Total</td><td>10\u00a0zł</td></tr></table><p>Anna<br>Prosta 1<br>00-001 Warszawa</p>';
    expect(toPlainText(html)).toBe(
      'Order 7\n\nThank you.\n\nMug\n2 × 5 10\u00a0zł\nTotal 10\u00a0zł\n\nAnna\nProsta 1\n00-001 Warszawa',
    );
  });

  it('shows link targets unless the text does, and marks list items', () => {
    expect(
      toPlainText(
        '<p><a href="https://example.com/x">Look</a> <a href="mailto:a@example.com">a@example.com</a></p><ul><li>One</li><li>Two</li></ul>',
      ),
    ).toBe('Look (https://example.com/x) a@example.com\n\n- One\n- Two');
  });

  it('omits head and style elements and decodes entities', () => {
    expect(
      toPlainText(
        '<!doctype html><html><head><title>T</title><style>p{}</style></head><body><p>1 &lt; 2 &amp; 3\u0002</p></body></html>',
      ),
    ).toBe('1 < 2 & 3');
  });
});
