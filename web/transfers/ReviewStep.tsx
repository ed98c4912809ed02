import type { Nft } from '#contract/cards.ts';
import { readRecipient } from '#rules/transfers.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { texts } from './texts.ts';
import { inGroups, type Step } from './transfer-flow.ts';

interface ReviewStepProps {
  card: Nft;
  /** The recipient as typed. */
  typed: string;
  step: Extract<Step, { problem: string | null; draft: object }>;
  onSign: () => void;
  onBack: () => void;
}

/** Second step, before the wallet signs: the whole address, the fee, and what is lost with the card. */
export function ReviewStep({ card, typed, step, onSign, onBack }: ReviewStepProps) {
  const { draft, problem } = step;
  const { entries, groupName } = draft.ties;
  const meant = readRecipient(typed);
  const isWaiting = step.at !== 'review';
  const lapsing = entries.reduce((sum, { entryCount }) => sum + entryCount, 0);
  return (
    <div className="send">
      <div className="send-card">
        <OwnedCard nft={card} look={{ foil: 'off' }} />
      </div>
      <dl className="send-facts">
        <dt>{texts.to}</dt>
        <dd>
          {meant?.kind === 'name' && <p className="strong">{meant.name}</p>}
          <FullAddress address={draft.recipient} />
          <p className="send-compare text-small text-dim">{texts.compare}</p>
        </dd>
        <dt>{texts.fee}</dt>
        <dd className="tabular strong">{texts.feeOf(BigInt(draft.fee))}</dd>
        {(entries.length > 0 || groupName !== null) && (
          <>
            <dt>{texts.ties}</dt>
            <dd>
              <ul className="send-ties">
                {entries.length > 0 && (
                  <li>
                    <Icon name="alert" className="text-warn" />
                    {texts.entryLapses(lapsing)}
                  </li>
                )}
                {groupName !== null && (
                  <li>
                    <Icon name="card" className="text-ki" />
                    {texts.leavesGroup(groupName)}
                  </li>
                )}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <div className="send-foot">
        <Problem words={problem} />
        <p role="status" className="visually-hidden">
          {isWaiting && texts.signing}
        </p>
        <div className="actions">
          <Button look="primary" isBusy={isWaiting} onClick={onSign}>
            {isWaiting ? texts.signing : texts.sign}
          </Button>
          <Button look="plain" isBusy={step.at === 'handing-in'} onClick={onBack}>
            {texts.back}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The whole address in groups of four; copied without the gaps. */
function FullAddress({ address }: { address: string }) {
  return (
    <code className="send-address">
      {inGroups(address).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an address does not change its order
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}
