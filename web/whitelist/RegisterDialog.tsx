import { useDeferredValue, useMemo, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import type { Address } from '#rules/address.ts';
import { CardPicker } from '#web/cards/CardPicker.tsx';
import { searchFor } from '#web/cards/search.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { cardsForEntries, cardsInUse } from './card-choice.ts';
import { RegisterFoot } from './RegisterFoot.tsx';
import { texts } from './texts.ts';
import { useRegistration } from './use-registration.ts';

interface RegisterDialogProps {
  isOpen: boolean;
  onClose: () => void;
  address: Address;
  nfts: readonly Nft[];
  entries: readonly WhitelistEntry[];
  onCardsGone: () => void;
}

export function RegisterDialog({ isOpen, ...rest }: RegisterDialogProps) {
  const words = texts.dialog;
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={words.title} intro={words.intro} isWide>
      <Choice {...rest} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that the selection starts empty each time. */
function Choice(props: Omit<RegisterDialogProps, 'isOpen'>) {
  const { onClose, address, nfts, entries, onCardsGone } = props;
  const words = texts.dialog;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const [isHiding, setIsHiding] = useState(false);
  const wanted = useDeferredValue(search);

  const registration = useRegistration({ address, nfts, entries, onDone: onClose, onCardsGone });
  const { marked } = registration;
  const backing = useMemo(() => cardsInUse(entries), [entries]);
  const disabledReasonOf = (id: string) => {
    const since = backing.get(id);
    return since === undefined ? marked.get(id) : texts.backs(since);
  };
  const unavailable = useMemo(
    () => new Set([...backing.keys(), ...marked.keys()]),
    [backing, marked],
  );
  const selected = useMemo(
    () => new Set([...chosen].filter((id) => !unavailable.has(id))),
    [chosen, unavailable],
  );
  const shown = useMemo(() => {
    const isFound = searchFor(wanted);
    return nfts.filter((nft) => isFound(nft) && !(isHiding && unavailable.has(nft.id)));
  }, [nfts, wanted, isHiding, unavailable]);
  const select = (ids: ReadonlySet<string>) => {
    registration.forget();
    setChosen(ids);
  };
  const choose = (count: number) => cardsForEntries(shown, unavailable, [...selected], count);

  return (
    <>
      <div className="actions choice-tools">
        <SearchField
          value={search}
          label={words.search}
          placeholder={words.searchPlaceholder}
          onSearch={setSearch}
        />
        {backing.size > 0 && (
          <button
            type="button"
            className="chip"
            aria-pressed={isHiding}
            onClick={() => setIsHiding(!isHiding)}
          >
            {words.hideUsed}
          </button>
        )}
      </div>
      {backing.size > 0 && nfts.every(({ id }) => backing.has(id)) && (
        <p className="text-dim">{words.allUsed}</p>
      )}
      {shown.length === 0 ? (
        <p className="choice-none">{words.noMatch}</p>
      ) : (
        <CardPicker
          nfts={shown}
          label={words.cards}
          selected={selected}
          disabledReasonOf={disabledReasonOf}
          onSelect={select}
        />
      )}
      <RegisterFoot
        selected={[...selected]}
        choose={choose}
        nameOf={(id) => nfts.find((nft) => nft.id === id)?.name ?? ''}
        problem={registration.problem}
        isRegistering={registration.isRegistering}
        onSelect={(ids) => select(new Set(ids))}
        onRegister={() => registration.register([...selected])}
      />
    </>
  );
}
