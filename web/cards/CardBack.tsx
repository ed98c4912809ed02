import './card.css';

/**
 * The back of every card; it must not reveal anything about the card.
 * Fills a `Card`, or any 5:7 box with the class `card`. `label` is its alt text.
 */
export function CardBack({ label = 'Face-down card' }: { label?: string | undefined }) {
  return (
    <span className="card-body card-back">
      <img src="/art/card-back.svg" alt={label} width={1000} height={1400} draggable={false} />
    </span>
  );
}
