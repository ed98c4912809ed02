import { type ReactNode, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { User } from '#contract/collectors.ts';
import { shortAddress } from '#rules/address.ts';
import { Card } from '#web/cards/Card.tsx';
import { kiOf } from '#web/cards/card-look.ts';
import { NftPicture } from '#web/cards/NftPicture.tsx';
import { copyText } from '#web/ui/clipboard.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import star from '../home/star.svg';
import { texts } from './texts.ts';

interface PortraitProps {
  /** Undefined while loading. */
  user: User | undefined;
  nfts: readonly Nft[] | undefined;
  children?: ReactNode;
}

export function Portrait({ user, nfts, children }: PortraitProps) {
  const picture = user?.profilePicture ?? null;
  const source = nfts?.find(({ imageUrl }) => imageUrl !== null && imageUrl === picture);
  const ki = source === undefined ? 'sui' : kiOf(source.name);
  return (
    <div className="portrait">
      <div className="glow portrait-glow" />
      <Card look={{ name: user?.username ?? '', type: texts.role(ki), ki, isStale: user?.isStale }}>
        {picture === null ? (
          <img src={star} alt="" width={1000} height={1100} draggable={false} />
        ) : (
          <NftPicture imageUrl={picture} alt={source?.name ?? ''} isUrgent />
        )}
      </Card>
      {children}
    </div>
  );
}

interface ProfileHeadProps {
  eyebrow: string;
  address: string;
  /** Undefined while loading. */
  user: User | undefined;
  portrait: ReactNode;
  children: ReactNode;
}

export function ProfileHead({ eyebrow, address, user, portrait, children }: ProfileHeadProps) {
  return (
    <section className="wrap profile-head">
      {portrait}
      <div className="profile-words">
        <p className="eyebrow">{eyebrow}</p>
        <h1 className="profile-name display" aria-label={user === undefined ? eyebrow : undefined}>
          {user === undefined ? (
            <Skeleton width="18rem" height="1em" margin="0.09em 0" />
          ) : (
            <bdi>{user.username}</bdi>
          )}
        </h1>
        <AddressLine address={address} />
        {children}
      </div>
    </section>
  );
}

function AddressLine({ address }: { address: string }) {
  const [result, setResult] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = () =>
    copyText(address).then(
      () => setResult('copied'),
      () => setResult('copyFailed'),
    );
  return (
    <p className="profile-address">
      <span className="tabular" title={address}>
        {result === 'copyFailed' ? address : shortAddress(address)}
      </span>
      <button type="button" className="head-button" aria-label={texts.copy} onClick={copy}>
        <Icon name={result === 'copied' ? 'check' : 'copy'} size="1rem" />
      </button>
      <span
        role="status"
        className={`text-small ${result === 'copied' ? 'text-good' : 'text-warn'}`}
      >
        {result !== null && texts[result]}
      </span>
    </p>
  );
}
