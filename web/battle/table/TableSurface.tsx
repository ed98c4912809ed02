import type { CSSProperties, ReactNode } from 'react';
import { DECK } from '#rules/battle/deck.ts';
import type { Ki } from '#rules/genesis.ts';
import { KiSigil } from '#web/cards/CardIcons.tsx';
import './table.css';

interface TableSurfaceProps {
  /** The Ki of the picked card; the page's own before a pick. */
  ki: Ki;
  children: ReactNode;
}

/**
 * The table both players sit at, in the light of the picked card. Pieces of the table that are its
 * direct children find their place by themselves at every width: two `PlayerPlate`, `PickTimer`,
 * `ScorePips`, `OwnPlace`, `OpponentPlace`, `Hand`, `ShotButton`. `BattleCountdown` and `Clash` cover the
 * whole screen. Anything else takes a full row, in the order it is written in.
 */
export function TableSurface({ ki, children }: TableSurfaceProps) {
  return (
    <section
      className="table-surface"
      data-ki={ki}
      style={{ '--cards': DECK.length } as CSSProperties}
    >
      {/* A new element for every Ki, so that its animation starts again. */}
      <div className="table-light" aria-hidden="true" key={ki}>
        <KiSigil ki={ki} className="table-sigil" />
      </div>
      {children}
    </section>
  );
}
