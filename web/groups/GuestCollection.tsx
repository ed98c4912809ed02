import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { kept, readQuery } from '#web/api/call.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { CardSkeletons } from './canvas/CardTile.tsx';
import { CollectionHead, type CollectionProps } from './Organiser.tsx';
import { OrganiserBoard } from './OrganiserBoard.tsx';
import { fromServer } from './saving/queues.ts';
import { guestTexts as words } from './texts.ts';
import './organiser.css';

/** Cards and groups of somebody else: to be looked at, searched and sorted, not changed. */
export function GuestCollection({ hasFailed, onRetry, ...board }: CollectionProps) {
  const { address, nfts } = board;
  const groups = useQuery({
    ...readQuery('GET /api/nft-groups/{walletAddress}', { params: { walletAddress: address } }),
    ...kept(0),
  });
  const stored = useMemo(() => (groups.data ?? []).map(fromServer), [groups.data]);
  return (
    <section aria-labelledby="organiser-title">
      <CollectionHead title={words.title} count={nfts?.length ?? 0} />
      {nfts === undefined && hasFailed ? (
        <Failure
          className="notice organiser-failed"
          sign="danger"
          title={words.failed}
          words={words.failedText}
          onRetry={onRetry}
        />
      ) : nfts === undefined || groups.isPending ? (
        <CardSkeletons label={words.loading} />
      ) : nfts.length === 0 ? (
        <p className="organiser-none">{words.empty}</p>
      ) : (
        <>
          {groups.isError && groups.data === undefined && (
            <div className="notices">
              <Failure
                className="notice"
                sign="danger"
                title={words.groupsFailed.title}
                words={words.groupsFailed.text}
                onRetry={() => groups.refetch()}
              />
            </div>
          )}
          <OrganiserBoard
            key={address}
            {...board}
            nfts={nfts}
            queue={null}
            guestGroups={stored}
            onReload={() => groups.refetch()}
          />
        </>
      )}
    </section>
  );
}
