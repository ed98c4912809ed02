import type { Match } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import { collectorPath } from '#rules/pages.ts';
import { NewTabLink } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Side } from './shown-rounds.ts';
import { texts } from './texts.ts';
import './plate.css';

interface PlayerPlateProps {
  side: Side;
  player: Match['player1'];
  score: number;
  hasPlayed: boolean;
  /** Past the time to choose, and without a card. */
  isLate?: boolean;
}

/** Name and score of a player; the opponent's plate announces that they have played. */
export function PlayerPlate({ side, player, score, hasPlayed, isLate = false }: PlayerPlateProps) {
  const { displayName, walletAddress, wins, losses, ties } = player;
  const sign = isLate ? 'late' : hasPlayed ? 'played' : 'choosing';
  return (
    <div className="plate" data-side={side} data-played={hasPlayed || undefined}>
      <span className="plate-side">{texts[side]}</span>
      <bdi className="plate-name truncate" title={displayName}>
        {side === 'opponent' ? (
          // In a new tab: a click must not leave the match.
          <NewTabLink href={collectorPath(walletAddress)}>{displayName}</NewTabLink>
        ) : (
          displayName
        )}
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

const SIGN_ICON = { played: 'check', choosing: 'more', late: 'clock' } as const;
