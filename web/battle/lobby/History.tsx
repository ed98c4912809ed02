import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { Match } from '#contract/battle.ts';
import { HISTORY_PAGE } from '#rules/battle/match.ts';
import { call, kept } from '#web/api/call.ts';
import { nameOf, playerView } from '#web/battle/game/player-view.ts';
import type { PlayedCard } from '#web/battle/table/shown-rounds.ts';
import { MoveIcon } from '#web/cards/CardIcons.tsx';
import { HolderLink } from '#web/cards/HolderLink.tsx';
import { Ago } from '#web/ui/Ago.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { texts } from './texts.ts';
import './history.css';

function historyQuery(walletAddress: string) {
  return infiniteQueryOptions({
    queryKey: ['/api/game/history', walletAddress],
    ...kept(0),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: before, signal }) =>
      call(
        'GET /api/game/history/{walletAddress}',
        { params: { walletAddress }, query: before === null ? {} : { before } },
        { signal },
      ),
    getNextPageParam: (page: readonly Match[]) =>
      page.length < HISTORY_PAGE ? undefined : page.at(-1)?.id,
  });
}

/** The matches this player has finished; nothing before the first one. */
export function History({ wallet }: { wallet: string }) {
  const words = texts.history;
  const list = useInfiniteQuery(historyQuery(wallet));
  const matches = list.data?.pages.flat() ?? [];
  if (matches.length === 0 && !list.isError) return null;
  return (
    <section className="history" aria-labelledby="battle-history">
      <h2 id="battle-history" className="display text-heading">
        {words.title}
      </h2>
      <ul className="history-rows">
        {matches.map((match) => (
          <HistoryRow key={match.id} match={match} wallet={wallet} />
        ))}
      </ul>
      {list.isError && (
        <Failure
          words={words.failed}
          onRetry={() => void (list.data === undefined ? list.refetch() : list.fetchNextPage())}
        />
      )}
      {list.hasNextPage && !list.isError && (
        <Button
          look="quiet"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </section>
  );
}

function HistoryRow({ match, wallet }: { match: Match; wallet: string }) {
  const words = texts.history;
  const { opponent, outcome, scores, rounds } = playerView(match, wallet);
  const result = outcome ?? 'tie';
  return (
    <li className="history-row" data-outcome={result}>
      <p className="history-result display">
        {match.endReason === 'nobody-played' ? words.notCounted : words.result[result]}{' '}
        <span className="tabular">
          {scores.yours} : {scores.theirs}
        </span>
      </p>
      <p className="history-against">
        {words.against}{' '}
        <HolderLink address={opponent.walletAddress}>
          <bdi>{nameOf(opponent)}</bdi>
        </HolderLink>
      </p>
      <span className="history-date text-small text-dim">
        <Ago at={match.createdAt} />
      </span>
      {rounds.length > 0 && (
        <ol className="history-rounds" aria-label={words.rounds}>
          {rounds.map((round) => (
            <li key={round.round} data-outcome={round.outcome}>
              <Played card={round.yours} />
              <span className="text-mute">{words.versus}</span>
              <Played card={round.theirs} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

function Played({ card }: { card: PlayedCard | null }) {
  if (card === null) return <span>{texts.history.noCard}</span>;
  return (
    <span className="history-card">
      <MoveIcon move={card.choice} /> {card.card}{' '}
      <span className="visually-hidden">({card.choice})</span>
    </span>
  );
}
