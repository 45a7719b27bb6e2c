import { PlinthError, type PluginScope } from 'plinth';
import { getRecipientLocale } from '../emails/reader-locale.js';
import type { GetShopEmail } from '../emails/shop-email.js';
import type { Clock } from '../time/clock.js';
import type { Anchors, BrokenRecord } from './anchors.js';
import { interruptedNotice } from './audit-texts.js';

/** Daily event that stores the hashes of the newest consent and declaration. */
export const ANCHOR_RECORDS = 'compliance/anchor';
const JOB = 'compliance/anchor-email';

interface AuditDeps {
  readonly anchors: Anchors;
  readonly getShopEmail: GetShopEmail;
  readonly clock: Clock;
}

/**
 * Registers the command `compliance verify`, and the email with the current hashes, which is sent to the shop owner on
 * days with new records. The copy in the mailbox cannot be changed on this server.
 */
export function registerAudit(scope: PluginScope, { anchors, getShopEmail, clock }: AuditDeps): void {
  const { __ } = scope;
  const noticeText = (record: BrokenRecord): string => interruptedNotice(record, scope);

  scope.addCommand({
    name: 'compliance verify [hashes...]',
    description:
      'Verify that declarations and consents are unchanged and that the given hashes of emails or exports are known; the exit code is 1 if not.',
    async run(hashes, _options, output) {
      const problems = (await anchors.verify()).map(noticeText);
      for (const hash of hashes)
        if (!(await anchors.hasHash(hash.toLowerCase())))
          problems.push(__('No record on this site ever ended with the hash %s.', hash));
      if (problems.length > 0)
        throw new PlinthError('compliance_record_invalid', problems.join(' '), {
          kind: 'refusal',
          hint: __('Compare the records with a backup and with the hashes in the emails to the owner.'),
        });
      const newest = await anchors.newest();
      output.line(__('Declarations and consents are unchanged.'));
      if (newest)
        output.rows(
          [
            { record: 'declarations', hash: newest.declarations, at: newest.createdAt },
            { record: 'consents', hash: newest.consents, at: newest.createdAt },
          ],
          ['record', 'hash', 'at'],
        );
    },
  });

  scope.registerJob(JOB, async () => {
    const anchor = await anchors.newest();
    if (!anchor) return;
    const brokenRecords = await anchors.verifyIncremental();
    const to = await getShopEmail();
    if (to === '') return;
    const subject = (): string =>
      brokenRecords.length > 0
        ? __('Consent or declaration records were changed')
        : __('Hashes of the consent and declaration records');
    const [time, zone] = [(await clock.local(anchor.createdAt)).replace('T', ' '), await clock.zone()];
    await scope.mail({
      to,
      required: true,
      locale: await getRecipientLocale(scope, to),
      subject,
      view: 'anchor',
      data: () => ({ heading: subject(), problems: brokenRecords.map(noticeText), anchor, time, zone }),
    });
  });

  scope.addAction(ANCHOR_RECORDS, async () => {
    const added = await anchors.add();
    const brokenRecords = await anchors.verify();
    if (added || brokenRecords.length > 0) await scope.enqueueJob(JOB, {});
  });
}
