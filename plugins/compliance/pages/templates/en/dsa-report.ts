import { heading, list, type Part, text } from '../blocks.js';
import { contact, ENGLISH, identity, link, type TemplateData } from '../template-data.js';

/** Reporting illegal content: Regulation (EU) 2022/2065, art. 11, 12, 14, 16 and 17. */
export function dsaReport(data: TemplateData): readonly Part[] {
  return [
    heading('Point of contact'),
    text(
      `The point of contact for authorities of Member States, the Commission and the Board for Digital Services (art. 11 of Regulation 2022/2065), and for recipients of the service (art. 12), is ${identity(data, ENGLISH)}, ${contact(data, ENGLISH)}. Polish and English can be used.`,
    ),
    heading('How to report illegal content'),
    text(
      `Anyone can report illegal content ${data.reportUrl === '' ? `to ${link(`mailto:${data.email}`, data.email)}` : `by the ${link(data.reportUrl, 'form for illegal content')}`}. A report should contain:`,
    ),
    list(
      'an explanation of why the content is illegal,',
      'the exact URL of the content,',
      'the name and email address of the person reporting, except for content about the sexual abuse of children,',
      'a statement that the report is made in good faith and that the information in it is accurate and complete.',
    ),
    heading('What happens to a report'),
    text(
      'We confirm without delay, to the email address given, that we have received it. We handle it diligently, objectively and not arbitrarily, without automated decisions, usually within 7 days and urgent matters immediately. We inform the person who reported it of our decision and how it can be contested.',
    ),
    text(
      `If we restrict content, remove it or suspend an account, its author receives a clear statement of reasons: what the restriction is, on which facts and legal or contractual ground it is based, whether automated means were used, and how it can be contested (art. 17). See the page “${data.titles.dsa_reasons}”.`,
    ),
    heading('What we do not allow'),
    text(
      'We do not allow unlawful content, such as content that infringes personal rights, copyright or trademarks, incites hatred or violence, false reviews, and offers of dangerous or prohibited products. We remove content, make it less visible or suspend accounts, in proportion to the breach.',
    ),
    heading('Contesting a decision'),
    text(
      'A decision can be appealed free of charge within 6 months on the page of the case, whose URL is in the message about the decision, by replying to that message or by writing to the point of contact. A person reviews the decision. You can still go to court or complain to the Digital Services Coordinator.',
    ),
    text(`Effective from ${data.date}`),
  ];
}
