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
      `The shop is run by ${data.name}. It lets you find and compare products, place and pay for orders, and manage your account, complaints and withdrawals.`,
    ),
    heading('How the shop meets accessibility requirements'),
    list(
      'All pages can be used with a keyboard alone; the focus is visible, and a link at the beginning of each page skips to the content.',
      'Headings, lists, fields and errors are marked up so that a screen reader announces them; errors are described in text next to the field and above the form.',
      'Placing orders and submitting statements work without JavaScript, on small screens and with enlarged text.',
      'The appearance follows the light or dark mode of the device.',
      'The language of each page is marked up, and can be changed with a link on every page.',
    ),
    heading('Known limitations'),
    text(
      'Descriptions of product images depend on what we entered for the product, and may be short. The pages of external payment and delivery providers are their own, so we cannot change them.',
    ),
    heading('Contact us'),
    text(
      `If something is not accessible, write to us or call: ${contact(data, ENGLISH)}. Include the URL of the page and describe the problem; if necessary, we will take your order or statement in another way. If we do not resolve it, you can contact the President of the State Fund for Rehabilitation of Disabled Persons (PFRON).`,
    ),
    text(`As of ${data.date}`),
  ];
}
