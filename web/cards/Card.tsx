import {
  type ComponentPropsWithoutRef,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { KiSigil, MoveIcon } from './CardIcons.tsx';
import { CardMarks } from './CardMarks.tsx';
import type { CardLook } from './card-look.ts';
import './card.css';

/** All but the look is for the outer element. */
export interface CardProps extends ComponentPropsWithoutRef<'button'> {
  look: CardLook;
  /** Content of the art window instead of the look's picture: an img with fallbacks. */
  children?: ReactNode;
}

/**
 * The trading card, 5:7, as wide as its container (120 to 600 px; below 190 px without small print). With `onClick` it is a
 * button.
 */
export function Card({ look, children, className = '', style, ...rest }: CardProps) {
  const element = useRef<HTMLElement>(null);
  const { foil = 'legendary', isDragged } = look;
  const isDisabled = look.disabledReason !== undefined;
  useFoil(element, foil !== 'off' && !isDragged && !isDisabled);

  const outer: object = {
    ...rest,
    ref: element,
    className: `card ${className}`,
    style: { ...style, '--name-size': nameSize(look.name) },
    'data-ki': look.ki,
    'data-foil': foil,
    'data-selected': look.isSelected || undefined,
    'data-disabled': isDisabled || undefined,
    'data-dragged': isDragged || undefined,
  };
  const face = <CardFace look={look} art={children} />;
  return rest.onClick === undefined ? (
    <div {...outer}>{face}</div>
  ) : (
    <button type="button" {...outer}>
      {face}
    </button>
  );
}

/** Lights the foil of a card. Its code (foil-light.ts) is loaded after the page. Off under reduced motion. */
function useFoil(card: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = card.current;
    if (!isOn || element === null) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let isOver = false;
    let end: (() => void) | undefined;
    import('./foil-light.ts').then(
      ({ lightFoil }) => {
        if (!isOver) end = lightFoil(element);
      },
      // The card works without its light.
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [card, isOn]);
}

function CardFace({ look, art }: { look: CardLook; art: ReactNode }) {
  const [kind, ki] = (look.type ?? '').split(/ - (?=[^-]*$)/);
  return (
    <span className="card-body">
      <span className="card-art">
        {art ?? (
          <img
            src={look.imageUrl ?? '/art/placeholder.svg'}
            alt={look.name}
            width={1000}
            height={1100}
            loading={look.isUrgent ? 'eager' : 'lazy'}
            decoding="async"
            fetchPriority={look.isUrgent ? 'high' : undefined}
            draggable={false}
          />
        )}
      </span>
      <span className="card-plate">
        <span className="card-name" aria-hidden={look.isNamed ?? !art}>
          {look.name}
        </span>{' '}
        {look.type && (
          <span className="card-type">
            <span>{kind}</span>
            {ki && (
              <span>
                <span className="card-dash"> - </span>
                {ki}
              </span>
            )}
          </span>
        )}{' '}
        {look.edition && <span className="card-edition tabular">{look.edition}</span>}
      </span>
      <span className="card-foil" aria-hidden="true">
        <span className="card-foil-print" />
      </span>
      <span className="card-glare" aria-hidden="true" />
      <span className="card-pennant">
        <KiSigil ki={look.ki} />
      </span>
      {look.move && (
        <span className="card-pennant card-pennant-move">
          <MoveIcon move={look.move} />
          <span className="card-move-word">{look.move}</span>
        </span>
      )}
      <CardMarks look={look} />
    </span>
  );
}

/** A card face down: nothing about it is revealed. */
export function CardBack({ label = '', className = '' }: { label?: string; className?: string }) {
  return (
    <div className={`card ${className}`}>
      <span className="card-body card-back">
        <img src="/art/card-back.svg" alt={label} width={1000} height={1400} draggable={false} />
      </span>
    </div>
  );
}

/** Anton capitals are 0.445 em wide on average, the plate 84 cqw: up to 34 letters in one line, else two. */
function nameSize(name: string): string {
  const letters = Math.min(Math.max(name.length, 15), 34);
  return `${(84 / (letters * 0.445)).toFixed(2)}cqw`;
}
