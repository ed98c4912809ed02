import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Match } from '#contract/battle.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { serverClock, useTimeLeft } from './clock.ts';
import { DisconnectQuestion } from './DisconnectQuestion.tsx';
import { newGame } from './game.ts';
import { keepInMemory, readMemory } from './memory.ts';
import { nameOf, playerView } from './player-view.ts';
import { MATCHES_EVERY, matchesQuery } from './queries.ts';
import { tableLine } from './table-view.ts';
import { texts } from './texts.ts';
import './match-banner.css';

interface MatchBannerProps {
  wallet: string;
  /** Renders a link to the battle page; a click calls `onBack` first. */
  link: (words: string, onBack: () => void) => ReactNode;
}

/**
 * On every other page: shows that a match is running, with a link to it. Polls only while there is a
 * match, or a lobby in which one can start.
 */
export function MatchBanner({ wallet, link }: MatchBannerProps) {
  const { data } = useQuery({
    ...matchesQuery(wallet),
    refetchInterval: ({ state }) =>
      liveIn(state.data) !== undefined || mayStart(wallet) ? MATCHES_EVERY : false,
  });
  for (const { serverNow } of data ?? []) serverClock.heard(serverNow);
  const live = liveIn(data);
  const time = useTimeLeft(live ?? null);
  if (live === undefined) return null;

  // Also returns to a match left by 'Reset Game'.
  const back = () => keepInMemory(wallet, { left: null });
  return (
    <aside className="match-banner" aria-label={texts.banner.label}>
      <Icon name="swords" size="1.5rem" />
      <p className="match-banner-words">
        <strong>{texts.banner.label}</strong>{' '}
        <bdi>{texts.banner.against(nameOf(playerView(live, wallet).opponent))}</bdi>
        <span className="tabular">{tableLine(newGame(wallet), live, time)}</span>
      </p>
      {link(texts.banner.back, back)}
      <DisconnectQuestion match={live} wallet={wallet} />
    </aside>
  );
}

function liveIn(matches: readonly Match[] | undefined): Match | undefined {
  return matches?.find(({ status }) => status === 'in_progress');
}

function mayStart(wallet: string): boolean {
  const { lobbyUntil } = readMemory(wallet);
  return lobbyUntil !== null && Date.parse(lobbyUntil) > serverClock.now();
}
