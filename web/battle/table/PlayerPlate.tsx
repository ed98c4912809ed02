import type { Match } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { Side } from './rounds.ts';
import { texts } from './texts.ts';
import './plate.css';

interface PlayerPlateProps {
  side: Side;
  player: Match['player1'];
  score: number;
  hasPlayed: boolean;
  /** Nothing heard of them for a while. */
  isAway?: boolean;
}

/** Who sits at the table; the opponent's plate says aloud when their card is down. */
export function PlayerPlate({ side, player, score, hasPlayed, isAway = false }: PlayerPlateProps) {
  const { displayName, walletAddress, wins, losses, ties } = player;
  const sign = isAway ? 'away' : hasPlayed ? 'played' : 'choosing';
  return (
    <div className="plate" data-side={side} data-played={hasPlayed || undefined}>
      <span className="plate-side">{texts[side]}</span>
      <bdi className="plate-name" title={displayName}>
        {displayName}
      </bdi>
      <span className="plate-address tabular" title={walletAddress}>
        {shortAddress(walletAddress)}
      </span>
      <span className="plate-record tabular">
        <span className="visually-hidden">{texts.record(wins, losses, ties)}</span>
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
        <Icon name={SIGN_ICON[sign]} size="1.15em" />
        {texts[sign]}
      </span>
      {side === 'opponent' && (
        <span className="visually-hidden" role="status">
          {hasPlayed ? texts.playedSpoken : ''}
        </span>
      )}
    </div>
  );
}

const SIGN_ICON = { played: 'check', choosing: 'more', away: 'clock' } as const;
