import { useMemo } from 'react';
import type { Nft } from '#contract/cards.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { KiSigil } from '#web/cards/CardIcons.tsx';
import { genesisOf, kiOf } from '#web/cards/card-look.ts';
import { texts } from './texts.ts';
import './album.css';

/** Which of the genesis cards are there, and which are missing. Nothing for a wallet without any. */
export function Album({ nfts }: { nfts: readonly Nft[] }) {
  const held = useMemo(() => new Set(nfts.map(({ name }) => genesisOf(name)?.name)), [nfts]);
  const missing = GENESIS_CARDS.filter(({ name }) => !held.has(name));
  if (missing.length === GENESIS_CARDS.length) return null;
  const words = texts.album;
  return (
    <div className="album">
      <ul className="album-row" aria-hidden="true">
        {GENESIS_CARDS.map(({ id, name, type }) => (
          <li key={id} data-ki={kiOf(type)} data-missing={!held.has(name) || undefined}>
            <KiSigil ki={kiOf(type)} />
          </li>
        ))}
      </ul>
      <p>
        <span className="strong">
          {words.count(GENESIS_CARDS.length - missing.length, GENESIS_CARDS.length)}
        </span>{' '}
        {missing.length > 0 && (
          <span className="text-dim">{words.missing(missing.map(({ name }) => name))}</span>
        )}
      </p>
    </div>
  );
}
