import { type ComponentPropsWithoutRef, type RefObject, useEffect, useRef } from 'react';
import { KiSigil, MoveIcon } from './CardIcons.tsx';
import { CardMarks } from './CardMarks.tsx';
import type { CardLook } from './card-look.ts';
import './card.css';

export type CardProps = CardLook & Omit<ComponentPropsWithoutRef<'button'>, keyof CardLook>;

/**
 * The trading card, 5:7, as wide as its container (120 to 600 px; below 190 px without small print). With `onClick` it is a
 * button. `style`, `className`, `data-*`, `aria-*` and event handlers go to the outer element.
 */
export function Card({ className, style, ...props }: CardProps) {
  const element = useRef<HTMLElement>(null);
  const isDisabled = props.disabledReason !== undefined;
  const foil = props.foil ?? 'legendary';
  useFoil(element, foil !== 'off' && !props.isDragged && !isDisabled);

  const outer: object = {
    ...domOnly(props),
    ref: element,
    className: className === undefined ? 'card' : `card ${className}`,
    style: { ...style, '--name-size': nameSize(props.name) },
    'data-ki': props.ki,
    'data-foil': foil,
    'data-selected': props.isSelected || undefined,
    'data-disabled': isDisabled || undefined,
    'data-dragged': props.isDragged || undefined,
  };
  const face = <CardFace {...props} />;
  return props.onClick === undefined ? (
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

function CardFace(look: CardLook) {
  const [kind, ki] = (look.type ?? '').split(/ - (?=[^-]*$)/);
  return (
    <span className="card-body">
      <span className="card-art">
        {look.children ?? (
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
        <span className="card-name" aria-hidden={look.isNamed ?? !look.children}>
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
      <CardMarks {...look} />
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

const LOOK_PROPS: Record<keyof CardLook, true> = {
  name: true,
  type: true,
  ki: true,
  imageUrl: true,
  children: true,
  isNamed: true,
  edition: true,
  move: true,
  foil: true,
  isSelected: true,
  disabledReason: true,
  isDragged: true,
  isListed: true,
  isLocked: true,
  isRegistered: true,
  isStale: true,
  isUrgent: true,
};

function domOnly(props: object): object {
  return Object.fromEntries(Object.entries(props).filter(([key]) => !(key in LOOK_PROPS)));
}

/** Anton capitals are 0.445 em wide on average, the plate 84 cqw: up to 34 letters in one line, else two. */
function nameSize(name: string): string {
  const letters = Math.min(Math.max(name.length, 15), 34);
  return `${(84 / (letters * 0.445)).toFixed(2)}cqw`;
}
