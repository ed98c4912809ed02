import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Ki } from '#rules/genesis.ts';
import { Invitation } from '#web/battle/lobby/Invitation.tsx';
import { Lobby } from '#web/battle/lobby/Lobby.tsx';
import { useLobbyActions } from '#web/battle/lobby/use-lobby-actions.ts';
import { kiOfPick } from '#web/battle/table/battle-card.ts';
import { focusHeading, useHeadingAfter } from '#web/ui/focus.ts';
import { LiveRegion } from '#web/ui/LiveRegion.tsx';
import { DisconnectQuestion } from './DisconnectQuestion.tsx';
import { Playing } from './Playing.tsx';
import { Result } from './Result.tsx';
import { tableView } from './table-view.ts';
import { texts } from './texts.ts';
import { useForgetProblems } from './use-battle-write.ts';
import { type GameOnPage, useGame } from './use-game.ts';
import { useMatchActions } from './use-match-actions.ts';
import { useIsHidden, useMatchAlert } from './use-match-alert.ts';
import { Waiting } from './Waiting.tsx';
import './battle.css';
import './low.css';
import './landscape.css';
import './low-outcome.css';

interface BattleGameProps {
  wallet: string;
  /** Shown in place of the lobby while access is missing or being checked. */
  guard: ReactNode | null;
  /** Shown while it is not known whether there is a match to return to. */
  checking: ReactNode;
  invitedTo: string | null;
  onInvitationOver: () => void;
  /** The Ki of the picked card, for the page; null is the page's own. */
  onKi: (ki: Ki | null) => void;
  /** The tab's title during a match; null is the page's own. */
  onTitle: (title: string | null) => void;
  /** Takes a question to sign back: what it was asked for is over. */
  onMatchOver: () => void;
}

export function BattleGame(props: BattleGameProps) {
  const { wallet, guard, checking, invitedTo, onInvitationOver, onKi, onTitle, onMatchOver } =
    props;
  const onPage = useGame(wallet, guard === null, invitedTo !== null);
  const { store, game, phase } = onPage;
  const matchActions = useMatchActions(store);
  const { playAgain, decline, leave } = matchActions;
  const lobbyActions = useLobbyActions(store, playAgain.isPending);
  const own = onPage.lobbies?.find(({ creatorWallet }) => creatorWallet === wallet);
  const writes = [...Object.values(lobbyActions), playAgain, decline, leave];
  useForgetProblems(writes, own?.id, game.match?.id);

  const view = game.match === null ? null : tableView(game, game.match);
  const ki = view !== null && phase !== 'waiting' ? kiOfPick(view.card) : null;
  useEffect(() => onKi(ki), [ki, onKi]);
  const title = view !== null && phase === 'playing' ? texts.playing.heading(view.round) : null;
  useEffect(() => onTitle(title), [title, onTitle]);
  // The page stays when the wallet goes.
  useEffect(() => {
    return () => {
      onKi(null);
      onTitle(null);
    };
  }, [onKi, onTitle]);
  useEffect(() => {
    if (game.match !== null) onInvitationOver();
  }, [game.match, onInvitationOver]);

  const liveId = game.match?.status === 'in_progress' ? game.match.id : null;
  useEffect(() => (liveId === null ? undefined : onMatchOver), [liveId, onMatchOver]);

  // On the root element, whose letters are of another size then: see battle.css.
  const isAtTable = phase !== 'lobby' && phase !== 'waiting';
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-table', isAtTable);
    return () => root.removeAttribute('data-table');
  }, [isAtTable]);

  // The match on the table is newer than the list of matches, which is only polled.
  const live =
    game.match?.status === 'in_progress'
      ? game.match
      : onPage.matches?.find(({ id, status }) => status === 'in_progress' && id !== game.match?.id);
  useMatchAlert({
    match: onPage.matches === undefined ? undefined : (live ?? null),
    wallet,
    secondsLeft: onPage.time?.untilClosed ?? null,
    isElsewhere: useIsHidden(),
  });

  return (
    <Scene name={sceneOf(onPage)}>
      <LiveRegion announcer={store.announcer} testId="battle-says" />
      <LiveRegion announcer={store.claimAnnouncer} testId="claim-says" />
      {live !== undefined && <DisconnectQuestion match={live} wallet={wallet} />}
      {phase === 'waiting' ? (
        <Waiting game={game} store={store} decline={matchActions.decline} />
      ) : phase === 'lobby' ? (
        (guard ??
        (!game.hasLooked && onPage.faults.matches === null ? checking : null) ??
        (invitedTo === null ? (
          <Lobby onPage={onPage} own={own} actions={lobbyActions} />
        ) : (
          <Invitation
            lobbyId={invitedTo}
            wallet={wallet}
            matches={onPage.matches}
            join={lobbyActions.join}
            onOver={onInvitationOver}
          />
        )))
      ) : phase === 'playing' || game.reveal?.part === 'clash' ? (
        <Playing onPage={onPage} />
      ) : (
        <Result onPage={onPage} matchActions={matchActions} />
      )}
    </Scene>
  );
}

/** Key of the scene: only a new scene takes the focus and scrolls. */
function sceneOf({ phase, game }: GameOnPage): string {
  if (phase === 'lobby' || phase === 'waiting') return phase;
  const id = game.match?.id ?? '';
  if (phase === 'playing' || game.reveal?.part === 'clash') {
    // The server is in the next round already while the cards of this one turn.
    return `playing ${id} ${game.reveal?.round ?? game.match?.currentRound}`;
  }
  return `result ${id} ${game.reveal?.round ?? 'end'}`;
}

/** After a scene changed by itself, focuses its heading and scrolls to its top. */
function Scene({ name, children }: { name: string; children: ReactNode }) {
  const box = useHeadingAfter<HTMLDivElement>();
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    // In the next frame: focusing needs the layout, which would make this task longer.
    requestAnimationFrame(() => {
      focusHeading(box.current);
      scrollTo({ top: 0, behavior: 'instant' });
    });
  }, [name, box]);
  return (
    // A word that a browser has translated stays when it should change.
    <div ref={box} className="wrap battle" translate="no">
      {children}
    </div>
  );
}
