import type { Nft } from '#contract/cards.ts';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { nftLook } from '#web/cards/card-look.ts';
import { NftPicture } from '#web/cards/NftPicture.tsx';
import { Ago } from '#web/ui/Ago.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

/** Number of cards shown; the others are counted. */
const PICTURES_SHOWN = 5;

export interface EntryRowProps {
  entry: WhitelistEntry;
  cards: ReadonlyMap<string, Nft>;
  /** Id of the element that says why it cannot be deleted now. */
  shutBy: string | undefined;
  onDelete: () => void;
}

export function EntryRow({ entry, cards, shutBy, onDelete }: EntryRowProps) {
  const words = texts.entry;
  const { selectedNftIds, registeredAt, checkedAt, hasRequiredCards } = entry;
  const line = words.line(entry.entryCount, selectedNftIds.length);
  // Missing cards first: they are the reason why the entry lapsed.
  const inOrder = [...selectedNftIds].sort((a, b) => Number(cards.has(a)) - Number(cards.has(b)));
  const rest = selectedNftIds.length - PICTURES_SHOWN;
  return (
    <li className="entry" data-lapsed={!hasRequiredCards || undefined}>
      <div>
        <p className="entry-line">{line}</p>
        <p className="entry-verdict">
          <Icon name={hasRequiredCards ? 'check' : 'alert'} size="1rem" />
          {hasRequiredCards ? words.live : words.lapsed}
        </p>
        <p className="entry-date">
          {words.registered} <Ago at={registeredAt} />
        </p>
        {hasRequiredCards && (
          <p className="entry-date">
            {words.checked} <Ago at={checkedAt} />
          </p>
        )}
      </div>
      <ul className="entry-faces">
        {inOrder.slice(0, PICTURES_SHOWN).map((id) => {
          const nft = cards.get(id);
          return (
            <li key={id} className="entry-face" data-ki={nft && nftLook(nft).ki}>
              {nft === undefined ? (
                <span role="img" aria-label={words.gone} title={words.gone}>
                  <Icon name="close" size="1rem" />
                </span>
              ) : (
                <NftPicture imageUrl={nft.imageUrl} alt={nft.name} />
              )}
            </li>
          );
        })}
        {rest > 0 && <li className="entry-more tabular">{words.more(rest)}</li>}
      </ul>
      <Button
        look="plain"
        isIcon
        className="entry-delete"
        aria-label={words.delete(line, registeredAt)}
        aria-disabled={shutBy !== undefined || undefined}
        aria-describedby={shutBy}
        onClick={() => shutBy === undefined && onDelete()}
      >
        <Icon name="trash" />
      </Button>
      {!hasRequiredCards && (
        <p className="entry-why">
          {words.lapsedHelp(checkedAt)} {shutBy === undefined && words.again}
        </p>
      )}
    </li>
  );
}
