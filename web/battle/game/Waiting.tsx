import { WaitingRoom } from '#web/battle/lobby/WaitingRoom.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Game, isOffering } from './game.ts';
import type { GameStore } from './game-store.ts';
import { nameOf, sidesOf } from './sides.ts';
import { texts } from './texts.ts';
import type { EndActs } from './use-end-acts.ts';
import { useSecondsUntil } from './use-time-left.ts';

interface WaitingProps {
  game: Game;
  store: GameStore;
  endActs: EndActs;
}

/** A seat is being taken, or the opponent of the last match has yet to say yes. */
export function Waiting({ game, store, endActs }: WaitingProps) {
  const { match } = game;
  const words = texts.waiting;
  const isStanding = isOffering(game);
  const seconds = useSecondsUntil(isStanding ? (match?.rematch.expiresAt ?? null) : null);

  const cancel = () => {
    if (isStanding && match !== null) endActs.decline(match);
    else store.act({ kind: 'asked' });
  };
  return (
    <>
      <h1 className="sr-only">{texts.title}</h1>
      <WaitingRoom title={words.title}>
        <p>
          {match === null
            ? words.joining
            : words.rematch(nameOf(sidesOf(match, game.wallet).opponent))}
        </p>
        {seconds !== null && <p className="tabular">{words.rematchTime(seconds)}</p>}
        <Button look="quiet" className="mt-4" disabled={endActs.isDeclining} onClick={cancel}>
          {words.cancel}
        </Button>
        {isStanding && endActs.declineProblem !== null && (
          <p role="alert" className="battle-problem">
            {endActs.declineProblem}
          </p>
        )}
      </WaitingRoom>
    </>
  );
}
