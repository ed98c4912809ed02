import { DECK, type Move } from '#rules/battle/deck.ts';
import { MoveIcon } from '#web/cards/CardIcons.tsx';
import { kiOf } from '#web/cards/card-look.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { texts } from './texts.ts';
import './how-to-play.css';

/** 'How to Play', with both lists of the cards' moves: the one that counts, and the one that is only told. */
export function HowToPlay({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = texts.howTo;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} intro={words.intro}>
      <ol className="how-steps">
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3 className="how-reading">{words.played}</h3>
      <p className="how-rule">{words.playedNote}</p>
      <Moves cards={DECK} />
      {/* Last, small and marked, so that nobody takes it for the rule. */}
      <aside className="how-told" aria-labelledby="how-told">
        <h3 id="how-told" className="how-reading">
          {words.told}
        </h3>
        <p>{words.toldNote}</p>
        <Moves cards={words.toldCards} />
      </aside>
    </Dialog>
  );
}

function Moves({ cards }: { cards: readonly { readonly name: string; readonly move: Move }[] }) {
  return (
    <ul className="how-moves">
      {cards.map(({ name, move }) => (
        <li key={name} data-ki={kiOf(name)}>
          <span className="how-card">{name}</span>
          <span aria-hidden="true">=</span>
          <span className="how-move">
            <MoveIcon move={move} /> {move}
          </span>
        </li>
      ))}
    </ul>
  );
}
