import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Match } from '#contract/battle.ts';
import { useStore } from '#web/ui/external-store.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { serverClock, useTimeLeft } from './clock.ts';
import { DisconnectQuestion } from './DisconnectQuestion.tsx';
import { newGame } from './game.ts';
import { returnTo } from './memory.ts';
import { knownMatch, useStartUntil } from './open-lobby.ts';
import { nameOf, playerView } from './player-view.ts';
import { MATCHES_POLL_MS, matchesQuery } from './queries.ts';
import { tableLine } from './table-view.ts';
import { texts } from './texts.ts';
import { useLive } from './use-live.ts';
import { useMatchAlert } from './use-match-alert.ts';
import './match-banner.css';

interface BannerProps {
  wallet: string;
  /** Renders a link to the battle page; a click calls `onBack` first. */
  link: (words: string, onBack: () => void) => ReactNode;
}

/**
 * On all pages but the battle's: a live match, with a link to it. Polls only while there is a match, an open lobby or an
 * offered rematch.
 */
export function MatchBanner({ isAtTable, ...props }: BannerProps & { isAtTable: boolean }) {
  return isAtTable ? null : <Banner {...props} />;
}

function Banner({ wallet, link }: BannerProps) {
  const until = useStartUntil(wallet);
  const known = useStore(knownMatch);
  const mayStart = until !== null && Date.parse(until) > serverClock.now();
  const { data, refetch } = useQuery({
    ...matchesQuery(wallet),
    refetchInterval: ({ state }) =>
      liveIn(state.data) !== undefined || mayStart ? MATCHES_POLL_MS : false,
  });
  // When the own lobby closes or the offer ends, a match may have started; in another tab one may have been joined.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every change of them
  useEffect(() => void refetch(), [until, known, refetch]);
  const live = liveIn(data);
  const time = useTimeLeft(live ?? null);
  useMatchAlert({
    match: data === undefined ? undefined : (live ?? null),
    wallet,
    secondsLeft: time?.untilClosed ?? null,
    isElsewhere: true,
  });
  // A new socket for each lobby: the wallet may have signed in after this tab opened.
  const socket = mayStart && <LobbySocket key={until} onMatch={() => void refetch()} />;
  const opponent = live === undefined ? null : nameOf(playerView(live, wallet).opponent);
  const spoken = (
    <p role="status" className="visually-hidden">
      {opponent === null ? '' : texts.alert.spoken(opponent)}
    </p>
  );
  if (live === undefined || opponent === null) {
    return (
      <>
        {spoken}
        {socket}
      </>
    );
  }

  // Also returns to a match left by 'Reset Game'.
  const back = () => returnTo(live.id, wallet);
  return (
    <>
      {spoken}
      {socket}
      <aside className="match-banner" aria-label={texts.banner.label}>
        <Icon name="swords" size="1.5rem" />
        <p className="match-banner-words">
          <strong>{texts.banner.label}</strong>{' '}
          {time !== null && <b className="tabular">{texts.banner.left(time.untilClosed)}</b>}{' '}
          <bdi>{texts.banner.against(opponent)}</bdi>
          <span className="tabular">{tableLine(newGame(wallet), live, time)}</span>
        </p>
        {link(texts.banner.back, back)}
        <DisconnectQuestion match={live} wallet={wallet} />
      </aside>
    </>
  );
}

function LobbySocket({ onMatch }: { onMatch: () => void }) {
  useLive({ lobbyIds: [], onMatch, onLobbies: onMatch, onBack: onMatch });
  return null;
}

function liveIn(matches: readonly Match[] | undefined): Match | undefined {
  return matches?.find(({ status }) => status === 'in_progress');
}
