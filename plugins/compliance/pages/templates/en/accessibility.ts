import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, type TemplateData } from '../template-data.js';

/**
 * Accessibility of the service: Directive (EU) 2019/882, annex V; Polish act of 26 April 2024. Micro-enterprises that
 * provide services are exempt.
 */
export function accessibility(data: TemplateData): readonly Part[] {
  return [
    heading('About the shop'),
    text(
      `The shop is run by ${data.name}. You can find and compare products, place and pay for an order, manage your account, make complaints and withdraw from contracts.`,
    ),
    heading('How the shop meets the accessibility requirements'),
    list(
      'All pages work with the keyboard alone; the focus is visible, and each page starts with a link to its content.',
      'Headings, lists, fields and error messages are marked up for screen readers; errors are described in words next to the field and above the form.',
      'You can place an order and submit statements without JavaScript, on a small screen and with enlarged text.',
      'Colors follow the light or dark mode of your device.',
      'The language of each page is marked up, and every page has links to the other languages.',
    ),
    heading('What we do not provide yet'),
    text(
      'Descriptions of product images depend on what we entered for the product, and may be short. We cannot change the pages of external payment and delivery providers.',
    ),
    heading('Contact us'),
    text(
      `If something is not accessible, contact us: ${contact(data, ENGLISH)}. Tell us the address of the page and describe the difficulty; if necessary, we accept your order or statement in another way. If we do not solve the problem, you can notify the President of the State Fund for Rehabilitation of Disabled Persons (PFRON).`,
    ),
    text(`As of ${data.date}`),
  ];
}
