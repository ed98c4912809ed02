import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Address } from '#rules/address.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { explorerLink } from '#web/api/settings.ts';
import { CardModal } from '#web/cards/CardModal.tsx';
import { nftLook } from '#web/cards/card-look.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import type { LookedCard } from '#web/groups/looked-card.ts';
import type { Sending } from '#web/groups/MoveMenu.tsx';
import { Button, buttonClass, NewTabLink } from '#web/ui/Button.tsx';
import { formatDay } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { entriesQuery } from '#web/whitelist/queries.ts';
import { cardViewTexts as texts } from './texts.ts';

interface CardViewProps {
  address: Address;
  looked: LookedCard;
  isStale: boolean;
  /** Left out for a card of somebody else. */
  sending?: Sending;
}

/** A card of a collection on the whole screen: what it is, where it lies, and what it is tied to. */
export function CardView({ address, looked, isStale, sending }: CardViewProps) {
  const { nft, group, shown, count, onShow, onClose, onClosed } = looked;
  const { name, type, edition, ki } = nftLook(nft);
  const entries = useQuery(entriesQuery(address));
  const entry = entries.data?.find(({ selectedNftIds }) => selectedNftIds.includes(nft.id));
  const description =
    nft.description ?? GENESIS_CARDS.find((card) => card.name === name)?.description;
  const sendItem = sending?.itemFor(nft);
  const isOwn = sendItem !== undefined;
  const listed = isOwn ? texts.listed : texts.listedOfOther;
  const state = nft.isListed ? listed : nft.isLocked ? texts.locked : null;
  return (
    <CardModal
      id={nft.id}
      name={nft.name}
      ki={ki}
      card={<OwnedCard nft={nft} className="card-numbered" look={{ isStale, isUrgent: true }} />}
      shown={shown}
      count={count}
      onShow={onShow}
      onClose={onClose}
      onClosed={onClosed}
      actions={
        <>
          {isOwn && (
            <Button
              disabled={sendItem.isDisabled}
              onClick={() => {
                onClose();
                sending?.begin(nft);
              }}
            >
              <Icon name="send" size="1rem" /> {sendItem.label}
            </Button>
          )}
          <NewTabLink className={buttonClass({ look: 'plain' })} href={explorerLink(nft.id)}>
            {texts.explorer} <Icon name="outward" size="1rem" />
          </NewTabLink>
        </>
      }
    >
      <p className="display own-letters text-title">{name}</p>
      {type !== undefined && <p className="eyebrow own-letters">{type}</p>}
      {description !== undefined && <p className="card-view-description text-dim">{description}</p>}
      <dl className="card-view-facts">
        {edition !== undefined && <Fact label={texts.edition}>{edition}</Fact>}
        <Fact label={texts.place}>
          {(isOwn ? texts.places : texts.placesOfOther)[nft.place]}
          {state !== null && `, ${state}`}
          {sendItem?.note !== undefined && state === null && (
            <span className="text-dim"> {texts.notSent(sendItem.note)}</span>
          )}
        </Fact>
        {nft.heldSince !== null && <Fact label={texts.since}>{formatDay(nft.heldSince)}</Fact>}
        <Fact label={texts.group}>
          <bdi>{group}</bdi>
        </Fact>
        <Fact label={texts.whitelist}>
          {entry === undefined ? texts.notRegistered : texts.registered(entry.registeredAt)}
          {entry !== undefined && isOwn && <span className="text-dim"> {texts.tiedUp}</span>}
        </Fact>
      </dl>
    </CardModal>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-dim">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
