import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isChosenName } from '#rules/ranking.ts';
import { BattleBoard } from '#web/battle/board/BattleBoard.tsx';
import { leaderboardQuery, usersQuery } from '#web/collectors/queries.ts';
import { Page } from '#web/frame/Page.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useCollector } from '#web/frame/use-collector.ts';
import { PublicList } from '#web/whitelist/PublicList.tsx';
import { Featured } from './games/Featured.tsx';
import { texts } from './games/texts.ts';
import './games/games.css';

export default function GamesPage() {
  const ownAddress = useCollector()?.address ?? null;
  const board = useQuery(leaderboardQuery);
  // Not needed while the ranking is empty.
  const users = useQuery({ ...usersQuery, enabled: (board.data?.length ?? 0) > 0 });
  const names = useMemo(() => {
    const named = (users.data ?? []).flatMap(({ walletAddress, displayName }) =>
      isChosenName(displayName) ? [[walletAddress, displayName] as const] : [],
    );
    return new Map(named);
  }, [users.data]);

  return (
    <Page title={texts.title}>
      <h1 className="wrap display games-title">{texts.title}</h1>
      <Featured />
      <div className="wrap games-lists below">
        <BattleBoard ownAddress={ownAddress} />
        <PublicList ownAddress={ownAddress} names={names}>
          <PageLink href="/profile" className="link link-touch">
            {texts.register}
          </PageLink>
        </PublicList>
      </div>
    </Page>
  );
}
