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
      `The shop is run by ${data.name}. It lets you find and compare products, place and pay for an order, and handle your account, complaints and withdrawals.`,
    ),
    heading('How the shop meets the requirements of accessibility'),
    list(
      'Its pages can be used with the keyboard alone; the focus can be seen, and a link to the content stands at the beginning.',
      'Headings, lists, fields and errors are marked so that a screen reader reads them; errors are described in words beside the field and above the form.',
      'Buying and making statements work without JavaScript, on a small screen and with enlarged text.',
      'The look follows the light and dark mode of the device.',
      'The language of a page is marked, and can be changed by a link on every page.',
    ),
    heading('What we do not provide yet'),
    text(
      'Descriptions of product images depend on what we added to the product, and may be short. Pages of external providers of payment and delivery have their own solutions, which we cannot change.',
    ),
    heading('Tell us'),
    text(
      `If something is not accessible, write or call: ${contact(data, ENGLISH)}. Give the address of the page and describe the difficulty; if need be we take an order or a statement in another way. If we do not solve it, you can turn to the President of the State Fund for Rehabilitation of Disabled Persons (PFRON).`,
    ),
    text(`As of ${data.date}`),
  ];
}
