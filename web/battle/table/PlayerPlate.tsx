import { shortAddress } from '#rules/address.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { PlayerRecord } from './table-cards.ts';
import { texts } from './texts.ts';
import './plate.css';

interface PlayerPlateProps {
  side: 'you' | 'opponent';
  name: string;
  /** Wallet address, full. */
  address: string;
  record: PlayerRecord;
  score: number;
  hasPlayed: boolean;
  /** Nothing heard of them for a while. */
  isAway?: boolean;
}

/** Who sits at the table; the opponent's plate says aloud when their card is down. */
export function PlayerPlate(props: PlayerPlateProps) {
  const { side, name, address, record, score, hasPlayed, isAway = false } = props;
  const sign = isAway ? 'away' : hasPlayed ? 'played' : 'choosing';
  const { wins, losses, ties } = record;
  return (
    <div className="plate" data-side={side} data-played={hasPlayed || undefined}>
      <span className="plate-side">{texts[side]}</span>
      <bdi className="plate-name" title={name}>
        {name}
      </bdi>
      <span className="plate-address tabular" title={address}>
        {shortAddress(address)}
      </span>
      <span className="plate-record tabular">
        <span className="sr-only">{texts.record(wins, losses, ties)}</span>
        {texts.recordShort(wins, losses, ties).map((part) => (
          <span key={part} aria-hidden="true">
            {part}
          </span>
        ))}
      </span>
      <span className="plate-score" aria-hidden="true">
        {score}
      </span>
      <span className="plate-sign" data-sign={sign}>
        <Icon name={SIGN_ICON[sign]} className="size-[1.15em]" />
        {texts[sign]}
      </span>
      {side === 'opponent' && (
        <span className="sr-only" role="status">
          {hasPlayed ? texts.playedSpoken : ''}
        </span>
      )}
    </div>
  );
}

const SIGN_ICON = { played: 'check', choosing: 'more', away: 'clock' } as const;
