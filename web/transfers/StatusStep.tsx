import type { Nft } from '#contract/cards.ts';
import type { Transfer } from '#contract/transfers.ts';
import { explorerLink } from '#web/api/settings.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import { Button, NewTabLink } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

interface StatusStepProps {
  card: Nft;
  transfer: Transfer;
  onFinish: () => void;
}

/** Who had scrolled down to the button sees the outcome, which is the title. */
const scrollToTitle = (step: HTMLElement | null) =>
  step?.closest('.dialog-content')?.scrollTo(0, 0);

/** Last step: the status of the submitted transfer. */
export function StatusStep({ card, transfer, onFinish }: StatusStepProps) {
  const { status, digest } = transfer;
  const isPaid = status === 'done' || status === 'failed';
  return (
    <div ref={scrollToTitle} className="send" data-status={status}>
      <div className="send-card">
        <OwnedCard nft={card} look={{ foil: 'off' }} />
      </div>
      <dl className="send-facts">
        {isPaid && (
          <>
            <dt>{texts.fee}</dt>
            <dd className="tabular">{texts.feePaid(BigInt(transfer.fee))}</dd>
          </>
        )}
        <dt>{texts.transaction}</dt>
        <dd>
          <code className="send-digest">{digest}</code>
          <NewTabLink className="link send-explorer" href={explorerLink(card.id)}>
            {texts.explorer}
            <Icon name="outward" size="1rem" />
          </NewTabLink>
        </dd>
      </dl>
      <div className="send-foot">
        <Button look="primary" onClick={onFinish}>
          {texts.finish}
        </Button>
      </div>
    </div>
  );
}
