import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import type { WhitelistRound } from '#contract/whitelist-rounds.ts';
import type { Address } from '#rules/address.ts';
import { cardsMissing } from '#rules/whitelist.ts';
import { Button } from '#web/ui/Button.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { Placeholders, Skeleton } from '#web/ui/Skeleton.tsx';
import { DeleteEntryDialog } from './DeleteEntryDialog.tsx';
import { EntryRow, type EntryRowProps } from './EntryRow.tsx';
import { entriesQuery, refreshEntries } from './queries.ts';
import { RegisterDialog } from './RegisterDialog.tsx';
import { RoundNote } from './RoundNote.tsx';
import { roundTexts } from './round-texts.ts';
import { texts } from './texts.ts';
import { useRounds } from './use-rounds.ts';
import './whitelist.css';

interface WhitelistPanelProps {
  address: Address;
  /** Undefined while loading. */
  nfts: readonly Nft[] | undefined;
  /** Undefined cards could not be read. */
  hasFailed: boolean;
  /** Called when cards turn out to have left the wallet, to load them again. */
  onCardsGone: () => void;
}

export function WhitelistPanel({ address, nfts, hasFailed, onCardsGone }: WhitelistPanelProps) {
  const queries = useQueryClient();
  const entries = useQuery(entriesQuery(address));
  const [isAdding, setIsAdding] = useState(false);
  const [deleting, setDeleting] = useState<WhitelistEntry | null>(null);
  const cards = useMemo(() => new Map(nfts?.map((card) => [card.id, card])), [nfts]);
  const { data: rounds } = useRounds(() => refreshEntries(queries, address));
  const shut = shutWords(rounds?.[0]);
  const unread = nfts !== undefined ? null : hasFailed ? texts.cardsFailed : texts.cardsReading;
  const whyNot = shut ?? unread;
  const whyNotId = useId();
  const total = entries.data?.reduce((sum, { entryCount }) => sum + entryCount, 0);
  const missing = nfts === undefined ? 0 : cardsMissing(nfts.length);

  return (
    <section className="whitelist panel-lit" aria-labelledby="whitelist-title">
      <div className="row row-ends">
        <h2 id="whitelist-title" className="display text-heading">
          {texts.title}
        </h2>
        <p>
          {total === undefined ? (
            <Skeleton width="5rem" height="2.1rem" />
          ) : (
            <span className="badge badge-loud">{texts.entries(total)}</span>
          )}
        </p>
      </div>
      <p className="whitelist-about">{texts.about}</p>
      <RoundNote address={address} />
      {entries.data !== undefined ? (
        <Entries
          entries={entries.data}
          cards={cards}
          shutBy={shut === null ? undefined : whyNotId}
          onDelete={setDeleting}
        />
      ) : entries.isError ? (
        <Failure sign="danger" words={texts.failed} onRetry={() => entries.refetch()} />
      ) : (
        <Placeholders label={texts.loading} count={1} className="whitelist-entries">
          {() => (
            <li>
              <Skeleton width="100%" height="4.1rem" />
            </li>
          )}
        </Placeholders>
      )}
      <div className="row whitelist-add">
        <Button
          look="primary"
          disabled={missing > 0}
          aria-disabled={whyNot !== null || undefined}
          aria-describedby={whyNot === null ? undefined : whyNotId}
          onClick={() => whyNot === null && setIsAdding(true)}
        >
          {missing > 0 ? texts.needCards : texts.add}
        </Button>
        {whyNot !== null && (
          <p
            id={whyNotId}
            className={`text-small text-dim ${shut === null ? 'whitelist-unread' : ''}`}
          >
            {whyNot}
          </p>
        )}
        {missing > 0 && nfts !== undefined && nfts.length > 0 && shut === null && (
          <p className="text-small text-dim">{texts.needMore(missing)}</p>
        )}
      </div>
      {nfts !== undefined && (
        <RegisterDialog
          isOpen={isAdding}
          onClose={() => setIsAdding(false)}
          address={address}
          nfts={nfts}
          entries={entries.data ?? []}
          onCardsGone={onCardsGone}
        />
      )}
      <DeleteEntryDialog
        entry={deleting}
        entries={entries.data}
        address={address}
        onClose={() => setDeleting(null)}
      />
    </section>
  );
}

/** Why nothing can be registered or deleted now; null while it can. */
function shutWords(round: WhitelistRound | undefined): string | null {
  if (round === undefined || round.state === 'open') return null;
  return roundTexts.shut[round.state];
}

interface EntriesProps extends Omit<EntryRowProps, 'entry' | 'onDelete'> {
  entries: readonly WhitelistEntry[];
  onDelete: (entry: WhitelistEntry) => void;
}

function Entries({ entries, onDelete, ...rest }: EntriesProps) {
  if (entries.length === 0) return <p className="whitelist-none">{texts.none}</p>;
  return (
    <ul className="whitelist-entries">
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} {...rest} onDelete={() => onDelete(entry)} />
      ))}
    </ul>
  );
}
