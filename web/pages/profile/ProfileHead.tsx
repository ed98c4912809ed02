import { useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import { shortAddress } from '#rules/address.ts';
import { Card } from '#web/cards/Card.tsx';
import { kiOf } from '#web/cards/card-look.ts';
import { NftPicture } from '#web/cards/NftPicture.tsx';
import { pictureTexts } from '#web/collectors/name-texts.ts';
import { PicturePicker } from '#web/collectors/PicturePicker.tsx';
import type { Collector } from '#web/frame/use-collector.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import star from '../home/star.svg';
import { Holding } from './Holding.tsx';
import { texts } from './texts.ts';
import type { useReadAgain } from './use-read-again.ts';

interface ProfileHeadProps {
  collector: Collector;
  nfts: readonly Nft[] | undefined;
  reading: ReturnType<typeof useReadAgain>;
}

/** The collector's picture, name, address and number of cards. */
export function ProfileHead({ collector, nfts, reading }: ProfileHeadProps) {
  const { address, user } = collector;
  return (
    <section className="wrap profile-head">
      <Portrait collector={collector} nfts={nfts} />
      <div className="profile-words">
        <p className="eyebrow">{texts.eyebrow}</p>
        <h1 className="profile-name display">
          {user === undefined ? (
            <Skeleton width="min(18rem, 100%)" height="1em" />
          ) : (
            <bdi>{user.username}</bdi>
          )}
        </h1>
        <Address address={address} />
        <Holding collector={collector} reading={reading} />
      </div>
    </section>
  );
}

function Portrait({ collector, nfts }: Omit<ProfileHeadProps, 'reading'>) {
  const [isChoosing, setIsChoosing] = useState(false);
  const { address, user } = collector;
  const picture = user?.profilePicture ?? null;
  const source = nfts?.find(({ imageUrl }) => imageUrl !== null && imageUrl === picture);
  const label = picture === null ? pictureTexts.choose : pictureTexts.change;
  return (
    <div className="portrait">
      <div className="glow portrait-glow" />
      <Card
        as="static"
        name={user?.username ?? ''}
        type={texts.role}
        ki={source === undefined ? 'sui' : kiOf(source.name)}
        isStale={user?.isStale}
      >
        {picture === null ? (
          <img src={star} alt="" width={1000} height={1100} draggable={false} />
        ) : (
          <NftPicture imageUrl={picture} alt={source?.name ?? ''} isUrgent />
        )}
      </Card>
      {user !== undefined && nfts !== undefined && nfts.length > 0 && (
        <>
          <Button
            isIcon
            className="portrait-change"
            aria-label={label}
            title={label}
            onClick={() => setIsChoosing(true)}
          >
            <Icon name="pen" />
          </Button>
          <PicturePicker
            isOpen={isChoosing}
            onClose={() => setIsChoosing(false)}
            address={address}
            user={user}
            nfts={nfts}
          />
        </>
      )}
    </div>
  );
}

function Address({ address }: { address: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(address).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return (
    <p className="profile-address">
      <span className="tabular" title={address}>
        {shortAddress(address)}
      </span>
      <button type="button" className="head-button" aria-label={texts.copy} onClick={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} size="1rem" />
      </button>
      <span role="status" className="text-small text-good">
        {isCopied && texts.copied}
      </span>
    </p>
  );
}
