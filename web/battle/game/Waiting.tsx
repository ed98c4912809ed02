import { WaitingRoom } from '#web/battle/lobby/WaitingRoom.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { useSecondsUntil } from './clock.ts';
import { type Game, isOffering } from './game.ts';
import type { GameStore } from './game-store.ts';
import { nameOf, playerView } from './player-view.ts';
import { texts } from './texts.ts';
import type { MatchActions } from './use-match-actions.ts';

interface WaitingProps {
  game: Game;
  store: GameStore;
  decline: MatchActions['decline'];
}

/** While joining a lobby, or until the opponent accepts a rematch. */
export function Waiting({ game, store, decline }: WaitingProps) {
  const { match } = game;
  const words = texts.waiting;
  const isStanding = isOffering(game);
  const seconds = useSecondsUntil(isStanding ? (match?.rematch.expiresAt ?? null) : null);

  const cancel = () => {
    if (isStanding && match !== null) decline.run(match);
    else store.dispatch({ kind: 'asked' });
  };
  return (
    <>
      <h1 className="visually-hidden">{texts.title}</h1>
      <WaitingRoom title={words.title}>
        <p>
          {match === null
            ? words.joining
            : words.rematch(nameOf(playerView(match, game.wallet).opponent))}
        </p>
        {seconds !== null && <p className="tabular">{words.rematchTime(seconds)}</p>}
        <Button look="quiet" isBusy={decline.isPending} onClick={cancel}>
          {words.cancel}
        </Button>
        {isStanding && <Problem words={decline.problem} />}
      </WaitingRoom>
    </>
  );
}
